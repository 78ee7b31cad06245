package privacy

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// eraseAtOnce erases a person's rows of a table in the transaction of leaving.
func eraseAtOnce(ctx context.Context, tx *database.Tx, h holding, user uuid.UUID, now time.Time) error {
	statement, arguments := "", []any{user}
	switch {
	case h.ends.set != "":
		statement = `UPDATE ` + h.table + ` SET ` + h.ends.set + ` WHERE ` + h.rows + ` AND ` + h.ends.where
	case h.erasing == stays || h.erasing.when != atOnce:
		return nil
	case h.erasing.remove:
		statement = `DELETE FROM ` + h.table + ` WHERE ` + h.rows
	default:
		statement = `UPDATE ` + h.table + ` SET ` + h.erasing.set + ` WHERE ` + h.rows
	}
	if strings.Contains(statement, "$2") {
		arguments = append(arguments, database.Micros(now))
	}
	if _, err := tx.Exec(ctx, statement, arguments...); err != nil {
		return fmt.Errorf("erase %s of a person: %w", h.table, err)
	}
	return nil
}

// obstacle is something that keeps a person from leaving, and the query that counts it; $1 is the user's id, $2 whether
// the sandbox is in use.
type obstacle struct{ what, query string }

// isReal is the condition for accounts whose money can be paid out. After the sandbox is no longer in use, money of an
// account with present or past sandbox deposits cannot, as payments decides (holdsPlayMoney): play money must not keep
// anybody for ever. A real deposit beside them can still be refunded.
const isReal = `($2 OR NOT EXISTS (SELECT 1 FROM payments p WHERE p.account_id = a.id AND p.kind = 'deposit' AND p.provider = 'sandbox'
	AND p.status IN ('succeeded', 'partially_refunded', 'refunded'))
	OR EXISTS (SELECT 1 FROM payments p WHERE p.account_id = a.id AND p.kind = 'deposit' AND p.provider <> 'sandbox'
	AND p.status IN ('succeeded', 'partially_refunded')))`

var obstacles = []obstacle{
	{"open positions", `SELECT COUNT(*) FROM positions WHERE user_id = $1 AND status = 'open'`},
	{"working orders", `SELECT COUNT(*) FROM orders WHERE user_id = $1 AND status = 'working'`},
	{"investment accounts that are not closed", `SELECT COUNT(*) FROM investment_accounts WHERE user_id = $1 AND status <> 'closed'`},
	// What was deposited, paid as fees, won and lost stays on the books. Less than a cent cannot be paid out. Granted
	// money and play money belong to nobody; what is held or owed is real on any account.
	{"accounts with money", `SELECT COUNT(*) FROM ledger_accounts l JOIN trading_accounts a ON a.id = l.owner_id
		WHERE a.user_id = $1 AND (a.funding = 'deposit' AND l.code IN ('cash', 'margin', 'reserved') AND l.balance >= 1000000 AND ` + isReal + `
			OR l.code = 'hold' AND l.balance >= 1000000 OR l.code = 'debt' AND l.balance <> 0)`},
	// Deposits into an account that was opened with granted money: the free cash, but no more than was paid in and has
	// not gone out, which is what trading lets its owner withdraw.
	{"accounts with deposits", `SELECT COUNT(*) FROM (
		SELECT a.id FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id
		WHERE a.user_id = $1 AND a.kind = 'investment' AND a.funding <> 'deposit' AND ` + isReal + `
		GROUP BY a.id
		HAVING SUM(CASE WHEN l.code IN ('cash', 'debt') THEN l.balance ELSE 0 END) >= 1000000
			AND SUM(CASE WHEN l.code IN ('external', 'hold') THEN -l.balance WHEN l.code = 'debt' THEN l.balance ELSE 0 END) - COALESCE((
				SELECT SUM(p.amount) FROM ledger_transactions t
				JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts c ON c.id = p.account_id AND c.code = 'cash'
				WHERE t.source_id = a.id AND t.source_type = 'trading_account' AND t.kind = 'capital'), 0) >= 1000000) AS funded`},
	// Money that came back from a refund, or that bought nothing and could not be refunded, is on the payer's own
	// account until somebody pays it out.
	{"payments to be paid back", `SELECT COUNT(*) FROM ledger_accounts WHERE owner_id = $1 AND code = 'hold' AND balance >= 1000000`},
	// A connection leaves a password at the bridge, which is removed when the connection ends and could not be found
	// after an erasure.
	{"connected accounts", `SELECT COUNT(*) FROM investment_connections WHERE user_id = $1 AND status IN ('pending', 'connected', 'unreachable')`},
	{"withdrawals that are not paid", `SELECT COUNT(*) FROM withdrawals WHERE user_id = $1 AND status IN ('requested', 'approved')`},
	{"payments that are not decided", `SELECT COUNT(*) FROM payments WHERE user_id = $1 AND status = 'pending'`},
}

