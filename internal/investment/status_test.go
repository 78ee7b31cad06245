package investment_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/testkit"
)

func TestOnlyTheTransitionsOfTheDesignAreAllowed(t *testing.T) {
	t.Parallel()
	allowed := map[string]bool{
		"pending_kyc active": true, "pending_kyc closed": true,
		"active suspended": true, "active closed": true,
		"suspended active": true, "suspended closed": true,
	}
	states := []investment.Status{investment.PendingKYC, investment.Active, investment.Suspended, investment.Closed}
	for _, from := range states {
		for _, to := range states {
			err := investment.CheckTransition(from, to)
			if allowed[string(from)+" "+string(to)] {
				if err != nil {
					t.Errorf("%s → %s: %v", from, to, err)
				}
				continue
			}
			testkit.WantFault(t, err, fault.InvalidTransition, "")
			if !strings.Contains(err.Error(), string(from)) {
				t.Errorf("%s → %s does not name the present state: %v", from, to, err)
			}
			for _, next := range states {
				if allowed[string(from)+" "+string(next)] && !strings.Contains(err.Error(), string(next)) {
					t.Errorf("%s → %s does not name %s, which is allowed: %v", from, to, next, err)
				}
			}
		}
	}
}

func TestTheDeskDoesWhatTheStateSays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		for _, step := range []struct {
			to                investment.Status
			deskStatus, agent string
		}{
			{investment.Active, "active", "orion"},
			{investment.Suspended, "suspended", "orion"}, // it enters nothing, but its exits run
			{investment.Active, "active", "orion"},
			{investment.Closed, "closed", ""},
		} {
			account := h.moved(id, step.to)
			wantEqual(t, "status", account.Status, step.to)
			wantEqual(t, "desk", h.deskStatus(id), step.deskStatus)
			wantEqual(t, "agent", h.desk.agent(id), step.agent)
		}
		account, err := h.Account(t.Context(), h.owner, id)
		must(t, err)
		wantEqual(t, "activated", account.ActivatedAt.UTC(), start)
		wantEqual(t, "closed", account.ClosedAt.UTC(), start)
		wantEqual(t, "events", h.events.Count("investment.account.status_changed"), 4)
	})
}

func TestTheFirstActivationIsRemembered(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), manualKYC)
	id := h.open().ID
	h.moved(id, investment.Active)
	h.clock.Advance(1e9)
	h.moved(id, investment.Suspended)
	account := h.moved(id, investment.Active)
	wantEqual(t, "activated", account.ActivatedAt.UTC(), start)
}

func TestActivatingAnAccountThatWaitsForKYCApprovesItInTheAdminsName(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		account := h.moved(h.open().ID, investment.Active)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCApproved)
		read, err := h.Account(t.Context(), h.owner, account.ID)
		must(t, err)
		wantEqual(t, "decided by", read.KYCDecidedBy, h.admin.UserID)
		// The rest has nothing to do with KYC.
		h.moved(account.ID, investment.Suspended)
		again, err := h.SetStatus(t.Context(), h.superAdmin, account.ID, investment.Active, "")
		must(t, err)
		wantEqual(t, "decided by", again.KYCDecidedBy, h.admin.UserID)
	})
}

func TestTheStatusIsForAdminsOfTheTenant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		for _, test := range []struct {
			caller identity.Caller
			id     uuid.UUID
			code   fault.Code
		}{
			{h.owner, id, fault.Forbidden},
			{h.stranger, id, fault.Forbidden},
			{h.foreignAdmin, id, fault.NotFound},
			{h.admin, uuid.New(), fault.NotFound},
		} {
			_, err := h.SetStatus(t.Context(), test.caller, test.id, investment.Active, "")
			testkit.WantFault(t, err, test.code, "")
		}
		wantEqual(t, "events", h.events.Types(), []string{"investment.account.created"})
		_, err := h.SetStatus(t.Context(), h.superAdmin, id, investment.Active, "")
		must(t, err)
	})
}

func TestTheSameTransitionTwentyTimesAtOnceHappensOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		for _, next := range []investment.Status{investment.Active, investment.Suspended, investment.Closed} {
			before := h.events.Count("investment.account.status_changed")
			applied := 0
			for _, err := range testkit.InParallel(20, func(int) error {
				_, err := h.SetStatus(t.Context(), h.admin, id, next, "")
				return err
			}) {
				if err == nil {
					applied++
				} else {
					testkit.WantFault(t, err, fault.InvalidTransition, "")
				}
			}
			wantEqual(t, "applied", applied, 1)
			wantEqual(t, "events", h.events.Count("investment.account.status_changed")-before, 1)
		}
	})
}

func TestAnAccountThatCannotBeSoldYetIsClosedWithItsLastPosition(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.moved(h.open().ID, investment.Active).ID
		h.desk.locked(func() { h.desk.isStale = true })
		account := h.moved(id, investment.Closed)
		wantEqual(t, "status", account.Status, investment.Suspended)
		wantEqual(t, "closing since", account.ClosingSince.UTC(), start)
		if told, want := string(h.eventText()), `"closingSince":"`+start.Format("2006-01-02T15:04:05.000Z")+`"`; !strings.Contains(told, want) {
			t.Errorf("told is %s, without %s", told, want)
		}
		wantEqual(t, "agent", h.desk.agent(id), "")
		for _, next := range []investment.Status{investment.Active, investment.Closed} {
			_, err := h.SetStatus(t.Context(), h.admin, id, next, "")
			testkit.WantFault(t, err, fault.InvalidTransition, "")
		}
		profile := investment.Aggressive
		_, err := h.Update(t.Context(), h.owner, id, investment.AccountChange{RiskProfile: &profile})
		testkit.WantFault(t, err, fault.AccountNotActive, "")
		h.clock.Advance(1e9)
		sold := func() {
			must(t, h.db.InTx(t.Context(), func(tx *database.Tx) error { return h.TradingClosed(t.Context(), tx, id) }))
		}
		sold()
		sold() // idempotent
		account, err = h.Account(t.Context(), h.owner, id)
		must(t, err)
		wantEqual(t, "status", account.Status, investment.Closed)
		wantEqual(t, "closed", account.ClosedAt.UTC(), h.clock.Now())
		wantEqual(t, "events", h.events.Count("investment.account.status_changed"), 3)
	})
}
