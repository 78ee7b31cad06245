package copying

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/trading"
)

// nextToCopy claims the oldest signal after the given one that is to be copied, is not claimed by another replica, and has
// no older one of the same bot and symbol before it. It fails with NOT_FOUND when there is none.
func nextToCopy(ctx context.Context, from database.Reader, behind uuid.UUID) (*trading.Signal, error) {
	signal, err := trading.SignalTable.Scan(from.QueryRow(ctx, `
		SELECT `+trading.SignalTable.Columns()+` FROM signals
		WHERE copied_at IS NULL AND id > $1 AND NOT EXISTS (
			SELECT 1 FROM signals older
			WHERE older.copied_at IS NULL AND older.bot_id = signals.bot_id AND older.symbol = signals.symbol AND older.id < signals.id)
		ORDER BY id LIMIT 1`+trading.SkipHeldSignals(from), behind))
	return signal, database.Missing(err, errNoneToCopy)
}

var errOurFailure = fault.New(fault.InternalError, "something went wrong on our side")

var errNoneToCopy = fault.New(fault.NotFound, "there is no signal to copy")

// markCopied records that a signal is copied, and ends it if its bot has been stopped or is just being stopped: stopping
// does not wait for a signal that is being copied, so this waits for the stop. A signal that has already ended stays so.
func markCopied(ctx context.Context, tx *database.Tx, signal *trading.Signal, now time.Time) error {
	ended, err := asStopped(ctx, tx, signal, now, tx.ForUpdate())
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE signals SET copied_at = $2, expires_at = CASE WHEN expires_at < $3 THEN expires_at ELSE $3 END
		WHERE id = $1`, signal.ID, database.Micros(now), database.Micros(ended.ExpiresAt))
	return err
}

// asStopped is the signal, ended now if its bot is stopped or was stopped after publishing it, even if the bot runs again;
// how is the locking clause for the bot's row. The order of events is decided by numbers, since the clocks of the processes
// that publish, stop and copy differ. A signal that no bot has published is returned unchanged.
func asStopped(ctx context.Context, from database.Querier, signal *trading.Signal, now time.Time, how string) (*trading.Signal, error) {
	rows, err := from.Query(ctx, `
		SELECT status = 'stopped' OR COALESCE(stopped_behind, 0) >= $2 FROM bots WHERE id = $1`+how, signal.BotID, signal.Number)
	stops, err := database.Collect(rows, err, func(row database.Row) (isStopped bool, err error) {
		err = row.Scan(&isStopped)
		return isStopped, err
	})
	if err != nil || !slices.Contains(stops, true) || !now.Before(signal.ExpiresAt) {
		return signal, err
	}
	ended := *signal
	ended.ExpiresAt = now
	return &ended, nil
}

// scanCopy reads what copying needs of a subscription.
func scanCopy(row database.Row) (*Subscription, error) {
	var s Subscription
	err := row.Scan(&s.ID, &s.AccountID, &s.UserID, &s.AllocatedCapital, &s.owner, &s.isBehind)
	return &s, err
}

// copyColumns are the columns for scanCopy, from a subscription s on an account a, except whether it is behind.
const copyColumns = `s.id, s.account_id, s.user_id, s.allocated_capital, ` + copyOwner

// copyOwner is who executes a signal once: see Account.Owner.
const copyOwner = `CASE WHEN a.kind = 'paper' THEN s.user_id ELSE s.account_id END`

// subscriptionsToCopy reads the next subscriptions to copy a signal to, in the order of their ids: those that existed when
// it was published and whose owners have no execution of it yet.
func subscriptionsToCopy(ctx context.Context, from database.Querier, signal *trading.Signal, behind uuid.UUID, limit int) ([]*Subscription, error) {
	rows, err := from.Query(ctx, `
		SELECT `+copyColumns+`, `+olderLeft(`$6`, `$4`)+`
		FROM bot_subscriptions s JOIN trading_accounts a ON a.id = s.account_id
		WHERE s.bot_id = $1 AND s.status = 'active' AND s.mode = 'auto' AND s.id > $2 AND s.created_at <= $3 AND NOT EXISTS (
			SELECT 1 FROM signal_executions
			WHERE signal_executions.owner_id = `+copyOwner+`
				AND signal_executions.signal_id = $4)
		ORDER BY s.id LIMIT $5`, signal.BotID, behind, database.Micros(signal.CreatedAt), signal.ID, limit, signal.Symbol)
	return database.Collect(rows, err, scanCopy)
}

func accountsOf(subscriptions []*Subscription) []uuid.UUID {
	ids := make([]uuid.UUID, len(subscriptions))
	for i, subscription := range subscriptions {
		ids[i] = subscription.AccountID
	}
	return ids
}

// readFollowers reads subscriptions, whose accounts are locked, again, and returns those that still copy, with their
// accounts.
func readFollowers(ctx context.Context, tx *database.Tx, candidates []*Subscription) ([]*Subscription, map[uuid.UUID]*trading.Account, error) {
	var active []*Subscription
	accounts := make(map[uuid.UUID]*trading.Account, len(candidates))
	err := database.FromIDs(tx, idsOf(candidates), func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `
			SELECT `+trading.AccountTable.ColumnsOf("a")+`, s.id, s.allocated_capital, s.copy_stop_percent, s.realized_pnl, s.paused_at,
				EXISTS (SELECT 1 FROM positions p WHERE p.subscription_id = s.id AND p.status = 'open'), `+trading.OpenCount+trading.AccountMoneyJoins+`
			JOIN bot_subscriptions s ON s.account_id = a.id
			WHERE s.status = 'active' AND s.mode = 'auto' AND s.id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		found, err := database.Collect(rows, err, func(row database.Row) (*Subscription, error) {
			s := Subscription{Status: SubscriptionActive}
			var open int
			account, err := trading.AccountTable.Scan(row,
				&s.ID, &s.AllocatedCapital, &s.CopyStopPercent, &s.RealizedPnL, database.Time(&s.PausedAt), &s.hasOpen, &open)
			if err != nil {
				return nil, err
			}
			account.HasOpen(open)
			s.AccountID, s.UserID, s.owner = account.ID, account.UserID, account.Owner()
			accounts[account.ID] = account
			return &s, nil
		})
		active = append(active, found...)
		return err
	})
	return active, accounts, err
}

