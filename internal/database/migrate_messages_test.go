package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestOldMessagesGetTheTenantOfTheirOnlyReader(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 67); err != nil {
			t.Fatal(err)
		}
		for _, tenant := range []string{"default", "northwind"} {
			mustExec(t, db, `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $1, $1, 1)`, tenant)
			for _, email := range []string{tenant + "@example.test", "both@example.test"} {
				if err := aSecondUser(t, db, tenant, email); err != nil {
					t.Fatal(err)
				}
			}
		}
		mustExec(t, db, `UPDATE users SET phone = '+41446681800' WHERE tenant_id = 'northwind' AND email = 'both@example.test'`)
		for id, recipient := range map[string]string{
			"1": "default@example.test", "2": "both@example.test", "3": "+41446681800", "4": "nobody@example.test", "5": "northwind@example.test",
		} {
			mustExec(t, db, `
				INSERT INTO messages (id, channel, kind, recipient, next_attempt_at, created_at, expires_at) VALUES ($1, 'mail', 'k', $2, 1, 1, 1)`, id, recipient)
		}
		mustExec(t, db, `UPDATE messages SET tenant_id = 'default' WHERE id = '5'`) // set by the version being replaced
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []string{"1 default", "2 nobody's", "3 northwind", "4 nobody's", "5 default"}
		if diff := cmp.Diff(want, texts(t, db, `SELECT id || ' ' || COALESCE(tenant_id, 'nobody''s') FROM messages ORDER BY id`)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
