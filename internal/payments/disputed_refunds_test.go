package payments_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
)

// pending requests a refund of all of a payment, which the provider leaves undecided.
func (s *shop) pending(p *payments.Payment) *payments.Refund {
	s.t.Helper()
	s.till.set(func(p *till) { p.refundAs = payments.RefundPending })
	refund, err := s.service.Refund(s.t.Context(), s.admin, p.ID, nil, "")
	s.must(err)
	return refund
}

func TestADisputeLeavesARefundThatIsUnderWayItsMoney(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for _, end := range []payments.DisputeStatus{payments.DisputeWon, payments.DisputeLost} {
			p := s.paid(s.deposit("100"))
			refund := s.pending(p)
			s.must(s.hearDispute(p, "created", payments.DisputeOpen, "100"))
			s.wantBalance(s.account, ledger.Cash, "1000")
			s.wantBalance(s.account, ledger.Hold, "100")
			s.must(s.hearOurs("gone "+refund.ID.String(), refund, payments.RefundSucceeded))
			s.must(s.hearDispute(p, "closed", end, "100"))
			if found := s.wantStatus(p, payments.Refunded); !found.Disputed.IsZero() {
				t.Errorf("%s is disputed of what was refunded", found.Disputed)
			}
			s.wantBalance(s.account, ledger.Cash, "1000")
			s.wantBalance(s.account, ledger.Hold, "0")
			s.wantBalance(s.account, ledger.Debt, "0")
			s.wantInOrder()
		}
	})
}

func TestADisputeTakesWhatARefundHasLeftThatFailed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for _, end := range []payments.DisputeStatus{payments.DisputeWon, payments.DisputeLost} {
			for _, isLate := range []bool{false, true} { // the refund fails after everything else is decided
				p := s.paid(s.deposit("100"))
				refund := s.pending(p)
				s.must(s.hearDispute(p, "created", payments.DisputeOpen, "60"))
				if isLate {
					s.must(s.hearDispute(p, "closed", end, "60"))
				}
				s.must(s.hearOurs("failed "+refund.ID.String(), refund, payments.RefundFailed))
				if !isLate {
					s.wantBalance(s.account, ledger.Cash, "1040")
					s.wantBalance(s.account, ledger.Hold, "60")
					s.must(s.hearDispute(p, "closed", end, "60"))
				}
				s.wantBalance(s.account, ledger.Hold, "0")
				kept := map[payments.DisputeStatus]int64{payments.DisputeWon: 1100, payments.DisputeLost: 1040}[end]
				s.wantBalance(s.account, ledger.Cash, money.FromInt(kept).String())
				s.wantInOrder()
				s.till.set(func(p *till) { p.refundAs = "" })
				s.refunded(p, nil) // what is left
				s.wantBalance(s.account, ledger.Cash, "1000")
			}
		}
		if s.owners.suspended != 0 {
			t.Error("somebody who owes nothing is suspended")
		}
	})
}

// Money that bought nothing is about to be refunded automatically when its payer disputes it.
func TestMoneyThatBoughtNothingAndIsDisputedGoesBackOnce(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string]error{"by its refund": nil, "by the dispute": &payments.Refusal{Reason: "charge_disputed"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := s.checkout()
				_, err := s.service.Cancel(t.Context(), s.user, p.ID)
				s.must(err)
				s.must(s.hear("paid", report(p, payments.CheckoutPaid)))
				s.must(s.hearDispute(p, "created", payments.DisputeOpen, "49.90"))
				s.wantBalance(s.user.UserID, ledger.Hold, "49.9")
				s.till.set(func(p *till) { p.refundErr = refused })
				s.must(s.service.Reconcile(t.Context()))
				s.must(s.hearDispute(p, "closed", payments.DisputeLost, "49.90"))
				found := s.wantStatus(p, payments.Cancelled)
				if found.Refunds[0].Status == payments.RefundPending || found.Refunded.Add(found.Disputed) != price {
					t.Errorf("the refund is %s; %s went back and %s is disputed", found.Refunds[0].Status, found.Refunded, found.Disputed)
				}
				s.wantBalance(s.user.UserID, ledger.Hold, "0")
				s.wantBalance(s.user.UserID, ledger.External, "0")
				s.wantInOrder()
			})
		})
	}
}

// A refund that failed because somebody else had already made it leaves nothing to take.
func TestADisputeTakesNothingOfARefundThatWasMadeElsewhere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.deposit("100"))
		refund := s.pending(p)
		s.must(s.hearDispute(p, "created", payments.DisputeOpen, "100"))
		gone := foreign(p, "re_1", "100")
		s.must(s.hearEvent(payments.Event{ID: "gone", Refund: &gone}))
		s.must(s.hearOurs("failed", refund, payments.RefundFailed))
		if found := s.wantStatus(p, payments.Refunded); !found.Disputed.IsZero() {
			t.Errorf("%s is disputed of what was refunded", found.Disputed)
		}
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantInOrder()
	})
}

// Part of a withdrawal that cannot be refunded is to be transferred, unless its payer has disputed it meanwhile.
func TestADisputedPartOfAWithdrawalIsNotTransferred(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.deposit("100"))
		s.till.set(func(p *till) { p.refundAs = payments.RefundPending })
		asked := s.approve(s.withdraw("1100"))
		s.must(s.hearDispute(p, "created", payments.DisputeOpen, "100"))
		part := s.read(p).Refunds[0]
		s.must(s.hearOurs("failed", &part, payments.RefundFailed))
		s.wantBalance(s.account, ledger.Debt, "-100")
		if shown := s.readAsAdmin(asked); shown.Destination != nil || shown.Reason == "" {
			t.Error("who owes is to be paid")
		}
		_, err := s.service.MarkFailed(t.Context(), s.admin, asked.ID, "owes")
		s.must(err)
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantBalance(s.account, ledger.Debt, "0")
		s.wantInOrder()
	})
}
