package ml

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/worker"
)

const (
	// settleInterval is how often the settler looks without being woken.
	settleInterval = time.Minute
	settleBatch    = 500
	// voidAfter is how long a prediction waits for a missing candle.
	voidAfter = 7 * 24 * time.Hour
)

// settler is the worker that records outcomes. Any number of replicas may run one: a prediction is settled by the
// transaction that finds it open, which also adds it to the scorecard.
type settler struct {
	service *Service
	wake    worker.Wake
}

func newSettler(s *Service) *settler { return &settler{service: s, wake: worker.NewWake()} }

// Name is the worker's name.
func (w *settler) Name() string { return "ml-settler" }

// Run settles predictions until the context ends. It fails when the database does.
func (w *settler) Run(ctx context.Context) error {
	defer w.service.market.SubscribeClosed(func(candles []market.Candle) { wakeForLonger(w.wake, candles) })()
	return worker.Loop(ctx, w.wake, worker.Every(settleInterval, w.settle))
}

// wakeForLonger wakes a worker when a candle of an interval used for predictions has closed: minutes close all the
// time.
func wakeForLonger(wake worker.Wake, candles []market.Candle) {
	for _, c := range candles {
		if c.Interval == market.Hour || c.Interval == market.Day {
			wake.Notify()
			return
		}
	}
}

// settle settles every due prediction whose candle is there.
func (w *settler) settle(ctx context.Context) error {
	now := w.service.now()
	after := &Prediction{}
	var failures error // per model; one does not hold up the others
	for {
		due, err := duePredictions(ctx, w.service.db, now, after, settleBatch)
		if err != nil {
			return errors.Join(failures, fmt.Errorf("look for predictions that are due: %w", err))
		}
		failures = errors.Join(failures, w.service.settleDue(ctx, due, now))
		if len(due) < settleBatch {
			return failures
		}
		after = due[len(due)-1]
	}
}

// settleDue settles due predictions, those of each model in their own transaction: if one fails, the others stay
// settled.
func (s *Service) settleDue(ctx context.Context, due []*Prediction, now time.Time) error {
	closes, err := s.closesFor(ctx, due)
	if err != nil {
		return err
	}
	settled := map[uuid.UUID][]*Prediction{}
	for _, prediction := range due {
		by := prediction.Horizon.settledBy(prediction.DueAt)
		candle, isThere := closes[prediction.Horizon.series(prediction.Symbol)][by.UTC()]
		switch {
		case isThere:
			prediction.settle(candle.Close, now)
		case now.Sub(prediction.DueAt) >= voidAfter:
			prediction.void(now)
		default:
			continue
		}
		settled[prediction.ModelID] = append(settled[prediction.ModelID], prediction)
	}
	for _, model := range slices.SortedFunc(maps.Keys(settled), database.CompareIDs) {
		if failed := s.settleOf(ctx, model, settled[model]); failed != nil {
			err = errors.Join(err, fmt.Errorf("settle predictions of the model %s: %w", model, failed))
		}
	}
	return err
}

// closesFor reads the candles by which predictions are settled, by series and opening time.
func (s *Service) closesFor(ctx context.Context, due []*Prediction) (map[market.Series]map[time.Time]market.Candle, error) {
	type span struct{ from, to time.Time }
	spans := map[market.Series]span{}
	for _, prediction := range due {
		series, at := prediction.Horizon.series(prediction.Symbol), prediction.Horizon.settledBy(prediction.DueAt)
		known, isKnown := spans[series]
		if !isKnown || at.Before(known.from) {
			known.from = at
		}
		if !isKnown || at.After(known.to) {
			known.to = at
		}
		spans[series] = known
	}
	closes := map[market.Series]map[time.Time]market.Candle{}
	for series, span := range spans {
		most := int(span.to.Sub(span.from)/series.Interval.Duration()) + 1
		candles, err := s.market.RecordedCandles(ctx, series.Symbol, series.Interval, span.from, span.to.Add(time.Microsecond), most)
		if fault.Is(err, fault.NotFound) {
			continue // instrument no longer known: its predictions become void
		}
		if err != nil {
			return nil, err
		}
		closes[series] = make(map[time.Time]market.Candle, len(candles))
		for _, c := range candles {
			closes[series][c.OpenedAt.UTC()] = c
		}
	}
	return closes, nil
}

// settleOf writes the outcomes of one model's predictions and adds them to its scorecard; when that counts against the
// model, it loses its edge.
func (s *Service) settleOf(ctx context.Context, model uuid.UUID, predictions []*Prediction) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		card, err := lockScorecard(ctx, tx, model)
		if err != nil {
			return err
		}
		isSettled, err := settleOpen(ctx, tx, predictions)
		if err != nil || len(isSettled) == 0 {
			return err
		}
		for _, prediction := range predictions {
			if isSettled[prediction.ID] {
				card.add(prediction)
			}
		}
		if err := scorecardTable.Update(ctx, tx, card); err != nil || !card.hasLost() {
			return err
		}
		return s.takeEdge(ctx, tx, model)
	})
}

// takeEdge takes away a model's edge and publishes that, unless it has none.
func (s *Service) takeEdge(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	model, err := lockModel(ctx, tx, id) // locked, so as not to miss an edge that the correction is granting concurrently
	if err != nil || model.Edge != HasEdge {
		return err
	}
	model.Edge = EdgeLost
	if err := modelTable.Update(ctx, tx, model, "edge"); err != nil {
		return err
	}
	return s.events.PublishToAll(ctx, tx, modelEdgeLost, model.data())
}
