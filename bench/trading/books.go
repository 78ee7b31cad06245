package trading

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
)

// sameBooks lets the first trader of each side make one pair, and makes sure that both left the same in their
// databases except for ids and times, including an event at the pair's end: otherwise the loop would not do what the
// product does.
func sameBooks(ctx context.Context, ours, bare *platform, sides []*pairSide, end string) error {
	var books [2]string
	for i, where := range []*platform{ours, bare} {
		side := sides[i]
		if err := side.pair(ctx, 0); err != nil {
			return err
		}
		err := where.InDatabase(ctx, func(db *database.DB) (err error) {
			books[i], err = readBooks(ctx, db, where.seed.traders[0])
			return err
		})
		if err != nil {
			return err
		}
	}
	if books[0] != books[1] {
		return fmt.Errorf("the books differ:\n%s\n%s", books[0], books[1])
	}
	if !strings.Contains(books[0], end) {
		return fmt.Errorf("the books do not tell of %s", end)
	}
	return nil
}

// bookQueries read what a pair leaves: the columns that the loop writes of a trader's rows.
func bookQueries() []string {
	writes := pairInsertions()
	columns := func(which statement, table string) string {
		names := slices.Sorted(maps.Keys(writes[which].like))
		names = slices.DeleteFunc(names, func(name string) bool { return madeByPair[name] })
		return table + "." + strings.Join(names, ", "+table+".")
	}
	return []string{
		`SELECT ` + columns(insertPosition, "p") + ` FROM positions p WHERE p.user_id = $1`,
		`SELECT ` + columns(insertTrade, "t") + ` FROM trades t WHERE t.user_id = $1`,
		`SELECT ` + columns(insertOrder, "o") + ` FROM orders o WHERE o.user_id = $1`,
		`SELECT ` + columns(insertExecution, "e") + ` FROM signal_executions e WHERE e.owner_id = $1`,
		`SELECT l.code, ` + columns(insertLedgerTransaction, "t") + `, ` + columns(insertPostings3, "p") + `
		FROM trading_accounts a
		JOIN ledger_accounts l ON l.owner_id = a.id
		JOIN ledger_postings p ON p.account_id = l.id
		JOIN ledger_transactions t ON t.id = p.transaction_id
		WHERE a.user_id = $1 ORDER BY t.id, l.code`,
		`SELECT l.code, l.balance FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id
		WHERE a.user_id = $1 ORDER BY l.code`,
	}
}

// madeByPair are the columns that differ between pairs.
var madeByPair = map[string]bool{
	"id": true, "position_id": true, "transaction_id": true, "source_id": true, "created_at": true, "opened_at": true, "closed_at": true,
	"updated_at": true,
}

// readBooks returns what a trader has done.
func readBooks(ctx context.Context, db *database.DB, trader accounts.Owner) (string, error) {
	var lines []string
	for _, query := range bookQueries() {
		rows, err := db.Query(ctx, query, trader.User)
		found, err := kit.Collect(rows, err, scanLine)
		if err != nil {
			return "", err
		}
		lines = append(lines, found...)
	}
	rows, err := db.Query(ctx, `SELECT body FROM webhook_events WHERE tenant_id = $1 AND type LIKE 'trading.%' ORDER BY id`, trader.Tenant)
	events, err := kit.Collect(rows, err, func(rows *sql.Rows, body *string) error { return rows.Scan(body) })
	if err != nil {
		return "", err
	}
	for _, event := range events {
		var body struct {
			Type string
			Data map[string]any
		}
		if err := json.Unmarshal([]byte(event), &body); err != nil {
			return "", err
		}
		lines = append(lines, body.Type+" "+strings.Join(slices.Sorted(maps.Keys(body.Data)), " "))
	}
	return strings.Join(lines, "\n"), nil
}

// scanLine joins the values of a row.
func scanLine(rows *sql.Rows, line *string) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values := make([]any, len(columns))
	targets := make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	err = rows.Scan(targets...)
	*line = fmt.Sprint(values...)
	return err
}
