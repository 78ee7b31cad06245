package investment_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestMoneyLeavesTheAccountsThatMayPayOut(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		want := func(what string, may bool) {
			t.Helper()
			paying, err := h.PayingOut(t.Context(), h.owner)
			must(t, err)
			wantEqual(t, what, paying, map[uuid.UUID]bool{id: may})
			err = db.InTx(t.Context(), func(tx *database.Tx) error { return h.MayWithdraw(t.Context(), tx, h.owner.UserID, id) })
			wantEqual(t, what+", when it is asked for", err == nil, may)
		}
		want("an account that waits", false)
		h.moved(id, investment.Active)
		want("an active account", true)
		h.moved(id, investment.Suspended)
		want("a suspended account", false)
		h.moved(id, investment.Active)
		h.moved(id, investment.Closed)
		want("a closed account", true)
		h.clock.Advance(approvedFor)
		must(t, h.cases.ExpireDue(t.Context()))
		want("an account whose owner is no longer known", false)
		others, err := h.PayingOut(t.Context(), h.stranger)
		must(t, err)
		wantEqual(t, "somebody else's", len(others), 0)
	})
}

func TestAnAccountThatLivesOnDepositsStartsEmpty(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.Service = h.with(manualKYC, investment.DepositFunding)
		account := h.open()
		if account.InitialCapital != money.FromInt(5000) || !account.CurrentBalance.IsZero() {
			t.Errorf("opened with %s of %s", account.CurrentBalance, account.InitialCapital)
		}
		if read, err := h.Account(t.Context(), h.owner, account.ID); err != nil || !read.CurrentBalance.IsZero() || !read.AccumulatedProfit.IsZero() {
			t.Errorf("read as %+v (%v)", read, err)
		}
	})
}

func TestMoneyLeavesAnAccountWithApprovedKYCThatIsNotSuspended(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		mayWithdraw := func(user uuid.UUID) error {
			return db.InTx(t.Context(), func(tx *database.Tx) error { return h.MayWithdraw(t.Context(), tx, user, id) })
		}
		testkit.WantFault(t, mayWithdraw(h.owner.UserID), fault.AccountNotActive, "")
		h.moved(id, investment.Active)
		must(t, mayWithdraw(h.owner.UserID))
		testkit.WantFault(t, mayWithdraw(h.stranger.UserID), fault.NotFound, "")
		suspend := func() {
			t.Helper()
			must(t, db.InTx(t.Context(), func(tx *database.Tx) error { return h.SuspendOwing(t.Context(), tx, id) }))
		}
		suspend()
		suspend() // idempotent
		if n := h.events.Count("investment.account.status_changed"); n != 2 {
			t.Errorf("%d changes were told, want 2", n)
		}
		if n := h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'investment.account.status_changed' AND subject_id = $1
			AND actor_id IS NULL AND before_fields LIKE '%active%' AND after_fields LIKE '%suspended%' AND details LIKE '%owed%'`, id); n != 1 {
			t.Errorf("the suspension is audited %d times, want 1", n)
		}
		testkit.WantFault(t, mayWithdraw(h.owner.UserID), fault.AccountNotActive, "")
		h.moved(id, investment.Closed)
		must(t, mayWithdraw(h.owner.UserID)) // the money of a closed account may leave
		suspend()                            // without changing it
	})
}
