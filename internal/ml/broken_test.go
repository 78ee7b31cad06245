package ml_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/testkit"
)

func TestAModelThatCannotBeReadHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		broken, whole := map[string]*ml.Model{}, map[string]*ml.Model{}
		for _, symbol := range []string{"BTCUSD", "ETHUSD", "SOLUSD"} {
			r.history(symbol, 2000)
			if model := r.train(symbol, ml.OneHour); symbol == "ETHUSD" {
				whole[symbol] = model
			} else {
				broken[symbol] = model
			}
		}
		for _, model := range broken {
			r.exec(`UPDATE ml_models SET result = '{}' WHERE id = $1`, model.ID)
		}
		replica := r.replica() // has not cached any of them yet
		if err := replica.ForecastAll(t.Context()); err != nil {
			t.Error(err)
		}
		if n := r.count(`SELECT COUNT(*) FROM ml_predictions WHERE model_id = $1`, whole["ETHUSD"].ID); n != 1 {
			t.Errorf("the model that can be read has %d predictions", n)
		}
		_, err := replica.Predict(t.Context(), "BTCUSD", ml.OneHour)
		testkit.WantFault(t, err, fault.ModelNotTrained)
	})
}

func TestAModelWhosePredictionsCannotBeSettledHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		symbols := []string{"BTCUSD", "ETHUSD", "SOLUSD"}
		var models []*ml.Model
		for _, symbol := range symbols {
			r.history(symbol, 2000)
			models = append(models, r.train(symbol, ml.OneHour))
			r.predict(symbol, ml.OneHour)
		}
		r.exec(`DELETE FROM ml_scorecards WHERE id = $1`, models[1].ID)
		opened := market.Hour.Start(r.clock.Now())
		r.clock.Advance(2 * time.Hour)
		for _, symbol := range symbols {
			r.store(candleAt(symbol, market.Hour, opened, 120))
		}
		if err := r.Settle(t.Context()); err == nil {
			t.Error("a scorecard is gone and nobody is told")
		}
		if n := r.count(`SELECT COUNT(*) FROM ml_predictions WHERE outcome = 'up'`); n != 2 {
			t.Errorf("%d predictions are settled, want those of the two other models", n)
		}
	})
}

func TestAnEdgeFromBeforeIsCorrectedWhenItsModelIsPromotedAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 2000)
		r.tries(finding(0.02, 1))
		first := r.train("BTCUSD", ml.OneHour)
		r.tries(finding(0.9, 0))
		r.train("BTCUSD", ml.OneHour) // 0.02 now counts twice, which still is an edge
		r.train("BTCUSD", ml.OneHour) // and three times, which is none
		if was := r.model(first.ID); was.Status != ml.Retired || was.Edge != ml.HasEdge {
			t.Fatalf("the first is %s with %s", was.Status, was.Edge)
		}
		promoted, err := r.Promote(t.Context(), r.admin, first.ID)
		if err != nil || promoted.Edge != ml.NoEdge || r.model(first.ID).Edge != ml.NoEdge {
			t.Fatalf("got %+v, %v", promoted, err)
		}
		r.tries(finding(0.9, 0))
		r.train("BTCUSD", ml.OneHour)
		r.clock.Advance(366 * 24 * time.Hour)
		_, err = r.Promote(t.Context(), r.admin, first.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
	})
}
