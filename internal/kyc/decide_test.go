package kyc_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
)

func TestACaseGoesFromNothingToADecision(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		none := o.wantState(kyc.None)
		_, err := o.Decide(t.Context(), o.admin, none.ID, kyc.Approve, "")
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		made := o.submitted()
		wantEqual(t, "case", made.ID, none.ID)
		_, err = o.Submit(t.Context(), o.person, submission())
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		_, err = o.Decide(t.Context(), o.admin, made.ID, kyc.Reject, " ")
		testkit.WantFault(t, err, fault.ValidationError, "reason")
		_, err = o.Decide(t.Context(), o.admin, made.ID, "perhaps", "")
		testkit.WantFault(t, err, fault.ValidationError, "decision")
		o.decided(made.ID, kyc.Reject, "blurred")
		wantEqual(t, "reason", o.wantState(kyc.Rejected).Reason, "blurred")
		o.clock.Advance(time.Second)
		again := o.submitted()
		wantEqual(t, "reason", again.Reason, "")
		approved := o.decided(made.ID, kyc.Approve, "")
		wantEqual(t, "decided by", approved.DecidedBy, o.admin.UserID)
		wantEqual(t, "expires", approved.ExpiresAt.UTC(), o.clock.Now().Add(approvedFor))
		_, err = o.Decide(t.Context(), o.admin, made.ID, kyc.Reject, "too late")
		testkit.WantFault(t, err, fault.InvalidTransition, "")
		wantEqual(t, "events", strings.Join(o.events.Types(), " "), "kyc.case.submitted kyc.case.rejected kyc.case.submitted kyc.case.approved")
		wantEqual(t, "events that tell who decided", strings.Count(string(o.eventText()), `"decidedBy":"`+o.admin.UserID.String()+`"`), 2)
		wantEqual(t, "followers", o.told(), "submitted rejected submitted approved")
		wantEqual(t, "mails", fmt.Sprint(o.mailed("kyc_rejected"), o.mailed("kyc_approved")), "1 1")
		var actions []string
		for _, entry := range o.audited(made.ID) {
			actions = append(actions, entry.Action+" "+entry.Before["state"]+" "+entry.After["state"]+" "+entry.Details["reason"])
		}
		want := []string{"kyc.case.approved submitted approved ", "kyc.case.rejected submitted rejected blurred"}
		if diff := cmp.Diff(want, actions); diff != "" {
			t.Errorf("audited (-want +got):\n%s", diff)
		}
	})
}

func TestAutomaticKYCApprovesAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Auto)
		wantEqual(t, "state", o.submitted().State, kyc.Approved)
		wantEqual(t, "followers", o.told(), "submitted approved")
	})
}

func TestWhoMayReadAndDecide(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		o.person.Role = identity.RoleAdmin // nobody decides for themselves, whatever the role
		made := o.submitted()
		const allowed = fault.Code("")
		for _, test := range []struct {
			caller       identity.Caller
			read, decide fault.Code
		}{
			{o.stranger, fault.Forbidden, fault.Forbidden}, {o.foreignAdmin, fault.NotFound, fault.NotFound},
			{o.person, allowed, fault.SelfDecision}, {o.superAdmin, allowed, allowed},
		} {
			_, _, err := o.Case(t.Context(), test.caller, made.ID)
			wantEqual(t, "reading", fault.Is(err, test.read) || err == nil && test.read == allowed, true)
			_, err = o.Decide(t.Context(), test.caller, made.ID, kyc.Reject, "because")
			wantEqual(t, "deciding", fault.Is(err, test.decide) || err == nil && test.decide == allowed, true)
		}
		_, err := o.Decide(t.Context(), o.admin, uuid.New(), kyc.Approve, "")
		testkit.WantFault(t, err, fault.NotFound, "")
		all := database.Page{Number: 1, Limit: 10}
		_, _, err = o.Cases(t.Context(), o.stranger, kyc.Filter{}, all)
		testkit.WantFault(t, err, fault.Forbidden, "")
		_, _, err = o.Cases(t.Context(), o.foreignAdmin, kyc.Filter{TenantID: o.person.TenantID}, all)
		testkit.WantFault(t, err, fault.NotFound, "")
		for state, want := range map[kyc.State]int{kyc.Rejected: 1, kyc.Submitted: 0, "": 0} {
			found, total, err := o.Cases(t.Context(), o.superAdmin, kyc.Filter{State: state, TenantID: o.person.TenantID}, all)
			must(t, err)
			wantEqual(t, string(state), fmt.Sprint(len(found), total), fmt.Sprint(want, want))
		}
	})
}

