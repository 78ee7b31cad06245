package payments_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/payments"
)

// What a provider has done but could not report, or cannot report at the moment.

func TestARefundWhoseAnswerWasLostIsNotMadeAgain(t *testing.T) {
	t.Parallel()
	for name, forget := range map[string]string{
		"no answer":           "",
		"died before writing": `UPDATE refunds SET attempts = 0`, // forgets the attempt
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := s.paid(s.checkout())
				s.till.set(func(p *till) { p.isMute = true })
				refund, err := s.service.Refund(t.Context(), s.admin, p.ID, amount("9.90"), "")
				if err != nil || refund.Status != payments.RefundPending {
					t.Fatalf("got %+v (%v)", refund, err)
				}
				if forget != "" {
					s.must(db.InTx(t.Context(), func(tx *database.Tx) error {
						_, err := tx.Exec(t.Context(), forget)
						return err
					}))
				}
				s.till.set(func(p *till) { p.isMute = false })
				s.clock.Advance(25 * time.Hour) // a provider remembers requests for a day
				s.must(s.service.Reconcile(t.Context()))
				found := s.wantStatus(p, payments.PartiallyRefunded)
				if found.Refunded != money.MustParse("9.9") || s.till.asked(refund) != 1 {
					t.Errorf("%s refunded, asked for %d times, want 9.9 and once", found.Refunded, s.till.asked(refund))
				}
				s.wantInOrder()
			})
		})
	}
}

func TestARefundIsNotAskedForAgainWhileNobodyKnowsWhetherItWasMade(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.till.set(func(p *till) { p.refundErr = errAway })
		refund, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		s.must(err)
		for _, failure := range []error{errAway, &payments.Refusal{Reason: "no such payment_intent"}} {
			s.till.set(func(p *till) { p.listErr = failure })
			s.clock.Advance(time.Hour)
			s.must(s.service.Reconcile(t.Context()))
			if found := s.wantStatus(p, payments.Succeeded); found.Refunds[0].Status != payments.RefundPending || s.till.asked(refund) != 1 {
				t.Errorf("%v: the refund is %s and was asked for %d times", failure, found.Refunds[0].Status, s.till.asked(refund))
			}
		}
		s.till.set(func(p *till) { p.refundErr, p.listErr = nil, nil })
		s.clock.Advance(time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		s.wantStatus(p, payments.Refunded)
		s.wantInOrder()
	})
}

func TestARefundThatCannotBeLookedUpHasNotFailed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.till.set(func(p *till) { p.refundAs = payments.RefundPending })
		_, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		s.must(err)
		s.till.set(func(p *till) {
			p.refundErr = &payments.Refusal{Reason: "no such refund: the key is of another account"}
		})
		s.clock.Advance(time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		if found := s.wantStatus(p, payments.Succeeded); found.Refunds[0].Status != payments.RefundPending {
			t.Errorf("the refund is %s", found.Refunds[0].Status)
		}
		s.till.set(func(p *till) { p.refundErr, p.refundAs = nil, payments.RefundSucceeded })
		s.clock.Advance(time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		s.wantStatus(p, payments.Refunded)
		s.wantInOrder()
	})
}
