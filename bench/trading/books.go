package trading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bourse/bench/accounts"
	"bourse/internal/database"
)

// sameBooks lets the first trader of each side make one pair, and makes sure that both left the same in
// their databases but for identifiers and times: else the loop would not do what the product does.
func sameBooks(ctx context.Context, ours, bare *platform, sides []*pairSide) error {
	var books [2]string
	for at, side := range []*platform{ours, bare} {
		traders := sides[at]
		if err := traders.traders[0].pair(ctx, traders.signals[0]); err != nil {
			return fmt.Errorf("%s: %w", traders.name, err)
		}
		traders.next[0] = 1
		err := side.InDatabase(ctx, func(db *database.DB) (err error) {
			books[at], err = readBooks(ctx, db, side.seed.traders[0])
			return err
		})
		if err != nil {
			return err
		}
	}
	if books[0] != books[1] {
		return fmt.Errorf("the books differ:\n%s\n%s", books[0], books[1])
	}
	if !strings.Contains(books[0], "trading.position.closed") {
		return errors.New("the books do not tell of a closed position")
	}
	return nil
}

// bookQueries read what a pair leaves, one column of text each.
var bookQueries = []string{
	`SELECT p.symbol || ' ' || p.side || ' ' || p.status || ' ' || p.quantity || ' ' || p.opened_quantity || ' ' || p.entry_price || ' ' ||
		p.exit_price || ' ' || p.stop_loss || ' ' || p.target_price || ' ' || p.liquidation_price || ' ' || p.margin || ' ' ||
		p.entry_fee || ' ' || p.realized_pnl || ' ' || p.signal_id || ' ' || COALESCE(p.subscription_id, 'by hand')
	FROM positions p WHERE p.user_id = $1`,
	`SELECT t.type || ' ' || t.symbol || ' ' || t.side || ' ' || t.quantity || ' ' || t.entry_price || ' ' || t.exit_price || ' ' ||
		t.fees || ' ' || t.gross_pnl || ' ' || t.realized_pnl || ' ' || t.exit_reason || ' ' || t.balance_after || ' ' || t.signal_id
	FROM trades t WHERE t.user_id = $1`,
	`SELECT e.signal_id || ' ' || e.outcome || ' ' || e.reason || ' ' || COALESCE(e.subscription_id, 'by hand')
	FROM signal_executions e WHERE e.owner_id = $1`,
	`SELECT l.code || ' ' || t.source_type || ' ' || t.kind || ' ' || p.amount || ' ' || p.balance_after
	FROM trading_accounts a
	JOIN ledger_accounts l ON l.owner_id = a.id
	JOIN ledger_postings p ON p.account_id = l.id
	JOIN ledger_transactions t ON t.id = p.transaction_id
	WHERE a.user_id = $1 ORDER BY t.id, l.code`,
	`SELECT l.code || ' ' || l.balance FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id
	WHERE a.user_id = $1 ORDER BY l.code`,
}

// readBooks tells what a trader has done.
func readBooks(ctx context.Context, db *database.DB, trader accounts.Owner) (string, error) {
	text := func(row database.Row) (line string, err error) {
		err = row.Scan(&line)
		return line, err
	}
	var lines []string
	for _, query := range bookQueries {
		rows, err := db.Query(ctx, query, trader.User)
		found, err := database.Collect(rows, err, text)
		if err != nil {
			return "", err
		}
		lines = append(lines, found...)
	}
	rows, err := db.Query(ctx, `SELECT body FROM webhook_events WHERE tenant_id = $1 AND type LIKE 'trading.position.%' ORDER BY id`, trader.Tenant)
	events, err := database.Collect(rows, err, text)
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
