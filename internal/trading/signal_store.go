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

// SignalColumns are what ScanSignal reads.
const SignalColumns = `id, tenant_id, bot_id, author_id, symbol, signal_type, confidence, risk_level, price, target_price, stop_loss,
	reason, candle_at, proportion, created_at, expires_at`

// ScanSignal reads a signal. It fails with NOT_FOUND when there is no row.
func ScanSignal(row database.Row) (*Signal, error) {
	var s Signal
	err := row.Scan(&s.ID, &s.TenantID, database.ID(&s.BotID), database.ID(&s.AuthorID), &s.Symbol, &s.Type, &s.Confidence, &s.RiskLevel,
		&s.Price, &s.TargetPrice, &s.StopLoss, &s.Reason, database.Time(&s.CandleAt), &s.Proportion,
		database.Time(&s.CreatedAt), database.Time(&s.ExpiresAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "there is no such signal")
	}
	return &s, err
}

// InsertSignals writes signals. Only a bot's that has not expired is to be copied by its subscriptions.
func InsertSignals(ctx context.Context, tx *database.Tx, signals []*Signal, now time.Time) error {
	return database.InsertRows(ctx, tx, `INSERT INTO signals (`+SignalColumns+`, copied_at)`, 17, signals, func(s *Signal) []any {
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
	return ScanSignal(from.QueryRow(ctx, `SELECT `+SignalColumns+` FROM signals WHERE id = $1 AND `+SeenBy(`$2`), id, tenant))
}

// SeenBy restricts bots or signals to those that the users of a tenant see: the platform's and the tenant's own.
// The parameter stands for the tenant.
func SeenBy(parameter string) string {
	return `tenant_id IN ('` + identity.Platform.String() + `', ` + parameter + `)`
}

// NewestSeen selects of what the platform ($1) and a tenant ($2) own the newest, of each at most $3. An id begins
// with the moment of its creation, so the newest of an owner are at the end of an index by owner and id: however
// much there is and whatever other tenants publish, no more is read than is asked for.
func NewestSeen(columns, table, condition string) string {
	newest := func(owner string) string {
		return `SELECT * FROM (SELECT ` + columns + ` FROM ` + table + ` WHERE tenant_id = ` + owner + condition + ` ORDER BY id DESC LIMIT $3) AS newest`
	}
	return newest(`$1`) + ` UNION ALL ` + newest(`$2`) + ` ORDER BY id DESC`
}

// listSignals reads the signals that the users of a tenant see, the newest first.
func listSignals(ctx context.Context, from database.Querier, tenant uuid.UUID, filter SignalFilter, cursor database.Cursor) ([]*Signal, error) {
	condition, arguments := ``, []any{identity.Platform, tenant, cursor.Limit}
	where := func(comparison string, value any) {
		arguments = append(arguments, value)
		condition += ` AND ` + comparison + ` $` + itoa(len(arguments))
	}
	if cursor.Before != uuid.Nil {
		where("id <", cursor.Before)
	}
	if filter.Symbol != "" {
		where("symbol =", filter.Symbol)
	}
	if filter.Type != "" {
		where("signal_type =", filter.Type)
	}
	if filter.BotID != uuid.Nil {
		where("bot_id =", filter.BotID)
	}
	rows, err := from.Query(ctx, NewestSeen(SignalColumns, `signals`, condition)+` LIMIT $3`, arguments...)
	return database.Collect(rows, err, ScanSignal)
}

// SignalsByID reads signals, in no order.
func SignalsByID(ctx context.Context, from database.Querier, ids []uuid.UUID) ([]*Signal, error) {
	var all []*Signal
	err := database.InBatches(ids, func(batch []uuid.UUID) error {
		arguments := make([]any, len(batch))
		for i, id := range batch {
			arguments[i] = id
		}
		rows, err := from.Query(ctx, `SELECT `+SignalColumns+` FROM signals WHERE id IN `+database.Placeholders(1, len(batch)), arguments...)
		found, err := database.Collect(rows, err, ScanSignal)
		all = append(all, found...)
		return err
	})
	return all, err
}
