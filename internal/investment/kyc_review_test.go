package investment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/testkit"
)

// audited returns the entries about an account, newest first.
func (h *house) audited(account uuid.UUID) []audit.Entry {
	h.t.Helper()
	entries, _, err := audit.List(h.t.Context(), h.db, h.owner.TenantID, audit.Filter{SubjectID: account.String()}, database.Page{Number: 1, Limit: 100})
	must(h.t, err)
	return entries
}

// auditedCase returns the entries about the owner's case, newest first.
func (h *house) auditedCase() []audit.Entry {
	h.t.Helper()
	own, err := h.cases.Mine(h.t.Context(), h.owner)
	must(h.t, err)
	return h.audited(own.ID)
}

func wantEntry(t *testing.T, entries []audit.Entry, action string, by, about uuid.UUID, before, after audit.Fields) {
	t.Helper()
	if len(entries) == 0 {
		t.Errorf("%s is not audited", action)
		return
	}
	newest := entries[0]
	wantEqual(t, "action", newest.Action, action)
	wantEqual(t, "actor", newest.Actor.UserID, by)
	wantEqual(t, "about", newest.UserID, about)
	wantEqual(t, "before of "+action, newest.Before, before)
	wantEqual(t, "after of "+action, newest.After, after)
}

func TestNobodyDecidesOnTheirOwnKYCOrAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		colleague := h.admin
		colleague.UserID = uuid.New()
		for _, role := range []identity.Role{identity.RoleAdmin, identity.RoleSuperAdmin} {
			h.another()
			h.owner.Role = role
			id := h.open().ID
			_, err := h.SetStatus(t.Context(), h.owner, id, investment.Active, "")
			testkit.WantFault(t, err, fault.SelfDecision, "")
			_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
			must(t, err)
			for _, decision := range []investment.KYCDecision{approveKYC, rejectKYC} {
				_, err = h.DecideKYC(t.Context(), h.owner, id, decision, "because")
				testkit.WantFault(t, err, fault.SelfDecision, "")
			}
			wantEqual(t, "audited", len(h.audited(id)), 0)
			_, err = h.DecideKYC(t.Context(), colleague, id, approveKYC, "")
			must(t, err)
			_, err = h.SetStatus(t.Context(), h.owner, id, investment.Suspended, "")
			testkit.WantFault(t, err, fault.SelfDecision, "")
			h.moved(id, investment.Suspended)
			_, err = h.SetStatus(t.Context(), h.owner, id, investment.Active, "")
			testkit.WantFault(t, err, fault.SelfDecision, "")
			wantEqual(t, "desk", h.deskStatus(id), "suspended")
		}
	})
}

func TestAnOwnerClosesTheirOwnAccountUnlessItIsSuspended(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for _, role := range []identity.Role{identity.RoleUser, identity.RoleAdmin} {
			h.owner.Role = role
			id := h.open().ID
			_, err := h.SetStatus(t.Context(), h.stranger, id, investment.Closed, "")
			testkit.WantFault(t, err, fault.NotFound, "")
			h.moved(id, investment.Active)
			h.moved(id, investment.Suspended)
			_, err = h.SetStatus(t.Context(), h.owner, id, investment.Closed, "")
			testkit.WantFault(t, err, fault.AccountNotActive, "")
			h.moved(id, investment.Active)
			account, err := h.SetStatus(t.Context(), h.owner, id, investment.Closed, "I want my money")
			must(t, err)
			wantEqual(t, "status", account.Status, investment.Closed)
			wantEqual(t, "desk", h.deskStatus(id), "closed")
			wantEntry(t, h.audited(id), "investment.account.status_changed", h.owner.UserID, h.owner.UserID,
				audit.Fields{"status": "active"}, audit.Fields{"status": "closed"})
		}
	})
}

func TestEveryDecisionIsAudited(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		submit := func() {
			t.Helper()
			_, err := h.SubmitKYC(t.Context(), h.owner, id, details())
			must(t, err)
			h.clock.Advance(time.Second)
		}
		want := func(action string, before, after audit.Fields) {
			t.Helper()
			wantEntry(t, h.audited(id), action, h.admin.UserID, h.owner.UserID, before, after)
			h.clock.Advance(time.Second)
		}
		submit()
		_, err := h.DecideKYC(t.Context(), h.admin, id, rejectKYC, "blurred")
		must(t, err)
		wantEntry(t, h.auditedCase(), "kyc.case.rejected", h.admin.UserID, h.owner.UserID, audit.Fields{"state": "submitted"}, audit.Fields{"state": "rejected"})
		wantEqual(t, "details", h.auditedCase()[0].Details, audit.Fields{"reason": "blurred"})
		wantEqual(t, "entries about the account", len(h.audited(id)), 0) // nothing was decided about it
		submit()
		_, err = h.DecideKYC(t.Context(), h.admin, id, approveKYC, "")
		must(t, err)
		want("investment.account.status_changed", audit.Fields{"kycStatus": "submitted", "status": "pending_kyc"}, audit.Fields{"kycStatus": "approved", "status": "active"})
		wantEntry(t, h.auditedCase(), "kyc.case.approved", h.admin.UserID, h.owner.UserID, audit.Fields{"state": "submitted"}, audit.Fields{"state": "approved"})
		h.moved(id, investment.Suspended)
		want("investment.account.status_changed", audit.Fields{"status": "active"}, audit.Fields{"status": "suspended"})

		h.another()
		id = h.open().ID
		h.moved(id, investment.Active)
		want("investment.account.status_changed", audit.Fields{"kycStatus": "none", "status": "pending_kyc"}, audit.Fields{"kycStatus": "approved", "status": "active"})

		h.Service = h.replica(autoKYC)
		h.another()
		id = h.open().ID
		submit()
		wantEntry(t, h.auditedCase(), "kyc.case.approved", uuid.Nil, h.owner.UserID, audit.Fields{"state": "submitted"}, audit.Fields{"state": "approved"})
		wantEntry(t, h.audited(id), "investment.account.status_changed", uuid.Nil, h.owner.UserID,
			audit.Fields{"kycStatus": "submitted", "status": "pending_kyc"}, audit.Fields{"kycStatus": "approved", "status": "active"})
	})
}