// count counts what still keeps a user from leaving.
func (o obstacle) count(ctx context.Context, tx *database.Tx, user uuid.UUID, usesSandbox bool) (number int, err error) {
	arguments := []any{user}
	if strings.Contains(o.query, "$2") {
		arguments = append(arguments, usesSandbox)
	}
	if err := tx.QueryRow(ctx, o.query, arguments...).Scan(&number); err != nil {
		return 0, fmt.Errorf("count %s: %w", o.what, err)
	}
	return number, nil
}

// lockPayments locks those payments of a user for which money may still arrive: the pending ones, and the cancelled
// ones about which their provider is still to be asked.
func lockPayments(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		SELECT id FROM payments WHERE user_id = $1 AND (status = 'pending' OR next_check_at IS NOT NULL) ORDER BY id`+tx.ForUpdate(), user)
	if _, err = database.Collect(rows, err, database.ScanOne[string]); err != nil {
		return fmt.Errorf("hold payments of a person: %w", err)
	}
	return nil
}

// lockAccounts locks a user's case and accounts, so that nothing begins on one while they leave. It locks them in the
// same order as a decision on a case.
func lockAccounts(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	for _, table := range []string{"kyc_cases", "investment_accounts", "trading_accounts"} {
		rows, err := tx.Query(ctx, `SELECT id FROM `+table+` WHERE user_id = $1 ORDER BY id`+tx.ForUpdate(), user)
		if _, err = database.Collect(rows, err, database.ScanOne[string]); err != nil {
			return fmt.Errorf("hold %s of a person: %w", table, err)
		}
	}
	return nil
}

// erasureTable maps erasures to their table.
var erasureTable = database.NewTable("erasures", func(e *erasure, column database.Define) {
	column("id", &e.UserID)
	column("tenant_id", database.Fixed(&e.TenantID))
	column("contacts", &e.contacts)
	column("after_event", &e.AfterEvent)
	column("next_at", database.Optional(&e.NextAt))
	column("left_at", database.Fixed(&e.LeftAt))
	column("done_at", database.Optional(&e.DoneAt))
	column("rows_at", database.Optional(&e.rowsAt))
	column("are_rows_erased", &e.AreRowsErased)
	column("entry_at", database.Optional(&e.EntryAt))
	column("after_entry", &e.AfterEntry)
})

// dueErasure finds and locks a due erasure; nil when there is none.
func dueErasure(ctx context.Context, tx *database.Tx, now time.Time) (*erasure, error) {
	query := `SELECT ` + erasureTable.Columns() + ` FROM erasures WHERE next_at <= $1 OR rows_at <= $1 ORDER BY COALESCE(rows_at, next_at) LIMIT 1` + tx.SkipLocked()
	found, err := erasureTable.Scan(tx.QueryRow(ctx, query, database.Micros(now)))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return found, err
}

// nextErasure returns when the next erasure is due; zero when there is none.
func nextErasure(ctx context.Context, from database.Querier) (time.Time, error) {
	var next sql.NullInt64
	err := from.QueryRow(ctx, `
		SELECT MIN(due) FROM (
			SELECT MIN(next_at) AS due FROM erasures WHERE next_at IS NOT NULL
			UNION ALL SELECT MIN(rows_at) FROM erasures WHERE rows_at IS NOT NULL) waiting`).Scan(&next)
	if err != nil || !next.Valid {
		return time.Time{}, err
	}
	return time.UnixMicro(next.Int64), nil
}

// writtenEvent is an event as it was sent.
type writtenEvent struct {
	ID   uuid.UUID
	Body string
}

var writtenEventTable = database.NewTable("webhook_events", func(e *writtenEvent, column database.Define) {
	column("id", &e.ID)
	column("body", &e.Body)
})

const askPlatformAuthor = `SELECT EXISTS (SELECT 1 FROM signals WHERE author_id = $1 AND tenant_id = $2)`

// isPlatformAuthor reports whether a user has published one of the platform's signals.
func isPlatformAuthor(ctx context.Context, tx *database.Tx, user uuid.UUID) (is bool, err error) {
	err = tx.QueryRow(ctx, askPlatformAuthor, user, identity.Platform).Scan(&is)
	return is, err
}

// cleanEvents removes the person from a batch of the tenant's events, or of all tenants', and returns the last event
// that it examined; nil at the end.
func cleanEvents(ctx context.Context, tx *database.Tx, e *erasure, everybodys bool, limit int) (uuid.UUID, error) {
	var where database.Where
	where.EqualIf(!everybodys, "tenant_id", e.TenantID)
	where.And(`id > ` + where.Add(e.AfterEvent))
	arguments := slices.Clone(where.Arguments)
	query := `SELECT id FROM webhook_events` + where.String() + ` ORDER BY id LIMIT ` + arguments.Add(limit)
	rows, err := tx.Query(ctx, query, arguments...)
	ids, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
	if err != nil || len(ids) == 0 {
		return uuid.Nil, err
	}
	last := ids[len(ids)-1]
	where.And(`id <= ` + where.Add(last))
	where.And(`body <> REPLACE(body, ` + where.Add(e.UserID) + `, '')`)
	query = `SELECT ` + writtenEventTable.Columns() + ` FROM webhook_events` + where.String()
	found, err := writtenEventTable.All(tx.Query(ctx, query, where.Arguments...))
	if err != nil {
		return uuid.Nil, err
	}
	for _, event := range found {
		event.Body = withoutPerson(event.Body, e.UserID)
	}
	return last, rewriteEvents(ctx, tx, found)
}

// cleanBroadcasts removes the person from events that are still being copied to all tenants. It waits for a worker that
// is copying one to some of them: those copies are then found among the events.
func cleanBroadcasts(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	rows, err := tx.Query(ctx, `SELECT id, data FROM webhook_broadcasts WHERE data <> REPLACE(data, $1, '') ORDER BY id`+tx.ForUpdate(), user)
	found, err := database.Collect(rows, err, func(row database.Row) (b writtenEvent, err error) {
		err = row.Scan(&b.ID, &b.Body)
		return b, err
	})
	if err != nil {
		return err
	}
	for _, b := range found {
		if _, err := tx.Exec(ctx, `UPDATE webhook_broadcasts SET data = $2 WHERE id = $1`, b.ID, withoutPerson(b.Body, user)); err != nil {
			return err
		}
	}
	return nil
}

// rewriteEvents updates the bodies of events.
func rewriteEvents(ctx context.Context, tx *database.Tx, events []*writtenEvent) error {
	if len(events) == 0 {
		return nil
	}
	var values database.Arguments
	ids, cases := make([]uuid.UUID, len(events)), make([]string, len(events))
	for i, event := range events {
		ids[i], cases[i] = event.ID, `WHEN `+values.Add(event.ID)+` THEN `+values.Add(event.Body)
	}
	among := database.AddAll(&values, ids)
	_, err := tx.Exec(ctx, `UPDATE webhook_events SET body = CASE id `+strings.Join(cases, " ")+` END WHERE id IN `+among, values...)
	return err
}

// forgetAttempts removes the counts of wrong guesses at a person of a tenant. They are counted by contact, some of them
// also by network, after an @.
func forgetAttempts(ctx context.Context, tx *database.Tx, tenant uuid.UUID, person contacts) error {
	var arguments database.Arguments
	var conditions []string
	for _, contact := range person.all() {
		whose := ":" + tenant.String() + ":" + contact
		conditions = append(conditions, `subject <> REPLACE(subject, `+arguments.Add(whose+"@")+`, '')`,
			`SUBSTR(subject, LENGTH(subject) - `+arguments.Add(len(whose)-1)+`) = `+arguments.Add(whose))
	}
	_, err := tx.Exec(ctx, `DELETE FROM failed_attempts WHERE `+strings.Join(conditions, ` OR `), arguments...)
	return err
}

// cleanMessages removes a batch of the messages to the person that were sent or given up. It returns how many it
// removed and how many are still being sent.
func cleanMessages(ctx context.Context, tx *database.Tx, e *erasure, person contacts, limit int) (removed int64, waiting int, err error) {
	arguments := database.Arguments{e.UserID}
	theirs := ` FROM messages WHERE (user_id = $1`
	if known := person.all(); len(known) > 0 {
		theirs += ` OR tenant_id = ` + arguments.Add(e.TenantID) + ` AND user_id IS NULL AND recipient IN ` + database.AddAll(&arguments, known)
	}
	theirs += `)`
	counted := arguments
	over := ` AND (sent_at IS NOT NULL OR failed_at IS NOT NULL) LIMIT ` + arguments.Add(limit)
	if removed, err = tx.Exec(ctx, `DELETE FROM messages WHERE id IN (SELECT id`+theirs+over+`)`, arguments...); err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, `SELECT COUNT(*)`+theirs, counted...).Scan(&waiting)
	return removed, waiting, err
}
