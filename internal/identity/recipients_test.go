package identity_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

func TestRecipientsAreFoundWithTheirTenant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		acme, err := h.AddTenant(t.Context(), "acme", "Acme Trading")
		must(t, err)
		standard, err := h.TenantBySlug(t.Context(), identity.DefaultTenant)
		must(t, err)
		register := func(email, tenant string) uuid.UUID {
			tokens, err := h.Register(t.Context(), origin, identity.Registration{Email: email, Password: password, Tenant: tenant})
			must(t, err)
			return tokens.User.ID
		}
		ann, bob, eve := register("ann@example.com", ""), register("bob@example.com", "acme"), register("eve@example.com", "")
		must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			if _, err := tx.Exec(t.Context(), `UPDATE users SET email_verified_at = 1 WHERE id = $1`, bob); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), `UPDATE users SET suspended_at = 1 WHERE id = $1`, eve)
			return err
		}))
		got, err := h.Recipients(t.Context(), db, []uuid.UUID{ann, bob, eve, uuid.New()})
		must(t, err)
		want := map[uuid.UUID]identity.Recipient{
			ann: {Email: "ann@example.com", TenantID: standard.ID}, bob: {Email: "bob@example.com", TenantID: acme.ID, IsVerified: true},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the recipients (-want +got):\n%s", diff)
		}
	})
}