func TestOnePersonsCaseIsFoundInAnyState(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		made := o.submitted()
		_, err := o.Decide(t.Context(), o.admin, made.ID, kyc.Reject, "because")
		must(t, err)
		_, err = o.Submit(t.Context(), o.stranger, submission())
		must(t, err)
		page := database.Page{Number: 1, Limit: 10}
		of := kyc.Filter{UserID: o.person.UserID}
		for _, test := range []struct {
			name   string
			caller identity.Caller
			filter kyc.Filter
			want   int
		}{
			{"in any state", o.admin, of, 1},
			{"in the state that it is in", o.admin, kyc.Filter{UserID: of.UserID, State: kyc.Rejected}, 1},
			{"in another state", o.admin, kyc.Filter{UserID: of.UserID, State: kyc.Submitted}, 0},
			{"of somebody unknown", o.admin, kyc.Filter{UserID: uuid.New()}, 0},
			{"by the tenant next door", o.foreignAdmin, of, 0},
			{"by a super_admin who names the tenant", o.superAdmin, kyc.Filter{UserID: of.UserID, TenantID: o.person.TenantID}, 1},
		} {
			found, total, err := o.Cases(t.Context(), test.caller, test.filter, page)
			must(t, err)
			wantEqual(t, test.name, fmt.Sprint(len(found), total), fmt.Sprint(test.want, test.want))
			if test.want == 1 {
				wantEqual(t, test.name, found[0].ID, made.ID)
			}
		}
		_, _, err = o.Cases(t.Context(), o.stranger, of, page)
		testkit.WantFault(t, err, fault.Forbidden, "")
		_, _, err = o.Cases(t.Context(), o.foreignAdmin, kyc.Filter{UserID: of.UserID, TenantID: o.person.TenantID}, page)
		testkit.WantFault(t, err, fault.NotFound, "")
	})
}

func TestCasesAreListedOldestFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		var want []uuid.UUID
		for range 5 {
			o.clock.Advance(time.Second)
			want = append(want, o.submitted2(t).ID)
		}
		found, total, err := o.Cases(t.Context(), o.admin, kyc.Filter{}, database.Page{Number: 2, Limit: 2})
		must(t, err)
		wantEqual(t, "total", total, 5)
		wantEqual(t, "page", fmt.Sprint(found[0].ID, found[1].ID), fmt.Sprint(want[2], want[3]))
	})
}

func TestManyDecisionsAndSubmissionsAtOnceAreOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		results := testkit.InParallel(20, func(int) error { _, err := o.Submit(t.Context(), o.person, submission()); return err })
		wantEqual(t, "submissions", testkit.Succeeded(results), 1)
		wantEqual(t, "cases", o.number(`SELECT COUNT(*) FROM kyc_cases`), 1)
		made := o.mine()
		results = testkit.InParallel(20, func(i int) error {
			decision := kyc.Approve
			if i%2 == 0 {
				decision = kyc.Reject
			}
			_, err := o.Decide(t.Context(), o.admin, made.ID, decision, "because")
			return err
		})
		wantEqual(t, "decisions", testkit.Succeeded(results), 1)
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.InvalidTransition, "")
			}
		}
		wantEqual(t, "entries", len(o.audited(made.ID)), 1)
		wantEqual(t, "events", len(o.events.Types()), 2)
	})
}

func TestASubmissionIsSealedForItsCaseAndWhoReadsItIsAudited(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		made := o.submitted()
		other := o.submitted2(t)
		found, read, err := o.Case(t.Context(), o.admin, made.ID)
		must(t, err)
		if diff := cmp.Diff(submission(), *read); diff != "" || found.ID != made.ID {
			t.Errorf("the submission of %s (-want +got):\n%s", found.ID, diff)
		}
		wantEqual(t, "entry", o.audited(made.ID)[0].Action, "kyc.case.read")
		for _, where := range [][]byte{[]byte(o.log.text()), o.eventText(), []byte(fmt.Sprint(o.audited(made.ID)))} {
			for _, secret := range []string{"Lovelace", "4711", "passport-of-ada", "1990-12-10"} {
				if bytes.Contains(where, []byte(secret)) {
					t.Errorf("%s is in %s", secret, where)
				}
			}
		}
		var sealed []byte
		must(t, db.QueryRow(t.Context(), `SELECT submission FROM kyc_cases WHERE id = $1`, made.ID).Scan(&sealed))
		if len(sealed) == 0 || bytes.Contains(sealed, []byte("Lovelace")) {
			t.Error("the submission is not sealed")
		}
		// It opens only for its own case.
		o.exec(`UPDATE kyc_cases SET submission = $1 WHERE id = $2`, sealed, other.ID)
		if _, _, err := o.Case(t.Context(), o.admin, other.ID); err == nil {
			t.Error("what one person handed in opens as another's")
		}
		// A submission that an account held before persons had cases opens for the case that the account became.
		old, err := o.ring.Seal([]byte(`{"fullName":"Bob Before","country":"GB","dateOfBirth":"1980-01-01T00:00:00Z","documentNumber":"B-1"}`), "investment-kyc:"+other.ID.String())
		must(t, err)
		o.exec(`UPDATE kyc_cases SET submission = $1 WHERE id = $2`, old, other.ID)
		_, read, err = o.Case(t.Context(), o.admin, other.ID)
		must(t, err)
		wantEqual(t, "name", read.FullName, "Bob Before")
	})
}

// A request that began before its sender was erased must not write them back.
func TestWhoHasLeftHandsNothingIn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		o.gone = o.person.UserID
		_, err := o.replica(kyc.Manual).Submit(t.Context(), o.person, submission())
		testkit.WantFault(t, err, fault.AccountSuspended)
		var cases int
		must(t, db.QueryRow(t.Context(), `SELECT COUNT(*) FROM kyc_cases`).Scan(&cases))
		if cases != 0 {
			t.Errorf("%d cases are there", cases)
		}
	})
}
