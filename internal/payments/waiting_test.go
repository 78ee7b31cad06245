package payments_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/payments"
)

// anHour lets the reconciler work for an hour.
func (s *shop) anHour() payments.Waiting {
	s.t.Helper()
	for range 60 {
		s.clock.Advance(time.Minute)
		s.must(s.service.Reconcile(s.t.Context()))
	}
	waiting, err := s.service.Waiting(s.t.Context())
	s.must(err)
	if waiting.Payments.Count != 1 || waiting.Refunds.Count != 1 {
		s.t.Fatalf("%d payments and %d refunds wait, want one of each", waiting.Payments.Count, waiting.Refunds.Count)
	}
	return waiting
}

func TestWhatAProviderDoesNotAnswerWaitsForLonger(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.deposit("100"))
		s.till.set(func(p *till) { p.refundErr, p.lookErr = errAway, errAway })
		_, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		s.must(err)
		s.checkout()
		waiting, now := s.anHour(), s.clock.Now()
		if overdue := now.Sub(waiting.Payments.Oldest); overdue != 55*time.Minute { // the first answer is expected after five minutes
			t.Errorf("a payment is overdue for %v", overdue)
		}
		if overdue := now.Sub(waiting.Refunds.Oldest); overdue != time.Hour {
			t.Errorf("a refund is overdue for %v", overdue)
		}
	})
}

// Some payers take their time, and so do some banks with refunds.
func TestWhatAProviderAnswersIsNotOverdue(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.pending(s.paid(s.deposit("100")))
		s.checkout()
		waiting, now := s.anHour(), s.clock.Now()
		if waiting.Payments.Oldest.Before(now) || waiting.Refunds.Oldest.Before(now) {
			t.Errorf("overdue at %v: %+v", now, waiting)
		}
		s.clock.Advance(14 * 24 * time.Hour)
		waiting, err := s.service.Waiting(t.Context())
		s.must(err)
		if overdue := s.clock.Now().Sub(waiting.Refunds.Oldest); overdue != time.Hour {
			t.Errorf("a refund that no bank takes is overdue for %v", overdue)
		}
	})
}
