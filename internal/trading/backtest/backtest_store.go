package backtest

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/worker"
)

// backtestTable stores backtests, except for their equity, which few readers need.
var backtestTable = database.NewTable("backtests", func(b *Backtest, column database.Define) {
	column("id", &b.ID)
	column("tenant_id", database.Fixed(&b.TenantID))
	column("user_id", database.Fixed(&b.UserID))
	column("bot_id", database.Fixed(database.Optional(&b.Settings.BotID)))
	column("strategy_type", database.Fixed(&b.Settings.StrategyType))
	column("parameters", database.Fixed(database.JSON(&b.Settings.Parameters)))
	column("symbols", database.Fixed(database.JSON(&b.Settings.Symbols)))
	column("timeframe", database.Fixed(market.Seconds{Target: &b.Settings.Timeframe}))
	column("risk_level", database.Fixed(&b.Settings.RiskLevel))
	column("begins_at", database.Fixed(&b.From))
	column("ends_at", database.Fixed(&b.To))
	column("capital", database.Fixed(&b.Capital))
	column("slot", database.Fixed(&b.slot))
	column("status", &b.Status)
	column("progress", &b.Progress)
	column("failure_code", &b.FailureCode)
	column("failure", &b.Failure)
	column("trades", &b.Trades)
	column("candles", &b.Candles)
	column("minute_candles", &b.MinuteCandles)
	column("figures", database.JSON(&b.Figures))
	column("attempts", &b.attempts)
	column("lease_until", &b.leaseUntil)
	column("fence", &b.fence)
	column("created_at", database.Fixed(&b.CreatedAt))
	column("started_at", database.Optional(&b.StartedAt))
	column("finished_at", database.Optional(&b.FinishedAt))
})

var (
	backtestColumns = backtestTable.Columns()
	errNoBacktest   = fault.New(fault.NotFound, "there is no such backtest")
)

// insertBacktest queues a backtest in one of its user's places, and reports whether one was free. Two concurrent requests
// take two places.
func insertBacktest(ctx context.Context, tx *database.Tx, b *Backtest) (queued bool, err error) {
	for b.slot = 1; b.slot <= mostWaiting; b.slot++ {
		written, err := backtestTable.InsertOr(ctx, tx, database.DoNothing, b)
		if err != nil || written == 1 {
			return err == nil, err
		}
	}
	return false, nil
}

// readBacktest fails with NOT_FOUND.
func readBacktest(ctx context.Context, from database.Querier, user, id uuid.UUID) (*Backtest, []Point, error) {
	var equity []Point
	b, err := backtestTable.Scan(from.QueryRow(ctx, `
		SELECT `+backtestColumns+`, equity FROM backtests WHERE id = $1 AND user_id = $2`, id, user), database.JSON(&equity))
	return b, equity, database.Missing(err, errNoBacktest)
}

// lockBacktest locks a backtest of a user until the transaction ends. It fails with NOT_FOUND.
func lockBacktest(ctx context.Context, tx *database.Tx, user, id uuid.UUID) (*Backtest, error) {
	b, err := backtestTable.Scan(tx.QueryRow(ctx, `
		SELECT `+backtestColumns+` FROM backtests WHERE id = $1 AND user_id = $2`+tx.ForUpdate(), id, user))
	return b, database.Missing(err, errNoBacktest)
}

// listBacktests reads a page of a user's backtests, newest first, with their total number.
func listBacktests(ctx context.Context, from database.Querier, user uuid.UUID, filter Filter, page database.Page) (found []*Backtest, total int, err error) {
	var where database.Where
	where.Equal(`user_id`, user)
	where.EqualIf(filter.Status != "", `status`, string(filter.Status))
	where.EqualIf(filter.BotID != uuid.Nil, `bot_id`, filter.BotID)
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM backtests`+where.String(), where.Arguments...).Scan(&total)
	if err != nil {
		return nil, 0, err
	}
	query := `SELECT ` + backtestColumns + ` FROM backtests` + where.String() + ` ORDER BY id DESC` + where.Page(page)
	found, err = backtestTable.All(from.Query(ctx, query, where.Arguments...))
	return found, total, err
}

// isWaiting reports whether there is a backtest without a valid lease. It locks nothing.
func isWaiting(ctx context.Context, from database.Querier, now time.Time) (waits bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM backtests WHERE status IN ('queued', 'running') AND lease_until <= $1)`,
		database.Micros(now)).Scan(&waits)
	return waits, err
}

// lockWaiting locks the backtest that has waited longest. It fails with sql.ErrNoRows when none is waiting.
func lockWaiting(ctx context.Context, tx *database.Tx, now time.Time) (*Backtest, error) {
	return backtestTable.Scan(tx.QueryRow(ctx, `
		SELECT `+backtestColumns+` FROM backtests
		WHERE status IN ('queued', 'running') AND lease_until <= $1
		ORDER BY id LIMIT 1`+tx.SkipLocked(), database.Micros(now)))
}

// lockHeld locks a backtest under the fence of its lease. It fails with worker.ErrLeaseLost when the backtest has another
// fence, or was cancelled.
func lockHeld(ctx context.Context, tx *database.Tx, id uuid.UUID, fence int64) (*Backtest, error) {
	b, err := backtestTable.Scan(tx.QueryRow(ctx, `
		SELECT `+backtestColumns+` FROM backtests
		WHERE id = $1 AND fence = $2 AND status = 'running'`+tx.ForUpdate(), id, fence))
	return b, database.Missing(err, worker.ErrLeaseLost)
}

// extendLease fails with worker.ErrLeaseLost.
func extendLease(ctx context.Context, tx *database.Tx, id uuid.UUID, fence int64, until time.Time) error {
	touched, err := tx.Exec(ctx, `
		UPDATE backtests SET lease_until = $3 WHERE id = $1 AND fence = $2 AND status = 'running'`, id, fence, database.Micros(until))
	if err == nil && touched == 0 {
		return worker.ErrLeaseLost
	}
	return err
}

// endLeases returns the backtests of a process that is gone to the queue.
func endLeases(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE backtests SET lease_until = 0 WHERE status = 'running'`)
	return err
}

func saveEquity(ctx context.Context, tx *database.Tx, id uuid.UUID, points string) error {
	_, err := tx.Exec(ctx, `UPDATE backtests SET equity = $2 WHERE id = $1`, id, points)
	return err
}

// deleteBacktests deletes backtests that are over, were requested before a moment and have no trades left, at most limit of
// them, and returns how many.
func deleteBacktests(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM backtests WHERE id IN (
			SELECT id FROM backtests
			WHERE created_at < $1 AND status IN ('done', 'failed', 'cancelled')
				AND NOT EXISTS (SELECT 1 FROM backtest_trades t WHERE t.backtest_id = backtests.id)
			ORDER BY created_at LIMIT $2)`, database.Micros(before), limit)
}
