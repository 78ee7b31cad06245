package payments

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
	"bourse/internal/worker"
)

// How the reconciler goes about its work.
const (
	reconcileInterval = 30 * time.Second
	reconcileBatch    = 20
	reconcileAtOnce   = 4
	// checkLease is how long who asks a provider about a payment has it to themselves.
	checkLease = time.Minute
	// callLimit bounds one payment or refund, so that a provider that hangs does not hold the others up for long.
	callLimit = 30 * time.Second
	// cleanupBatch is how many old events are forgotten at a time.
	cleanupBatch = 1000
	// eventLifetime is longer than any provider repeats an event. What comes later finds its payment settled.
	eventLifetime = 90 * 24 * time.Hour
)

// reconciler finishes what a crash or a lost message has left undone: it asks providers about payments that
// they have not told of, which are pending or were cancelled, ends those whose time is up, tries pending refunds
// again, and forgets events that are old.
// Any number of replicas may run it: each takes what no other has taken.
type reconciler struct{ *Service }

// Name is the worker's name.
func (r *reconciler) Name() string { return "payment-reconciler" }

// Run works until the context ends. It fails when the database does.
func (r *reconciler) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer r.db.Subscribe(refundsTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, worker.Every(reconcileInterval, r.Reconcile))
}

// refundsTopic tells that a refund is to be made, so that it does not wait for the next round.
const refundsTopic = "payments.refunds"

// Reconcile does all that is due now. A provider that fails is no failure: what it was asked for is tried
// again later.
func (s *Service) Reconcile(ctx context.Context) error {
	due, err := readDue(ctx, s.db, s.now())
	if err != nil {
		return err
	}
	var failures []error
	if due.payments || due.refunds {
		failures = append(failures, s.drain(ctx))
	}
	if due.events {
		failures = append(failures, s.cleanUpEvents(ctx))
	}
	return errors.Join(failures...)
}

// dueWork says where there is something to do.
type dueWork struct{ payments, refunds, events bool }

// drain does what is due of refunds and payments, a batch of each by turns: payments that somebody begins faster than their
// provider can be asked about them keep no refund waiting.
func (s *Service) drain(ctx context.Context) error {
	for {
		refunds, err := s.workOff(ctx, "refunds", "next_attempt_at", attemptLease, s.refundOne)
		if err != nil {
			return err
		}
		payments, err := s.workOff(ctx, "payments", "next_check_at", checkLease, s.checkOne)
		if err != nil || refunds+payments == 0 {
			return err
		}
	}
}

// workOff takes a batch of what is due from a table, works on it outside of any transaction, a few at the same time, and tells
// how much it was: one that waits for its provider or for somebody's lock does not keep the others.
func (s *Service) workOff(ctx context.Context, table, due string, lease time.Duration, work func(context.Context, uuid.UUID)) (done int, err error) {
	ids, err := s.claim(ctx, table, due, lease)
	if err != nil {
		return 0, err
	}
	var group errgroup.Group
	group.SetLimit(reconcileAtOnce)
	for _, id := range ids {
		if ctx.Err() != nil {
			break // what is claimed and not done is due again after its lease
		}
		group.Go(func() error {
			worker.Progress(ctx)
			limited, cancel := context.WithTimeout(ctx, callLimit)
			defer cancel()
			work(limited, id)
			return nil
		})
	}
	_ = group.Wait() // what fails is logged by the work
	return len(ids), ctx.Err()
}

// claim takes what is due, by making it due again only when the lease has run out.
func (s *Service) claim(ctx context.Context, table, due string, lease time.Duration) (ids []uuid.UUID, err error) {
	now := s.now()
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		ids, err = claimDue(ctx, tx, table, due, now, now.Add(lease))
		return err
	})
	return ids, err
}

func (s *Service) checkOne(ctx context.Context, id uuid.UUID) {
	payment, err := readPayment(ctx, s.db, id)
	if err == nil {
		err = s.check(ctx, payment, payment.isOverdue(s.now()))
	}
	if err != nil {
		s.logger.Warn("a payment could not be checked", "payment", id, "error", err)
	}
}

func (s *Service) refundOne(ctx context.Context, id uuid.UUID) {
	refund, err := readRefund(ctx, s.db, id)
	if err == nil && refund.Status == RefundPending {
		err = s.attemptRefund(ctx, refund)
	}
	if err != nil {
		s.logger.Warn("a refund has to wait", "refund", id, "error", err)
	}
}

// check asks the provider of a payment what has become of it, and settles it accordingly. One without a checkout
// gets it. One that is over ends, and is closed at the provider first, so that nobody pays for it later. So is one
// that was cancelled; money that came for it goes back.
func (s *Service) check(ctx context.Context, payment *Payment, isOver bool) error {
	provider, known := s.providers[payment.Provider]
	report := Report{PaymentID: payment.ID, Reference: payment.reference, State: CheckoutOpen}
	switch {
	case !payment.mayBringMoney():
	case payment.reference != "" && known:
		isOver = isOver || payment.Status == Cancelled
		var err error
		if report, err = look(ctx, provider, payment, isOver); err != nil {
			return err
		}
	case !isOver:
		if _, err := s.open(ctx, payment); err != nil {
			return err
		}
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		return s.conclude(ctx, tx, payment.ID, report, isOver)
	})
}

// look asks the provider, and closes a checkout that is still open when it is over. It fails when somebody
// is paying in this very moment: the next look will tell. A checkout that the provider does not know can never
// be paid.
func look(ctx context.Context, provider Provider, payment *Payment, isOver bool) (Report, error) {
	report, err := provider.Look(ctx, payment.reference)
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return Report{PaymentID: payment.ID, Reference: payment.reference, State: CheckoutOpen}, nil
	}
	if err == nil && isOver && report.State == CheckoutOpen {
		err = provider.Close(ctx, payment.reference)
	}
	return report, err
}

// conclude settles a payment that was checked, or schedules the next check.
func (s *Service) conclude(ctx context.Context, tx *database.Tx, id uuid.UUID, report Report, isOver bool) error {
	payment, err := lockPayment(ctx, tx, id)
	if err != nil {
		return err
	}
	result, err := s.settle(ctx, tx, payment, report)
	if err != nil || result == applied {
		return err
	}
	if result == refused {
		tx.AfterCommit(func() {
			s.logger.Warn("what the provider tells does not match the payment", "payment", id, "provider", payment.Provider)
		})
	}
	now := s.now()
	isDecided := isOver && report.State != CheckoutProcessing
	switch {
	case isDecided && payment.Status == Pending:
		return s.fail(ctx, tx, payment, Expired, now)
	case isDecided || !payment.mayBringMoney():
		payment.nextCheckAt = time.Time{}
	default: // also when it was cancelled while the provider was asked, which has told of the time before
		payment.scheduleCheck(now)
	}
	return savePayment(ctx, tx, payment, now)
}

// cleanUpEvents forgets events that nobody repeats any more.
func (s *Service) cleanUpEvents(ctx context.Context) error {
	before := s.now().Add(-eventLifetime)
	_, err := s.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) { return removeEvents(ctx, tx, before, cleanupBatch) })
	return err
}
