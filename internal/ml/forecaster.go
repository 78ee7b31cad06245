package ml

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/worker"
)

const (
	// servingTopic says that a different model serves.
	servingTopic = "ml.serving"
	// forecastInterval is how often the forecaster looks without being woken: for candles and models of other
	// replicas.
	forecastInterval = time.Minute
)

// forecaster is the worker that has every serving model predict after each candle, so that a scorecard does not depend
// on who asks. Any number of replicas may run one: a candle has one prediction.
type forecaster struct {
	service   *Service
	wake      worker.Wake
	predicted map[uuid.UUID]time.Time // the last candle after which each model predicted in this process
}

func newForecaster(s *Service) *forecaster {
	return &forecaster{service: s, wake: worker.NewWake(), predicted: map[uuid.UUID]time.Time{}}
}

// Name is the worker's name.
func (f *forecaster) Name() string { return "ml-forecaster" }

// Run makes predictions until the context ends. It fails when the database does.
func (f *forecaster) Run(ctx context.Context) error {
	s := f.service
	defer s.market.SubscribeClosed(func(candles []market.Candle) { wakeForLonger(f.wake, candles) })()
	defer s.db.Subscribe(servingTopic, func(string) { f.wake.Notify() })()
	return worker.Loop(ctx, f.wake, worker.Every(forecastInterval, f.round))
}

// round predicts for every model whose newest candle has no prediction yet.
func (f *forecaster) round(ctx context.Context) error {
	s := f.service
	serving, err := servingModels(ctx, s.db)
	if err != nil || len(serving) == 0 {
		return err
	}
	all := make([]market.Series, len(serving))
	for i, model := range serving {
		all[i] = model.Horizon.series(model.Symbol)
		s.market.KeepHistory(all[i], model.Horizon.features().LookBack())
	}
	newest, err := s.market.NewestCandles(ctx, all)
	if err != nil {
		return err
	}
	current := make(map[uuid.UUID]time.Time, len(serving))
	var failures []error // per model; one does not hold up the others
	for i, model := range serving {
		worker.Progress(ctx)
		candleAt, isThere := newest[all[i]]
		if !isThere {
			continue
		}
		isDone := f.predicted[model.ID].Equal(candleAt)
		if !isDone {
			if isDone, err = f.predict(ctx, model, candleAt); err != nil {
				failures = append(failures, fmt.Errorf("predict %s for %s: %w", model.Symbol, model.Horizon, err))
			}
		}
		if isDone {
			current[model.ID] = candleAt
		}
	}
	f.predicted = current
	return errors.Join(failures...)
}

// predict has a model predict, and reports whether that is done: while its candles are stale or too few, it is tried
// again.
func (f *forecaster) predict(ctx context.Context, model *Model, candleAt time.Time) (isDone bool, err error) {
	instrument, err := f.service.market.Instrument(model.Symbol)
	if err == nil {
		_, err = f.service.predictAfter(ctx, instrument, model, candleAt)
	}
	if refused := (*fault.Error)(nil); errors.As(err, &refused) {
		f.service.logger.DebugContext(ctx, "a model cannot predict", "symbol", model.Symbol, "horizon", model.Horizon, "error", refused)
		return false, nil
	}
	return err == nil, err
}
