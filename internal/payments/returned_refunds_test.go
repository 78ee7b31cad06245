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
	"bourse/internal/trading"
)

// hearOurs reports a refund that we asked for.
func (s *shop) hearOurs(event string, refund *payments.Refund, status payments.RefundStatus) error {
	return s.hearEvent(payments.Event{ID: event, Type: "refund.updated", Refund: &payments.RefundReport{
		RefundID: refund.ID, Reference: "refund:" + refund.ID.String(), Amount: refund.Amount, Status: status,
	}})
}

// refunded makes a refund whose money has gone.
func (s *shop) refunded(p *payments.Payment, amount *money.Decimal) *payments.Refund {
	s.t.Helper()
	refund, err := s.service.Refund(s.t.Context(), s.admin, p.ID, amount, "")
	s.must(err)
	if refund.Status != payments.RefundSucceeded {
		s.t.Fatalf("the refund is %s", refund.Status)
	}
	return refund
}

// cameBack makes a refund whose money has gone and come back.
func (s *shop) cameBack(p *payments.Payment, amount *money.Decimal) *payments.Refund {
	s.t.Helper()
	refund := s.refunded(p, amount)
	s.must(s.hearOurs("back "+refund.ID.String(), refund, payments.RefundFailed))
	return refund
}

func TestARefundOfACourseThatComesBackIsOwedToItsPayer(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		refund := s.refunded(p, nil)
		testkit.InParallel(6, func(i int) error {
			return s.hearOurs([]string{"updated", "failed"}[i%2], refund, payments.RefundFailed)
		})
		s.must(s.hearOurs("again", refund, payments.RefundFailed))
		s.must(s.hearOurs("late", refund, payments.RefundSucceeded))
		found := s.wantStatus(p, payments.Succeeded)
		if !found.Refunded.IsZero() || found.Refunds[0].Status != payments.RefundFailed || s.events.Count("payment.refund_failed") != 1 {
			t.Errorf("%s refunded by a refund that is %s, told %v", found.Refunded, found.Refunds[0].Status, s.events.Types())
		}
		if s.courses.revoked != 1 || s.courses.restored != 0 {
			t.Error("the course was opened again")
		}
		s.wantBalance(s.user.UserID, ledger.Hold, "49.9")
		s.wantBalance(s.user.UserID, ledger.External, "-49.9")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		s.refunded(p, nil)
		s.wantStatus(p, payments.Refunded)
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
		s.wantBalance(s.user.UserID, ledger.External, "0")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		s.wantInOrder()
	})
}

func TestWhatIsOwedToThePayerOfACourseGoesOutBeforeWhatItEarned(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.refunded(p, amount("10"))
		s.cameBack(p, amount("9.90"))
		if found := s.wantStatus(p, payments.PartiallyRefunded); found.Refunded != money.FromInt(10) || s.courses.revoked != 0 {
			t.Errorf("%s is refunded, %d courses revoked", found.Refunded, s.courses.revoked)
		}
		s.wantBalance(s.user.UserID, ledger.Hold, "9.9")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "30")
		s.refunded(p, amount("4"))
		s.wantBalance(s.user.UserID, ledger.Hold, "5.9")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "30")
		s.cameBack(p, amount("20")) // 5.90 of which was owed
		s.wantBalance(s.user.UserID, ledger.Hold, "20")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "15.9")
		s.refunded(p, nil)
		s.wantStatus(p, payments.Refunded)
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		s.wantInOrder()
	})
}

func TestADisputeTakesWhatIsOwedToThePayerAndDoesNotOpenACourseThatNobodyPaysFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.cameBack(p, nil)
		s.must(s.hearDispute(p, "created", payments.DisputeOpen, "49.90"))
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
		s.must(s.hearDispute(p, "closed", payments.DisputeWon, "49.90"))
		s.wantBalance(s.user.UserID, ledger.Hold, "49.9")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		if s.courses.restored != 0 {
			t.Error("the course is open, and its money is owed")
		}

		part := s.paid(s.checkout())
		s.cameBack(part, amount("9.90"))
		s.must(s.hearDispute(part, "created", payments.DisputeOpen, "30"))
		s.wantBalance(s.user.UserID, ledger.Hold, "49.9")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "19.9")
		s.must(s.hearDispute(part, "closed", payments.DisputeWon, "30"))
		s.wantBalance(s.user.UserID, ledger.Hold, "59.8")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "40")
		if s.courses.restored != 1 {
			t.Error("the course that is paid for stays closed")
		}
		s.wantInOrder()
	})
}

func TestMoneyThatBoughtNothingAndComesBackIsRefundedAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		_, err := s.service.Cancel(t.Context(), s.user, p.ID)
		s.must(err)
		s.must(s.hear("paid", report(p, payments.CheckoutPaid)))
		s.must(s.service.Reconcile(t.Context()))
		gone := s.read(p).Refunds[0]
		s.must(s.hearOurs("back", &gone, payments.RefundFailed))
		if found := s.wantStatus(p, payments.Cancelled); !found.Refunded.IsZero() {
			t.Errorf("%s is refunded", found.Refunded)
		}
		s.wantBalance(s.user.UserID, ledger.Hold, "49.9")
		s.refunded(p, nil)
		if found := s.wantStatus(p, payments.Cancelled); found.Refunded != price {
			t.Errorf("%s is refunded", found.Refunded)
		}
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
		s.wantBalance(s.user.UserID, ledger.External, "0")
		s.wantInOrder()
	})
}

