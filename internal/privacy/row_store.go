package privacy

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// readHolding reads some of a person's rows of a table, as they are kept.
func readHolding(ctx context.Context, from database.Querier, h holding, user uuid.UUID, offset, limit int) ([]map[string]any, error) {
	var where database.Where
	where.Add(user) // $1 of the condition
	where.And(h.rows)
	query := `SELECT * FROM ` + h.table + where.String() + ` ORDER BY 1, 2` + where.Page(database.Page{Number: offset/limit + 1, Limit: limit})
	rows, err := from.Query(ctx, query, where.Arguments...)
	return database.Collect(rows, err, scanColumns(rows))
}

// scanColumns reads a row of any table by the names of its columns.
func scanColumns(rows *sql.Rows) func(database.Row) (map[string]any, error) {
	return func(row database.Row) (map[string]any, error) {
		columns, err := rows.Columns()
		if err != nil {
			return nil, err
		}
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := row.Scan(places...); err != nil {
			return nil, err
		}
		read := make(map[string]any, len(columns))
		for i, column := range columns {
			read[column] = values[i]
		}
		return read, nil
	}
}

// eraseHolding does what is to be done with a person's rows of a table.
func eraseHolding(ctx context.Context, tx *database.Tx, h holding, user uuid.UUID, now time.Time) error {
	statement, arguments := `DELETE FROM `+h.table+` WHERE `+h.rows, []any{user}
	if h.erasing.set != "" {
		statement = `UPDATE ` + h.table + ` SET ` + h.erasing.set + ` WHERE ` + h.rows
		if strings.Contains(h.erasing.set, "$2") {
			arguments = append(arguments, database.Micros(now))
		}
	}
	if _, err := tx.Exec(ctx, statement, arguments...); err != nil {
		return fmt.Errorf("erase %s of a person: %w", h.table, err)
	}
	return nil
}

// obstacle is what keeps a person from leaving, and the query that counts it; $1 is the user's id.
type obstacle struct{ what, query string }

var obstacles = []obstacle{
	{"open positions", `SELECT COUNT(*) FROM positions WHERE user_id = $1 AND status = 'open'`},
	{"working orders", `SELECT COUNT(*) FROM orders WHERE user_id = $1 AND status = 'working'`},
	{"investment accounts that are not closed", `SELECT COUNT(*) FROM investment_accounts WHERE user_id = $1 AND status <> 'closed'`},
	{"accounts with money", `SELECT COUNT(*) FROM ledger_accounts l JOIN trading_accounts a ON a.id = l.owner_id
		WHERE a.user_id = $1 AND a.funding = 'deposit' AND l.balance <> 0`},
	{"withdrawals that are not paid", `SELECT COUNT(*) FROM withdrawals WHERE user_id = $1 AND status IN ('requested', 'approved')`},
	{"payments that are not decided", `SELECT COUNT(*) FROM payments WHERE user_id = $1 AND status = 'pending'`},
}

// lockAccounts holds the accounts of a user, so that nothing begins on one while they leave.
func lockAccounts(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	rows, err := tx.Query(ctx, `SELECT id FROM trading_accounts WHERE user_id = $1 ORDER BY id`+tx.ForUpdate(), user)
	_, err = database.Collect(rows, err, database.ScanOne[string])
	return err
}

// erasureTable is how erasures are kept.
var erasureTable = database.NewTable("erasures", func(e *erasure, column database.Define) {
	column("user_id", &e.UserID)
	column("tenant_id", database.Fixed(&e.TenantID))
	column("contacts", &e.contacts)
	column("after_event", &e.AfterEvent)
	column("next_at", database.Optional(&e.NextAt))
	column("left_at", database.Fixed(&e.LeftAt))
	column("done_at", database.Optional(&e.DoneAt))
})

