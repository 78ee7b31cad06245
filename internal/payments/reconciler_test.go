package payments_test

import (
	"context"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/payments"
)

func TestTheWorkerFinishesWhatIsDueAndStopsWhenItIsTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		if _, err := s.service.Cancel(t.Context(), s.user, p.ID); err != nil {
			t.Fatal(err)
		}
		s.must(s.hear("late", report(p, payments.CheckoutPaid)))
		heard := make(chan string, 10)
		s.events.TellTo(heard)
		workers := s.service.SharedWorkers()
		if len(workers) != 1 || workers[0].Name() != "payment-reconciler" {
			t.Fatalf("the workers are %v", workers)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- workers[0].Run(ctx) }()
		if event := <-heard; event != "payment.refunded" {
			t.Errorf("heard %s, want payment.refunded", event)
		}
		stop()
		s.must(<-ended)
	})
}

func TestOldEventsAreForgottenAndStillChangeNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		s.must(s.hear("evt", report(p, payments.CheckoutPaid)))
		s.clock.Advance(89 * 24 * time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		if got := s.outcome("evt"); got != "applied" {
			t.Errorf("the event is %s, want applied", got)
		}
		s.clock.Advance(2 * 24 * time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		s.must(s.hear("evt", report(p, payments.CheckoutPaid)))
		if got := s.outcome("evt"); got != "ignored" {
			t.Errorf("the event that came again is %s, want ignored", got)
		}
		if s.courses.enrolled != 1 {
			t.Errorf("%d enrolments, want 1", s.courses.enrolled)
		}
	})
}

func TestAProviderThatStaysAwayIsAskedLessAndLess(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.till.set(func(p *till) { p.refundErr = errAway })
		refund, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		s.must(err)
		for range 120 {
			s.clock.Advance(time.Minute)
			s.must(s.service.Reconcile(t.Context()))
		}
		// At once, and then after 1, 3, 7, 15, 31 and 63 minutes; the next would be after 123 minutes.
		if got := s.till.refunds[refund.ID]; got != 7 {
			t.Errorf("asked %d times in two hours, want 7", got)
		}
	})
}

func TestAPaymentWhoseProviderHangsDoesNotKeepTheOthers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		stuck := s.checkout() // the first to be due
		s.clock.Advance(time.Second)
		s.user = s.stranger
		other := s.checkout()
		hanging := make(chan struct{})
		s.till.set(func(p *till) {
			p.hangs = map[string]chan struct{}{"checkout:" + stuck.ID.String(): hanging}
			p.states["checkout:"+other.ID.String()] = payments.CheckoutPaid
		})
		heard := make(chan string, 10)
		s.events.TellTo(heard)
		s.clock.Advance(time.Hour)
		ended := make(chan error, 1)
		go func() { ended <- s.service.Reconcile(t.Context()) }()
		for event := ""; event != "payment.succeeded"; {
			event = <-heard // while the other hangs
		}
		close(hanging)
		s.must(<-ended)
	})
}

// Payments can be begun faster than their provider can be asked about them.
func TestRefundsDoNotWaitForAllPaymentsThatAreDue(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		paid := s.paid(s.checkout())
		s.till.set(func(p *till) { p.refundErr = errAway })
		refund, err := s.service.Refund(t.Context(), s.admin, paid.ID, nil, "")
		s.must(err)
		s.user = s.stranger
		s.checkout()
		var asked []int
		s.till.set(func(p *till) {
			p.refundErr = nil
			p.onLook = func() { asked = append(asked, s.till.asked(refund)) }
		})
		s.clock.Advance(time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		if len(asked) == 0 || asked[0] != 2 {
			t.Errorf("at each look at a payment the refund had been asked for %v times, want 2 at the first", asked)
		}
	})
}
