package identity_test

import (
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

// The next owner of the address, or its present one, is a different person.
func TestMessagesToAnEmailBeforeAChangeStayThePersons(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.register("bob@example.com")
		ann := h.register("ann@example.com")
		ann.askFor("bob@example.com")
		// As other features and earlier versions write them.
		must(t, h.db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO messages (id, channel, kind, tenant_id, recipient, next_attempt_at, created_at, expires_at)
				SELECT $1, 'mail', 'kyc', tenant_id, 'ann@example.com', 1, 1, 1 FROM users WHERE id = $2`, database.NewID(), ann.id)
			return err
		}))
		links := ann.askFor("new@example.com")
		h.confirm(links.present, identity.EmailChangeWaiting)
		h.confirm(links.new, identity.EmailChanged)
		rows, err := db.Query(t.Context(), `SELECT kind FROM messages WHERE user_id = $1 ORDER BY kind`, ann.id)
		kinds, err := database.Collect(rows, err, database.ScanOne[string])
		must(t, err)
		want := []string{"change_email_new", "change_email_present", "change_email_present", "email_changed", "email_changed", "kyc", "verify_email"}
		if !slices.Equal(kinds, want) {
			t.Errorf("of the messages %q are theirs, want %q", kinds, want)
		}
	})
}
