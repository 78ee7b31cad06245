package ml_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

// The rules of the calendar, the horizons and the scorecard, without a database.

// friday is the last full hour before the currency market closes for the weekend, at ten in the evening.
var friday = time.Date(2026, 3, 6, 21, 0, 0, 0, time.UTC)

func hours(opened ...time.Time) []market.Candle {
	var candles []market.Candle
	for _, at := range opened {
		one := money.FromInt(1)
		candles = append(candles, market.Candle{Interval: market.Hour, OpenedAt: at, Open: one, High: one, Low: one, Close: one})
	}
	return candles
}

func TestBarsAreNumberedByTheCalendarOfTheirMarket(t *testing.T) {
	t.Parallel()
	sunday, found := market.Weekdays.NextOpening(friday.Add(time.Hour))
	if !found || sunday.Sub(friday) < 24*time.Hour {
		t.Fatalf("the market opens again at %v", sunday)
	}
	opened := []time.Time{friday.Add(-2 * time.Hour), friday.Add(-time.Hour), friday, sunday, sunday.Add(time.Hour), sunday.Add(3 * time.Hour)}
	for session, c := range map[market.Session]struct {
		want     []int64
		unbroken int
	}{
		market.Weekdays: {[]int64{0, 1, 2, 3, 4, 6}, 1},
		market.Always:   {[]int64{0, 1, 2, 4, 5, 7}, 1},
	} {
		bars := ml.BarsOf(session, hours(opened...))
		var got []int64
		for _, bar := range bars {
			got = append(got, bar.Sequence)
		}
		if !slices.Equal(got, c.want) || ml.Unbroken(bars) != c.unbroken {
			t.Errorf("%s: %v with %d unbroken, want %v", session, got, ml.Unbroken(bars), c.want)
		}
	}
	bars := ml.BarsOf(market.Weekdays, hours(opened...))
	for count, want := range map[int]int{0: 0, 1: 1, 2: 2, 5: 5} {
		if got := ml.Unbroken(bars[:count]); got != want {
			t.Errorf("%d of the first %d bars follow each other, want %d", got, count, want)
		}
	}
	if got := ml.Unbroken(ml.BarsOf(market.Always, hours(opened...))[:5]); got != 2 {
		t.Errorf("%d bars follow each other after a hole, want 2", got)
	}
}

func TestAPredictionIsDueWhenItsLastCandleHasClosed(t *testing.T) {
	t.Parallel()
	sunday, _ := market.Weekdays.NextOpening(friday.Add(time.Hour))
	midnight := friday.Truncate(24 * time.Hour)
	for _, c := range []struct {
		horizon ml.Horizon
		session market.Session
		at      time.Time
		last    time.Time // opening time of the candle by whose close it is settled
		want    time.Time
	}{
		{ml.OneHour, market.Always, friday, friday.Add(time.Hour), friday.Add(2 * time.Hour)},
		{ml.FourHours, market.Always, friday, friday.Add(4 * time.Hour), friday.Add(5 * time.Hour)},
		{ml.OneHour, market.Weekdays, friday, sunday, sunday.Add(time.Hour)},
		{ml.FourHours, market.Weekdays, friday, sunday.Add(3 * time.Hour), sunday.Add(4 * time.Hour)},
		{ml.OneDay, market.Always, midnight, midnight.AddDate(0, 0, 1), midnight.AddDate(0, 0, 2)},
	} {
		got, found := c.horizon.Due(c.session, c.at)
		if !found || !got.Equal(c.want) {
			t.Errorf("%s of %s is due at %v, want %v", c.horizon, c.session, got, c.want)
		}
		if last := c.horizon.SettledBy(got); !last.Equal(c.last) {
			t.Errorf("%s of %s is settled by the candle of %v, want %v", c.horizon, c.session, last, c.last)
		}
	}
}

func TestHorizonsLookAtTheirCandles(t *testing.T) {
	t.Parallel()
	for horizon, want := range map[ml.Horizon]struct {
		interval market.Interval
		bars     int
		set      features.Set
		candles  int
		word     string
	}{
		ml.OneHour:   {market.Hour, 1, features.Hourly(), 8760, "hourly candles"},
		ml.FourHours: {market.Hour, 4, features.Hourly(), 8760, "hourly candles"},
		ml.OneDay:    {market.Day, 1, features.Daily(), 2000, "daily candles"},
	} {
		interval, bars, set, candles, word := horizon.Shape()
		if interval != want.interval || bars != want.bars || set != want.set || candles != want.candles || word != want.word || horizon.Check() != nil {
			t.Errorf("%s looks at %d %s of %v, %d ahead", horizon, candles, word, interval, bars)
		}
	}
	testkit.WantFault(t, ml.Horizon("2h").Check(), fault.ValidationError, "horizon")
}

// forecast is a settled prediction of a model and the base rate.
func forecast(model, base float64, outcome ml.Outcome) *ml.Prediction {
	return &ml.Prediction{Outcome: outcome, Forecasts: ml.Forecasts{Model: model, Baselines: trial.Baselines{BaseRate: base, AlwaysUp: .9, Momentum: .8, MeanReversion: .2}}}
}

