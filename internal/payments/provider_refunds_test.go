package payments_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// hearEvent sends any event of the till.
func (s *shop) hearEvent(event payments.Event) error {
	body, err := json.Marshal(event)
	s.must(err)
	return s.service.Receive(s.t.Context(), "stripe", body, "signed")
}

// foreign returns a refund that was made in the provider's dashboard.
func foreign(p *payments.Payment, reference, amount string) payments.RefundReport {
	return payments.RefundReport{
		Reference: reference, Payment: "money:" + p.ID.String(), Amount: money.MustParse(amount), Status: payments.RefundSucceeded,
	}
}

func TestARefundMadeAtTheProviderIsBooked(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		bought, deposited := s.paid(s.checkout()), s.paid(s.deposit("500"))
		part := foreign(bought, "re_1", "9.90")
		pending := part
		pending.Status = payments.RefundPending
		for id, report := range map[string]payments.RefundReport{"unknown money": {Reference: "re_0", Payment: "pi_other", Amount: money.FromInt(1), Status: payments.RefundSucceeded}, "on its way": pending} {
			s.must(s.hearEvent(payments.Event{ID: id, Refund: &report}))
			if got := s.outcome(id); got != "ignored" {
				t.Errorf("%s is %s", id, got)
			}
		}
		testkit.InParallel(4, func(i int) error {
			return s.hearEvent(payments.Event{ID: []string{"created", "updated"}[i%2], Refund: &part})
		})
		s.wantStatus(bought, payments.PartiallyRefunded)
		s.till.set(func(p *till) { p.list = []payments.RefundReport{part, foreign(bought, "re_2", "40")} })
		s.must(s.hearEvent(payments.Event{ID: "charge", RefundsOf: part.Payment}))
		if found := s.wantStatus(bought, payments.Refunded); len(found.Refunds) != 2 || s.courses.revoked != 1 {
			t.Errorf("%d refunds, %d courses taken back", len(found.Refunds), s.courses.revoked)
		}
		all := foreign(deposited, "re_3", "500")
		s.must(s.hearEvent(payments.Event{ID: "deposit", Refund: &all}))
		s.wantStatus(deposited, payments.Refunded)
		s.wantBalance(s.account, ledger.Cash, "1000")
		if s.events.Count("payment.refunded") != 3 || s.owners.suspended != 0 {
			t.Errorf("%d events, %d suspended", s.events.Count("payment.refunded"), s.owners.suspended)
		}
		s.wantInOrder()
	})
}

func TestWhatIsTakenBackAndSpentIsOwedAndPaidFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited := s.paid(s.deposit("500"))
		held := s.withdraw("1200") // 300 is left
		gone := foreign(deposited, "re_1", "500")
		s.must(s.hearEvent(payments.Event{ID: "gone", Refund: &gone}))
		s.wantBalance(s.account, ledger.Cash, "0")
		s.wantBalance(s.account, ledger.Debt, "-200")
		if s.owners.suspended != 1 {
			t.Error("who owes is not suspended")
		}
		_, err := s.service.Decide(t.Context(), s.admin, held.ID, payments.Decision{Approve: true})
		testkit.WantFault(s.t, err, fault.AccountNotActive)
		s.paid(s.deposit("50"))
		s.wantBalance(s.account, ledger.Cash, "0")
		s.wantBalance(s.account, ledger.Debt, "-150")
		wallet, err := s.service.Wallet(t.Context(), s.user)
		if err != nil || wallet.Owed != money.FromInt(150) || !wallet.Withdrawable.IsZero() {
			t.Errorf("the wallet is %+v (%v)", wallet, err)
		}
		_, err = s.service.CancelWithdrawal(t.Context(), s.user, held.ID)
		s.must(err)
		s.wantBalance(s.account, ledger.Cash, "1050")
		s.wantBalance(s.account, ledger.Debt, "0")
		s.wantBalance(s.user.TenantID, ledger.External, "0")
		s.wantInOrder()
	})
}

func TestMoneyThatHasGoneBackAlreadyIsNotFreed(t *testing.T) {
	t.Parallel()
	already := &payments.Refusal{Reason: "charge_already_refunded", AlreadyRefunded: true}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited := s.paid(s.deposit("500"))
		s.till.set(func(p *till) { p.refundErr = already })
		refund, err := s.service.Refund(t.Context(), s.admin, deposited.ID, nil, "")
		if err != nil || refund.Status != payments.RefundPending {
			t.Fatalf("got %+v (%v): nobody knows yet where the money is", refund, err)
		}
		s.wantBalance(s.account, ledger.Hold, "500")
		s.till.set(func(p *till) { p.list = []payments.RefundReport{foreign(deposited, "re_1", "500")} })
		s.clock.Advance(time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		if found := s.wantStatus(deposited, payments.Refunded); len(found.Refunds) != 1 || found.Refunds[0].Status != payments.RefundSucceeded {
			t.Errorf("the refunds are %+v", found.Refunds)
		}
		late := foreign(deposited, "re_1", "500")
		s.must(s.hearEvent(payments.Event{ID: "late", Refund: &late}))
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantBalance(s.account, ledger.External, "-1000")
		if s.events.Count("payment.refunded") != 1 {
			t.Errorf("%d events, want 1", s.events.Count("payment.refunded"))
		}
		s.wantInOrder()
	})
}

func TestARefundThatWasMadeInPartsElsewhereFailsOnceTheyAreBooked(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited := s.paid(s.deposit("500"))
		s.till.set(func(p *till) {
			p.refundErr = &payments.Refusal{Reason: "charge_already_refunded", AlreadyRefunded: true}
			p.list = []payments.RefundReport{foreign(deposited, "re_1", "200"), foreign(deposited, "re_2", "300")}
		})
		refund, err := s.service.Refund(t.Context(), s.admin, deposited.ID, nil, "")
		if err != nil || refund.Status != payments.RefundFailed {
			t.Fatalf("got %+v (%v)", refund, err)
		}
		s.wantStatus(deposited, payments.Refunded)
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantInOrder()
	})
}

func TestAWithdrawalWhoseMoneyHasGoneBackIsPaid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited := s.paid(s.deposit("500"))
		s.till.set(func(p *till) {
			p.refundErr = &payments.Refusal{Reason: "charge_already_refunded", AlreadyRefunded: true}
			p.list = []payments.RefundReport{foreign(deposited, "re_1", "500")}
		})
		paid := s.approve(s.withdraw("500"))
		if paid.Status != payments.WithdrawalPaid || paid.Refunded != money.FromInt(500) {
			t.Errorf("got %+v", paid)
		}
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantInOrder()
	})
}

func TestWithoutAProviderNothingIsPaidAndMoneyCanLeave(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShopWith(t, db, nil)
		_, err := s.service.Checkout(t.Context(), s.user, uuid.New(), "")
		testkit.WantFault(s.t, err, fault.PaymentsUnavailable)
		_, err = s.service.Deposit(t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(50), Key: "key"})
		testkit.WantFault(s.t, err, fault.PaymentsUnavailable)
		if _, _, err := s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Own}, "", database.Page{Number: 1, Limit: 1}); err != nil {
			t.Error(err)
		}
		if approved := s.approve(s.withdraw("100")); approved.TransferAmount != money.FromInt(100) {
			t.Errorf("got %+v", approved)
		}
		s.must(s.service.Reconcile(t.Context()))
	})
}
