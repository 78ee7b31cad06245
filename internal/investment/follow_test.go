package investment_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
)

func TestAnApprovalActivatesEveryAccountThatWaits(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		first, second, closed := h.open().ID, h.open().ID, h.open().ID
		h.moved(closed, investment.Closed)
		stranger := h.owner
		h.another()
		untouched := h.open().ID
		_, err := h.SubmitKYC(t.Context(), stranger, first, details())
		must(t, err)
		wantEqual(t, "accounts that show the submission", h.number(`SELECT COUNT(*) FROM investment_accounts WHERE kyc_status = 'submitted'`), 3)
		wantEqual(t, "events", h.events.Count("investment.account.kyc_submitted"), 2) // for those that are open
		_, err = h.DecideKYC(t.Context(), h.admin, second, approveKYC, "")
		must(t, err)
		for id, want := range map[uuid.UUID]string{first: "active", second: "active", closed: "closed", untouched: "suspended"} {
			wantEqual(t, "desk", h.deskStatus(id), want)
		}
		for _, id := range []uuid.UUID{first, second} {
			wantEqual(t, "agent", h.desk.agent(id), "orion")
		}
		wantEqual(t, "KYC of all accounts", h.number(`SELECT COUNT(*) FROM investment_accounts WHERE user_id = $1 AND kyc_status = 'approved'`, stranger.UserID), 3)
		wantEqual(t, "KYC of somebody else", h.number(`SELECT COUNT(*) FROM investment_accounts WHERE id = $1 AND kyc_status = 'none'`, untouched), 1)
	})
}

// Only on PostgreSQL can somebody close an account meanwhile.
func TestAnAccountThatIsClosedWhileItsOwnerIsApprovedShowsIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.Postgres), manualKYC)
	id := h.open().ID
	submitted, err := h.cases.Submit(t.Context(), h.owner, kyc.Submission{
		FullName: "Ada Lovelace", Country: "GB", DateOfBirth: details().DateOfBirth, DocumentNumber: "PASS-4711",
	})
	must(t, err)
	commit := databasetest.Hold(t, h.db, `UPDATE investment_accounts SET status = 'closed' WHERE id = $1`, id)
	decided := make(chan error, 1)
	go func() {
		_, err := h.cases.Decide(t.Context(), h.admin, submitted.ID, kyc.Approve, "")
		decided <- err
	}()
	testkit.Until(t, "the decision waits for the account", func() bool {
		return h.number(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == 1
	})
	commit()
	must(t, testkit.Receive(t, "it is decided", decided))
	wantEqual(t, "closed accounts of a known person", h.number(`SELECT COUNT(*) FROM investment_accounts WHERE status = 'closed' AND kyc_status = 'approved'`), 1)
}

func TestANewAccountOfAKnownPersonIsActiveAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.moved(h.open().ID, investment.Active)
		made := h.open()
		read, err := h.Account(t.Context(), h.owner, made.ID)
		must(t, err)
		for _, account := range []*investment.Account{made, read} {
			wantEqual(t, "status", account.Status, investment.Active)
			wantEqual(t, "KYC", account.KYCStatus, investment.KYCApproved)
			wantEqual(t, "activated", account.ActivatedAt.UTC(), start)
			wantEqual(t, "balance", account.CurrentBalance.String(), "5000")
		}
		wantEqual(t, "desk", h.deskStatus(made.ID), "active")
		wantEqual(t, "agent", h.desk.agent(made.ID), "orion")
	})
}

func TestAccountsThatAreOpenedWhileTheirOwnerIsApprovedAreNotForgotten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for range 5 {
			h.another()
			submitted, err := h.cases.Submit(t.Context(), h.owner, kyc.Submission{
				FullName: "Ada Lovelace", Country: "GB", DateOfBirth: details().DateOfBirth, DocumentNumber: "PASS-4711",
			})
			must(t, err)
			for _, err := range testkit.InParallel(8, func(i int) error {
				if i == 3 {
					_, err := h.cases.Decide(t.Context(), h.admin, submitted.ID, kyc.Approve, "")
					return err
				}
				h.open()
				return nil
			}) {
				must(t, err)
			}
			wantEqual(t, "active accounts", h.number(`
				SELECT COUNT(*) FROM investment_accounts i JOIN trading_accounts a ON a.id = i.id
				WHERE i.user_id = $1 AND i.status = 'active' AND i.kyc_status = 'approved' AND a.status = 'active'`, h.owner.UserID), 7)
		}
	})
}

