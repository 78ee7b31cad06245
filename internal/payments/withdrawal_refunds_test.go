package payments_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

func TestAWithdrawalGoesBackToWhereItCameFrom(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		oldest, middle, newest := s.paid(s.deposit("100")), s.paid(s.deposit("60")), s.paid(s.deposit("40"))
		_, err := s.service.Refund(t.Context(), s.admin, middle.ID, amount("10"), "") // 50 of it is left
		s.must(err)
		asked := s.withdraw("120")
		paid := s.approve(asked)
		if paid.Status != payments.WithdrawalPaid || paid.Refunded != money.FromInt(120) || !paid.TransferAmount.IsZero() {
			t.Fatalf("got %+v", paid)
		}
		s.wantStatus(newest, payments.Refunded)
		s.wantStatus(middle, payments.Refunded)
		if found := s.wantStatus(oldest, payments.PartiallyRefunded); found.Refunded != money.FromInt(30) {
			t.Errorf("%s of the oldest went back, want 30", found.Refunded)
		}
		s.wantBalance(s.account, ledger.Cash, "1070")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantBalance(s.account, ledger.External, "-1070")
		s.wantSteps(asked, payments.WithdrawalRequested, payments.WithdrawalApproved, payments.WithdrawalPaid)

		all := s.approve(s.withdraw("1070")) // 70 is left of the deposits, the rest was paid in otherwise
		if all.Status != payments.WithdrawalApproved || all.Refunded != money.FromInt(70) || all.TransferAmount != money.FromInt(1000) {
			t.Fatalf("got %+v", all)
		}
		s.wantBalance(s.account, ledger.Hold, "1000")
		_, err = s.service.MarkPaid(t.Context(), s.admin, all.ID, "SEPA 43")
		s.must(err)
		s.wantBalance(s.account, ledger.External, "0")
		s.wantInOrder()
	})
}

func TestAPartThatCannotGoBackIsTransferred(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.paid(s.deposit("100"))
		s.till.set(func(p *till) { p.refundErr = errAway })
		waiting := s.approve(s.withdraw("150"))
		if waiting.Refunding != money.FromInt(100) || waiting.TransferAmount != money.FromInt(50) {
			t.Fatalf("got %+v", waiting)
		}
		_, err := s.service.MarkPaid(t.Context(), s.admin, waiting.ID, "too early")
		testkit.WantFault(s.t, err, fault.InvalidTransition)
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
		s.clock.Advance(3 * time.Minute)
		s.must(s.service.Reconcile(t.Context()))
		rest, err := s.service.Withdrawal(t.Context(), s.user, waiting.ID)
		if err != nil || rest.TransferAmount != money.FromInt(150) || !rest.Refunding.IsZero() || rest.Status != payments.WithdrawalApproved {
			t.Fatalf("got %+v (%v)", rest, err)
		}
		s.wantBalance(s.account, ledger.Hold, "150") // it was never free in between
		_, err = s.service.MarkPaid(t.Context(), s.admin, waiting.ID, "SEPA 44")
		s.must(err)
		s.wantBalance(s.account, ledger.Cash, "950")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantInOrder()
	})
}

func TestPartsThatSettleLaterPayTheWithdrawalOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.paid(s.deposit("100"))
		s.paid(s.deposit("100"))
		s.till.set(func(p *till) { p.refundErr = errAway })
		asked := s.withdraw("200")
		s.approve(asked)
		s.till.set(func(p *till) { p.refundErr = nil })
		s.clock.Advance(3 * time.Minute)
		testkit.InParallel(4, func(int) error { return s.service.Reconcile(t.Context()) })
		paid, err := s.service.Withdrawal(t.Context(), s.user, asked.ID)
		if err != nil || paid.Status != payments.WithdrawalPaid || paid.Refunded != money.FromInt(200) {
			t.Fatalf("got %+v (%v)", paid, err)
		}
		s.wantSteps(asked, payments.WithdrawalRequested, payments.WithdrawalApproved, payments.WithdrawalPaid)
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantInOrder()
	})
}
