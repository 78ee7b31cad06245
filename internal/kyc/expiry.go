package kyc

import (
	"context"
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
			return 0, err
		}
		return w.service.untilExpiry(ctx)
	})
}

// ExpireDue ends the approvals whose time is over, tells people whose approval ends soon, and forgets old callbacks. It
// fails when the database does.
func (s *Service) ExpireDue(ctx context.Context) error {
	if s.valid > 0 {
		if err := s.dateUndated(ctx); err != nil {
			return err
		}
	}
	for _, work := range []struct {
		due func(context.Context, database.Querier, time.Time) ([]uuid.UUID, error)
		do  func(context.Context, uuid.UUID) error
	}{{casesToExpire, s.expire}, {casesToNotice, s.notice}} {
		if err := s.eachDue(ctx, work.due, work.do); err != nil {
			return err
		}
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return removeCallbacks(ctx, tx, s.now().Add(-callbacksKept)) })
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
// depends on it, and nobody should wait for a hundred people.
func (s *Service) eachDue(ctx context.Context, due func(context.Context, database.Querier, time.Time) ([]uuid.UUID, error), do func(context.Context, uuid.UUID) error) error {
	for ctx.Err() == nil {
		ids, err := due(ctx, s.db, s.now())
		if err != nil {
			return fmt.Errorf("look for KYC cases: %w", err)
		}
		for _, id := range ids {
			if err := do(ctx, id); err != nil && !fault.Is(err, fault.NotFound) {
				return err
			}
		}
		if len(ids) < expiryBatch {
			return nil
		}
	}
	return nil
}

// expire ends the approval of a case, if its time is still over.
func (s *Service) expire(ctx context.Context, id uuid.UUID) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		c, err := lockCase(ctx, tx, id)
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
		c, err := lockCase(ctx, tx, id)
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