func TestARefundOfADepositThatComesBackIsOnTheAccountAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.deposit("500"))
		s.refunded(p, amount("200"))
		s.cameBack(p, nil)
		if found := s.wantStatus(p, payments.PartiallyRefunded); found.Refunded != money.FromInt(200) {
			t.Errorf("%s is refunded", found.Refunded)
		}
		s.wantBalance(s.account, ledger.Cash, "1300")
		s.wantBalance(s.account, ledger.External, "-1300")

		gone := foreign(s.paid(s.deposit("500")), "re_1", "500")
		held := s.withdraw("1500") // 300 is left
		s.must(s.hearEvent(payments.Event{ID: "gone", Refund: &gone}))
		s.wantBalance(s.account, ledger.Debt, "-200")
		gone.Status = payments.RefundFailed
		s.till.set(func(p *till) { p.list = []payments.RefundReport{gone} })
		for _, event := range []payments.Event{{ID: "back", Refund: &gone}, {ID: "list", RefundsOf: gone.Payment}} {
			s.must(s.hearEvent(event))
			s.wantBalance(s.account, ledger.Debt, "0") // debt is paid first
			s.wantBalance(s.account, ledger.Cash, "300")
		}
		_, err := s.service.CancelWithdrawal(t.Context(), s.user, held.ID)
		s.must(err)
		s.wantBalance(s.account, ledger.Cash, "1800")
		s.wantBalance(s.account, ledger.External, "-1800")
		s.wantBalance(s.user.TenantID, ledger.External, "0")
		if s.events.Count("payment.refund_failed") != 2 {
			t.Errorf("told %v", s.events.Types())
		}
		s.wantInOrder()
	})
}

