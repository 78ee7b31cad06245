// Package ml predicts the next move of a price, and proves each prediction or says that it cannot.
//
// A model is a version of one instrument and one horizon. It is trained in the background on closed candles, in a
// walk-forward trial against baselines (package trial), and has an edge only when it beats the best of them out of
// sample and after costs, corrected for the number of versions that were tried. Without an edge it serves the base
// rate. What a serving model says after each candle is stored, settled when its horizon is over and summed in the
// model's scorecard; a scorecard that speaks against the model takes its edge away.
//
// Models, predictions and scorecards belong to the platform, as instruments do: every tenant reads the same.
//
// Four workers share the work between replicas. The trainer holds a training by a lease with a fence; the
// forecaster and the settler rely on unique rows and conditional updates; the cleaner removes old predictions.
package ml

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
	"bourse/internal/worker"
)

// Publisher tells every tenant what happened, inside the transaction that makes it true.
type Publisher interface {
	PublishToAll(ctx context.Context, tx *database.Tx, eventType string, data any) error
}

// People is the part of identity that a promotion in somebody's name needs.
type People interface {
	// HoldCaller holds a person until the transaction ends and returns them with the role that they have now. It fails with
	// ACCOUNT_SUSPENDED when they are locked out, as whoever has left is, and with NOT_FOUND when there is no such person.
	HoldCaller(ctx context.Context, tx *database.Tx, user uuid.UUID) (identity.Caller, error)
}

// Trial is how a training is done: trial.Run, or a quicker one in tests.
type Trial func(ctx context.Context, bars []features.Bar, recipe trial.Recipe, progress func(done, total int)) (*trial.Result, error)

// Options are what the service needs.
type Options struct {
	Database *database.DB
	Market   *market.Market
	Events   Publisher
	People   People
	// RoundTripCost is what getting in and out of an instrument costs, as a fraction of its price.
	RoundTripCost func(market.Instrument) float64
	// Retrain is after how long a model that serves is trained anew; zero is never.
	Retrain time.Duration
	// PredictionsKept is how long predictions are kept.
	PredictionsKept time.Duration
	// Trial does the trainings; nil is trial.Run.
	Trial  Trial
	Now    func() time.Time
	Logger *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db      *database.DB
	market  *market.Market
	events  Publisher
	people  People
	costOf  func(market.Instrument) float64
	retrain time.Duration
	kept    time.Duration
	trial   Trial
	now     func() time.Time
	logger  *slog.Logger
	parsed  *parsedModels
}

// New makes the service.
func New(options Options) *Service {
	if options.Trial == nil {
		options.Trial = trial.Run
	}
	return &Service{
		db: options.Database, market: options.Market, events: options.Events, people: options.People,
		costOf: options.RoundTripCost, retrain: options.Retrain, kept: options.PredictionsKept, trial: options.Trial,
		now: options.Now, logger: options.Logger, parsed: newParsedModels(),
	}
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newTrainer(s), newForecaster(s), newSettler(s), &predictionCleaner{service: s}}
}