func idsOf(subscriptions []*Subscription) []uuid.UUID {
	ids := make([]uuid.UUID, len(subscriptions))
	for i, subscription := range subscriptions {
		ids[i] = subscription.ID
	}
	return ids
}

// heldBy reads what a signal meets on the accounts of subscriptions: for an exit, the positions it closes, which are all
// that came from its bot, under whichever subscription; for an entry, the unrealized profit of accounts that follow the bot
// with all their money.
func (s *Service) heldBy(ctx context.Context, tx *database.Tx, signal *trading.Signal, subscriptions []*Subscription) (map[uuid.UUID]copied, error) {
	held := make(map[uuid.UUID]copied)
	if !signal.Type.IsEntry() {
		err := openOnAccounts(ctx, tx, subscriptions, signal, func(position *trading.Position) {
			at := held[position.AccountID]
			at.open = append(at.open, position)
			held[position.AccountID] = at
		})
		return held, err
	}
	var whole []*Subscription
	for _, subscription := range subscriptions {
		if subscription.wholeAccount() {
			whole = append(whole, subscription)
		}
	}
	err := openOnAccounts(ctx, tx, whole, nil, func(position *trading.Position) {
		at := held[position.AccountID]
		at.unrealized = at.unrealized.Add(position.UnrealizedPnL(s.trading.Mark(position)))
		held[position.AccountID] = at
	})
	return held, err
}

// openOnAccounts calls take with the open positions on the accounts of subscriptions: all, or those that an exit closes.
func openOnAccounts(ctx context.Context, tx *database.Tx, subscriptions []*Subscription, exit *trading.Signal, take func(*trading.Position)) error {
	return database.FromIDs(tx, accountsOf(subscriptions), func(source string, values []any) error {
		where := database.Where{Arguments: values}
		where.And(`account_id IN (SELECT v.column1 FROM ` + source + `)`)
		where.And(`status = 'open'`)
		if exit != nil {
			where.Equal("bot_id", exit.BotID)
			where.Equal("symbol", exit.Symbol)
			where.Equal("side", string(exit.Type.Side()))
		}
		query := `SELECT ` + trading.PositionTable.Columns() + ` FROM positions` + where.String() + ` ORDER BY id`
		found, err := trading.PositionTable.All(tx.Query(ctx, query, where.Arguments...))
		for _, position := range found {
			take(position)
		}
		return err
	})
}

// recordSkipped records why a signal was skipped for subscriptions whose executions are claimed.
func recordSkipped(ctx context.Context, tx *database.Tx, signal *trading.Signal, skipped []outcome) error {
	return database.FromRows(tx, []string{"TEXT", "TEXT", "TEXT", "TEXT"}, skipped,
		func(o outcome) []any {
			return []any{o.subscription.owner, signal.ID, string(o.refused.Code), o.refused.Message}
		},
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE signal_executions SET outcome = 'skipped', reason = v.column3, detail = v.column4
				FROM `+source+` WHERE signal_executions.owner_id = v.column1 AND signal_executions.signal_id = v.column2`, arguments...)
			return err
		})
}

// skipExecution records that a signal could not be copied to a subscription because of an internal error.
func skipExecution(ctx context.Context, tx *database.Tx, signal *trading.Signal, s *Subscription, now time.Time) error {
	claim := trading.ExecutionClaim{Owner: s.owner, Signal: signal.ID, Account: s.AccountID, Subscription: s.ID}
	claimed, err := trading.ClaimExecutions(ctx, tx, []trading.ExecutionClaim{claim}, now)
	if err != nil || !claimed[s.owner] {
		return err
	}
	return recordSkipped(ctx, tx, signal, []outcome{{s, errOurFailure}})
}

// stayAlive runs a trivial statement: the server ends a transaction that is idle for long.
func stayAlive(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `SELECT 1`)
	return err
}
