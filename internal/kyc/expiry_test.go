package kyc_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
)

func TestAnApprovalIsNoticedOnceAndExpiresOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		made := o.submitted()
		o.decided(made.ID, kyc.Approve, "")
		expire := func() {
			t.Helper()
			for _, err := range testkit.InParallel(4, func(int) error { return o.ExpireDue(t.Context()) }) { // on four replicas
				must(t, err)
			}
		}
		o.clock.Advance(approvedFor - 30*day - time.Second)
		expire()
		wantEqual(t, "notices", o.mailed("kyc_expiring"), 0)
		o.clock.Advance(time.Second)
		expire()
		expire()
		wantEqual(t, "notices", o.mailed("kyc_expiring"), 1)
		o.wantState(kyc.Approved)
		o.clock.Advance(30*day - time.Second)
		expire()
		o.wantState(kyc.Approved)
		o.clock.Advance(time.Second)
		expire()
		expire()
		o.wantState(kyc.Expired)
		wantEqual(t, "mails", o.mailed("kyc_expired"), 1)
		wantEqual(t, "events", o.events.Count("kyc.case.expired"), 1)
		wantEqual(t, "followers", o.told(), "submitted approved expired")
		// The renewed approval starts over, with a notice of its own.
		o.submitted()
		o.decided(made.ID, kyc.Approve, "")
		o.clock.Advance(approvedFor - day)
		expire()
		wantEqual(t, "notices", o.mailed("kyc_expiring"), 2)
	})
}

func TestARenewalKeepsTheApprovalUntilItsEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		made := o.submitted()
		end := o.decided(made.ID, kyc.Approve, "").ExpiresAt
		_, err := o.Submit(t.Context(), o.person, submission())
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		o.clock.Advance(approvedFor - 10*day)
		o.submitted()
		o.decided(made.ID, kyc.Reject, "blurred")
		wantEqual(t, "end", o.wantState(kyc.Rejected).ExpiresAt.UTC(), end.UTC())
		o.submitted()
		o.clock.Advance(10 * day)
		must(t, o.ExpireDue(t.Context()))
		wantEqual(t, "end", o.wantState(kyc.Submitted).ExpiresAt.IsZero(), true)
		wantEqual(t, "followers", o.told(), "submitted approved approved approved approved submitted")
		wantEqual(t, "events", o.events.Count("kyc.case.expired"), 0)
		o.decided(made.ID, kyc.Approve, "")
		wantEqual(t, "end", o.wantState(kyc.Approved).ExpiresAt.UTC(), o.clock.Now().Add(approvedFor).UTC())
	})
}

func TestADocumentEndsAnApproval(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		given := submission()
		given.Documents[0].ExpiresOn = time.Date(2030, 5, 20, 0, 0, 0, 0, time.UTC)
		made, err := o.Submit(t.Context(), o.person, given)
		must(t, err)
		wantEqual(t, "expires", o.decided(made.ID, kyc.Approve, "").ExpiresAt.UTC(), time.Date(2030, 5, 21, 0, 0, 0, 0, time.UTC))
		// A submission whose document has expired while it waited can no longer be approved.
		o.person.UserID = uuid.New()
		waiting, err := o.Submit(t.Context(), o.person, given)
		must(t, err)
		o.clock.Advance(4 * day)
		_, err = o.Decide(t.Context(), o.admin, waiting.ID, kyc.Approve, "")
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		o.wantState(kyc.Submitted)
		o.decided(waiting.ID, kyc.Reject, "It has run out.")
	})
}

func TestApprovalsOfBeforeLastFromNowOn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		for i := range 250 {
			o.exec(`INSERT INTO kyc_cases (id, tenant_id, user_id, state, decided_at, created_at, updated_at) VALUES ($1, $2, $3, 'approved', 1, 1, 1)`,
				uuid.New(), o.person.TenantID, fmt.Sprint("person-", i))
		}
		must(t, o.ExpireDue(t.Context()))
		wantEqual(t, "dated", o.number(`SELECT COUNT(*) FROM kyc_cases WHERE expires_at = $1 AND state = 'approved'`, database.Micros(start.Add(approvedFor))), 250)
		wantEqual(t, "mails", len(o.mails), 0)
	})
}

