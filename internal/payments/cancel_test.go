package payments_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
	"bourse/internal/testkit"
)

// cancel cancels a payment of the user.
func (s *shop) cancel(p *payments.Payment) {
	s.t.Helper()
	_, err := s.service.Cancel(s.t.Context(), s.user, p.ID)
	s.must(err)
}

// becomes changes the state of a payment's checkout without an event.
func (s *shop) becomes(p *payments.Payment, state payments.State) {
	s.till.set(func(till *till) { till.states["checkout:"+p.ID.String()] = state })
}

// later advances the clock, and lets the reconciler do what is due then and what follows from it.
func (s *shop) later(wait time.Duration) {
	s.t.Helper()
	s.clock.Advance(wait)
	s.must(s.service.Reconcile(s.t.Context()))
	s.must(s.service.Reconcile(s.t.Context()))
}

// wantAwaited fails unless providers are still asked about exactly this many payments, none of them overdue.
func (s *shop) wantAwaited(want int64) {
	s.t.Helper()
	waiting, err := s.service.Waiting(s.t.Context())
	s.must(err)
	if waiting.Payments.Count != want || want > 0 && waiting.Payments.Oldest.Before(s.clock.Now()) {
		s.t.Fatalf("at %v the answers about %+v are waited for, want %d that are not due", s.clock.Now(), waiting.Payments, want)
	}
}

// wantGivenBack fails unless a payment is cancelled and its money has gone back once.
func (s *shop) wantGivenBack(p *payments.Payment) {
	s.t.Helper()
	found := s.wantStatus(p, payments.Cancelled)
	if found.Refunded != p.Amount || len(found.Refunds) != 1 || s.events.Count("payment.refunded") != 1 {
		s.t.Errorf("%s of %s went back in %v", found.Refunded, p.Amount, found.Refunds)
	}
	if s.courses.enrolled != 0 {
		s.t.Error("what was cancelled was bought")
	}
	s.wantBalance(s.user.UserID, ledger.Hold, "0")
	s.wantBalance(s.user.UserID, ledger.External, "0")
	s.wantBalance(s.account, ledger.Cash, "1000")
	s.wantAwaited(0)
	s.wantInOrder()
}

func TestMoneyThatCameInTheMomentOfACancellationIsAskedForAndGoesBack(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(s *shop) *payments.Payment{
		"for a course":  (*shop).checkout,
		"for a deposit": func(s *shop) *payments.Payment { return s.deposit(price.String()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				p := begin(s)
				s.becomes(p, payments.CheckoutPaid) // in another tab
				s.cancel(p)
				s.wantAwaited(1)
				s.later(6 * time.Minute)
				s.wantGivenBack(p)
				s.must(s.hear("late", report(p, payments.CheckoutPaid)))
				s.later(time.Hour)
				s.wantGivenBack(p)
			})
		})
	}
}

func TestACheckoutThatCouldNotBeClosedWithItsPaymentIsClosedLater(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		s.till.set(func(p *till) { p.closeErr = errAway })
		s.cancel(p)
		s.later(6 * time.Minute)
		if len(s.till.closed) != 0 {
			t.Fatal("it is closed")
		}
		s.till.set(func(p *till) { p.closeErr = nil })
		s.later(2 * time.Minute)
		if len(s.till.closed) != 1 {
			t.Error("the checkout can still be paid")
		}
		s.wantStatus(p, payments.Cancelled)
		s.wantAwaited(0)
		s.wantInOrder()
	})
}

func TestMoneyThatIsOnItsWayToACancelledPaymentIsAskedForUntilItComesOrFails(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		comes, fails := s.checkout(), s.checkout()
		for _, p := range []*payments.Payment{comes, fails} {
			s.becomes(p, payments.CheckoutProcessing)
			s.cancel(p)
		}
		for range 3 * 24 {
			s.later(time.Hour)
			s.wantAwaited(2)
		}
		s.becomes(comes, payments.CheckoutPaid)
		s.becomes(fails, payments.CheckoutFailed)
		s.later(time.Hour)
		s.wantGivenBack(comes)
		if found := s.wantStatus(fails, payments.Cancelled); !found.PaidAt.IsZero() || s.events.Count("payment.failed") != 0 {
			t.Errorf("got %+v", found)
		}
	})
}

func TestAPaymentThatIsCancelledWhileItsProviderIsAskedIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		s.till.set(func(till *till) {
			till.closeErr = errAway
			till.onLook = func() { s.cancel(p) }
		})
		s.later(6 * time.Minute)
		s.wantStatus(p, payments.Cancelled)
		s.wantAwaited(1)
		s.becomes(p, payments.CheckoutPaid)
		s.till.set(func(till *till) { till.closeErr, till.onLook = nil, nil })
		s.later(time.Hour)
		s.wantGivenBack(p)
	})
}

func TestOfAPaymentThatIsCancelledInTimeNothingIsLeftToAsk(t *testing.T) {
	t.Parallel()
	pages, err := sandbox.New("https://bourse.test")
	if err != nil {
		t.Fatal(err)
	}
	for _, provider := range []string{"stripe", "sandbox"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newShop(t, db)
				if provider == "sandbox" {
					s.use(pages)
				}
				p := s.checkout()
				s.cancel(p)
				s.later(6 * time.Minute)
				s.wantStatus(p, payments.Cancelled)
				s.wantAwaited(0)
				s.wantInOrder()
			})
		})
	}
}

func TestAPaymentThatIsCancelledBeforeItHasACheckoutIsNeverAskedAbout(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.till.set(func(p *till) { p.openErrors = []error{errAway} })
		_, err := s.service.Checkout(t.Context(), s.user, s.user.UserID, "")
		testkit.WantFault(t, err, fault.ServiceUnavailable)
		begun, _, err := s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Own}, "", database.Page{Number: 1, Limit: 1})
		s.must(err)
		s.cancel(begun[0])
		s.wantAwaited(0)
	})
}

// Switching a provider off and on again loses nothing; a payment of its does not wait longer than its checkout.
func TestWhatWasCancelledIsAskedAboutWhenItsProviderIsInUseAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		s.becomes(p, payments.CheckoutPaid)
		s.cancel(p)
		s.use()
		for range 3 {
			s.later(time.Hour)
			s.wantAwaited(1)
		}
		s.use(s.till)
		s.later(time.Hour)
		s.wantGivenBack(p)
		open := s.checkout()
		s.cancel(open)
		s.use()
		s.later(25 * time.Hour)
		s.wantStatus(open, payments.Cancelled)
		s.wantAwaited(0)
	})
}
