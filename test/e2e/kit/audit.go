package kit

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// Audit examines the database of an installation that nobody serves.
type Audit struct{ DB *database.DB }

// NewAudit opens the installation's database, when nobody serves it or the servers can share it.
func NewAudit(t *testing.T, place *Installation) Audit {
	t.Helper()
	return Audit{databasetest.OpenURL(t, place.DatabaseURL)}
}

// Impossible are queries for impossible states, by description.
var Impossible = map[string]string{
	"positions that nothing was booked for": `
		SELECT COUNT(*) FROM positions p WHERE NOT EXISTS (
			SELECT 1 FROM ledger_transactions l WHERE l.source_id = p.id AND l.source_type = 'position' AND l.kind = 'open')`,
	"bookings of openings without a position": `
		SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_type = 'position' AND l.kind = 'open'
			AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.id = l.source_id)`,
	"trades that nothing was booked for": `
		SELECT COUNT(*) FROM trades t WHERE NOT EXISTS (
			SELECT 1 FROM ledger_transactions l WHERE l.source_id = t.id AND l.source_type = 'trade' AND l.kind = 'close')`,
	"bookings of closings without a trade": `
		SELECT COUNT(*) FROM ledger_transactions l WHERE l.source_type = 'trade' AND l.kind = 'close'
			AND NOT EXISTS (SELECT 1 FROM trades t WHERE t.id = l.source_id)`,
	"accounts whose margin is not that of their open positions": `
		SELECT COUNT(*) FROM trading_accounts a JOIN ledger_accounts m ON m.owner_id = a.id AND m.code = 'margin'
		WHERE m.balance <> (SELECT COALESCE(SUM(p.margin), 0) FROM positions p WHERE p.account_id = a.id AND p.status = 'open')`,
	"transactions that do not add up to nothing": `
		SELECT COUNT(*) FROM (SELECT transaction_id FROM ledger_postings GROUP BY transaction_id HAVING SUM(amount) <> 0) AS broken`,
	"balances that are not the sum of their postings": `
		SELECT COUNT(*) FROM ledger_accounts a
		WHERE a.balance <> (SELECT COALESCE(SUM(p.amount), 0) FROM ledger_postings p WHERE p.account_id = a.id)`,
	"accounts with less than no cash": `
		SELECT COUNT(*) FROM ledger_accounts WHERE code IN ('cash', 'margin', 'reserved') AND balance < 0`,
	"accounts that have not reserved what their working orders hold": `
		SELECT COUNT(*) FROM trading_accounts a LEFT JOIN ledger_accounts l ON l.owner_id = a.id AND l.code = 'reserved'
		WHERE COALESCE(l.balance, 0) <> (SELECT COALESCE(SUM(o.held), 0) FROM orders o WHERE o.account_id = a.id AND o.status = 'working')`,
	"orders that have ended and hold money, or are filled without a position": `
		SELECT COUNT(*) FROM orders WHERE status <> 'working' AND held <> 0 OR status = 'filled' AND position_id IS NULL`,
	"positions that two orders have opened": `
		SELECT COUNT(*) FROM (
			SELECT o.position_id FROM orders o JOIN trading_accounts a ON a.id = o.account_id AND a.kind <> 'connected'
			WHERE o.position_id IS NOT NULL GROUP BY o.position_id HAVING COUNT(*) > 1) AS twice`,
	"positions of no signal and no order": `
		SELECT COUNT(*) FROM positions p WHERE p.signal_id IS NULL AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.position_id = p.id)`,
	"positions whose trades are not what is missing of them": `
		SELECT COUNT(*) FROM positions p
		WHERE p.opened_quantity - CASE WHEN p.status = 'open' THEN p.quantity ELSE 0 END
			<> (SELECT COALESCE(SUM(t.quantity), 0) FROM trades t WHERE t.position_id = p.id)`,
	"positions whose profit is not that of their trades": `
		SELECT COUNT(*) FROM positions p
		WHERE p.realized_pnl <> (SELECT COALESCE(SUM(t.realized_pnl), 0) FROM trades t WHERE t.position_id = p.id)`,
	"users with two positions of one signal": `
		SELECT COUNT(*) FROM (
			SELECT user_id, signal_id FROM positions WHERE user_id IS NOT NULL AND signal_id IS NOT NULL GROUP BY user_id, signal_id HAVING COUNT(*) > 1) AS twice`,
	"executions of an entry without a position": `
		SELECT COUNT(*) FROM signal_executions e JOIN signals s ON s.id = e.signal_id AND s.signal_type IN ('entry_long', 'entry_short')
		WHERE e.outcome = 'executed' AND NOT EXISTS (
			SELECT 1 FROM positions p WHERE p.account_id = e.account_id AND p.signal_id = e.signal_id)`,
	"positions of a signal that was not executed": `
		SELECT COUNT(*) FROM positions p WHERE p.signal_id IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM signal_executions e WHERE e.account_id = p.account_id AND e.signal_id = p.signal_id AND e.outcome = 'executed')`,
}

// WantHeld checks that everything that was confirmed exists, as it was confirmed.
func WantHeld(t *testing.T, what string, held, said map[string]string) {
	t.Helper()
	for id, of := range said {
		if held[id] != of {
			t.Errorf("the %s %s of %s was acknowledged and is of %q", what, id, of, held[id])
		}
	}
}

// Pairs returns the rows of a query of two texts, by the first of them.
func (a Audit) Pairs(t *testing.T, query string) map[string]string {
	t.Helper()
	rows, err := a.DB.Query(t.Context(), query)
	pairs, err := database.Collect(rows, err, func(row database.Row) (pair [2]string, err error) {
		err = row.Scan(&pair[0], &pair[1])
		return pair, err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string, len(pairs))
	for _, pair := range pairs {
		found[pair[0]] = pair[1]
	}
	return found
}

// WantEachOnce checks that everything that exists has exactly one event.
func WantEachOnce(t *testing.T, what string, there map[string]string, events map[string]int) {
	t.Helper()
	for id := range there {
		if events[id] != 1 {
			t.Errorf("the %s %s was told %d times", what, id, events[id])
		}
		delete(events, id)
	}
	if len(events) != 0 {
		t.Errorf("events tell of an %s that is not there: %v", what, events)
	}
}
