// Package ml predicts the next move of a price, and either proves that its predictions are worth something or says
// that it cannot.
//
// A model is versioned per instrument and horizon. Each version is trained in the background on closed candles, in a
// walk-forward trial against baselines (package trial), and has an edge only when it beats the best of them out of
// sample and after costs, corrected for the number of versions that were tried. Without an edge it serves the base
// rate. Each serving model's prediction after each candle is stored, settled when its horizon is over and added to the
// model's scorecard; a scorecard that counts against the model takes its edge away.
//
// Models, predictions and scorecards belong to the platform, as instruments do: every tenant reads the same.
//
// Four workers share the work between replicas. The trainer holds a training by a lease with a fence; the forecaster
// and the settler rely on unique rows and conditional updates; the cleaner removes old predictions.
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

// Publisher tells every tenant what happened, within the transaction that makes it so.
type Publisher interface {
	PublishToAll(ctx context.Context, tx *database.Tx, eventType string, data any) error
}

// People is the part of identity that a promotion on somebody's behalf needs.
type People interface {
	// HoldCaller locks a user until the transaction ends and returns them with their current role. It fails with
	// ACCOUNT_SUSPENDED when they are suspended, as deleted users are, and with NOT_FOUND when there is no such user.
	HoldCaller(ctx context.Context, tx *database.Tx, user uuid.UUID) (identity.Caller, error)
}

// Trial runs a training: trial.Run, or a quicker one in tests.
type Trial func(ctx context.Context, bars []features.Bar, recipe trial.Recipe, progress func(done, total int)) (*trial.Result, error)

// Options are the service's dependencies and settings.
type Options struct {
	Database *database.DB
	Market   *market.Market
	Events   Publisher
	People   People
	// RoundTripCost is the cost of buying and selling an instrument, as a fraction of its price.
	RoundTripCost func(market.Instrument) float64
	// Retrain is how long a model serves before it is trained again; zero means never.
	Retrain time.Duration
	// PredictionsKept is the retention of predictions.
	PredictionsKept time.Duration
	// Trial runs the trainings; nil means trial.Run.
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

// New returns the service.
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

// SharedWorkers are the jobs that need to run in only one process of the installation; running more does no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newTrainer(s), newForecaster(s), newSettler(s), &predictionCleaner{service: s}}
}
