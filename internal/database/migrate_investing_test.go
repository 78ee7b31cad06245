package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestOldConnectionsAreReadAndPortfoliosKeepTheirAccounts(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 42); err != nil {
			t.Fatal(err)
		}
		mustExec(t, db, `INSERT INTO tenants (id, name, slug, created_at) VALUES ($1, 'Old', 'old', 1)`, oldTenant)
		mustExec(t, db, `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ('a', $1, 'u', 'investment', 'active', 1)`, oldTenant)
		mustExec(t, db, `
			INSERT INTO portfolios (id, tenant_id, user_id, name, risk_profile, is_primary, is_paper, created_at, updated_at)
			VALUES ('p', $1, 'u', 'Mine', 'moderate', FALSE, FALSE, 1, 1)`, oldTenant)
		mustExec(t, db, `INSERT INTO portfolio_accounts (portfolio_id, account_id) VALUES ('p', 'a')`)
		for id, status := range map[string]string{"c": "connected", "d": "disconnected", "i": "invalid_credentials"} {
			mustExec(t, db, `
				INSERT INTO investment_connections (id, tenant_id, user_id, provider, status, credentials, credential_hint, fingerprint, permissions, message, created_at, updated_at)
				VALUES ($1, $2, 'u', 'binance', $3, NULL, 'hint', $1, '[]', '', 1, 1)`, id, oldTenant, status)
		}
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := texts(t, db, `SELECT id || ' ' || next_sync_at FROM investment_connections WHERE status = 'connected' AND NOT trading AND account_id IS NULL`)
		if diff := cmp.Diff([]string{"c 0"}, got); diff != "" {
			t.Errorf("due at once (-want +got):\n%s", diff)
		}
		mustExec(t, db, `INSERT INTO portfolio_accounts (portfolio_id, account_id) VALUES ('p', 'c')`) // not a trading account
		got = texts(t, db, `SELECT portfolio_id || ' ' || account_id FROM portfolio_accounts ORDER BY account_id`)
		if diff := cmp.Diff([]string{"p a", "p c"}, got); diff != "" {
			t.Errorf("accounts of portfolios (-want +got):\n%s", diff)
		}
		mustExec(t, db, `DELETE FROM portfolios WHERE id = 'p'`)
		if left := texts(t, db, `SELECT portfolio_id FROM portfolio_accounts`); len(left) != 0 {
			t.Errorf("the accounts of a portfolio that is gone: %v", left)
		}
	})
}

func TestOldKYCCasesAndHaltedBotsSurvive(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 18); err != nil {
			t.Fatal(err)
		}
		mustExec(t, db, `INSERT INTO tenants (id, name, slug, created_at) VALUES ($1, 'Old', 'old', 1)`, oldTenant)
		account := func(id, kyc string, details, activated any) { // own owners: accounts follow their owner's case later
			mustExec(t, db, `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ($1, $2, $1, 'investment', 'active', 1)`, id, oldTenant)
			mustExec(t, db, `
				INSERT INTO investment_accounts (id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status,
					kyc_details, created_at, updated_at, activated_at)
				VALUES ($1, $2, $1, 'nova', 100, 'moderate', 'active', $3, $4, 10, 30, $5)`, id, oldTenant, kyc, details, activated)
		}
		account("a", "none", nil, nil)
		account("b", "submitted", []byte{1}, nil)
		account("c", "approved", []byte{1}, int64(20))
		account("d", "rejected", []byte{1}, nil)
		account("e", "approved", nil, int64(25)) // by an administrator's activation
		for id, state := range map[string][2]string{
			"f": {"error", "prices are stale: no candle of BTCUSD has closed for too long"},
			"g": {"error", "it failed 5 times in a row"},
			"h": {"active", ""},
		} {
			mustExec(t, db, `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ($1, $2, NULL, 'bot', 'active', 1)`, id, oldTenant)
			mustExec(t, db, `
				INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
					status_reason, capital, created_at, updated_at)
				VALUES ($1, $1, $1, '', 'trend', '{}', '[]', 60, 'low', $2, $3, 1, 1, 1)`, id, state[0], state[1])
		}
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := texts(t, db, `
			SELECT id || ' ' || kyc_status || ' ' || COALESCE(kyc_submitted_at, 0) || ' ' || COALESCE(kyc_decided_at, 0)
			FROM investment_accounts ORDER BY id`)
		want := []string{"a none 0 0", "b submitted 30 0", "c approved 30 20", "d rejected 30 30", "e approved 0 25"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("cases (-want +got):\n%s", diff)
		}
		got = texts(t, db, `SELECT id || ' ' || halted_from FROM bots ORDER BY id`)
		if diff := cmp.Diff([]string{"f active", "g ", "h "}, got); diff != "" {
			t.Errorf("bots (-want +got):\n%s", diff)
		}
	})
}