func TestAClosedAccountTakesBackWhatWentOutOfIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		refund := s.refunded(s.paid(s.deposit("500")), nil)
		s.must(db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE trading_accounts SET status = $1 WHERE id = $2`, trading.AccountClosed, s.account)
			return err
		}))
		s.must(s.hearOurs("back", refund, payments.RefundFailed))
		s.wantBalance(s.account, ledger.Cash, "1500")
		s.withdraw("1500")
		s.wantInOrder()
	})
}

func TestAWithdrawalStaysPaidWhenAPartComesBackAndTheNextIsTransferred(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		oldest, newest := s.paid(s.deposit("100")), s.paid(s.deposit("40"))
		paid := s.approve(s.withdraw("140"))
		part := s.read(newest).Refunds[0]
		s.must(s.hearOurs("back", &part, payments.RefundFailed))
		s.wantStatus(newest, payments.Succeeded)
		s.wantStatus(oldest, payments.Refunded)
		shown, err := s.service.Withdrawal(t.Context(), s.user, paid.ID)
		if err != nil || shown.Status != payments.WithdrawalPaid || shown.Refunded != money.FromInt(100) || !shown.TransferAmount.IsZero() {
			t.Errorf("got %+v (%v)", shown, err)
		}
		s.wantBalance(s.account, ledger.Cash, "1040")
		wallet, err := s.service.Wallet(t.Context(), s.user)
		if err != nil || wallet.Deposited != money.FromInt(140) || wallet.Withdrawn != money.FromInt(100) {
			t.Errorf("the wallet is %+v (%v)", wallet, err)
		}
		again := s.approve(s.withdraw("40")) // its bank does not accept it
		if again.Status != payments.WithdrawalApproved || again.TransferAmount != money.FromInt(40) {
			t.Errorf("got %+v", again)
		}
		_, err = s.service.MarkPaid(t.Context(), s.admin, again.ID, "SEPA 46")
		s.must(err)
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantInOrder()
	})
}

func TestAWithdrawalIsPaidByTheRestOfItsPartsWhenOneCameBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		first, second := s.paid(s.deposit("100")), s.paid(s.deposit("100"))
		s.till.set(func(p *till) { p.refundAs = payments.RefundPending })
		asked := s.approve(s.withdraw("200"))
		part, rest := s.read(first).Refunds[0], s.read(second).Refunds[0]
		s.must(s.hearOurs("gone", &part, payments.RefundSucceeded))
		s.must(s.hearOurs("back", &part, payments.RefundFailed))
		s.wantBalance(s.account, ledger.Hold, "100")
		s.wantBalance(s.account, ledger.Cash, "1100")
		s.must(s.hearOurs("rest", &rest, payments.RefundSucceeded))
		paid, err := s.service.Withdrawal(t.Context(), s.user, asked.ID)
		if err != nil || paid.Status != payments.WithdrawalPaid || paid.Refunded != money.FromInt(100) {
			t.Errorf("got %+v (%v)", paid, err)
		}
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantInOrder()
	})
}

func TestOnlyTheRefundThatHasGoneComesBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		refund := s.refunded(p, nil)
		other := payments.RefundReport{RefundID: refund.ID, Reference: "refund:other", Status: payments.RefundFailed}
		nameless := other
		nameless.Reference = ""
		for id, report := range map[string]payments.RefundReport{"other": other, "nameless": nameless} {
			s.must(s.hearEvent(payments.Event{ID: id, Refund: &report}))
			if s.outcome(id) != "refused" {
				t.Errorf("%s is %s", id, s.outcome(id))
			}
		}
		s.wantStatus(p, payments.Refunded)
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
	})
}

func TestARefundThatFailsIsTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		refused, late := s.paid(s.checkout()), s.paid(s.deposit("50"))
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
		_, err := s.service.Refund(t.Context(), s.admin, refused.ID, nil, "")
		s.must(err)
		s.till.set(func(p *till) { p.refundErr, p.refundAs = nil, payments.RefundPending })
		refund, err := s.service.Refund(t.Context(), s.admin, late.ID, nil, "")
		s.must(err)
		for _, event := range []string{"failed", "again"} {
			s.must(s.hearOurs(event, refund, payments.RefundFailed))
		}
		if s.events.Count("payment.refund_failed") != 2 || s.events.Count("payment.refunded") != 0 {
			t.Errorf("told %v", s.events.Types())
		}
		s.wantBalance(s.account, ledger.Cash, "1050")
		s.wantInOrder()
	})
}

// An admin can refund money that bought nothing and that the provider refused to pay back at first, once the provider
// accepts it or by refunding it there.
func TestMoneyThatBoughtNothingIsRefundedByAnAdminWhenItDidNotGoByItself(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		if !p.PaidAt.IsZero() {
			t.Error("a payment that waits says when its money came")
		}
		s.must(s.hear("expired", report(p, payments.CheckoutExpired)))
		if found := s.read(p); !found.PaidAt.IsZero() {
			t.Error("an expired payment says when its money came")
		}
		s.clock.Advance(time.Hour)
		s.must(s.hear("paid", report(p, payments.CheckoutPaid)))
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
		s.must(s.service.Reconcile(t.Context()))
		found := s.wantStatus(p, payments.Expired)
		if !found.PaidAt.Equal(s.clock.Now()) || found.Refunds[0].Status != payments.RefundFailed || s.events.Count("payment.refund_failed") != 1 {
			t.Errorf("got %+v, told %v", found, s.events.Types())
		}
		s.till.set(func(p *till) { p.refundErr = nil })
		s.refunded(p, nil)
		_, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		testkit.WantFault(s.t, err, fault.InvalidTransition)
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
		s.wantInOrder()
	})
}

// A dispute does not wait for a refund: a payer who disputes a payment whose refund has gone but never arrived is
// paid once.
func TestADisputeTakesTheRefundThatItHasFoundGoneWhenThatComesBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for _, end := range []payments.DisputeStatus{payments.DisputeWon, payments.DisputeLost} {
			for _, isLate := range []bool{false, true} { // the refund comes back after everything else is decided
				p := s.paid(s.deposit("500"))
				first, second := s.refunded(p, amount("100")), s.refunded(p, amount("300"))
				s.must(s.hearDispute(p, "created", payments.DisputeOpen, "450"))
				s.wantBalance(s.account, ledger.Cash, "1000")
				s.wantBalance(s.account, ledger.Hold, "100")
				if isLate {
					s.must(s.hearDispute(p, "closed", end, "450"))
				}
				for _, refund := range []*payments.Refund{first, second} {
					s.must(s.hearOurs("back "+refund.ID.String(), refund, payments.RefundFailed))
				}
				if !isLate {
					s.wantBalance(s.account, ledger.Cash, "1050")
					s.wantBalance(s.account, ledger.Hold, "450")
					s.must(s.hearDispute(p, "closed", end, "450"))
				}
				s.wantBalance(s.account, ledger.Hold, "0")
				kept := map[payments.DisputeStatus]string{payments.DisputeWon: "500", payments.DisputeLost: "50"}[end]
				s.wantBalance(s.account, ledger.Cash, money.MustParse(kept).Add(money.FromInt(1000)).String())
				s.wantInOrder()
				s.refunded(p, nil) // what is left
				s.wantBalance(s.account, ledger.Cash, "1000")
			}
		}

		course := s.paid(s.checkout())
		refund := s.refunded(course, nil)
		s.must(s.hearDispute(course, "created", payments.DisputeOpen, "49.90"))
		s.must(s.hearOurs("back", refund, payments.RefundFailed))
		if found := s.read(course); !found.Refunded.IsZero() || found.Disputed != price {
			t.Errorf("%s is refunded and %s disputed", found.Refunded, found.Disputed)
		}
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
		s.wantInOrder()
		s.must(s.hearDispute(course, "closed", payments.DisputeWon, "49.90"))
		s.wantBalance(s.user.UserID, ledger.Hold, "49.9")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		if s.courses.restored != 0 {
			t.Error("the course is open, and its money is owed")
		}
		s.wantInOrder()
	})
}
