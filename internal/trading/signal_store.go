package trading

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

const signalColumns = `id, tenant_id, bot_id, author_id, symbol, signal_type, confidence, risk_level, price, target_price, stop_loss,
	reason, candle_at, proportion, created_at, expires_at`

func scanSignal(row database.Row) (*Signal, error) {
	var s Signal
	err := row.Scan(&s.ID, &s.TenantID, database.ID(&s.BotID), database.ID(&s.AuthorID), &s.Symbol, &s.Type, &s.Confidence, &s.RiskLevel,
		&s.Price, &s.TargetPrice, &s.StopLoss, &s.Reason, database.Time(&s.CandleAt), &s.Proportion,
		database.Time(&s.CreatedAt), database.Time(&s.ExpiresAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "there is no such signal")
	}
	return &s, err
}

// insertSignals writes signals. Only a bot's that has not expired is to be copied by its subscriptions.
func insertSignals(ctx context.Context, tx *database.Tx, signals []*Signal, now time.Time) error {
	return database.InsertRows(ctx, tx, `INSERT INTO signals (`+signalColumns+`, copied_at)`, 17, signals, func(s *Signal) []any {
		copied := database.OptionalMicros(time.Time{})
		if s.BotID == uuid.Nil || s.Expired(now) {
			copied = database.OptionalMicros(s.CreatedAt)
		}
		return []any{s.ID, s.TenantID, database.OptionalID(s.BotID), database.OptionalID(s.AuthorID), s.Symbol, s.Type, s.Confidence,
			s.RiskLevel, s.Price, s.TargetPrice, s.StopLoss, s.Reason, database.OptionalMicros(s.CandleAt), s.Proportion,
			database.Micros(s.CreatedAt), database.Micros(s.ExpiresAt), copied}
	})
}

// readSignal reads a signal as the users of a tenant see it. It fails with NOT_FOUND.
func readSignal(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Signal, error) {
	return scanSignal(from.QueryRow(ctx, `SELECT `+signalColumns+` FROM signals WHERE id = $1 AND `+seenBy(`$2`), id, tenant))
}

// seenBy restricts bots or signals to those that the users of a tenant see: the platform's and the tenant's own.
// The parameter stands for the tenant.
func seenBy(parameter string) string {
	return `tenant_id IN ('` + identity.Platform.String() + `', ` + parameter + `)`
}

// newestSeen selects of what the platform ($1) and a tenant ($2) own the newest, of each at most $3. An id begins
// with the moment of its creation, so the newest of an owner are at the end of an index by owner and id: however
// much there is and whatever other tenants publish, no more is read than is asked for.
func newestSeen(columns, table, condition string) string {
	newest := func(owner string) string {
		return `SELECT * FROM (SELECT ` + columns + ` FROM ` + table + ` WHERE tenant_id = ` + owner + condition + ` ORDER BY id DESC LIMIT $3) AS newest`
	}
	return newest(`$1`) + ` UNION ALL ` + newest(`$2`) + ` ORDER BY id DESC`
}

// execution is what became of a signal for somebody.
type execution struct {
	owner, signal, account, subscription uuid.UUID
}

// claimExecutions marks signals as executed and returns the owners for whom they had not been: nobody
// executes a signal twice, however many requests, subscriptions and replicas try at once. One that was
// skipped may still be executed.
func claimExecutions(ctx context.Context, tx *database.Tx, claims []execution, now time.Time) (map[uuid.UUID]bool, error) {
	claimed := make(map[uuid.UUID]bool, len(claims))
	row := func(c execution) []any { return []any{c.owner, c.signal, c.account, c.subscription} }
	err := database.FromRows(tx, []string{"TEXT", "TEXT", "TEXT", "TEXT"}, claims, row, func(source string, arguments []any) error {
		last := len(arguments)
		rows, err := tx.Query(ctx, `
			INSERT INTO signal_executions (owner_id, signal_id, account_id, subscription_id, outcome, reason, created_at)
			SELECT v.column1, v.column2, v.column3, NULLIF(v.column4, $`+itoa(last+1)+`), 'executed', '', CAST($`+itoa(last+2)+` AS BIGINT)
			FROM `+source+` WHERE true
			ON CONFLICT (owner_id, signal_id) DO UPDATE
			SET account_id = excluded.account_id, subscription_id = excluded.subscription_id, outcome = 'executed', reason = '',
				created_at = excluded.created_at
			WHERE signal_executions.outcome = 'skipped'
			RETURNING owner_id`, append(arguments, uuid.Nil.String(), database.Micros(now))...)
		owners, err := database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
			err = row.Scan(&id)
			return id, err
		})
		for _, owner := range owners {
			claimed[owner] = true
		}
		return err
	})
	return claimed, err
}