func TestCasesAreListedOldestFirstToTheAdminsOfTheirTenant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		// Opened in one order and submitted in the other, each by its own owner.
		var ids []uuid.UUID
		var owners []identity.Caller
		for range 5 {
			h.another()
			ids, owners = append([]uuid.UUID{h.open().ID}, ids...), append([]identity.Caller{h.owner}, owners...)
			h.clock.Advance(time.Second)
		}
		h.another()
		untouched := h.open().ID
		for i, id := range ids {
			_, err := h.SubmitKYC(t.Context(), owners[i], id, details())
			must(t, err)
			h.clock.Advance(time.Second)
		}
		listed := func(caller identity.Caller, filter investment.KYCFilter, page database.Page) (found []uuid.UUID, total int) {
			t.Helper()
			cases, total, err := h.KYCCases(t.Context(), caller, filter, page)
			must(t, err)
			for _, one := range cases {
				found = append(found, one.ID)
			}
			return found, total
		}
		all := database.Page{Number: 1, Limit: 100}
		found, total := listed(h.admin, investment.KYCFilter{}, all)
		wantEqual(t, "cases", found, ids)
		wantEqual(t, "total", total, 5)
		found, total = listed(h.admin, investment.KYCFilter{}, database.Page{Number: 2, Limit: 2})
		wantEqual(t, "second page", found, ids[2:4])
		wantEqual(t, "total", total, 5)
		found, _ = listed(h.admin, investment.KYCFilter{State: investment.KYCNone}, all)
		wantEqual(t, "untouched", found, []uuid.UUID{untouched})

		_, err := h.DecideKYC(t.Context(), h.admin, ids[0], rejectKYC, "blurred")
		must(t, err)
		_, err = h.DecideKYC(t.Context(), h.admin, ids[1], approveKYC, "")
		must(t, err)
		h.moved(ids[2], investment.Closed) // nobody can decide on it any more
		for state, want := range map[investment.KYCStatus][]uuid.UUID{
			investment.KYCRejected: ids[:1], investment.KYCApproved: ids[1:2], investment.KYCSubmitted: ids[3:],
		} {
			found, total = listed(h.admin, investment.KYCFilter{State: state}, all)
			wantEqual(t, string(state), found, want)
			wantEqual(t, "total of "+string(state), total, len(want))
		}

		found, _ = listed(h.foreignAdmin, investment.KYCFilter{}, all)
		wantEqual(t, "what another tenant's admin sees", len(found), 0)
		found, _ = listed(h.superAdmin, investment.KYCFilter{TenantID: h.owner.TenantID}, all)
		wantEqual(t, "what a super_admin sees", found, ids[3:])
		_, _, err = h.KYCCases(t.Context(), h.foreignAdmin, investment.KYCFilter{TenantID: h.owner.TenantID}, all)
		testkit.WantFault(t, err, fault.NotFound, "")
		for _, caller := range []identity.Caller{h.owner, h.stranger} {
			_, _, err = h.KYCCases(t.Context(), caller, investment.KYCFilter{}, all)
			testkit.WantFault(t, err, fault.Forbidden, "")
			_, _, err = h.KYCCase(t.Context(), caller, ids[0])
			testkit.WantFault(t, err, fault.Forbidden, "")
		}
	})
}

