package notify

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	defaultRetention = 30 * 24 * time.Hour
	cleanupEvery     = time.Hour
	cleanupBatch     = 1000
)

// Name is the worker's name.
func (q *Queue) Name() string { return "messages" }

// Run sends what is due until the context ends, and returns when the outcome of every message being sent is recorded.
// Each channel is served separately, so that a mail server that hangs does not hold up codes sent as text messages. It
// fails when the database does.
func (q *Queue) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	lanes := q.lanes()
	// Subscribed before the first look at the table, so that anything committed in between wakes the lanes.
	unsubscribe := q.db.Subscribe(topic, func(string) {
		for _, l := range lanes {
			l.wake.Notify()
		}
	})
	defer unsubscribe()
	for _, l := range lanes {
		group.Go(func() error { return l.run(ctx) })
	}
	group.Go(func() error { return worker.Loop(ctx, nil, worker.Every(cleanupEvery, q.cleanupIfDue)) })
	return group.Wait()
}

// RunOnce tries every message that is due now once, waits for the outcomes and returns how many were sent. A message
// that fails is not an error. RunOnce fails when the database does, and when the context ends before everything was
// tried.
func (q *Queue) RunOnce(ctx context.Context) (sent int, err error) {
	due := q.now()
	lanes := q.lanes()
	group, groupCtx := errgroup.WithContext(ctx)
	for _, l := range lanes {
		group.Go(func() error {
			defer l.sending.Wait()
			return l.drain(groupCtx, due)
		})
	}
	if err = group.Wait(); err == nil {
		err = ctx.Err()
	}
	for _, l := range lanes {
		sent += int(l.sent.Load())
	}
	return sent, err
}

// Cleanup deletes finished messages past their retention, and returns how many it deleted. It fails when the database
// does.
func (q *Queue) Cleanup(ctx context.Context) (deleted int64, err error) {
	before := q.now().Add(-q.retention)
	deleted, err = q.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) {
		return deleteFinished(ctx, tx, before, cleanupBatch)
	})
	if err != nil {
		return deleted, fmt.Errorf("clean up messages: %w", err)
	}
	return deleted, nil
}

// cleanupIfDue cleans up at most once an hour, however often the worker is restarted. A failure is counted and logged
// but stops nothing: cleaning up can wait, sending messages cannot.
func (q *Queue) cleanupIfDue(ctx context.Context) error {
	if !q.cleanupIsDue() {
		return nil
	}
	deleted, err := q.Cleanup(ctx)
	if err != nil && ctx.Err() == nil {
		q.logger.WarnContext(ctx, "old messages could not be cleaned up", "error", err)
	} else if deleted > 0 {
		q.logger.InfoContext(ctx, "old messages cleaned up", "deleted", deleted)
	}
	return worker.Handled(err)
}

// cleanupIsDue reports whether an hour has passed since it last returned true.
func (q *Queue) cleanupIsDue() bool {
	q.cleaning.Lock()
	defer q.cleaning.Unlock()
	now := q.now()
	if now.Sub(q.cleanedAt) < cleanupEvery {
		return false
	}
	q.cleanedAt = now
	return true
}
