package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// oldAccount is what an investment account stored about its owner before persons had cases.
type oldAccount struct {
	id, user, status, kyc string
	details               []byte
	reason                string
	submitted, decided    any
}

func storeOldAccounts(t *testing.T, db *database.DB, accounts ...oldAccount) {
	t.Helper()
	mustExec(t, db, `INSERT INTO tenants (id, name, slug, created_at) VALUES ($1, 'Old', 'old', 1)`, oldTenant)
	for _, a := range accounts {
		mustExec(t, db, `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ($1, $2, $3, 'investment', 'active', 1)`,
			a.id, oldTenant, a.user)
		mustExec(t, db, `
			INSERT INTO investment_accounts (id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status,
				kyc_details, kyc_reason, kyc_decided_by, kyc_submitted_at, kyc_decided_at, created_at, updated_at, activated_at, closing_since)
			VALUES ($1, $2, $3, 'nova', 100, 'moderate', $4, $5, $6, $7, 'officer', $8, $9, 10, 30, 20, 40)`,
			a.id, oldTenant, a.user, a.status, a.kyc, a.details, a.reason, a.submitted, a.decided)
	}
}

func TestAPersonsBestAccountBecomesTheirKYCCase(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 55); err != nil {
			t.Fatal(err)
		}
		at := func(moment int64) any { return moment }
		storeOldAccounts(t, db,
			oldAccount{"a1", "ada", "pending_kyc", "none", nil, "", nil, nil},
			oldAccount{"a2", "ada", "active", "approved", []byte{2}, "", at(12), at(13)},
			oldAccount{"a3", "ada", "pending_kyc", "submitted", []byte{3}, "", at(14), nil},
			oldAccount{"b1", "bob", "pending_kyc", "rejected", []byte{1}, "blurred", at(12), at(13)},
			oldAccount{"b2", "bob", "pending_kyc", "submitted", []byte{2}, "", at(15), nil},
			oldAccount{"b3", "bob", "pending_kyc", "submitted", []byte{3}, "", at(16), nil},
			oldAccount{"c1", "cyd", "closed", "submitted", []byte{1}, "", at(12), nil},
			oldAccount{"d1", "dan", "closed", "approved", nil, "", nil, at(13)},
			oldAccount{"d2", "dan", "active", "approved", []byte{2}, "", at(11), at(12)},
			oldAccount{"e1", "eve", "pending_kyc", "rejected", []byte{1}, "no", at(12), at(13)},
		)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT user_id || ' ' || id || ' ' || state || ' ' || COALESCE(submitted_at, 0) || ' ' || COALESCE(decided_at, 0) || ' ' || reason
				|| ' ' || CASE WHEN submission IS NULL THEN 'empty' ELSE 'sealed' END FROM kyc_cases ORDER BY user_id`: {
				"ada a2 approved 12 13  sealed", "bob b3 submitted 16 0  sealed", "cyd c1 none 0 0  empty", "dan d2 approved 11 12  sealed",
				"eve e1 rejected 12 13 no sealed",
			},
			`SELECT id || ' ' || status || ' ' || kyc_status || ' ' || COALESCE(kyc_submitted_at, 0) || ' ' || kyc_reason FROM investment_accounts ORDER BY id`: {
				"a1 pending_kyc approved 12 ", "a2 active approved 12 ", "a3 pending_kyc approved 12 ",
				"b1 pending_kyc submitted 16 ", "b2 pending_kyc submitted 16 ", "b3 pending_kyc submitted 16 ",
				"c1 closed none 0 ", "d1 closed approved 11 ", "d2 active approved 11 ", "e1 pending_kyc rejected 12 no",
			},
			// Moved details are in one place; those in another account of the same person are kept.
			`SELECT id FROM investment_accounts WHERE kyc_details IS NOT NULL ORDER BY id`:                                                {"a3", "b1", "b2", "c1"},
			`SELECT id || ' ' || initial_capital || ' ' || activated_at || ' ' || closing_since FROM investment_accounts WHERE id = 'a2'`: {"a2 100 20 40"},
		} {
			if diff := cmp.Diff(want, texts(t, db, query)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", query, diff)
			}
		}
		mustExec(t, db, `UPDATE investment_accounts SET kyc_status = 'expired' WHERE id = 'a2'`)
		for _, wrong := range []string{
			`UPDATE investment_accounts SET kyc_status = 'perhaps'`, `UPDATE investment_accounts SET status = 'perhaps'`,
			`UPDATE investment_accounts SET id = 'no trading account' WHERE id = 'a1'`, `UPDATE kyc_cases SET user_id = 'ada'`,
		} {
			if err := db.InTx(t.Context(), func(tx *database.Tx) error { _, err := tx.Exec(t.Context(), wrong); return err }); err == nil {
				t.Errorf("%s was done", wrong)
			}
		}
		// The previous version still runs: it opens an account and submits details for it, as before.
		mustExec(t, db, `UPDATE investment_accounts SET kyc_details = $1, kyc_status = 'submitted', kyc_submitted_at = 50 WHERE id = 'c1'`, []byte{9})
	})
}
