package kyc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/worker"
)

const (
	// expiryInterval is how often approvals are looked for that have ended, or will soon.
	expiryInterval = 10 * time.Minute
	// expiryBatch is how many cases are looked at together.
	expiryBatch = 100
	// caseWait is how long ending an approval waits for whoever holds the case or what follows it.
	caseWait = 200 * time.Millisecond
	// failedInterval is when what could not be done is tried again.
	failedInterval = time.Minute
	// callbacksKept is how long a callback is remembered. A repeated one is refused by its time long before.
	callbacksKept = 30 * 24 * time.Hour
)

// expiryTopic wakes who ends approvals, because one was made that may be the next to end.
const expiryTopic = "kyc-approvals"

// expirer ends approvals whose time is over.
type expirer struct {
	service *Service
	wake    worker.Wake
}

func newExpirer(s *Service) *expirer { return &expirer{s, worker.NewWake()} }

// Name is the worker's name.
func (*expirer) Name() string { return "kyc-expirer" }

// Run looks for approvals that have ended until the context ends. It fails when the database does.
func (w *expirer) Run(ctx context.Context) error {
	// Subscribed before the first look at the table: what is committed in between wakes it.
	defer w.service.db.Subscribe(expiryTopic, func(string) { w.wake.Notify() })()
	return worker.Loop(ctx, w.wake, func(ctx context.Context) (time.Duration, error) {
		if err := w.service.ExpireDue(ctx); err != nil {
			return failedInterval, err
		}
		return w.service.untilExpiry(ctx)
	})
}

// dueCases finds some cases at which there is something to do, without so many of the first.
type dueCases func(ctx context.Context, from database.Querier, now time.Time, without int) ([]uuid.UUID, error)

// ExpireDue ends the approvals whose time is over, tells people whose approval ends soon, and forgets old callbacks. A case
// that somebody holds, or that fails, keeps nobody else's waiting: of those that fail the first is told, as Handled. It fails
// when the database does.
func (s *Service) ExpireDue(ctx context.Context) error {
	if s.valid > 0 {
		if err := s.dateUndated(ctx); err != nil {
			return err
		}
	}
	var failures []error
	for _, work := range []struct {
		due dueCases
		do  func(context.Context, uuid.UUID) error
	}{{casesToExpire, s.expire}, {casesToNotice, s.notice}} {
		failure, err := s.eachDue(ctx, work.due, work.do)
		if err != nil {
			return err
		}
		failures = append(failures, failure)
	}
	err := s.db.InTx(ctx, func(tx *database.Tx) error { return removeCallbacks(ctx, tx, s.now().Add(-callbacksKept)) })
	if err != nil {
		return err
	}
	return worker.Handled(errors.Join(failures...))
}

// untilExpiry is how long nothing ends that is known of.
func (s *Service) untilExpiry(ctx context.Context) (time.Duration, error) {
	next, err := nextExpiry(ctx, s.db)
	if err != nil {
		return 0, fmt.Errorf("look for the next approval that ends: %w", err)
	}
	if next.IsZero() {
		return expiryInterval, nil
	}
	return min(max(next.Sub(s.now()), time.Second), expiryInterval), nil
}

// eachDue does something to each of the cases that are due, one transaction each: whoever holds a case also holds what
// depends on it, and nobody should wait for a hundred people. Cases that are locked or fail are left for the next time; the
// first failure is returned. It fails when the database does.
func (s *Service) eachDue(ctx context.Context, due dueCases, do func(context.Context, uuid.UUID) error) (failure, err error) {
	for left := 0; ctx.Err() == nil; {
		ids, err := due(ctx, s.db, s.now(), left) // what was left is before all that nobody has come to
		if err != nil {
			return nil, fmt.Errorf("look for KYC cases: %w", err)
		}
		for _, id := range ids {
			err := do(ctx, id)
			if err == nil || fault.Is(err, fault.NotFound) {
				continue
			}
			if ctx.Err() != nil || !database.IsLocked(err) && database.IsOutage(err) {
				return nil, err
			}
			worker.Progress(ctx)
			if left++; database.IsLocked(err) {
				continue
			}
			s.logger.ErrorContext(ctx, "a KYC case is left for later", "caseId", id, "error", err)
			if failure == nil {
				failure = fmt.Errorf("the KYC case %s: %w", id, err)
			}
		}
		if len(ids) < expiryBatch {
			break
		}
	}
	return failure, nil
}

// holdDue is lockCase for a moment only: with a row that somebody holds for longer it fails as database.IsLocked knows.
func holdDue(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Case, error) {
	if err := tx.LimitLockWait(ctx, caseWait); err != nil {
		return nil, err
	}
	return lockCase(ctx, tx, id)
}

// expire ends the approval of a case, if its time is still over.
func (s *Service) expire(ctx context.Context, id uuid.UUID) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		c, err := holdDue(ctx, tx, id)
		if err != nil {
			return err
		}
		if !c.expire(s.now()) {
			return nil
		}
		if c.State != Expired { // a renewal waits, or was rejected: its person was told of that
			return s.changed(ctx, tx, c, audit.Actor{}, "")
		}
		if err := s.changed(ctx, tx, c, audit.Actor{}, caseExpired); err != nil {
			return err
		}
		return s.write(ctx, tx, c, "kyc_expired", nil)
	})
}

// notice tells the person of a case that its approval ends soon, once.
func (s *Service) notice(ctx context.Context, id uuid.UUID) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		c, err := holdDue(ctx, tx, id)
		if err != nil || !c.isRenewable(s.now()) || !c.noticedAt.IsZero() {
			return err
		}
		c.noticedAt = s.now()
		if err := updateCase(ctx, tx, c, s.now()); err != nil {
			return err
		}
		return s.write(ctx, tx, c, "kyc_expiring", brand.Values{"date": c.ExpiresAt.UTC().Format(time.DateOnly)})
	})
}

// dateUndated gives approvals an end that were made when they had none: they last from now on as long as one of today
// does, so that nobody is surprised.
func (s *Service) dateUndated(ctx context.Context) error {
	for ctx.Err() == nil {
		var dated int64
		err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
			dated, err = dateCases(ctx, tx, s.now().Add(s.valid), s.now())
			return err
		})
		if err != nil || dated < expiryBatch {
			return err
		}
	}
	return nil
}
