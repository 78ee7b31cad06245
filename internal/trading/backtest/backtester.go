package backtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/worker"
)

const (
	// queuedTopic announces that a backtest is waiting, cancelledTopic that one was cancelled.
	queuedTopic    = "trading.backtests.queued"
	cancelledTopic = "trading.backtests.cancelled"
	// poll is how often the backtester looks for work without a notification: for backtests whose process died, or whose
	// notification was missed.
	poll = time.Minute
	// leaseTime is how long a backtest stays with a process that does not renew its lease.
	leaseTime = 30 * time.Second
	// retryPause is how long a backtest waits after a database failure.
	retryPause = 30 * time.Second
	// mostAttempts is how often a backtest is started at most: one that crashes its process would otherwise be retried for
	// ever.
	mostAttempts = 5
	// longestOutage is for how long after its request database outages that interrupt a backtest do not count as attempts:
	// one that always takes too long for the database must not be retried for ever either.
	longestOutage = 24 * time.Hour
)

// backtester is the worker that runs backtests, one at a time. Any number of replicas may run one: a backtest belongs to
// the process with its lease, and results are written only under the fence of that lease.
type backtester struct {
	service    *Service
	wake       worker.Wake
	renewEvery time.Duration

	mu      sync.Mutex
	playing uuid.UUID
	stop    context.CancelFunc // cancels the running backtest
}

func newBacktester(s *Service) *backtester {
	return &backtester{service: s, wake: worker.NewWake(), renewEvery: leaseTime / 3}
}

// Name is the worker's name.
func (t *backtester) Name() string { return "backtester" }

// Run runs backtests until the context ends. It fails when the database does.
func (t *backtester) Run(ctx context.Context) error {
	s := t.service
	defer s.db.Subscribe(queuedTopic, func(string) { t.wake.Notify() })()
	defer s.db.Subscribe(cancelledTopic, t.cancelled)()
	if s.db.Engine() == database.SQLite { // no other process can be running any there
		if err := s.db.InTx(ctx, func(tx *database.Tx) error { return endLeases(ctx, tx) }); err != nil {
			return fmt.Errorf("end the leases of the process before: %w", err)
		}
	}
	return worker.Loop(ctx, t.wake, t.step)
}

// cancelled stops the running backtest at once. A process that misses the notification finds out when it renews the lease
// or writes something.
func (t *backtester) cancelled(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop != nil && t.playing.String() == id {
		t.stop()
	}
}

// step runs the backtest that has waited longest, if any.
func (t *backtester) step(ctx context.Context) (wait time.Duration, err error) {
	claimed, err := t.claim(ctx)
	if err != nil {
		return 0, fmt.Errorf("claim a backtest: %w", err)
	}
	if claimed == nil {
		return poll, nil
	}
	return 0, t.play(ctx, claimed)
}

// claim takes the backtest that has waited longest; nil when none is waiting. One that has been started too often is
// failed.
func (t *backtester) claim(ctx context.Context) (claimed *Backtest, err error) {
	s := t.service
	if waits, err := isWaiting(ctx, s.db, s.now()); err != nil || !waits {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		claimed, err = lockWaiting(ctx, tx, s.now())
		if errors.Is(err, sql.ErrNoRows) {
			claimed = nil
			return nil
		}
		if err != nil {
			return err
		}
		if claimed.attempts >= mostAttempts {
			failed := claimed
			claimed = nil
			failed.fail(fault.New("", "the backtest was broken off %d times", mostAttempts), s.now())
			return backtestTable.Update(ctx, tx, failed, "status", "failure_code", "failure", "finished_at")
		}
		claimed.Status, claimed.leaseUntil, claimed.fence, claimed.StartedAt = Running, s.now().Add(leaseTime), worker.NewFence(), s.now()
		claimed.attempts++
		return backtestTable.Update(ctx, tx, claimed, "status", "lease_until", "fence", "started_at", "attempts")
	})
	return claimed, err
}

// play runs a backtest whose lease this process has. An error in the data fails it; an outage returns it to the queue. It
// fails only when that cannot be written either.
func (t *backtester) play(ctx context.Context, b *Backtest) error {
	held, release := t.hold(ctx, b)
	err := t.service.run(held, b)
	isLost := held.Err() != nil && ctx.Err() == nil
	release()
	var reason *fault.Error
	switch {
	case err == nil || isLost || errors.Is(err, worker.ErrLeaseLost):
		return nil
	case errors.As(err, &reason):
		return t.service.endFailed(ctx, b, reason)
	case errors.Is(err, money.ErrTooLarge):
		return t.service.endFailed(ctx, b, fault.New(fault.ValidationError, "the numbers became too large: begin with less capital"))
	case ctx.Err() != nil: // the process is stopping: the next one need not wait
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return t.service.giveBack(limited, b, 0, b.attempts-1)
	}
	attempts := b.attempts
	if database.IsOutage(err) && t.service.now().Sub(b.CreatedAt) < longestOutage {
		attempts--
	}
	if failed := t.service.giveBack(ctx, b, retryPause, attempts); failed != nil {
		return failed
	}
	return worker.Handled(fmt.Errorf("play the backtest %s: %w", b.ID, err))
}

// hold renews the lease of a backtest until it is released. The context ends when the lease is lost or the backtest
// cancelled.
func (t *backtester) hold(ctx context.Context, b *Backtest) (held context.Context, release func()) {
	ctx, stop := context.WithCancel(ctx)
	t.setPlaying(b.ID, stop)
	held, giveUp := worker.Hold(ctx, t.renewEvery, func(ctx context.Context) error { return t.service.renew(ctx, b.ID, b.fence) })
	return held, func() {
		t.setPlaying(uuid.Nil, nil)
		giveUp()
		stop()
	}
}

func (t *backtester) setPlaying(id uuid.UUID, stop context.CancelFunc) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.playing, t.stop = id, stop
}
