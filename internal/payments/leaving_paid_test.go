package payments_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// gatedCourses stop a purchase that is paid and not yet committed.
type gatedCourses struct {
	*courses
	paid, enroll chan struct{}
	tell         func() // closes paid, also when a transaction is repeated
	refusal      error
}

func (c gatedCourses) EnrollPaid(ctx context.Context, tx *database.Tx, tenant, user, course, payment uuid.UUID, accessDays *int) error {
	c.tell()
	select {
	case <-c.enroll:
	case <-ctx.Done(): // the test has failed
	}
	if c.refusal != nil {
		return c.refusal
	}
	return c.courses.EnrollPaid(ctx, tx, tenant, user, course, payment, accessDays)
}

// gated makes a shop that somebody leaves, where paid courses are given once enroll is closed, or never.
func gated(t *testing.T, db *database.DB, refusal error) (*departure, gatedCourses) {
	t.Helper()
	d := newDeparture(t, db)
	paid := make(chan struct{})
	gate := gatedCourses{d.shop.courses, paid, make(chan struct{}), sync.OnceFunc(func() { close(paid) }), refusal}
	d.options.Courses = gate
	d.use(d.till)
	return d, gate
}

// buy begins a purchase of the person's.
func (d *departure) buy() *payments.Payment {
	d.t.Helper()
	payment, err := d.service.Checkout(d.t.Context(), d.person, uuid.New(), "")
	d.must(err)
	return payment
}

// Whoever settles a payment holds it: who leaves then sees what has become of it, and not what it was. SQLite has one writer at
// a time.
func TestWhoLeavesWaitsForAPaymentThatIsBeingSettled(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		refusal error // of the course
		leaves  bool
	}{
		"it buys something":               {nil, true},
		"it buys nothing and is returned": {fault.New(fault.NotFound, "there is no such course"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := databasetest.Open(t, database.Postgres)
			d, gate := gated(t, db, test.refusal)
			payment := d.buy()
			arrived, left := make(chan error, 1), make(chan error, 1)
			go func() { arrived <- d.hear("paid", report(payment, payments.CheckoutPaid)) }()
			testkit.Receive(t, "the payment is being settled", gate.paid)
			go func() { left <- d.privacy.Leave(t.Context(), d.person) }()
			testkit.Until(t, "who leaves waits, or is answered", func() bool {
				var waiting int
				d.must(db.QueryRow(t.Context(), `
					SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting))
				return waiting > 0 || len(left) > 0
			})
			close(gate.enroll)
			d.must(testkit.Receive(t, "the payment is settled", arrived))
			err := testkit.Receive(t, "who leaves is answered", left)
			if !test.leaves {
				testkit.WantFault(t, err, fault.Conflict)
				if d.balance(d.person.UserID, ledger.Hold).IsZero() {
					t.Error("nothing is to be paid back")
				}
				return
			}
			d.must(err)
		})
	}
}

// Whatever comes first: the money of who leaves has bought something before, or goes back.
func TestNoMoneyIsKeptOfWhoLeavesWhileTheyPay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, gate := gated(t, db, nil)
		close(gate.enroll)
		payment := d.buy()
		arrived, left := make(chan error, 1), make(chan error, 1)
		go func() { arrived <- d.hear("paid", report(payment, payments.CheckoutPaid)) }()
		go func() {
			_, err := d.service.Cancel(t.Context(), d.person, payment.ID)
			if err == nil || fault.Is(err, fault.InvalidTransition) {
				err = d.privacy.Leave(t.Context(), d.person)
			}
			left <- err
		}()
		d.must(testkit.Receive(t, "the payment is settled", arrived))
		if err := testkit.Receive(t, "who leaves is answered", left); err != nil {
			testkit.WantFault(t, err, fault.Conflict) // money is to be paid back
		}
		var status payments.Status
		var refunds int
		d.must(db.QueryRow(t.Context(), `SELECT status, (SELECT COUNT(*) FROM refunds WHERE payment_id = payments.id) FROM payments WHERE id = $1`, payment.ID).
			Scan(&status, &refunds))
		held := d.balance(d.person.UserID, ledger.Hold)
		if isBought := status == payments.Succeeded && refunds == 0 && held.IsZero(); !isBought && (status != payments.Cancelled || refunds != 1 || held != price) {
			t.Errorf("the payment is %s with %d refunds, and %s are to be paid back", status, refunds, held)
		}
	})
}