// dueErasure finds a person of whom something may still lie around, and holds it; nil when there is none that is due.
func dueErasure(ctx context.Context, tx *database.Tx, now time.Time) (*erasure, error) {
	query := `SELECT ` + erasureTable.Columns() + ` FROM erasures WHERE next_at <= $1 ORDER BY next_at LIMIT 1` + tx.SkipLocked()
	found, err := erasureTable.Scan(tx.QueryRow(ctx, query, database.Micros(now)))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return found, err
}

// nextErasure is when the next one is due; zero when there is none.
func nextErasure(ctx context.Context, from database.Querier) (time.Time, error) {
	var next sql.NullInt64
	err := from.QueryRow(ctx, `SELECT MIN(next_at) FROM erasures WHERE next_at IS NOT NULL`).Scan(&next)
	if err != nil || !next.Valid {
		return time.Time{}, err
	}
	return time.UnixMicro(next.Int64), nil
}

// cleanEvents takes the contacts out of some of the tenant's events, and tells the last that it looked at; nil at the end.
func cleanEvents(ctx context.Context, tx *database.Tx, e *erasure, person contacts, limit int) (uuid.UUID, error) {
	rows, err := tx.Query(ctx, `SELECT id FROM webhook_events WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`, e.TenantID, e.AfterEvent, limit)
	ids, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
	if err != nil || len(ids) == 0 {
		return uuid.Nil, err
	}
	last := ids[len(ids)-1]
	for _, contact := range person.all() {
		_, err := tx.Exec(ctx, `UPDATE webhook_events SET body = REPLACE(body, $4, 'erased')
			WHERE tenant_id = $1 AND id > $2 AND id <= $3 AND body <> REPLACE(body, $4, 'erased')`, e.TenantID, e.AfterEvent, last, contact)
		if err != nil {
			return uuid.Nil, err
		}
	}
	for _, trace := range person.Traces {
		_, err := tx.Exec(ctx, `UPDATE webhook_events SET body = REPLACE(body, $4, 'erased')
			WHERE tenant_id = $1 AND id > $2 AND id <= $3 AND body <> REPLACE(body, $5, '') AND body <> REPLACE(body, $4, 'erased')`,
			e.TenantID, e.AfterEvent, last, trace, e.UserID)
		if err != nil {
			return uuid.Nil, err
		}
	}
	return last, nil
}

// readTraces reads the addresses and user agents of a user's sessions as events tell them, which is as JSON.
func readTraces(ctx context.Context, tx *database.Tx, user uuid.UUID) ([]string, error) {
	rows, err := tx.Query(ctx, `SELECT ip_address FROM sessions WHERE user_id = $1 AND ip_address <> ''
		UNION SELECT user_agent FROM sessions WHERE user_id = $1 AND user_agent <> ''`, user)
	return database.Collect(rows, err, func(row database.Row) (string, error) {
		trace, err := database.ScanOne[string](row)
		quoted, _ := json.Marshal(trace) // a text can always be written
		return string(quoted[1 : len(quoted)-1]), err
	})
}

// cleanContacts removes the person's contacts from the audit log, and messages that were sent or given up and counts of
// wrong guesses by them. It tells how many messages are still on their way.
func cleanContacts(ctx context.Context, tx *database.Tx, user uuid.UUID, person contacts) (waiting int, err error) {
	for _, contact := range person.all() {
		if _, err := tx.Exec(ctx, `DELETE FROM messages WHERE recipient = $1 AND (sent_at IS NOT NULL OR failed_at IS NOT NULL)`, contact); err != nil {
			return 0, err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM failed_attempts WHERE subject <> REPLACE(subject, $1, '')`, contact); err != nil {
			return 0, err
		}
		_, err := tx.Exec(ctx, `UPDATE audit_log SET details = REPLACE(details, $2, 'erased'), before_fields = REPLACE(before_fields, $2, 'erased'),
			after_fields = REPLACE(after_fields, $2, 'erased') WHERE user_id = $1`, user, contact)
		if err != nil {
			return 0, err
		}
		var left int
		if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM messages WHERE recipient = $1`, contact).Scan(&left); err != nil {
			return 0, err
		}
		waiting += left
	}
	return waiting, nil
}
