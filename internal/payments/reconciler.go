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

// How the reconciler works.
const (
	reconcileInterval = 30 * time.Second
	reconcileBatch    = 20
	reconcileAtOnce   = 4
	// checkLease is how long a process has a payment to itself to ask the provider about it.
	checkLease = time.Minute
	// callLimit bounds one payment or refund, so that a hanging provider does not delay the others for long.
	callLimit = 30 * time.Second
	// cleanupBatch is how many old events are removed at a time.
	cleanupBatch = 1000
	// eventLifetime is longer than any provider repeats an event. A later one finds its payment settled.
	eventLifetime = 90 * 24 * time.Hour
)

// reconciler finishes what a crash or a lost message has left undone: it asks providers about payments that are
// pending or were cancelled and not reported, ends those that have expired, retries pending refunds, and removes old
// events. Any number of replicas may run it: each claims what no other has claimed.
type reconciler struct{ *Service }

// Name is the worker's name.
func (r *reconciler) Name() string { return "payment-reconciler" }

// Run works until the context ends. It fails when the database does.
func (r *reconciler) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer r.db.Subscribe(refundsTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, worker.Every(reconcileInterval, r.Reconcile))
}

// refundsTopic announces a refund to make, so that it does not wait for the next round.
const refundsTopic = "payments.refunds"

// Reconcile does all that is due now. A failing provider is not an error: what it was asked for is retried later.
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

// dueWork says which tables have due work.
type dueWork struct{ payments, refunds, events bool }

// drain does the due refunds and payments, alternating batches of each: even when payments are begun faster than
// their provider can be asked about them, no refund waits.
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

// workOff claims a batch of due rows from a table, works on them outside of any transaction, a few at a time, and
// returns how many there were. One that waits for its provider or for a lock does not delay the others.
func (s *Service) workOff(ctx context.Context, table, due string, lease time.Duration, work func(context.Context, uuid.UUID)) (done int, err error) {
	ids, err := s.claim(ctx, table, due, lease)
	if err != nil {
		return 0, err
	}
	var group errgroup.Group
	group.SetLimit(reconcileAtOnce)
	for _, id := range ids {
		if ctx.Err() != nil {
			break // claimed but unfinished rows are due again after their lease
		}
		group.Go(func() error {
			worker.Progress(ctx)
			limited, cancel := context.WithTimeout(ctx, callLimit)
			defer cancel()
			work(limited, id)
			return nil
		})
	}
	_ = group.Wait() // the work logs its own failures
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

// check asks the provider what has become of a payment, and settles it accordingly. A payment without a checkout gets
// one. One that is over ends, after its checkout was closed at the provider so that nobody pays for it later. So does
// one that was cancelled; money that came for it goes back.
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

// look asks the provider, and closes a checkout that is over but still open. It fails when somebody is paying at this
// very moment: the next look will tell. A checkout that the provider does not know can never be paid.
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
	default: // also when it was cancelled while the provider was asked: the answer is about the time before
		payment.scheduleCheck(now)
	}
	return savePayment(ctx, tx, payment, now)
}

// cleanUpEvents removes events that no provider repeats any more.
func (s *Service) cleanUpEvents(ctx context.Context) error {
	before := s.now().Add(-eventLifetime)
	_, err := s.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) { return removeEvents(ctx, tx, before, cleanupBatch) })
	return err
}
