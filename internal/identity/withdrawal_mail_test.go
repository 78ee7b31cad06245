package identity_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
)

func TestAMailTellsHowMuchIsWithdrawnAndWhereTo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven("ann@example.com")
		must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			return h.TellWithdrawal(t.Context(), tx, ann.id, money.MustParse("1250.50"), "USD", "DE****3000")
		}))
		if told := h.mailsTo("withdrawal_requested", "ann@example.com"); told != 1 {
			t.Fatalf("the user was told %d times", told)
		}
		mail := h.messages("withdrawal_requested")[0]
		if !strings.Contains(mail.Text, "1250.5 USD") || !strings.Contains(mail.Text, "DE****3000") || !strings.Contains(mail.Subject, "Bourse") {
			t.Errorf("the mail %q says %q", mail.Subject, mail.Text)
		}
	})
}