func TestAnExpiredApprovalStopsMoneyAndClosesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		may := func(ask func(tx *database.Tx) error) error { return db.InTx(t.Context(), ask) }
		mayDeposit := func() error {
			return may(func(tx *database.Tx) error { return h.MayDeposit(t.Context(), tx, h.owner.UserID, id) })
		}
		mayWithdraw := func() error {
			return may(func(tx *database.Tx) error { return h.MayWithdraw(t.Context(), tx, h.owner.UserID, id) })
		}
		must(t, mayDeposit()) // before the first approval
		testkit.WantFault(t, mayWithdraw(), fault.AccountNotActive, "")
		h.moved(id, investment.Active)
		must(t, mayDeposit())
		must(t, mayWithdraw())
		h.clock.Advance(approvedFor)
		testkit.WantFault(t, mayDeposit(), fault.AccountNotActive, "") // even before the expiry is stored
		testkit.WantFault(t, mayWithdraw(), fault.AccountNotActive, "")
		paying, err := h.PayingOut(t.Context(), h.owner)
		must(t, err)
		wantEqual(t, "paying out", paying[id], false)
		must(t, h.cases.ExpireDue(t.Context()))
		account, err := h.Account(t.Context(), h.owner, id)
		must(t, err)
		wantEqual(t, "status", account.Status, investment.Active)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCExpired)
		wantEqual(t, "desk", h.deskStatus(id), "active")
		testkit.WantFault(t, mayDeposit(), fault.AccountNotActive, "")
		testkit.WantFault(t, mayWithdraw(), fault.AccountNotActive, "")
		wantEqual(t, "new account", h.open().Status, investment.PendingKYC)
		_, err = h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		testkit.WantFault(t, mayDeposit(), fault.AccountNotActive, "") // it waits for the decision
		_, err = h.DecideKYC(t.Context(), h.admin, id, approveKYC, "")
		must(t, err)
		must(t, mayDeposit())
		must(t, mayWithdraw())
		wantEqual(t, "active accounts", h.number(`SELECT COUNT(*) FROM investment_accounts WHERE status = 'active'`), 2)
		testkit.WantFault(t, may(func(tx *database.Tx) error { return h.MayDeposit(t.Context(), tx, h.stranger.UserID, id) }), fault.NotFound, "")
	})
}

func TestARenewalThatWaitsDoesNotStopMoney(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		id := h.open().ID
		h.moved(id, investment.Active)
		h.clock.Advance(approvedFor - 20*24*time.Hour)
		account, err := h.SubmitKYC(t.Context(), h.owner, id, details())
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCApproved)
		wantEqual(t, "new account", h.open().Status, investment.Active)
		must(t, db.InTx(t.Context(), func(tx *database.Tx) error { return h.MayWithdraw(t.Context(), tx, h.owner.UserID, id) }))
		h.clock.Advance(20 * 24 * time.Hour)
		must(t, h.cases.ExpireDue(t.Context()))
		account, err = h.Account(t.Context(), h.owner, id)
		must(t, err)
		wantEqual(t, "KYC", account.KYCStatus, investment.KYCSubmitted)
		wantEqual(t, "submissions told", h.events.Count("investment.account.kyc_submitted"), 1)
	})
}

func TestAccountsThatWaitAlthoughTheirOwnerIsKnownAreActivated(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		waiting := h.open().ID
		h.another()
		other := h.open().ID
		// The state of accounts after personal KYC cases were introduced.
		h.exec(`UPDATE investment_accounts SET kyc_status = 'approved' WHERE id = $1`, waiting)
		for _, err := range testkit.InParallel(4, func(int) error { return h.activateWaiting() }) {
			must(t, err)
		}
		wantEqual(t, "desk", h.deskStatus(waiting), "active")
		wantEqual(t, "desk of the other", h.deskStatus(other), "suspended")
		wantEqual(t, "events", h.events.Count("investment.account.status_changed"), 1)
		wantEqual(t, "entries", len(h.audited(waiting)), 1)
	})
}

func (h *house) activateWaiting() error {
	_, err := h.ActivateWaiting(h.t.Context())
	return err
}

// waiting opens accounts of different people, who are approved although their accounts wait, and returns their ids in
// the order in which the worker looks at them.
func (h *house) waiting(number int) (ids []uuid.UUID) {
	h.t.Helper()
	for range number {
		h.another()
		ids = append(ids, h.open().ID)
	}
	h.exec(`UPDATE investment_accounts SET kyc_status = 'approved'`)
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) })
	return ids
}

// Only on PostgreSQL can somebody lock an account meanwhile.
func TestAnAccountThatSomebodyHoldsKeepsNoOtherFromBeingActivated(t *testing.T) {
	t.Parallel()
	for _, held := range []string{"investment_accounts WHERE id = $1", "trading_accounts WHERE id = $1",
		"kyc_cases WHERE user_id = (SELECT user_id FROM investment_accounts WHERE id = $1)"} {
		h := newHouse(t, databasetest.Open(t, database.Postgres), manualKYC)
		ids := h.waiting(2)
		release := databasetest.Hold(t, h.db, `SELECT id FROM `+held+` FOR UPDATE`, ids[0])
		wait, err := h.ActivateWaiting(t.Context())
		must(t, err) // a locked account is not a failure
		wantEqual(t, "wait", wait, time.Minute)
		wantEqual(t, "other", h.deskStatus(ids[1]), "active")
		release()
		wait, err = h.ActivateWaiting(t.Context())
		must(t, err)
		wantEqual(t, "wait", wait, 10*time.Minute)
		wantEqual(t, "held", h.deskStatus(ids[0]), "active")
	}
}

// More accounts fail than fit into one batch.
func TestAccountsThatFailKeepNoOtherFromBeingActivated(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		ids := h.waiting(102)
		last := len(ids) - 1
		trouble := errors.New("the account cannot be valued")
		h.desk.locked(func() {
			for _, id := range ids[:last] {
				h.desk.broken[id] = trouble
			}
		})
		wait, err := h.ActivateWaiting(t.Context())
		if !errors.Is(err, trouble) {
			t.Errorf("it ends with %v, want %v", err, trouble)
		}
		wantEqual(t, "wait", wait, time.Minute)
		wantEqual(t, "other", h.deskStatus(ids[last]), "active")
		wantEqual(t, "broken", h.deskStatus(ids[0]), "suspended")
		h.desk.locked(func() { clear(h.desk.broken) })
		must(t, h.activateWaiting())
		wantEqual(t, "active", h.number(`SELECT COUNT(*) FROM investment_accounts WHERE status = 'active'`), len(ids))
	})
}
