package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// SignalTable reads signals.
var SignalTable = database.NewTable("signals", func(s *Signal, column database.Define) {
	signalColumns(s, column)
	column("bot_name", database.Computed("COALESCE((SELECT bots.name FROM bots WHERE bots.id = signals.bot_id), '')", &s.BotName))
})

func signalColumns(s *Signal, column database.Define) {
	column("id", &s.ID)
	column("tenant_id", &s.TenantID)
	column("bot_id", database.Optional(&s.BotID))
	column("author_id", database.Optional(&s.AuthorID))
	column("symbol", &s.Symbol)
	column("signal_type", &s.Type)
	column("confidence", &s.Confidence)
	column("risk_level", &s.RiskLevel)
	column("price", &s.Price)
	column("target_price", &s.TargetPrice)
	column("stop_loss", &s.StopLoss)
	column("reason", &s.Reason)
	column("candle_at", database.Optional(&s.CandleAt))
	column("proportion", &s.Proportion)
	column("created_at", &s.CreatedAt)
	column("expires_at", &s.ExpiresAt)
	column("author_name", &s.AuthorName)
	column("number", database.Optional(&s.Number))
}

// newSignal is a signal as written, with the time at which it was brought to all that follow its bot.
type newSignal struct {
	Signal
	copiedAt time.Time
}

var newSignalTable = database.NewTable("signals", func(s *newSignal, column database.Define) {
	signalColumns(&s.Signal, column)
	column("copied_at", database.Optional(&s.copiedAt))
})

var errNoSignal = fault.New(fault.NotFound, "there is no such signal")

// SkipHeldSignals is SkipLocked without locking the key, since every execution of a signal, by hand or in a batch,
// references it.
func SkipHeldSignals(from database.Reader) string {
	if from.Engine() == database.Postgres {
		return " FOR NO KEY UPDATE SKIP LOCKED"
	}
	return ""
}

// InsertSignals writes signals. Only unexpired signals of bots are queued for copying by subscriptions.
func InsertSignals(ctx context.Context, tx *database.Tx, signals []*Signal, now time.Time) error {
	written := make([]*newSignal, len(signals))
	for i, s := range signals {
		written[i] = &newSignal{Signal: *s}
		if s.BotID == uuid.Nil || s.Expired(now) {
			written[i].copiedAt = s.CreatedAt
		}
	}
	return newSignalTable.Insert(ctx, tx, written...)
}

// endSignalsOf expires the signals of an author: only the platform's, or all of them.
func endSignalsOf(ctx context.Context, tx *database.Tx, author uuid.UUID, isPlatforms bool, now time.Time) error {
	arguments := database.Arguments{author, database.Micros(now)}
	condition := ""
	if isPlatforms {
		condition = ` AND tenant_id = ` + arguments.Add(identity.Platform)
	}
	_, err := tx.Exec(ctx, `UPDATE signals SET expires_at = $2 WHERE author_id = $1 AND expires_at > $2`+condition, arguments...)
	return err
}

// readSignal reads a signal as the users of a tenant see it. It fails with NOT_FOUND.
func readSignal(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Signal, error) {
	signal, err := SignalTable.Scan(from.QueryRow(ctx, seenSignal, id, tenant))
	return signal, database.Missing(err, errNoSignal)
}

var seenSignal = `SELECT ` + SignalTable.Columns() + ` FROM signals WHERE id = $1 AND ` + SeenBy(`$2`)

// SeenBy restricts bots or signals to those that the users of a tenant can see: the platform's and the tenant's own. The
// parameter stands for the tenant.
func SeenBy(parameter string) string {
	return `tenant_id IN ('` + identity.Platform.String() + `', ` + parameter + `)`
}

// NewestSeen selects the newest rows of the platform ($1) and of a tenant ($2), at most $3 of each. An id begins with the
// time of its creation, so an owner's newest rows are at the end of an index by owner and id: however many there are and
// whatever other tenants publish, it reads no more rows than requested.
func NewestSeen(columns, table, condition string) string {
	newest := func(owner string) string {
		return `SELECT * FROM (SELECT ` + columns + ` FROM ` + table + ` WHERE tenant_id = ` + owner + condition + ` ORDER BY id DESC LIMIT $3) AS newest`
	}
	return newest(`$1`) + ` UNION ALL ` + newest(`$2`) + ` ORDER BY id DESC`
}