func TestACaseShowsWhatWasHandedInAndWhoLookedAtIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		account, handedIn, err := h.KYCCase(t.Context(), h.admin, id)
		must(t, err)
		if handedIn != nil || account.KYCStatus != investment.KYCNone || len(h.auditedCase()) != 0 {
			t.Errorf("before anything was handed in: %v, and %d entries", account.KYCStatus, len(h.auditedCase()))
		}
		given := details()
		given.DocumentType = "passport"
		_, err = h.SubmitKYC(t.Context(), h.owner, id, given)
		must(t, err)
		account, handedIn, err = h.KYCCase(t.Context(), h.admin, id)
		must(t, err)
		if difference := cmp.Diff(given, *handedIn); difference != "" {
			t.Errorf("the case differs from what was handed in:\n%s", difference)
		}
		wantEqual(t, "submitted at", account.KYCSubmittedAt.UTC(), start)
		wantEntry(t, h.auditedCase(), "kyc.case.read", h.admin.UserID, h.owner.UserID, audit.Fields{}, audit.Fields{})
		_, _, err = h.KYCCase(t.Context(), h.foreignAdmin, id)
		testkit.WantFault(t, err, fault.NotFound, "")
		_, _, err = h.KYCCase(t.Context(), h.admin, uuid.New())
		testkit.WantFault(t, err, fault.NotFound, "")
		wantEqual(t, "entries", len(h.auditedCase()), 1)
		_, _, err = h.KYCCase(t.Context(), h.superAdmin, id)
		must(t, err)
		if text := h.auditText(); strings.Contains(text, "Lovelace") || strings.Contains(text, "4711") {
			t.Errorf("the audit log holds what was handed in: %s", text)
		}
	})
}

// What counts for an account during its owner's approval is not the result of the renewal.
func TestARenewalIsReviewedAsWhatItIs(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		h.moved(id, investment.Active)
		h.clock.Advance(approvedFor - 20*24*time.Hour)
		want := func(state investment.KYCStatus, decidedBy uuid.UUID, decidedAt time.Time, reason string) {
			t.Helper()
			listed, total, err := h.KYCCases(t.Context(), h.admin, investment.KYCFilter{State: state}, database.Page{Number: 1, Limit: 10})
			must(t, err)
			wantEqual(t, "accounts whose owner's case is "+string(state), total, 1)
			one, _, err := h.KYCCase(t.Context(), h.admin, id)
			must(t, err)
			for _, account := range append(listed, one) {
				wantEqual(t, "account", account.ID, id)
				wantEqual(t, "state", account.KYCStatus, state)
				wantEqual(t, "decider", account.KYCDecidedBy, decidedBy)
				wantEqual(t, "decided at", account.KYCDecidedAt.UTC(), decidedAt)
				wantEqual(t, "reason", account.KYCReason, reason)
			}
			_, total, err = h.KYCCases(t.Context(), h.admin, investment.KYCFilter{State: investment.KYCApproved}, database.Page{Number: 1, Limit: 10})
			must(t, err)
			wantEqual(t, "approved", total == 1, state == investment.KYCApproved)
			shown, err := h.Account(t.Context(), h.owner, id)
			must(t, err)
			wantEqual(t, "what counts", shown.KYCStatus, investment.KYCApproved)
			wantEqual(t, "reason of what counts", shown.KYCReason, "")
			must(t, db.InTx(t.Context(), func(tx *database.Tx) error { return h.MayWithdraw(t.Context(), tx, h.owner.UserID, id) }))
		}
		want(investment.KYCApproved, h.admin.UserID, start, "")
		_, err := h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		want(investment.KYCSubmitted, uuid.Nil, time.Time{}, "")
		h.clock.Advance(time.Hour)
		_, err = h.DecideKYC(t.Context(), h.admin, id, rejectKYC, "blurred")
		must(t, err)
		want(investment.KYCRejected, h.admin.UserID, h.clock.Now(), "blurred")
		wantEqual(t, "deciders beside the approval that counts", h.number(`SELECT COUNT(kyc_decided_by) FROM investment_accounts`), 0)
	})
}

// auditText is the text of the audit log.
func (h *house) auditText() string {
	var all strings.Builder
	rows, err := h.db.Query(context.Background(), `SELECT before_fields, after_fields, details FROM audit_log`)
	err = database.EachRow(rows, err, func(row database.Row) error {
		var before, after, details string
		if err := row.Scan(&before, &after, &details); err != nil {
			return err
		}
		all.WriteString(before + after + details)
		return nil
	})
	must(h.t, err)
	return all.String()
}

func TestTheQueueOfCasesHasItsIndex(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	var plan string
	rows, err := db.Query(t.Context(), `EXPLAIN QUERY PLAN
		SELECT a.id FROM kyc_cases c JOIN investment_accounts a ON a.user_id = c.user_id
		WHERE c.tenant_id = 'x' AND c.state = 'submitted' AND (c.state <> 'submitted' OR a.status <> 'closed')
		ORDER BY COALESCE(c.submitted_at, c.created_at), c.id, a.id LIMIT 20`)
	err = database.EachRow(rows, err, func(row database.Row) error {
		var a, b, c any
		var detail string
		if err := row.Scan(&a, &b, &c, &detail); err != nil {
			return err
		}
		plan += detail + "\n"
		return nil
	})
	must(t, err)
	if !strings.Contains(plan, "kyc_cases_by_state") || !strings.Contains(plan, "investment_accounts_by_user") || strings.Contains(plan, "B-TREE FOR ORDER BY") {
		t.Errorf("the queue is read by\n%s", plan)
	}
}
