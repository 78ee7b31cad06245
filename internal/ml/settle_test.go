package ml_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
)

// predictHours has a model predict after each of count hours, which it also stores; up decides which way each goes.
func (r *rig) predictHours(symbol string, count int, up func(n int) bool) {
	r.t.Helper()
	first, price := r.clock.Now().Truncate(time.Hour), 100.0
	for n := range count {
		if price += -1; up(n) {
			price += 2
		}
		at := first.Add(time.Duration(n) * time.Hour)
		r.clock.Set(at.Add(time.Second))
		r.predict(symbol, ml.OneHour)
		r.store(candleAt(symbol, market.Hour, at, price))
	}
	r.clock.Set(first.Add(time.Duration(count)*time.Hour + time.Second))
}

// base stores a history that ends at the price from which predictHours starts.
func (r *rig) base(symbol string) {
	r.t.Helper()
	past := r.candles(symbol, market.Hour, r.clock.Now(), 300)
	past[299] = candleAt(symbol, market.Hour, past[299].OpenedAt, 100)
	r.store(past...)
}

func evenHours(n int) bool { return n%2 == 0 }

func TestEveryPredictionIsSettledOnceByManySettlers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.base("BTCUSD")
		r.tries(finding(0.5, math.Log(3))) // a probability of three quarters
		model := r.train("BTCUSD", ml.OneHour)
		r.predictHours("BTCUSD", 60, func(n int) bool { return n%3 == 0 })
		replicas := []*ml.Service{r.Service, r.replica(), r.replica(), r.replica()}
		for _, err := range testkit.InParallel(len(replicas), func(i int) error { return replicas[i].Settle(t.Context()) }) {
			if err != nil {
				t.Error(err)
			}
		}
		up, down := r.count(`SELECT COUNT(*) FROM ml_predictions WHERE outcome = 'up'`), r.count(`SELECT COUNT(*) FROM ml_predictions WHERE outcome = 'down'`)
		if up != 20 || down != 40 {
			t.Errorf("%d up and %d down, want 20 and 40", up, down)
		}
		card, err := r.Scorecard(t.Context(), model.ID)
		if err != nil {
			t.Fatal(err)
		}
		tally := card.Tallies[ml.TheModel]
		brier := 20*0.25*0.25 + 40*0.75*0.75
		logLoss := -20*math.Log(0.75) - 40*math.Log(0.25)
		if card.Settled != 60 || tally.Hits != 20 || math.Abs(tally.Brier-brier) > 1e-9 || math.Abs(tally.LogLoss-logLoss) > 1e-9 {
			t.Errorf("scorecard %+v, want 60 settled, 20 hits, Brier %v, log loss %v", card, brier, logLoss)
		}
		if want := (60*math.Log(2) - logLoss) / 60; math.Abs(card.MeanDifference()-want) > 1e-9 {
			t.Errorf("mean difference %v, want %v", card.MeanDifference(), want)
		}
		if got := card.Tallies[ml.BaseRate]; math.Abs(got.Brier-15) > 1e-9 {
			t.Errorf("the base rate's tally is %+v", got)
		}
	})
}

// Processes die while settling: some before their transaction commits, and one may find what another has written. The
// next one settles the rest, and each prediction counts once.
func TestASettlerThatDiesLeavesNothingHalfDone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.base("BTCUSD")
		r.tries(finding(0.001, math.Log(3)))
		model := r.train("BTCUSD", ml.OneHour)
		r.predictHours("BTCUSD", 40, func(int) bool { return false })
		var died atomic.Int64
		r.events.Refuse(func(event webhook.Event) error {
			if event.Type == "ml.model.edge_lost" && died.Add(1) < 4 {
				return errors.New("the process is gone")
			}
			return nil
		})
		for n := range 3 {
			if err := r.replica().Settle(t.Context()); err == nil {
				t.Errorf("death %d went unnoticed", n+1)
			}
			card, err := r.Scorecard(t.Context(), model.ID)
			if err != nil || card.Settled != 0 || r.count(`SELECT COUNT(*) FROM ml_predictions WHERE outcome <> 'open'`) != 0 {
				t.Fatalf("half done after a death: %+v, %v", card, err)
			}
			if got := r.model(model.ID); got.Edge != ml.HasEdge {
				t.Fatalf("its edge is %s", got.Edge)
			}
		}
		ctx, kill := context.WithCancel(t.Context())
		kill()
		_ = r.replica().Settle(ctx)
		for range 2 {
			if err := r.replica().Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		card, err := r.Scorecard(t.Context(), model.ID)
		if err != nil || card.Settled != 40 || card.Edge != ml.EdgeLost {
			t.Errorf("scorecard %+v, %v", card, err)
		}
		r.wantEvents("ml.model.trained", "ml.model.edge_lost")
	})
}

// A model that keeps being wrong loses its edge with the thirtieth prediction, and not before.
func TestAModelLosesItsEdgeAfterThirtyPredictions(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.base("BTCUSD")
		r.tries(finding(0.001, math.Log(3)))
		model := r.train("BTCUSD", ml.OneHour)
		r.predictHours("BTCUSD", 29, func(n int) bool { return n%7 == 0 })
		if err := r.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := r.model(model.ID); got.Edge != ml.HasEdge {
			t.Fatalf("after 29 it is %s", got.Edge)
		}
		r.predictHours("BTCUSD", 1, func(int) bool { return false })
		if err := r.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := r.model(model.ID); got.Edge != ml.EdgeLost || got.Status != ml.Serving {
			t.Errorf("after 30 it is %s and %s", got.Edge, got.Status)
		}
		r.wantEvents("ml.model.trained", "ml.model.edge_lost")
		// The correction for later tries does not restore it.
		r.history("ETHUSD", 300)
		r.train("ETHUSD", ml.OneHour)
		if got := r.model(model.ID); got.Edge != ml.EdgeLost {
			t.Errorf("after another try it is %s", got.Edge)
		}
	})
}

// A gap in the feed is waited for, and given up on after seven days; other predictions do not wait for it.
func TestAPredictionWhoseCandleNeverComesIsVoid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.base("BTCUSD")
		model := r.train("BTCUSD", ml.OneHour)
		r.predictHours("BTCUSD", 3, evenHours)
		hole := wednesday.Truncate(time.Hour).Add(time.Hour)
		r.exec(`DELETE FROM candles WHERE opened_at = $1`, database.Micros(hole))
		want := func(settled, open, void int) {
			t.Helper()
			if err := r.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			card, err := r.Scorecard(t.Context(), model.ID)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(card.Settled, r.count(`SELECT COUNT(*) FROM ml_predictions WHERE outcome = 'open'`), r.count(`SELECT COUNT(*) FROM ml_predictions WHERE outcome = 'void'`))
			if got != fmt.Sprint(settled, open, void) {
				t.Errorf("settled, open and void are %s, want %d %d %d", got, settled, open, void)
			}
		}
		want(2, 1, 0)
		r.clock.Set(hole.Add(time.Hour + ml.VoidAfter - time.Microsecond))
		want(2, 1, 0)
		r.clock.Advance(time.Microsecond)
		want(2, 0, 1)
	})
}
