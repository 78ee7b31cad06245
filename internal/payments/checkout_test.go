package payments_test

import (
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

func TestAPaidCourseIsThereExactlyWhenTheMoneyIs(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.checkout()
		if p.Status != payments.Pending || p.CheckoutURL != "https://till.test/"+p.ID.String() || p.Amount != price {
			t.Errorf("got %+v", p)
		}
		if s.courses.enrolled != 0 {
			t.Error("the course was there before the money")
		}
		s.paid(p)
		if s.courses.enrolled != 1 {
			t.Errorf("%d enrolments, want 1", s.courses.enrolled)
		}
		s.wantBalance(s.user.UserID, ledger.External, "-49.9")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "49.9")
		if s.events.Count("payment.succeeded") != 1 {
			t.Error("nobody was told")
		}
		_, err := s.service.Checkout(t.Context(), s.user, p.CourseID, "")
		testkit.WantFault(s.t, err, fault.Conflict)
		s.wantInOrder()
	})
}

func TestABuyerGetsTheDaysThatWereOffered(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		forEver := s.checkout()
		s.courses.offerFor(1) // while its buyer is at the provider
		day := s.checkout()
		s.courses.offerFor(0)
		s.paid(forEver)
		s.paid(day)
		old := s.checkout()
		s.must(db.InTx(t.Context(), func(tx *database.Tx) error { // begun by the previous version
			_, err := tx.Exec(t.Context(), `UPDATE payments SET access_days = NULL WHERE id = $1`, old.ID)
			return err
		}))
		s.paid(old)
		given := s.courses.given
		if len(given) != 3 || given[0] == nil || *given[0] != 0 || given[1] == nil || *given[1] != 1 || given[2] != nil {
			t.Errorf("bought for %v days, want 0, 1 and what the course says", given)
		}
	})
}

func TestManyCheckoutsOfACourseAtOnceAreOnePayment(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		course := uuid.New()
		urls := make([]string, 6)
		results := testkit.InParallel(len(urls), func(i int) error {
			p, err := s.service.Checkout(t.Context(), s.user, course, "")
			if err == nil {
				urls[i] = p.CheckoutURL
			}
			return err
		})
		if testkit.Succeeded(results) != len(results) {
			t.Fatal(results)
		}
		for _, url := range urls {
			if url == "" || url != urls[0] {
				t.Errorf("got %q, want %q", url, urls[0])
			}
		}
		_, total, err := s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Own}, "", database.Page{Number: 1, Limit: 10})
		if err != nil || total != 1 {
			t.Errorf("%d payments (%v), want 1", total, err)
		}
	})
}

func TestACheckoutThatTheProviderDidNotAnswerIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		course, key := uuid.New(), "key-1"
		s.till.set(func(p *till) { p.openErrors = []error{errAway, errAway, errAway} })
		_, err := s.service.Checkout(t.Context(), s.user, course, "")
		testkit.WantFault(s.t, err, fault.ServiceUnavailable)
		for range 2 {
			_, err = s.service.Deposit(t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(50), Key: key})
			testkit.WantFault(s.t, err, fault.ServiceUnavailable)
		}
		all, total, err := s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Own}, payments.Pending, database.Page{Number: 1, Limit: 10})
		s.must(err)
		if total != 2 || all[0].CheckoutURL != "" || all[1].CheckoutURL != "" {
			t.Fatalf("%d payments, want one for the course and one deposit, both without a checkout", total)
		}
		again, err := s.service.Checkout(t.Context(), s.user, course, "")
		if err != nil || again.ID != all[1].ID || again.CheckoutURL == "" {
			t.Errorf("got %v (%v), want the payment that was there", again, err)
		}
		// The user never returns to the deposit, so the reconciler finishes it.
		s.clock.Advance(6 * time.Minute)
		s.must(s.service.Reconcile(t.Context()))
		if healed := s.read(all[0]); healed.CheckoutURL == "" || healed.Status != payments.Pending {
			t.Errorf("the reconciler left %+v", healed)
		}
		same, err := s.service.Deposit(t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(50), Key: key})
		if err != nil || same.ID != all[0].ID {
			t.Errorf("the same request made another payment (%v)", err)
		}
	})
}

func TestARefusedCheckoutHasFailed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.till.set(func(p *till) { p.openErrors = []error{&payments.Refusal{Reason: "amount_too_small"}} })
		_, err := s.service.Checkout(t.Context(), s.user, uuid.New(), "")
		testkit.WantFault(s.t, err, fault.Conflict)
		_, total, err := s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Own}, payments.Failed, database.Page{Number: 1, Limit: 10})
		if err != nil || total != 1 || s.events.Count("payment.failed") != 1 {
			t.Errorf("%d failed payments (%v), want 1", total, err)
		}
	})
}

func TestADepositIsCreditedOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for amount, field := range map[string]string{"9.99": "amount", "1000000": "amount", "10.001": "amount", "0": "amount", "-20": "amount"} {
			_, err := s.service.Deposit(t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.MustParse(amount), Key: "k"})
			testkit.WantFault(s.t, err, fault.ValidationError)
			if got := err.(*fault.Error).Field; got != field {
				t.Errorf("%s is about %q, want %q", amount, got, field)
			}
		}
		_, err := s.service.Deposit(t.Context(), s.stranger, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(10), Key: "k"})
		testkit.WantFault(s.t, err, fault.NotFound)

		p := s.deposit("250.25")
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.paid(p)
		s.must(s.hear(uuid.NewString(), report(p, payments.CheckoutPaid)))
		s.wantBalance(s.account, ledger.Cash, "1250.25")
		s.wantInOrder()
	})
}

func TestAnOverdueCheckoutMakesRoomForANewOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		old := s.checkout()
		s.clock.Advance(25 * time.Hour)
		fresh, err := s.service.Checkout(t.Context(), s.user, old.CourseID, "")
		if err != nil || fresh.ID == old.ID {
			t.Fatalf("got %v (%v), want another payment", fresh, err)
		}
		s.wantStatus(old, payments.Expired)
		if len(s.till.closed) != 1 {
			t.Error("the old checkout can still be paid")
		}
	})
}