func TestOldCallbacksAreForgotten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		o.calls("evt-old", verdict(uuid.New(), "approve", ""))
		o.clock.Advance(30*day + time.Second)
		o.calls("evt-new", verdict(uuid.New(), "approve", ""))
		must(t, o.ExpireDue(t.Context()))
		wantEqual(t, "callbacks", o.number(`SELECT COUNT(*) FROM kyc_callbacks`), 1)
	})
}

// approvedCase returns an approved case of a new person.
func (o *office) approvedCase() *kyc.Case {
	o.t.Helper()
	o.person.UserID = uuid.New()
	return o.decided(o.submitted().ID, kyc.Approve, "")
}

// state returns the stored state of a case.
func (o *office) state(id uuid.UUID) (state kyc.State) {
	o.t.Helper()
	must(o.t, o.db.QueryRow(o.t.Context(), `SELECT state FROM kyc_cases WHERE id = $1`, id).Scan(&state))
	return state
}

// Only PostgreSQL allows somebody to hold a case meanwhile.
func TestACaseThatSomebodyHoldsKeepsNoOtherFromExpiring(t *testing.T) {
	t.Parallel()
	o := newOffice(t, databasetest.Open(t, database.Postgres), kyc.Manual)
	held := o.approvedCase()
	o.clock.Advance(time.Second)
	other := o.approvedCase()
	o.clock.Advance(approvedFor)
	release := databasetest.Hold(t, o.db, `SELECT id FROM kyc_cases WHERE id = $1 FOR UPDATE`, held.ID)
	must(t, o.ExpireDue(t.Context())) // a locked case is not a failure
	wantEqual(t, "other", o.state(other.ID), kyc.Expired)
	wantEqual(t, "held", o.state(held.ID), kyc.Approved)
	release()
	must(t, o.ExpireDue(t.Context()))
	wantEqual(t, "held", o.state(held.ID), kyc.Expired)
	wantEqual(t, "mails", o.mailed("kyc_expired"), 2)
	wantEqual(t, "notices", o.mailed("kyc_expiring"), 0) // nobody is told that an approval will end when it already has
}

// More cases fail than are read together.
func TestCasesThatFailKeepNothingElseFromHappening(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		o.calls("evt-old", verdict(uuid.New(), "approve", ""))
		last := o.approvedCase()
		o.clock.Advance(29 * day)
		soon := o.approvedCase()
		broken := o.addTenant("broken") // none of its accounts can follow
		for range 120 {
			o.exec(`INSERT INTO kyc_cases (id, tenant_id, user_id, state, expires_at, created_at, updated_at) VALUES ($1, $2, $3, 'approved', 1, 1, 1)`, uuid.New(), broken, uuid.New())
		}
		trouble, isBroken := errors.New("an account cannot be valued"), true
		o.AccountsFollow(func(_ context.Context, _ *database.Tx, changed *kyc.Case, _ audit.Actor) error {
			if isBroken && changed.TenantID == broken {
				return trouble
			}
			return nil
		})
		o.clock.Advance(approvedFor - 29*day)
		if err := o.ExpireDue(t.Context()); !errors.Is(err, trouble) {
			t.Errorf("it ends with %v, want %v", err, trouble)
		}
		wantEqual(t, "last", o.state(last.ID), kyc.Expired)
		wantEqual(t, "expired", o.mailed("kyc_expired"), 1)
		wantEqual(t, "soon", o.state(soon.ID), kyc.Approved)
		wantEqual(t, "notices", o.mailed("kyc_expiring"), 1)
		wantEqual(t, "callbacks", o.number(`SELECT COUNT(*) FROM kyc_callbacks`), 0)
		isBroken = false
		must(t, o.ExpireDue(t.Context()))
		wantEqual(t, "expired at last", o.number(`SELECT COUNT(*) FROM kyc_cases WHERE state = 'expired'`), 121)
	})
}
