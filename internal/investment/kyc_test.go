package investment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/testkit"
)

func TestASubmissionThatIsApprovedActivatesTheAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		account, err := h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCSubmitted)
		wantEqual(t, "status", account.Status, investment.PendingKYC)
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		account, err = h.DecideKYC(t.Context(), h.admin, id, approveKYC, "")
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCApproved)
		wantEqual(t, "status", account.Status, investment.Active)
		wantEqual(t, "decided by", account.KYCDecidedBy, h.admin.UserID)
		wantEqual(t, "agent", h.desk.agent(id), "orion")
		_, err = h.DecideKYC(t.Context(), h.admin, id, approveKYC, "")
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		wantEqual(t, "events", h.events.Types(), []string{
			"investment.account.created", "investment.account.kyc_submitted", "investment.account.status_changed",
		})
	})
}

func TestARejectedSubmissionCanBeMadeAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		_, err := h.DecideKYC(t.Context(), h.admin, id, rejectKYC, "blurred")
		testkit.WantFault(t, err, fault.InvalidTransition, "") // nothing was submitted
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		_, err = h.DecideKYC(t.Context(), h.admin, id, rejectKYC, " ")
		testkit.WantFault(t, err, fault.ValidationError, "reason")
		_, err = h.DecideKYC(t.Context(), h.admin, id, "perhaps", "")
		testkit.WantFault(t, err, fault.ValidationError, "decision")
		account, err := h.DecideKYC(t.Context(), h.admin, id, rejectKYC, "blurred")
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCRejected)
		wantEqual(t, "reason", account.KYCReason, "blurred")
		wantEqual(t, "status", account.Status, investment.PendingKYC)
		account, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCSubmitted)
		wantEqual(t, "reason", account.KYCReason, "")
		wantEqual(t, "decided by", account.KYCDecidedBy, uuid.Nil)
	})
}

func TestAutomaticKYCApprovesAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, autoKYC)
		id := h.open().ID
		account, err := h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCApproved)
		wantEqual(t, "status", account.Status, investment.Active)
		wantEqual(t, "desk", h.deskStatus(id), "active")
		wantEqual(t, "events", h.events.Types(), []string{
			"investment.account.created", "investment.account.kyc_submitted", "investment.account.status_changed",
		})
	})
}

func TestKYCIsSubmittedByTheOwnerAndDecidedByAnAdminOfTheTenant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		_, err := h.SubmitKYC(t.Context(), h.admin, id, details())
		testkit.WantFault(t, err, fault.NotFound, "")
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		_, err = h.DecideKYC(t.Context(), h.owner, id, approveKYC, "")
		testkit.WantFault(t, err, fault.Forbidden, "")
		_, err = h.DecideKYC(t.Context(), h.foreignAdmin, id, approveKYC, "")
		testkit.WantFault(t, err, fault.NotFound, "")
		h.moved(id, investment.Closed)
		_, err = h.DecideKYC(t.Context(), h.admin, id, approveKYC, "")
		testkit.WantFault(t, err, fault.AccountNotActive, "")
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		testkit.WantFault(t, err, fault.AccountNotActive, "")
	})
}

func TestKYCDetailsPrintAsNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{fmt.Sprint(details()), fmt.Sprintf("%+v %#v %s", details(), details(), details())} {
		if strings.Contains(text, "Lovelace") || strings.Contains(text, "4711") {
			t.Errorf("printed as %s", text)
		}
	}
}
