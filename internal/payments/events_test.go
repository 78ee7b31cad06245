package payments_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
	"bourse/internal/trading"
)

func TestWhatDoesNotMatchThePaymentIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		for name, change := range map[string]func(*payments.Report){
			"less":             func(r *payments.Report) { r.Amount = money.MustParse("49.89") },
			"more":             func(r *payments.Report) { r.Amount = money.MustParse("4990") },
			"currency":         func(r *payments.Report) { r.Currency = "EUR" },
			"another checkout": func(r *payments.Report) { r.Reference = "checkout:other" },
			"another payment":  func(r *payments.Report) { r.PaymentID = uuid.New() },
		} {
			told := report(p, payments.CheckoutPaid)
			change(&told)
			s.must(s.hear(name, told))
			if got := s.outcome(name); got != "refused" {
				t.Errorf("%s is %s, want refused", name, got)
			}
		}
		s.wantStatus(p, payments.Pending)
		if s.courses.enrolled != 0 || s.events.Count("payment.succeeded") != 0 {
			t.Error("a refused event had an effect")
		}
		if logged := s.logs.String(); strings.Count(logged, "level=WARN") != 5 || strings.Contains(logged, "4990") {
			t.Errorf("logged %s", logged)
		}
		s.paid(p) // and the right one still counts
	})
}

func TestLateEventsChangeNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		for _, state := range []payments.State{payments.CheckoutFailed, payments.CheckoutExpired, payments.CheckoutPaid, payments.CheckoutOpen} {
			s.must(s.hear("late "+string(state), report(p, state)))
			if got := s.outcome("late " + string(state)); got != "ignored" {
				t.Errorf("%s is %s, want ignored", state, got)
			}
		}
		s.wantStatus(p, payments.Succeeded)
		if s.courses.enrolled != 1 || s.events.Count("payment.failed") != 0 {
			t.Error("a late event had an effect")
		}
		declined := s.checkout()
		s.must(s.hear("declined", report(declined, payments.CheckoutFailed)))
		s.wantStatus(declined, payments.Failed)
		if s.events.Count("payment.failed") != 1 {
			t.Error("nobody was told of the failure")
		}
	})
}

func TestMoneyForAPaymentThatHasEndedGoesBackByItself(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		expired, cancelled := s.checkout(), s.checkout()
		s.must(s.hear("expired", report(expired, payments.CheckoutExpired)))
		if _, err := s.service.Cancel(t.Context(), s.user, cancelled.ID); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*payments.Payment{expired, cancelled} {
			for _, event := range []string{"completed ", "succeeded "} { // two events of different ids about the same money
				s.must(s.hear(event+p.ID.String(), report(p, payments.CheckoutPaid)))
			}
		}
		s.wantBalance(s.user.UserID, ledger.Hold, "99.8")
		s.must(s.service.Reconcile(t.Context()))
		for p, status := range map[*payments.Payment]payments.Status{expired: payments.Expired, cancelled: payments.Cancelled} {
			found := s.wantStatus(p, status)
			if found.Refunded != price || len(found.Refunds) != 1 || found.Refunds[0].Status != payments.RefundSucceeded {
				t.Errorf("%s of %s went back in %v", found.Refunded, price, found.Refunds)
			}
		}
		if s.courses.enrolled != 0 || s.courses.revoked != 0 || s.events.Count("payment.refunded") != 2 {
			t.Error("the courses or the events are wrong")
		}
		s.wantBalance(s.user.UserID, ledger.Hold, "0")
		s.wantBalance(s.user.UserID, ledger.External, "0")
		s.wantInOrder()
	})
}

func TestADepositToAnAccountThatWasClosedGoesBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.deposit("100")
		s.must(db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE trading_accounts SET status = $1 WHERE id = $2`, trading.AccountClosed, s.account)
			return err
		}))
		s.must(s.hear("paid", report(p, payments.CheckoutPaid)))
		s.must(s.service.Reconcile(t.Context()))
		if found := s.wantStatus(p, payments.Failed); found.Refunded != p.Amount {
			t.Errorf("%s went back, want all", found.Refunded)
		}
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantInOrder()
	})
}

func TestOnlyTheOwnerCancelsAndOnlyWhatIsPending(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		for _, other := range []identity.Caller{s.stranger, s.admin, s.foreignAdmin} {
			_, err := s.service.Cancel(t.Context(), other, p.ID)
			testkit.WantFault(s.t, err, fault.NotFound)
		}
		results := testkit.InParallel(4, func(int) error {
			_, err := s.service.Cancel(t.Context(), s.user, p.ID)
			return err
		})
		if testkit.Succeeded(results) != 1 {
			t.Errorf("got %v, want one success", results)
		}
		_, err := s.service.Cancel(t.Context(), s.user, p.ID)
		testkit.WantFault(s.t, err, fault.InvalidTransition)
		if len(s.till.closed) != 1 {
			t.Error("the checkout can still be paid")
		}
	})
}

func TestTheReconcilerAsksForWhatItWasNotTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		paid, failed, open, processing := s.checkout(), s.checkout(), s.checkout(), s.checkout()
		s.till.set(func(p *till) {
			p.states["checkout:"+paid.ID.String()] = payments.CheckoutPaid
			p.states["checkout:"+failed.ID.String()] = payments.CheckoutFailed
			p.states["checkout:"+processing.ID.String()] = payments.CheckoutProcessing
		})
		s.must(s.service.Reconcile(t.Context()))
		s.wantStatus(paid, payments.Pending) // the provider is not asked at once: it usually reports by itself
		s.clock.Advance(6 * time.Minute)
		testkit.InParallel(3, func(int) error { return s.service.Reconcile(t.Context()) })
		s.wantStatus(paid, payments.Succeeded)
		s.wantStatus(failed, payments.Failed)
		s.wantStatus(open, payments.Pending)
		s.clock.Advance(24 * time.Hour)
		s.must(s.service.Reconcile(t.Context()))
		s.wantStatus(open, payments.Expired)
		s.wantStatus(processing, payments.Pending) // the money is on its way
		if s.courses.enrolled != 1 || len(s.till.closed) != 1 {
			t.Errorf("%d enrolments and %d closed checkouts, want one each", s.courses.enrolled, len(s.till.closed))
		}
		s.wantInOrder()
	})
}
