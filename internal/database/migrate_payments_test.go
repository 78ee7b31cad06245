package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// storeOldPayments fills the tables as they were before withdrawals had destinations.
func storeOldPayments(t *testing.T, db *database.DB) {
	t.Helper()
	mustExec(t, db, `INSERT INTO tenants (id, name, slug, created_at) VALUES ($1, 'Old', 'old', 1)`, oldTenant)
	mustExec(t, db, `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ('a', $1, 'u', 'investment', 'active', 1)`, oldTenant)
	for id, status := range map[string]string{"1": "pending", "2": "approved", "3": "rejected"} {
		mustExec(t, db, `
			INSERT INTO withdrawals (id, tenant_id, user_id, account_id, amount, currency, status, reason, decided_by, created_at, decided_at)
			VALUES ($1, $2, 'u', 'a', 100, 'USD', $3, 'why', 'admin', 5, 7)`, id, oldTenant, status)
	}
	mustExec(t, db, `INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd, access_days,
		created_at, updated_at) VALUES ('c', 'c', 'C', '', '', '', 'beginner', 'published', 5, 0, 1, 1)`)
	for id, revoked := range map[string]any{"kept": nil, "refunded": int64(9)} {
		status := map[bool]string{true: "cancelled", false: "completed"}[revoked != nil]
		mustExec(t, db, `INSERT INTO course_purchases (payment_id, tenant_id, user_id, course_id, bought_at, revoked_at) VALUES ($1, $2, $1, 'c', 1, $3)`,
			id, oldTenant, revoked)
		mustExec(t, db, `INSERT INTO enrollments (id, tenant_id, user_id, course_id, attempt, status, payment_id, enrolled_at) VALUES ($1, $2, $1, 'c', 1, $3, $1, 1)`,
			id, oldTenant, status)
		mustExec(t, db, `INSERT INTO certificates (serial, enrollment_id, tenant_id, user_id, course_id, course_title, holder, issued_at)
			VALUES ($1, $1, $2, $1, 'c', 'C', 'h', 1)`, id, oldTenant)
	}
}

func TestOldWithdrawalsAndCertificatesSurviveTheirNewStates(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 18); err != nil {
			t.Fatal(err)
		}
		storeOldPayments(t, db)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for what, test := range map[string]struct {
			query string
			want  []string
		}{
			"withdrawals": {`SELECT id || ' ' || status || ' ' || transfer_amount || ' ' || reason || ' ' || destination_hint || ' ' || created_at || ' ' || decided_at
				FROM withdrawals ORDER BY id`, []string{"1 requested 0 why  5 7", "2 paid 100 why  5 7", "3 rejected 0 why  5 7"}},
			"accounts":     {`SELECT id || ' ' || funding FROM trading_accounts`, []string{"a paper"}},
			"certificates": {`SELECT serial || ' ' || COALESCE(revoked_at, 0) FROM certificates ORDER BY serial`, []string{"kept 0", "refunded 9"}},
		} {
			if diff := cmp.Diff(test.want, texts(t, db, test.query)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
	})
}
