package privacy_test

import (
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

// A number that was never verified or an email that was never confirmed is nobody's, and reveals something about
// whoever asked.
func TestMessagesToOtherAddressesOfAPersonAreTheirs(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		tokens, err := h.people.Register(t.Context(), origin, identity.Registration{Email: "bob@example.com", Password: password})
		must(t, err)
		bob, err := h.people.Authenticate(t.Context(), tokens.AccessToken)
		must(t, err)
		must(t, h.people.SendPhoneCode(t.Context(), ann, "+41446681800"))
		must(t, h.people.RequestEmailChange(t.Context(), ann, "new@example.com"))
		must(t, h.people.RequestEmailChange(t.Context(), ann, "bob@example.com"))
		// From a version that did not record whose message it is.
		must(t, h.exec(`INSERT INTO messages (id, channel, kind, tenant_id, recipient, next_attempt_at, created_at, expires_at) VALUES ($1, 'mail', 'old', $2, $3, 1, 1, 1)`,
			database.NewID(), ann.TenantID, email))

		// If they were told of the mail to new@example.com, they would learn that nobody has that address, and that
		// somebody has bob's.
		h.wantMessages(ann, "change_email_present", "change_email_present", "old", "phone_code", "verify_email")
		must(t, h.exec(`UPDATE users SET email = 'new@example.com' WHERE id = $1`, ann.UserID))
		h.wantMessages(ann, "change_email_new", "change_email_present", "change_email_present", "phone_code", "verify_email")
		must(t, h.exec(`UPDATE users SET email = $2 WHERE id = $1`, ann.UserID, email))
		ofBob := []string{"change_email_taken", "verify_email"}
		h.wantMessages(bob, ofBob...)

		must(t, h.privacy.Leave(t.Context(), ann))
		must(t, h.exec(`UPDATE messages SET sent_at = 1`))
		// It was being sent when they left, and was finished by the process that had it.
		must(t, h.exec(`INSERT INTO messages (id, channel, kind, tenant_id, user_id, recipient, next_attempt_at, created_at, expires_at, sent_at) VALUES ($1, 'sms', 'phone_code', $2, $3, '+41446681801', 1, 1, 1, 1)`,
			database.NewID(), ann.TenantID, ann.UserID))
		// Somebody who registers the address next has messages of their own.
		next := h.register()
		h.clean()
		h.wantMessages(bob, ofBob...)
		h.wantMessages(next, "verify_email")
		var left int
		must(t, db.QueryRow(t.Context(), `SELECT COUNT(*) FROM messages`).Scan(&left))
		if want := len(ofBob) + 1; left != want {
			t.Errorf("%d messages are left, want %d", left, want)
		}
	})
}

// wantMessages checks the kinds of the messages in a person's export.
func (h *house) wantMessages(person identity.Caller, want ...string) {
	h.t.Helper()
	var got []string
	for _, row := range rowsOf(h.t, h.export(person), "messages") {
		got = append(got, row["kind"].(string))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		h.t.Errorf("the export tells of the messages %q, want %q", got, want)
	}
}
