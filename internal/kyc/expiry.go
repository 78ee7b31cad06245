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
	// expiryInterval is how often the worker looks for approvals that have ended, or soon will.
	expiryInterval = 10 * time.Minute
	// expiryBatch is how many cases are read together.
	expiryBatch = 100
	// caseWait is how long ending an approval waits for a transaction that holds the case or something that follows it.
	caseWait = 200 * time.Millisecond
	// failedInterval is when failed cases are tried again.
	failedInterval = time.Minute
	// callbacksKept is how long a callback is remembered. A repeated one is refused for its age long before that.
	callbacksKept = 30 * 24 * time.Hour
)

// expiryTopic wakes the worker that ends approvals, because a new one may be the next to end.
const expiryTopic = "kyc-approvals"

// expirer is the worker that ends approvals whose time is over.
type expirer struct {
	service *Service
	wake    worker.Wake
}

func newExpirer(s *Service) *expirer { return &expirer{s, worker.NewWake()} }

// Name is the worker's name.
func (*expirer) Name() string { return "kyc-expirer" }

// Run ends approvals until the context ends. It fails when the database does.
func (w *expirer) Run(ctx context.Context) error {
	// Subscribe before the first query: whatever is committed in between wakes it.
	defer w.service.db.Subscribe(expiryTopic, func(string) { w.wake.Notify() })()
	return worker.Loop(ctx, w.wake, func(ctx context.Context) (time.Duration, error) {
		if err := w.service.ExpireDue(ctx); err != nil {
			return failedInterval, err
		}
		return w.service.untilExpiry(ctx)
	})
}

// dueCases finds some due cases, skipping the given number of the first ones.
type dueCases func(ctx context.Context, from database.Querier, now time.Time, without int) ([]uuid.UUID, error)

// ExpireDue ends the approvals whose time is over, notifies people whose approval ends soon, and deletes old callbacks.
// A case that is locked or fails does not hold up others; the first failure is returned, as Handled. It fails when the
// database does.
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

// untilExpiry is how long until the next known approval ends.
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

// eachDue processes each due case in a transaction of its own: a transaction that holds a case also holds what depends
// on it, and nobody should wait for a hundred people. Cases that are locked or fail are left for the next time; the
// first failure is returned. It fails when the database does.
func (s *Service) eachDue(ctx context.Context, due dueCases, do func(context.Context, uuid.UUID) error) (failure, err error) {
	for left := 0; ctx.Err() == nil; {
		ids, err := due(ctx, s.db, s.now(), left) // the cases left behind come before those not tried yet
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

// holdDue is lockCase with a short wait: when the row stays locked it fails with an error for which database.IsLocked
// is true.
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
		if c.State != Expired { // a renewal waits or was rejected, and its person knows
			return s.changed(ctx, tx, c, audit.Actor{}, "")
		}
		if err := s.changed(ctx, tx, c, audit.Actor{}, caseExpired); err != nil {
			return err
		}
		return s.write(ctx, tx, c, "kyc_expired", nil)
	})
}

// notice tells the person of a case, once, that its approval ends soon.
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

// dateUndated gives an end to approvals that were made when they had none: they last as long from now as one given
// today, so that nobody is surprised.
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
