package database_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// storeOldUsers fills the tables as they were when an email meant one person in the whole installation, with rows that
// refer to the users.
func storeOldUsers(t *testing.T, db *database.DB) {
	t.Helper()
	for _, tenant := range []string{"default", "northwind"} {
		mustExec(t, db, `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $1, $1, 1)`, tenant)
		mustExec(t, db, `
			INSERT INTO users (id, tenant_id, email, password_hash, role, email_verified_at, suspended_at, phone, phone_verified_at,
				totp_secret, totp_enabled_at, totp_last_step, created_at, updated_at)
			VALUES ($1, $2, $3, 'hash', 'trader', 2, 3, '+41446681800', 4, $4, 5, 6, 7, 8)`,
			"user-of-"+tenant, tenant, tenant+"@example.test", []byte("sealed"))
	}
	const user = "user-of-northwind"
	mustExec(t, db, `
		INSERT INTO sessions (id, tenant_id, user_id, ip_address, user_agent, assurance, authenticated_at, refresh_hash,
			refresh_generation, refreshed_at, created_at, last_activity_at, expires_at)
		VALUES ('session', 'northwind', $1, '', '', 1, 1, $2, 1, 1, 1, 1, 1)`, user, []byte("hash"))
	mustExec(t, db, `INSERT INTO login_challenges (id, token_hash, user_id, expires_at) VALUES ('challenge', $2, $1, 1)`, user, []byte("hash"))
	mustExec(t, db, `
		INSERT INTO backup_codes (id, user_id, lookup, sealed, position, created_at) VALUES ('code', $1, $2, $2, 1, 1)`, user, []byte("hash"))
	mustExec(t, db, `
		INSERT INTO phone_codes (user_id, phone, code_hash, attempts, sent_at, expires_at) VALUES ($1, '', $2, 0, 1, 1)`, user, []byte("hash"))
	mustExec(t, db, `
		INSERT INTO mail_tokens (token_hash, user_id, purpose, created_at, expires_at) VALUES ($2, $1, 'verify_email', 1, 1)`, user, []byte("hash"))
}

// aSecondUser adds a user with an email to a tenant.
func aSecondUser(t *testing.T, db *database.DB, tenant, email string) error {
	return db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO users (id, tenant_id, email, password_hash, role, created_at, updated_at)
			VALUES ($1, $2, $3, 'hash', 'user', 1, 1)`, "second-"+tenant+email, tenant, email)
		return err
	})
}

func TestAnEmailBecomesUniqueWithinItsTenant(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 55); err != nil {
			t.Fatal(err)
		}
		storeOldUsers(t, db)
		if err := aSecondUser(t, db, "default", "northwind@example.test"); !errors.Is(err, database.ErrUnique) {
			t.Fatalf("before, a second tenant could have the email: %v", err)
		}
		if err := db.MigrateTo(t.Context(), 56); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT id || ' ' || tenant_id || ' ' || email || ' ' || password_hash || ' ' || role || ' ' || email_verified_at || ' ' || suspended_at
				|| ' ' || phone || ' ' || phone_verified_at || ' ' || totp_enabled_at || ' ' || totp_last_step || ' ' || created_at || ' ' || updated_at
				FROM users ORDER BY id`: {
				"user-of-default default default@example.test hash trader 2 3 +41446681800 4 5 6 7 8",
				"user-of-northwind northwind northwind@example.test hash trader 2 3 +41446681800 4 5 6 7 8",
			},
			`SELECT u.id FROM users u JOIN sessions s ON s.user_id = u.id JOIN login_challenges l ON l.user_id = u.id
				JOIN backup_codes b ON b.user_id = u.id JOIN phone_codes p ON p.user_id = u.id JOIN mail_tokens m ON m.user_id = u.id`: {"user-of-northwind"},
		} {
			if diff := cmp.Diff(want, texts(t, db, query)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", query, diff)
			}
		}
		wantEmailsByTenant(t, db)
	})
}

func wantEmailsByTenant(t *testing.T, db *database.DB) {
	t.Helper()
	if err := aSecondUser(t, db, "default", "northwind@example.test"); err != nil {
		t.Errorf("an email that another tenant knows is refused: %v", err)
	}
	for _, tenant := range []string{"default", "northwind"} {
		if err := aSecondUser(t, db, tenant, tenant+"@example.test"); !errors.Is(err, database.ErrUnique) {
			t.Errorf("a tenant has an email twice: %v", err)
		}
	}
	// Foreign keys are enforced as before.
	for _, orphan := range []string{
		`DELETE FROM users WHERE id = 'user-of-northwind'`, `UPDATE sessions SET user_id = 'nobody'`, `UPDATE users SET tenant_id = 'nobody'`,
	} {
		if err := db.InTx(t.Context(), func(tx *database.Tx) error { _, err := tx.Exec(t.Context(), orphan); return err }); err == nil {
			t.Errorf("%s was done", orphan)
		}
	}
}
