package payments_test

import (
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// Reports about refunds may come in the wrong order, or not at all.

// A refund of ours came back unreported, and somebody made another one at the provider.
func TestARefundMadeAtTheProviderInThePlaceOfOneThatCameBackUnheardIsBooked(t *testing.T) {
	t.Parallel()
	for name, isListed := range map[string]bool{"told by itself": false, "among all of the payment": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := s.paid(s.deposit("100"))
				ours := s.refunded(p, nil)
				second := foreign(p, "re_2", "100")
				back := payments.RefundReport{
					RefundID: ours.ID, Reference: "refund:" + ours.ID.String(), Payment: second.Payment, Amount: ours.Amount, Status: payments.RefundFailed,
				}
				event := payments.Event{ID: "second", Refund: &second}
				if isListed {
					event = payments.Event{ID: "second", RefundsOf: second.Payment}
				}
				s.till.set(func(p *till) { p.listErr = errAway })
				testkit.WantFault(t, s.hearEvent(event), fault.ServiceUnavailable) // it is sent again
				s.till.set(func(p *till) { p.listErr, p.list = nil, []payments.RefundReport{second, back} })
				s.must(s.hearEvent(event))
				found := s.wantStatus(p, payments.Refunded)
				statuses := []payments.RefundStatus{found.Refunds[0].Status, found.Refunds[len(found.Refunds)-1].Status}
				if len(found.Refunds) != 2 || !slices.Equal(statuses, []payments.RefundStatus{payments.RefundFailed, payments.RefundSucceeded}) || s.outcome("second") != "applied" {
					t.Errorf("the refunds are %+v, the event was %s", found.Refunds, s.outcome("second"))
				}
				s.wantBalance(s.account, ledger.Cash, "1000")
				s.wantBalance(s.account, ledger.External, "-1000")
				s.wantBalance(s.account, ledger.Debt, "0")
				s.wantInOrder()
			})
		})
	}
}

func TestMoreThanIsLeftOfAPaymentIsNotBooked(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.deposit("100"))
		s.refunded(p, amount("60"))
		much := foreign(p, "re_1", "50")
		for range 2 {
			s.must(s.hearEvent(payments.Event{ID: "much", Refund: &much}))
		}
		if found := s.wantStatus(p, payments.PartiallyRefunded); found.Refunded != money.FromInt(60) || s.outcome("much") != "refused" {
			t.Errorf("%s is refunded, the event was %s", found.Refunded, s.outcome("much"))
		}
		s.wantInOrder()
	})
}

func TestARefundMadeAtTheProviderThatHasFailedIsNotBookedByWhatIsToldLate(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.deposit("100"))
		created := foreign(p, "re_1", "100")
		failed := created
		failed.Status = payments.RefundFailed
		s.must(s.hearEvent(payments.Event{ID: "failed", Refund: &failed}))
		s.must(s.hearEvent(payments.Event{ID: "again", Refund: &failed}))
		s.must(s.hearEvent(payments.Event{ID: "created", Refund: &created}))
		found := s.wantStatus(p, payments.Succeeded)
		if !found.Refunded.IsZero() || len(found.Refunds) != 1 || found.Refunds[0].Status != payments.RefundFailed || s.events.Count("payment.refund_failed") != 1 {
			t.Errorf("%s is refunded by %+v, told %v", found.Refunded, found.Refunds, s.events.Types())
		}
		s.wantBalance(s.account, ledger.Cash, "1100")
		s.refunded(p, nil) // it can be refunded as before
		s.wantInOrder()
	})
}
