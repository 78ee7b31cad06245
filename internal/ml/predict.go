package ml

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
)

// lateCandle is how long after its close a candle may be stored. After that the feed counts as dead.
const lateCandle = 5 * time.Minute

// Predict returns the probability that the close one horizon after the newest closed candle is above that candle's
// close. There is one prediction per candle; repeated calls return the same one. On a closed market it is the
// prediction for the last candle before the close. It fails with VALIDATION_ERROR on horizon, NOT_FOUND for an unknown
// symbol, MODEL_NOT_TRAINED while no model serves, INSUFFICIENT_HISTORY without the candles that the features look
// back at, and MARKET_DATA_STALE when a newer candle should be there.
func (s *Service) Predict(ctx context.Context, symbol string, horizon Horizon) (*Prediction, error) {
	prediction, _, err := s.predict(ctx, symbol, horizon)
	return prediction, err
}

// predict is Predict that also returns the model.
func (s *Service) predict(ctx context.Context, symbol string, horizon Horizon) (*Prediction, *Model, error) {
	if err := horizon.check(); err != nil {
		return nil, nil, err
	}
	instrument, err := s.market.Instrument(symbol)
	if err != nil {
		return nil, nil, err
	}
	model, err := servingModel(ctx, s.db, symbol, horizon)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, s.notTrained(ctx, symbol, horizon)
	}
	if err != nil {
		return nil, nil, err
	}
	series := horizon.series(symbol)
	newest, err := s.market.NewestCandles(ctx, []market.Series{series})
	if err != nil {
		return nil, nil, err
	}
	candleAt, isThere := newest[series]
	if !isThere {
		return nil, nil, tooShort(model, 0)
	}
	prediction, err := s.predictAfter(ctx, instrument, model, candleAt)
	return prediction, model, err
}

// predictAfter returns a model's prediction after its instrument's newest candle.
func (s *Service) predictAfter(ctx context.Context, instrument market.Instrument, model *Model, candleAt time.Time) (*Prediction, error) {
	if err := s.checkFresh(instrument, model.Horizon, candleAt); err != nil {
		return nil, err
	}
	known, err := predictionAfter(ctx, s.db, model.ID, candleAt)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return s.predictAnew(ctx, instrument, model, candleAt)
	case err != nil || known.Edge == model.Edge || known.Outcome != Open:
		return known, err
	}
	known.serve(model.Edge) // the edge may have changed since
	return known, s.db.InLastTx(ctx, func(tx *database.Tx) error { return saveServed(ctx, tx, known) })
}

// checkFresh fails with MARKET_DATA_STALE when a newer candle should have been stored by now.
func (s *Service) checkFresh(instrument market.Instrument, horizon Horizon, candleAt time.Time) error {
	next, found := nextCandle(instrument.Session, horizon.interval(), candleAt)
	if found && s.now().Before(next.Add(horizon.interval().Duration()+lateCandle)) {
		return nil
	}
	return staleCandle(instrument, horizon, candleAt)
}

func staleCandle(instrument market.Instrument, horizon Horizon, candleAt time.Time) error {
	return fault.New(fault.MarketDataStale, "the newest of the %s of %s closed %s UTC; a later one is missing",
		horizon.candleWord(), instrument.Symbol, candleAt.Add(horizon.interval().Duration()).UTC().Format("2006-01-02 15:04"))
}

// predictAnew makes the prediction after a candle. Of several concurrent calls one writes it and all return it. A move
// whose outcome is already known, even if not yet to this system, is not predicted.
func (s *Service) predictAnew(ctx context.Context, instrument market.Instrument, model *Model, candleAt time.Time) (*Prediction, error) {
	due, found := model.Horizon.due(instrument.Session, candleAt)
	if !found || !s.now().Before(due) {
		return nil, staleCandle(instrument, model.Horizon, candleAt)
	}
	prediction, err := s.forecastAfter(ctx, instrument, model, candleAt)
	if err != nil {
		return nil, err
	}
	prediction.DueAt = due
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		isNew, err := insertPrediction(ctx, tx, prediction)
		if err == nil && !isNew {
			prediction, err = predictionAfter(ctx, tx, model.ID, candleAt)
		}
		return err
	})
	return prediction, err
}

// forecastAfter reads the candles up to the given one and computes the model's prediction.
func (s *Service) forecastAfter(ctx context.Context, instrument market.Instrument, model *Model, candleAt time.Time) (*Prediction, error) {
	forecaster, err := s.parsed.forecaster(ctx, s.db, model.ID)
	if err != nil {
		return nil, err
	}
	candles, err := s.market.RecordedCandles(ctx, model.Symbol, model.Horizon.interval(), time.Time{},
		candleAt.Add(time.Microsecond), model.Horizon.features().LookBack())
	if err != nil {
		return nil, err
	}
	bars := barsOf(instrument.Session, candles)
	forecast, isWhole := forecaster.At(bars)
	if !isWhole {
		return nil, tooShort(model, unbroken(bars))
	}
	weighed := forecaster.Contributions(forecast)
	prediction := &Prediction{
		ID: database.NewIDAt(s.now()), ModelID: model.ID, Symbol: model.Symbol, Horizon: model.Horizon,
		CandleAt: candleAt, Close: candles[len(candles)-1].Close, BaseRate: model.BaseRate,
		Forecasts: Forecasts{Model: forecast.Probability, Baselines: forecast.Baselines},
		Features:  weighed[:min(featuresShown, len(weighed))], Outcome: Open, CreatedAt: s.now(),
	}
	prediction.serve(model.Edge)
	return prediction, nil
}

// tooShort is the error for too few candles to compute a prediction's features.
func tooShort(model *Model, have int) *fault.Error {
	return fault.New(fault.InsufficientHistory, "a prediction of %s for %s looks back at %d %s in a row; %d are there",
		model.Symbol, model.Horizon, model.Horizon.features().LookBack(), model.Horizon.candleWord(), have)
}

// Predictions lists predictions, newest first, with their total number, counted up to ten thousand. A page beyond
// those is a VALIDATION_ERROR on page, except for the empty one right after them when there are no more.
func (s *Service) Predictions(ctx context.Context, filter PredictionFilter, page database.Page) ([]*Prediction, int, error) {
	total, isReached, err := countPredictions(ctx, s.db, filter, page)
	if err != nil {
		return nil, 0, err
	}
	if !isReached {
		return nil, 0, fault.Invalid("page", "a list shows at most %d predictions: narrow it by symbol, horizon or outcome", mostListed)
	}
	predictions, err := listPredictions(ctx, s.db, filter, page)
	return predictions, total, err
}

// Prediction fails with NOT_FOUND.
func (s *Service) Prediction(ctx context.Context, id uuid.UUID) (*Prediction, error) {
	return readPrediction(ctx, s.db, id)
}

// Scorecard returns how a model's predictions have turned out. It fails with NOT_FOUND, and with MODEL_NOT_TRAINED for
// a version whose training has not succeeded.
func (s *Service) Scorecard(ctx context.Context, id uuid.UUID) (*Scorecard, error) {
	model, err := readModel(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	card, err := readScorecard(ctx, s.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.ModelNotTrained, "version %d of %s for %s is %s and has predicted nothing",
			model.Version, model.Symbol, model.Horizon, model.Status)
	}
	if err != nil {
		return nil, err
	}
	card.Symbol, card.Horizon, card.Edge, card.ServingSince = model.Symbol, model.Horizon, model.Edge, model.ServingSince
	return card, nil
}