func TestAScorecardHoldsTheModelAgainstItsBestBaseline(t *testing.T) {
	t.Parallel()
	card := ml.NewScorecard(ml.BaseRate)
	if card.MeanDifference() != 0 || card.TStatistic() != 0 || card.HasLost() {
		t.Error("an empty scorecard says something")
	}
	card.Add(forecast(.8, .5, ml.Up))
	if card.TStatistic() != 0 {
		t.Errorf("one prediction has a t statistic of %v", card.TStatistic())
	}
	card.Add(forecast(.6, .5, ml.Down))
	for _, outcome := range []ml.Outcome{ml.Open, ml.Void} {
		card.Add(forecast(.9, .5, outcome)) // open or void, so not counted
	}
	first, second := math.Log(.8/.5), math.Log(.4/.5)
	mean := (first + second) / 2
	deviation := math.Abs(first-second) / math.Sqrt2 // sample deviation of two values
	if card.Settled != 2 || math.Abs(card.MeanDifference()-mean) > 1e-12 || math.Abs(card.TStatistic()-mean/(deviation/math.Sqrt2)) > 1e-9 {
		t.Errorf("%d settled, %v better, t %v", card.Settled, card.MeanDifference(), card.TStatistic())
	}
	want := map[ml.Forecaster]int{ml.TheModel: 1, ml.BaseRate: 1, ml.AlwaysUp: 1, ml.Momentum: 1, ml.MeanReversion: 1}
	brier := map[ml.Forecaster]float64{ml.TheModel: .04 + .36, ml.BaseRate: .5, ml.AlwaysUp: .01 + .81, ml.Momentum: .04 + .64, ml.MeanReversion: .64 + .04}
	for forecaster, hits := range want {
		tally := card.Tallies[forecaster]
		if tally.Hits != hits || math.Abs(tally.Brier-brier[forecaster]) > 1e-9 || tally.LogLoss <= 0 {
			t.Errorf("%s: %+v", forecaster, tally)
		}
	}
	for name, want := range map[string]ml.Forecaster{"alwaysUp": ml.AlwaysUp, "momentum": ml.Momentum, "meanReversion": ml.MeanReversion, "baseRate": ml.BaseRate} {
		if got := ml.BaselineNamed(name); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
}

// rounds adds count predictions, of which the model gets some more right than the base rate does, or fewer.
func rounds(card *ml.Scorecard, count int, model float64) {
	for i := range count {
		outcome := ml.Up
		if i%2 == 1 {
			outcome, model = ml.Down, 1-model
		}
		card.Add(forecast(model, .5, outcome))
		if i%2 == 1 {
			model = 1 - model
		}
	}
}

func TestAModelLosesItsEdgeWhenItIsClearlyWorseOrNotBetterForLong(t *testing.T) {
	t.Parallel()
	lost := func(right, wrong int) bool {
		card := ml.NewScorecard(ml.BaseRate)
		rounds(card, right, .6)
		rounds(card, wrong, .4)
		return card.HasLost()
	}
	for name, c := range map[string]struct {
		right, wrong int
		want         bool
	}{
		"much worse, and 29 are too few":  {2, 27, false},
		"much worse at 30":                {2, 28, true},
		"a little worse at 30":            {15, 15, false},
		"better at 500":                   {300, 200, false},
		"a little worse at 499":           {262, 237, false},
		"a little worse at 500":           {262, 238, true},
		"better for long":                 {900, 500, false},
		"nothing to tell apart, for long": {0, 0, false},
	} {
		if got := lost(c.right, c.wrong); got != c.want {
			t.Errorf("%s: lost is %v", name, got)
		}
	}
	same := ml.NewScorecard(ml.BaseRate)
	for range 500 {
		same.Add(forecast(.5, .5, ml.Up))
	}
	if !same.HasLost() || same.TStatistic() != 0 {
		t.Errorf("a model that is its baseline keeps its edge; t is %v", same.TStatistic())
	}
}

func TestAPredictionServesTheModelOnlyWithAnEdge(t *testing.T) {
	t.Parallel()
	p := forecast(.7, .5, ml.Open)
	p.BaseRate, p.Close = .52, money.FromInt(100)
	if p.Serve(ml.HasEdge); p.Probability != .7 {
		t.Errorf("with an edge %v is served", p.Probability)
	}
	if p.Serve(ml.NoEdge); p.Probability != .52 || p.Edge != ml.NoEdge {
		t.Errorf("without one %v is served", p.Probability)
	}
	for closed, want := range map[string]ml.Outcome{"100.01": ml.Up, "100": ml.Down, "99": ml.Down} {
		if p.Settle(money.MustParse(closed), friday); p.Outcome != want || p.SettledAt != friday {
			t.Errorf("closed at %s it is %s", closed, p.Outcome)
		}
	}
}
