package app

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

// A certificate is public: once its owner is deleted it must stop naming them at once, not when a worker gets to it.
func TestACertificateTellsNobodyWhoHasLeft(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		p := newSilentPlatform(t, url, nil)
		const serial = "AAAAA-AAAAA-AAAAA-AAAAA"
		user, course, enrollment := uuid.New(), uuid.New(), uuid.New()
		var tenant uuid.UUID
		err := p.db.InTx(t.Context(), func(tx *database.Tx) error {
			if err := tx.QueryRow(t.Context(), `SELECT id FROM tenants WHERE slug = 'default'`).Scan(&tenant); err != nil {
				return err
			}
			for _, statement := range []struct {
				text      string
				arguments []any
			}{
				{`INSERT INTO users (id, tenant_id, email, password_hash, role, created_at, updated_at)
					VALUES ($1, $2, 'ada@example.com', 'x', 'user', 0, 0)`, []any{user, tenant}},
				{`INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd, access_days, created_at, updated_at)
					VALUES ($1, 'first', 'First', '', '', '', 'beginner', 'published', 0, 0, 1, 1)`, []any{course}},
				{`INSERT INTO enrollments (id, tenant_id, user_id, course_id, attempt, status, enrolled_at, completed_at)
					VALUES ($1, $2, $3, $4, 1, 'completed', 1, 2)`, []any{enrollment, tenant, user, course}},
				{`INSERT INTO certificates (serial, enrollment_id, tenant_id, user_id, course_id, course_title, holder, issued_at)
					VALUES ($1, $2, $3, $4, $5, 'First', 'Ada Lovelace', 2)`, []any{serial, enrollment, tenant, user, course}},
			} {
				if _, err := tx.Exec(t.Context(), statement.text, statement.arguments...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		caller := identity.Caller{UserID: user, TenantID: tenant, Role: identity.RoleUser, AuthenticatedAt: time.Now()}
		if err := p.privacy.Leave(t.Context(), caller); err != nil {
			t.Fatal(err)
		}
		if seen, err := p.education.Certificate(t.Context(), serial); err != nil || seen.Holder != "" {
			t.Errorf("on the certificate anybody reads %q (%v)", seen.Holder, err)
		}
	})
}
