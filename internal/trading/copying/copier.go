package copying

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	// copiesAtOnce is how many subscriptions get a signal in one transaction, which locks their accounts.
	copiesAtOnce = 500
	// copyParallel is how many batches are written concurrently if the database allows more than one writer.
	copyParallel = 4
	copyPoll     = 30 * time.Second // for what another replica left behind, and exits that wait for a price
)

// signalCopier is the worker that copies bots' signals to subscriptions.
func (s *Service) signalCopier() worker.Worker { return &copier{service: s} }

// copier takes the oldest signal to be copied and copies it to its subscriptions, some hundred per transaction. It takes a
// signal only when the older ones of its bot and symbol are done, so no exit overtakes its entry. The progress is in the
// database: after a crash another process continues where it stopped, and two processes that copy the same signal copy it
// once. A subscription whose account is locked is left for later, together with its subsequent signals, so that it holds up
// no others.
type copier struct {
	service *Service
	locked  trading.Patience // while something left is still locked
}

// Name is the worker's name.
func (*copier) Name() string { return "signal-copier" }

// Run copies until the context ends. It fails when the database does.
func (c *copier) Run(ctx context.Context) error {
	wake := worker.NewWake()
	for _, topic := range []string{trading.SignalsTopic, trading.EntriesTopic} {
		defer c.service.db.Subscribe(topic, func(string) { wake.Notify() })()
	}
	return worker.Loop(ctx, wake, c.pass)
}

// pass copies everything that can be copied now, and returns when to look again: soon, if something was left because it is
// locked.
func (c *copier) pass(ctx context.Context) (next time.Duration, err error) {
	isLocked, err := c.copyLeft(ctx)
	if err != nil {
		return 0, err
	}
	var behind uuid.UUID // signals up to this one are done, or wait
	isAny := false
	for more := true; more; isAny = isAny || more {
		if behind, more, err = c.copyNext(ctx, behind); err != nil {
			return 0, err
		}
	}
	if isAny { // something may have been left by now
		if isLocked, err = c.copyLeft(ctx); err != nil {
			return 0, err
		}
	}
	if !isLocked {
		c.locked = trading.Patience{}
		return copyPoll, nil
	}
	now := c.service.now()
	if c.locked.Wait(now) {
		c.service.logger.WarnContext(ctx, "accounts stay locked, signals are not copied to them yet")
	}
	return c.locked.Until.Sub(now), nil
}

// CopySignals copies everything that can be copied now. It fails when the database does.
func (s *Service) CopySignals(ctx context.Context) error {
	_, err := (&copier{service: s}).pass(ctx)
	return err
}

// copyNext copies the next signal to all of its subscriptions and reports whether there may be more to do.
//
// On PostgreSQL a transaction locks the signal meanwhile, so replicas take different ones; the copies are committed
// separately, batch by batch. SQLite has one writer, which the batches need: there the signal is not locked, and another
// process copying the same only wastes time.
func (c *copier) copyNext(ctx context.Context, behind uuid.UUID) (next uuid.UUID, more bool, err error) {
	s := c.service
	if s.db.Engine() == database.SQLite {
		signal, err := nextToCopy(ctx, s.db, behind)
		if err != nil {
			return behind, false, unless(fault.NotFound, err)
		}
		done, err := c.copyToAll(ctx, signal, func() error { return nil })
		if err != nil || !done {
			return signal.ID, true, err
		}
		err = s.db.InTx(ctx, func(tx *database.Tx) error { return markCopied(ctx, tx, signal, s.now()) })
		return behind, true, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		next, more = behind, false
		signal, err := nextToCopy(ctx, tx, behind)
		if err != nil {
			return unless(fault.NotFound, err)
		}
		more = true
		done, err := c.copyToAll(ctx, signal, func() error { return stayAlive(ctx, tx) })
		if err != nil {
			return err
		}
		if !done {
			next = signal.ID
			return nil
		}
		return markCopied(ctx, tx, signal, s.now())
	})
	return next, more, err
}

// unless returns an error, or nil if it has the code.
func unless(code fault.Code, err error) error {
	if fault.Is(err, code) {
		return nil
	}
	return err
}

// copyToAll copies a signal to every subscription that has not had it, and reports whether it did: an exit without a price
// waits. Subscriptions that it could not be copied to are left for later and count as done. Only a few batches are in
// memory at a time; between them stayAlive is called.
func (c *copier) copyToAll(ctx context.Context, signal *trading.Signal, stayAlive func() error) (done bool, err error) {
	s := c.service
	if signal.Type == trading.Hold {
		return true, nil
	}
	if s.newCopying(signal, s.now()).mustWait() {
		return false, nil
	}
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(1)
	if s.db.Engine() == database.Postgres {
		group.SetLimit(copyParallel)
	}
	var reached uuid.UUID
	for working.Err() == nil {
		candidates, failed := subscriptionsToCopy(working, s.db, signal, reached, copiesAtOnce)
		if failed = cmp.Or(failed, stayAlive()); failed != nil {
			err = failed
			break
		}
		if len(candidates) > 0 {
			reached = candidates[len(candidates)-1].ID
			group.Go(func() error { return s.copyBatch(working, signal, candidates) })
		}
		if len(candidates) < copiesAtOnce {
			break
		}
	}
	if failed := group.Wait(); failed != nil {
		err = failed
	}
	if errors.Is(err, errNoPrice) {
		return false, nil
	}
	return err == nil, err
}
