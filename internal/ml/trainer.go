package ml

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/worker"
)

const (
	// trainingTopic tells that a training waits.
	trainingTopic = "ml.training"
	// trainingPoll is how often the trainer looks by itself: for trainings whose holder died, and when nobody told it.
	trainingPoll = time.Minute
	// scheduleInterval is how often it looks for models that are due to be trained anew.
	scheduleInterval = 5 * time.Minute
	// leaseTime is how long a training stays with a process that does not say that it lives.
	leaseTime = 30 * time.Second
	// retryPause is how long a training waits whose feed or database failed.
	retryPause = 30 * time.Second
	// mostAttempts is how often a training is begun at most: one that ends its process would else go round for ever.
	mostAttempts = 10
	// longestOutage is for how long after it was asked for a training may be begun and broken off by outages without that
	// counting as attempts: a venue that never delivers a symbol must not keep its model in training for ever.
	longestOutage = 24 * time.Hour
)

// trainer is the worker that trains models, one at a time. Any number of replicas may run one: a training belongs to
// who holds its lease, and what it found is written only under the fence of that lease.
type trainer struct {
	service     *Service
	wake        worker.Wake
	renewEvery  time.Duration
	scheduledAt time.Time // when was last looked for what is due to be trained anew
}

func newTrainer(s *Service) *trainer {
	return &trainer{service: s, wake: worker.NewWake(), renewEvery: leaseTime / 3}
}

// Name is the worker's name.
func (t *trainer) Name() string { return "ml-trainer" }

// Run trains until the context ends. It fails when the database does.
func (t *trainer) Run(ctx context.Context) error {
	s := t.service
	defer s.db.Subscribe(trainingTopic, func(string) { t.wake.Notify() })()
	if s.db.Engine() == database.SQLite { // which no other process can be training on
		if err := s.db.InTx(ctx, func(tx *database.Tx) error { return endLeases(ctx, tx) }); err != nil {
			return fmt.Errorf("end the leases of the process before: %w", err)
		}
	}
	return worker.Loop(ctx, t.wake, t.step)
}

// step trains what has waited longest, if anything waits.
func (t *trainer) step(ctx context.Context) (wait time.Duration, err error) {
	if err := t.schedule(ctx); err != nil {
		return 0, fmt.Errorf("schedule trainings: %w", err)
	}
	claimed, err := t.claim(ctx)
	if err != nil {
		return 0, fmt.Errorf("claim a training: %w", err)
	}
	if claimed == nil {
		return trainingPoll, nil
	}
	return 0, t.train(ctx, claimed)
}

// schedule queues new versions of models that have served long enough.
func (t *trainer) schedule(ctx context.Context) error {
	s, now := t.service, t.service.now()
	if s.retrain <= 0 || now.Sub(t.scheduledAt) < scheduleInterval {
		return nil
	}
	due, err := dueModels(ctx, s.db, now, s.retrain)
	for _, model := range due {
		next := s.newVersion(NewTraining{Symbol: model.Symbol, Horizon: model.Horizon, Promote: true})
		err = s.db.InTx(ctx, func(tx *database.Tx) error { return insertModel(ctx, tx, next) })
		if errors.Is(err, database.ErrUnique) {
			err = nil // somebody else was quicker
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		t.scheduledAt = now
	}
	return err
}

// claim takes the training that has waited longest; nil when none waits. One that was begun too often is failed.
func (t *trainer) claim(ctx context.Context) (claimed *Model, err error) {
	s := t.service
	if waits, err := trainingWaits(ctx, s.db, s.now()); err != nil || !waits {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		claimed, err = lockWaitingTraining(ctx, tx, s.now())
		if errors.Is(err, sql.ErrNoRows) {
			claimed = nil
			return nil
		}
		if err != nil {
			return err
		}
		if claimed.attempts >= mostAttempts {
			claimed.fail(fault.New("", "the training was broken off %d times", mostAttempts))
			failed := claimed
			claimed = nil
			return modelTable.Update(ctx, tx, failed, "status", "failure_code", "failure")
		}
		claimed.Status, claimed.leaseUntil, claimed.fence = Training, s.now().Add(leaseTime), worker.NewFence()
		claimed.attempts++
		return modelTable.Update(ctx, tx, claimed, "status", "lease_until", "fence", "attempts")
	})
	return claimed, err
}

// train trains a model that this process has the lease of. What lies in the data fails the training; an outage gives it
// back for a later try. It fails only when that cannot be written either.
func (t *trainer) train(ctx context.Context, model *Model) error {
	held, release := worker.Hold(ctx, t.renewEvery, func(ctx context.Context) error { return t.service.renew(ctx, model.ID, model.fence) })
	err := t.service.runTraining(held, model)
	isLost := held.Err() != nil && ctx.Err() == nil
	release()
	var reason *fault.Error
	switch {
	case err == nil || isLost || errors.Is(err, worker.ErrLeaseLost):
		return nil
	case errors.As(err, &reason):
		return t.service.endFailed(ctx, model, reason)
	case ctx.Err() != nil: // the process ends: the next one need not wait
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return t.service.giveBack(limited, model, 0, model.attempts-1)
	}
	attempts := model.attempts
	if isOutage(err) && t.service.now().Sub(model.CreatedAt) < longestOutage {
		attempts--
	}
	if failed := t.service.giveBack(ctx, model, retryPause, attempts); failed != nil {
		return failed
	}
	return worker.Handled(fmt.Errorf("train %s for %s: %w", model.Symbol, model.Horizon, err))
}
