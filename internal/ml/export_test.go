package ml

import (
	"context"
	"time"

	"bourse/internal/worker"
)

// One turn of each worker, for tests that drive the workers themselves.

// TrainNext trains the model that has waited longest and returns how long the trainer would then wait.
func (s *Service) TrainNext(ctx context.Context) (time.Duration, error) {
	return newTrainer(s).step(ctx)
}

// Settle settles everything that is due.
func (s *Service) Settle(ctx context.Context) error { return newSettler(s).settle(ctx) }

// ForecastAll has every model predict.
func (s *Service) ForecastAll(ctx context.Context) error { return newForecaster(s).round(ctx) }

// CleanUp removes a batch of old predictions and returns how long the cleaner would then wait.
func (s *Service) CleanUp(ctx context.Context) (time.Duration, error) {
	return (&predictionCleaner{service: s}).step(ctx)
}

// QuickTrainer is the trainer with a lease that is renewed often.
func (s *Service) QuickTrainer(renewEvery time.Duration) worker.Worker {
	t := newTrainer(s)
	t.renewEvery = renewEvery
	return t
}

// LeaseTime is how long a training stays with a silent process.
const LeaseTime = leaseTime

// Polls are how often the workers look without being woken.
var Polls = []time.Duration{trainingPoll, forecastInterval, settleInterval, cleanupInterval}

// VoidAfter is how long a prediction waits for its candle.
const VoidAfter = voidAfter
