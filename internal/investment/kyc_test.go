package investment_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/text/language"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/testkit"
)

func TestASubmissionThatIsApprovedActivatesTheAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, investment.KYCManual)
		id := h.open().ID
		account, err := h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCSubmitted)
		wantEqual(t, "status", account.Status, investment.PendingKYC)
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		account, err = h.DecideKYC(t.Context(), h.admin, id, investment.ApproveKYC, "")
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCApproved)
		wantEqual(t, "status", account.Status, investment.Active)
		wantEqual(t, "decided by", account.KYCDecidedBy, h.admin.UserID)
		wantEqual(t, "agent", h.desk.agent(id), "orion")
		_, err = h.DecideKYC(t.Context(), h.admin, id, investment.ApproveKYC, "")
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		wantEqual(t, "events", h.events.Types(), []string{
			"investment.account.created", "investment.account.kyc_submitted", "investment.account.status_changed",
		})
	})
}

func TestARejectedSubmissionCanBeMadeAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, investment.KYCManual)
		id := h.open().ID
		_, err := h.DecideKYC(t.Context(), h.admin, id, investment.RejectKYC, "blurred")
		testkit.WantFault(t, err, fault.InvalidTransition, "") // nothing was submitted
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		_, err = h.DecideKYC(t.Context(), h.admin, id, investment.RejectKYC, " ")
		testkit.WantFault(t, err, fault.ValidationError, "reason")
		_, err = h.DecideKYC(t.Context(), h.admin, id, "perhaps", "")
		testkit.WantFault(t, err, fault.ValidationError, "decision")
		account, err := h.DecideKYC(t.Context(), h.admin, id, investment.RejectKYC, "blurred")
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
		h := newHouse(t, db, investment.KYCAuto)
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
		h := newHouse(t, db, investment.KYCManual)
		id := h.open().ID
		_, err := h.SubmitKYC(t.Context(), h.admin, id, details())
		testkit.WantFault(t, err, fault.NotFound, "")
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		_, err = h.DecideKYC(t.Context(), h.owner, id, investment.ApproveKYC, "")
		testkit.WantFault(t, err, fault.Forbidden, "")
		_, err = h.DecideKYC(t.Context(), h.foreignAdmin, id, investment.ApproveKYC, "")
		testkit.WantFault(t, err, fault.NotFound, "")
		h.moved(id, investment.Closed)
		_, err = h.DecideKYC(t.Context(), h.admin, id, investment.ApproveKYC, "")
		testkit.WantFault(t, err, fault.AccountNotActive, "")
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		testkit.WantFault(t, err, fault.AccountNotActive, "")
	})
}

func TestASubmissionNeedsEveryDetailAndAnAdult(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), investment.KYCManual)
	id := h.open().ID
	day := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	for name, test := range map[string]struct {
		change func(*investment.KYCDetails)
		field  string
	}{
		"no name":             {func(d *investment.KYCDetails) { d.FullName = " " }, "fullName"},
		"too long a name":     {func(d *investment.KYCDetails) { d.FullName = strings.Repeat("x", 201) }, "fullName"},
		"no country":          {func(d *investment.KYCDetails) { d.Country = "" }, "country"},
		"a country's name":    {func(d *investment.KYCDetails) { d.Country = "Gb" }, "country"},
		"no date of birth":    {func(d *investment.KYCDetails) { d.DateOfBirth = time.Time{} }, "dateOfBirth"},
		"18 tomorrow":         {func(d *investment.KYCDetails) { d.DateOfBirth = day(2012, 5, 18) }, "dateOfBirth"},
		"not born yet":        {func(d *investment.KYCDetails) { d.DateOfBirth = day(2031, 1, 1) }, "dateOfBirth"},
		"born too long ago":   {func(d *investment.KYCDetails) { d.DateOfBirth = day(1899, 1, 1) }, "dateOfBirth"},
		"the day before 1900": {func(d *investment.KYCDetails) { d.DateOfBirth = day(1899, 12, 31) }, "dateOfBirth"},
		"no letters":          {func(d *investment.KYCDetails) { d.FullName = "4711 -" }, "fullName"},
		"no such country":     {func(d *investment.KYCDetails) { d.Country = "XX" }, "country"},
		"a reserved code":     {func(d *investment.KYCDetails) { d.Country = "UK" }, "country"},
		"a former country":    {func(d *investment.KYCDetails) { d.Country = "SU" }, "country"},
		"a union":             {func(d *investment.KYCDetails) { d.Country = "EU" }, "country"},
		"a library card":      {func(d *investment.KYCDetails) { d.DocumentType = "library_card" }, "documentType"},
		"two characters":      {func(d *investment.KYCDetails) { d.DocumentNumber = "A1" }, "documentNumber"},
		"too long a number":   {func(d *investment.KYCDetails) { d.DocumentNumber = strings.Repeat("1", 51) }, "documentNumber"},
		"a hyphen at its end": {func(d *investment.KYCDetails) { d.DocumentNumber = "A1234-" }, "documentNumber"},
		"markup in it":        {func(d *investment.KYCDetails) { d.DocumentNumber = "A<b>1234" }, "documentNumber"},
		"no document number":  {func(d *investment.KYCDetails) { d.DocumentNumber = "" }, "documentNumber"},
		"a broken line in it": {func(d *investment.KYCDetails) { d.DocumentNumber = "a\nb" }, "documentNumber"},
	} {
		given := details()
		test.change(&given)
		_, err := h.SubmitKYC(t.Context(), h.owner, id, given)
		t.Run(name, func(t *testing.T) { testkit.WantFault(t, err, fault.ValidationError, test.field) })
	}
	given := details()
	given.DateOfBirth = day(2012, 5, 17) // 18 today
	_, err := h.SubmitKYC(t.Context(), h.owner, id, given)
	must(t, err)
}

func TestTheCountriesAreThoseOfTheStandard(t *testing.T) {
	t.Parallel()
	count := 0
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			code := string([]rune{first, second})
			if !investment.IsCountry(code) {
				continue
			}
			count++
			// Everything in the standard is a region that others know under the same code.
			if region, err := language.ParseRegion(code); err != nil || region.String() != code || !region.IsCountry() {
				t.Errorf("%s is not known elsewhere: %v, %v", code, region, err)
			}
		}
	}
	wantEqual(t, "assigned codes", count, 249)
}

func TestKYCDetailsPrintAsNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{fmt.Sprint(details()), fmt.Sprintf("%+v %#v %s", details(), details(), details())} {
		if strings.Contains(text, "Lovelace") || strings.Contains(text, "4711") {
			t.Errorf("printed as %s", text)
		}
	}
}
