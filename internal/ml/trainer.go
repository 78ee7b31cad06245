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
	// trainingTopic says that a training is waiting.
	trainingTopic = "ml.training"
	// trainingPoll is how often the trainer looks without being woken, and for trainings whose holder died.
	trainingPoll = time.Minute
	// scheduleInterval is how often it looks for models that are due for retraining.
	scheduleInterval = 5 * time.Minute
	// leaseTime is how long a training stays with a process that sends no sign of life.
	leaseTime = 30 * time.Second
	// retryPause is how long a training waits after its feed or database failed.
	retryPause = 30 * time.Second
	// mostAttempts limits how often a training is begun: one that crashes its process would otherwise be retried
	// forever.
	mostAttempts = 10
	// longestOutage is how long after it was requested a training may be interrupted by outages without that counting
	// as attempts: a venue that never delivers a symbol must not keep its model in training forever.
	longestOutage = 24 * time.Hour
)

// trainer is the worker that trains models, one at a time. Any number of replicas may run one: a training belongs to
// the process that holds its lease, and its result is written only under that lease's fence.
type trainer struct {
	service     *Service
	wake        worker.Wake
	renewEvery  time.Duration
	scheduledAt time.Time // when it last looked for models due for retraining
}

func newTrainer(s *Service) *trainer {
	return &trainer{service: s, wake: worker.NewWake(), renewEvery: leaseTime / 3}
}

// Name is the worker's name.
func (t *trainer) Name() string { return "ml-trainer" }

// Run trains models until the context ends. It fails when the database does.
func (t *trainer) Run(ctx context.Context) error {
	s := t.service
	defer s.db.Subscribe(trainingTopic, func(string) { t.wake.Notify() })()
	if s.db.Engine() == database.SQLite { // no other process can be training on it
		if err := s.db.InTx(ctx, func(tx *database.Tx) error { return endLeases(ctx, tx) }); err != nil {
			return fmt.Errorf("end the leases of the process before: %w", err)
		}
	}
	return worker.Loop(ctx, t.wake, t.step)
}

// step trains the model that has waited longest, if any is waiting.
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

// schedule queues new versions of models that are due for retraining.
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
			err = nil // another process was faster
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

// claim claims the training that has waited longest; it returns nil when none is waiting. One that was begun too often
// is failed.
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

// train trains a model whose lease this process holds. A problem in the data fails the training; after an outage it is
// returned to the queue for a later try. It returns an error only when that cannot be written either.
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
	case ctx.Err() != nil: // on shutdown, so that the next process need not wait
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
