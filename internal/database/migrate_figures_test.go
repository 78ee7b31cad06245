package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// storeOldTrading fills the tables as they were before wins were counted by position: a bot with a position closed in
// two parts and an open one, and a closed investment account.
func storeOldTrading(t *testing.T, db *database.DB) {
	t.Helper()
	const day = int64(86_400_000_000)
	mustExec(t, db, `INSERT INTO tenants (id, name, slug, created_at) VALUES ($1, 'Old', 'old', 1)`, oldTenant)
	mustExec(t, db, `INSERT INTO trading_accounts (id, tenant_id, kind, status, created_at) VALUES ('bot', $1, 'bot', 'active', 1)`, oldTenant)
	mustExec(t, db, `
		INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at)
		VALUES ('shut', $1, 'u', 'investment', 'closed', 1), ('open', $1, 'u', 'investment', 'active', 1)`, oldTenant)
	mustExec(t, db, `
		INSERT INTO investment_accounts (id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status, created_at, updated_at, closed_at)
		VALUES ('shut', $1, 'u', 'atlas', 1, 'moderate', 'closed', 'approved', 1, 9, 8)`, oldTenant)
	mustExec(t, db, `
		INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status, status_reason,
			capital, created_at, updated_at)
		VALUES ('b', 'bot', 'B', '', 'trend', '{}', '[]', 60, 'low', 'active', '', 1000, 1, 1)`)
	for _, p := range []struct {
		id, status       string
		realized, opened int64
	}{{"p1", "closed", 30, 5*day + 7}, {"p2", "open", 0, 9 * day}, {"p3", "closed", -5, 8 * day}} {
		mustExec(t, db, `
			INSERT INTO positions (id, tenant_id, account_id, symbol, side, status, quantity, opened_quantity, entry_price, stop_loss,
				target_price, liquidation_price, margin, entry_fee, realized_pnl, opened_at)
			VALUES ($1, $2, 'bot', 'X', 'buy', $3, 1, 1, 1, 0, 0, 0, 0, 0, $4, $5)`, p.id, oldTenant, p.status, p.realized, p.opened)
	}
	for _, trade := range []struct {
		id, position, kind string
		realized           int64
	}{{"t1", "p1", "partial_close", -10}, {"t2", "p1", "close", 40}, {"t3", "p3", "close", -5}, {"t4", "p2", "partial_close", 3}} {
		mustExec(t, db, `
			INSERT INTO trades (id, tenant_id, account_id, position_id, type, symbol, side, quantity, entry_price, exit_price, fees, gross_pnl,
				realized_pnl, exit_reason, balance_after, opened_at, closed_at)
			VALUES ($1, $2, 'bot', $3, $4, 'X', 'buy', 1, 1, 1, 0, 0, $5, 'manual', 0, 1, 2)`, trade.id, oldTenant, trade.position, trade.kind, trade.realized)
	}
	mustExec(t, db, `INSERT INTO equity_snapshots (account_id, day, value) VALUES ('open', $1, 5), ('open', $2, 6)`, 3*day, 4*day)
	mustExec(t, db, `
		INSERT INTO portfolios (id, tenant_id, user_id, name, risk_profile, is_primary, created_at, updated_at)
		VALUES ('p', $1, 'u', 'Main', 'moderate', $2, 1, 1)`, oldTenant, true)
}

func TestOldTradingHasItsSumsAfterTheMigration(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 18); err != nil {
			t.Fatal(err)
		}
		storeOldTrading(t, db)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT id || ' ' || COALESCE(closed_at, 0) FROM trading_accounts ORDER BY id`:         {"bot 0", "open 0", "shut 8"},
			`SELECT id || ' ' || COALESCE(position_pnl, 99) FROM trades ORDER BY id`:               {"t1 99", "t2 30", "t3 -5", "t4 99"},
			`SELECT id || ' ' || (day / 86400000000) FROM equity_recorded`:                         {"1 4"},
			`SELECT closed || ' ' || won || ' ' || gains || ' ' || losses FROM bot_results`:        {"2 1 30 5"},
			`SELECT (day / 86400000000) || ' ' || value || ' ' || peak FROM bot_results`:           {"4 1000 1000"},
			`SELECT CASE WHEN is_paper THEN 'paper' ELSE 'not' END || ' ' || name FROM portfolios`: {"not Main"},
		} {
			if diff := cmp.Diff(want, texts(t, db, query)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", query, diff)
			}
		}
	})
}
