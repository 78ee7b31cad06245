package features_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bourse/internal/ml/features"
)

// defined computes a feature of the last of bars from the definition that its name implies.
func defined(name string, bars []features.Bar) float64 {
	kind, number, _ := strings.Cut(name, "_")
	span, _ := strconv.Atoi(number)
	last := bars[len(bars)-1]
	of := func(count int, value func(features.Bar) float64) (values []float64) {
		for _, bar := range bars[len(bars)-count:] {
			values = append(values, value(bar))
		}
		return values
	}
	hours := float64(last.OpenedAt.UTC().Hour()) + float64(last.OpenedAt.UTC().Minute())/60
	angle := 2 * math.Pi * hours / 24
	if kind == "week" {
		angle = 2 * math.Pi * (24*float64(last.OpenedAt.UTC().Weekday()) + hours) / (7 * 24)
	}
	switch {
	case kind == "return":
		return math.Log(last.Close / bars[len(bars)-1-span].Close)
	case kind == "volatility":
		var returns []float64
		for i := len(bars) - span; i < len(bars); i++ {
			returns = append(returns, math.Log(bars[i].Close/bars[i-1].Close))
		}
		centre, squares := sum(returns)/float64(span), 0.0
		for _, value := range returns {
			squares += math.Pow(value-centre, 2)
		}
		return math.Sqrt(squares / float64(span))
	case kind == "range":
		return sum(of(span, func(b features.Bar) float64 { return (b.High - b.Low) / b.Close })) / float64(span)
	case kind == "volume":
		return math.Log(last.Volume / (sum(of(span, func(b features.Bar) float64 { return b.Volume })) / float64(span)))
	case kind == "distance":
		return math.Log(last.Close / (sum(of(span, func(b features.Bar) float64 { return b.Close })) / float64(span)))
	case number == "sin":
		return math.Sin(angle)
	}
	return math.Cos(angle)
}

func sum(values []float64) (total float64) {
	for _, value := range values {
		total += value
	}
	return total
}

func TestFeaturesAreWhatTheirNamesSay(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for _, set := range []features.Set{features.Hourly(), features.Daily()} {
		for range 5 {
			bars := flat(set.LookBack())
			for i := range bars {
				bars[i].Close = 50 + 100*random.Float64()
				bars[i].High, bars[i].Low = bars[i].Close*1.25, bars[i].Close*(1-random.Float64()/2)
				bars[i].Volume = 50 + 100*random.Float64()
				bars[i].OpenedAt = monday.Add(time.Duration(random.IntN(7*24*60)) * time.Minute)
			}
			row, ok := set.At(bars)
			if !ok {
				t.Fatal("no row")
			}
			for i, name := range set.Names() {
				if want := defined(name, bars); !(math.Abs(row[i]-want) <= 1e-9) {
					t.Errorf("%s of %s is %v, want %v", name, set, row[i], want)
				}
			}
		}
	}
}

func TestAHorizonOfOneBarHasSamples(t *testing.T) {
	t.Parallel()
	for _, horizon := range []int{1, 168} {
		if got, want := len(features.Hourly().Samples(flat(400), horizon)), 400-168-horizon; got != want {
			t.Errorf("%d samples of a horizon of %d, want %d", got, horizon, want)
		}
	}
}

func TestThePastIsUpWhenTheLastCloseIsAboveTheOneAHorizonBefore(t *testing.T) {
	t.Parallel()
	closes := func(prices ...float64) []features.Bar {
		bars := flat(len(prices))
		for i, price := range prices {
			bars[i].Close = price
		}
		return bars
	}
	for i, c := range []struct {
		bars    []features.Bar
		horizon int
		want    bool
	}{
		{closes(100, 90, 101), 2, true}, {closes(100, 90, 101), 1, true}, {closes(100, 110, 100), 2, false}, {closes(100, 90, 99), 2, false},
		{closes(100, 101), 2, false}, {closes(1, 100, 90, 101), 0, false}, {closes(1, 100, 90, 101), -1, false}, {nil, 1, false},
	} {
		if got := features.LastUp(c.bars, c.horizon); got != c.want {
			t.Errorf("case %d: %v, want %v", i, got, c.want)
		}
	}
}

func TestWhatNoMarketCanTradeIsNoVolumeAndNoPrice(t *testing.T) {
	t.Parallel()
	for _, volume := range []float64{-1, math.NaN(), math.Inf(1), 1e30} {
		bars := flat(169)
		for i := range bars {
			bars[i].Volume = volume
		}
		row, ok := features.Hourly().At(bars)
		if at := slices.Index(features.Hourly().Names(), "volume_168"); !ok || row[at] != 0 {
			t.Errorf("a volume of %v is %v", volume, row)
		}
	}
	for _, price := range []float64{1e30, 1e-30} {
		bars := flat(169)
		bars[100].High, bars[100].Low = max(price, 100), min(price, 100)
		if _, ok := features.Hourly().At(bars); ok {
			t.Errorf("a row with a price of %v", fmt.Sprint(price))
		}
	}
}