// newestSignals is NewestSeen for all signals before a cursor. Owner and id are compared as a pair, which only the index by
// both can order: when PostgreSQL does not know how few signals an owner has, it would otherwise search among everybody's.
func newestSignals(arguments *database.Arguments, cursor database.Cursor) string {
	end := cursor.Before
	if end == uuid.Nil {
		end = uuid.Max
	}
	low, high := arguments.Add(uuid.Nil), arguments.Add(end)
	newest := func(owner string) string {
		return `SELECT * FROM (` + database.FirstOf(`
			SELECT `+SignalTable.Columns()+` FROM signals
			WHERE (tenant_id, id) >= (`+owner+`, `+low+`) AND (tenant_id, id) < (`+owner+`, `+high+`)
			ORDER BY tenant_id DESC, id DESC`, cursor.Limit, `$3`) + `) AS newest`
	}
	return newest(`$1`) + ` UNION ALL ` + newest(`$2`) + ` ORDER BY id DESC LIMIT $3`
}

// listSignals reads the signals that the users of a tenant can see, newest first. Active signals are few and are found by
// an index; expired ones are nearly all, so the scan by id finds them.
func listSignals(ctx context.Context, from database.Querier, tenant uuid.UUID, filter SignalFilter, cursor database.Cursor, now time.Time) ([]*Signal, error) {
	arguments := database.Arguments{identity.Platform, tenant, cursor.Limit}
	if filter == (SignalFilter{}) {
		query := newestSignals(&arguments, cursor)
		return SignalTable.All(from.Query(ctx, query, arguments...))
	}
	condition := arguments.Below("id", cursor.Before)
	equal := func(asked bool, column string, value any) {
		if asked {
			condition += ` AND ` + column + ` = ` + arguments.Add(value)
		}
	}
	equal(filter.Symbol != "", "symbol", filter.Symbol)
	equal(filter.Type != "", "signal_type", filter.Type)
	equal(filter.BotID != uuid.Nil, "bot_id", filter.BotID)
	switch filter.Status {
	case SignalActive:
		moment := arguments.Add(database.Micros(now))
		return SignalTable.All(from.Query(ctx, `
			WITH active AS MATERIALIZED (
				SELECT `+SignalTable.Columns()+` FROM signals
				WHERE tenant_id IN ($1, $2) AND expires_at > `+moment+condition+`
			)
			SELECT * FROM active ORDER BY id DESC LIMIT $3`, arguments...))
	case SignalExpired:
		condition += ` AND (expires_at <= ` + arguments.Add(database.Micros(now)) + `) IS TRUE`
	}
	return SignalTable.All(from.Query(ctx, NewestSeen(SignalTable.Columns(), `signals`, condition)+` LIMIT $3`, arguments...))
}

// markExecuted marks those of some signals that a user has executed, by hand or by a subscription, on any account.
func markExecuted(ctx context.Context, from database.Querier, user uuid.UUID, signals []*Signal) error {
	executed := make(map[uuid.UUID]bool, len(signals))
	err := database.InBatches(signals, func(batch []*Signal) error {
		ids := make([]uuid.UUID, len(batch))
		for i, signal := range batch {
			ids[i] = signal.ID
		}
		var arguments database.Arguments
		list, owner := database.AddAll(&arguments, ids), arguments.Add(user)
		rows, err := from.Query(ctx, `
			SELECT signal_id FROM signal_executions
			WHERE signal_id IN `+list+` AND outcome = 'executed'
				AND owner_id IN (SELECT CAST(`+owner+` AS TEXT) UNION ALL SELECT id FROM trading_accounts WHERE user_id = `+owner+`)`, arguments...)
		found, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
		for _, id := range found {
			executed[id] = true
		}
		return err
	})
	for _, signal := range signals {
		signal.Executed = executed[signal.ID]
	}
	return err
}
