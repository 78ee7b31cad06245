package sim_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"bourse/internal/market"
)

var (
	ethereum = instrument("ETHUSD", market.Crypto, market.Always, "0.01", "0.0001", "3200", "0.65")
	solana   = instrument("SOLUSD", market.Crypto, market.Always, "0.01", "0.001", "150", "0.85")
	ripple   = instrument("XRPUSD", market.Crypto, market.Always, "0.0001", "0.1", "0.6", "0.8")
)

// returns are the logarithmic returns from close to close.
func returns(candles []market.Candle) []float64 {
	moves := make([]float64, 0, len(candles))
	for i := 1; i < len(candles); i++ {
		moves = append(moves, math.Log(candles[i].Close.Float64()/candles[i-1].Close.Float64()))
	}
	return moves
}

func squares(moves []float64) []float64 {
	squared := make([]float64, len(moves))
	for i, move := range moves {
		squared[i] = move * move
	}
	return squared
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

// correlation is the correlation of two series of equal length.
func correlation(xs, ys []float64) float64 {
	meanX, meanY := mean(xs), mean(ys)
	var xx, yy, xy float64
	for i := range xs {
		x, y := xs[i]-meanX, ys[i]-meanY
		xx, yy, xy = xx+x*x, yy+y*y, xy+x*y
	}
	return xy / math.Sqrt(xx*yy)
}

// autocorrelation is the correlation of a series with itself, lag places later.
func autocorrelation(values []float64, lag int) float64 {
	return correlation(values[lag:], values[:len(values)-lag])
}

// kurtosis is 3 for normal moves.
func kurtosis(moves []float64) float64 {
	squared := squares(moves)
	return mean(squares(squared)) / (mean(squared) * mean(squared))
}

// varianceRatio compares the variance over a span with that of as many single moves: 1 for a walk without memory, more if
// moves continue, less if they reverse.
func varianceRatio(moves []float64, span int) float64 {
	sum := 0.0
	var long []float64
	for i, move := range moves {
		sum += move
		if i >= span {
			sum -= moves[i-span]
		}
		if i >= span-1 {
			long = append(long, sum*sum)
		}
	}
	return mean(long) / (float64(span) * mean(squares(moves)))
}

// chance is four times the standard deviation of the correlation of independent values.
func chance(count int) float64 { return 4 / math.Sqrt(float64(count)) }

func TestTheFairCoinHasNoMemory(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		feed := newFeed(seed)
		for _, test := range []struct {
			interval market.Interval
			days     int
		}{{market.Minute, 30}, {market.Hour, 2 * 365}, {market.Day, 4 * 365}} {
			moves := returns(history(t, feed, fairCoin, test.interval, today.AddDate(0, 0, -test.days), today))
			most := chance(len(moves))
			for _, lag := range []int{1, 2, 3, 4, 8, 12, 24, 59, 60, 61, 168} {
				if got := autocorrelation(moves, lag); math.Abs(got) > most {
					t.Errorf("seed %d: returns of %s have an autocorrelation of %.4f after %d, want less than %.4f", seed, test.interval, got, lag, most)
				}
				if got := autocorrelation(squares(moves), lag); math.Abs(got) > most {
					t.Errorf("seed %d: squared returns of %s have an autocorrelation of %.4f after %d, want less than %.4f", seed, test.interval, got, lag, most)
				}
			}
			for _, span := range []int{2, 4, 12, 24, 60, 168} {
				q := float64(span)
				deviation := math.Sqrt(2 * (2*q - 1) * (q - 1) / (3 * q * float64(len(moves))))
				if got := varianceRatio(moves, span); math.Abs(got-1) > 4*deviation {
					t.Errorf("seed %d: variance over %d of %s is %.4f of what it should be, want 1 ± %.4f", seed, span, test.interval, got, 4*deviation)
				}
			}
			if got := kurtosis(moves); got > 3.6 {
				t.Errorf("seed %d: kurtosis of %s %.2f, want about 3", seed, test.interval, got)
			}
		}
	}
}

func TestTheFairCoinsVolumeAndHoursSayNothing(t *testing.T) {
	t.Parallel()
	hours := history(t, newFeed(1), fairCoin, market.Hour, today.AddDate(-2, 0, 0), today)
	moves := returns(hours)
	var volumes, sizes, clock []float64
	for i, move := range moves {
		volumes = append(volumes, hours[i+1].Volume.Float64())
		sizes = append(sizes, math.Abs(move))
		clock = append(clock, math.Sin(2*math.Pi*float64(hours[i+1].OpenedAt.Hour())/24))
	}
	count := len(moves)
	for name, got := range map[string]float64{
		"volume and move": correlation(volumes, moves), "volume and size": correlation(volumes, sizes),
		"volume and next move": correlation(volumes[:count-1], moves[1:]), "hour and move": correlation(clock, moves), "hour and size": correlation(clock, sizes),
	} {
		if math.Abs(got) > chance(count) {
			t.Errorf("%s correlate by %.4f", name, got)
		}
	}
}

func TestOtherPricesHaveFatTailsAndClusteredVolatility(t *testing.T) {
	t.Parallel()
	for _, instrument := range []market.Instrument{bitcoin, ethereum, solana, ripple, euro, apple} {
		for seed := range uint64(2) {
			feed := newFeed(seed)
			hours := returns(history(t, feed, instrument, market.Hour, today.AddDate(-1, 0, 0), today))
			days := returns(history(t, feed, instrument, market.Day, today.AddDate(-4, 0, 0), today))
			if kurtosis(hours) < 4 || kurtosis(days) < 3.5 {
				t.Errorf("%s, seed %d: kurtosis %.2f of hours and %.2f of days, want more than of a walk", instrument.Symbol, seed, kurtosis(hours), kurtosis(days))
			}
			hourly, daily := autocorrelation(squares(hours), 1), autocorrelation(squares(days), 1)
			if least := chance(len(hours)); hourly < least {
				t.Errorf("%s, seed %d: squared hours correlate by %.3f, want more than %.3f", instrument.Symbol, seed, hourly, least)
			}
			if daily < 0.05 {
				t.Errorf("%s, seed %d: squared days correlate by %.3f, want more than 0.05", instrument.Symbol, seed, daily)
			}
		}
	}
}

func TestOtherPricesJump(t *testing.T) {
	t.Parallel()
	jumps := func(instrument market.Instrument) (count int) {
		minutes := history(t, newFeed(2), instrument, market.Minute, today.AddDate(0, 0, -60), today)
		var sizes []float64
		for _, c := range minutes { // within the minute, so that the night's gaps do not count
			sizes = append(sizes, math.Abs(math.Log(c.Close.Float64()/c.Open.Float64())))
		}
		usual := slices.Sorted(slices.Values(sizes))[len(sizes)/2]
		for _, size := range sizes {
			if size > 20*usual {
				count++
			}
		}
		return count
	}
	for _, instrument := range []market.Instrument{bitcoin, ethereum, euro, apple} {
		if got := jumps(instrument); got < 1 || got > 40 {
			t.Errorf("%s jumps %d times in sixty days, want now and then", instrument.Symbol, got)
		}
	}
	if got := jumps(fairCoin); got != 0 {
		t.Errorf("the fair coin jumps %d times", got)
	}
}

func TestWildCoinsGoOnForDaysAndOthersDoNot(t *testing.T) {
	t.Parallel()
	ratio := func(instrument market.Instrument) float64 {
		sum := 0.0
		for seed := range uint64(2) {
			sum += varianceRatio(returns(history(t, newFeed(seed), instrument, market.Hour, today.AddDate(-2, 0, 0), today)), 48)
		}
		return sum / 2
	}
	for _, instrument := range []market.Instrument{solana, ripple} {
		if got := ratio(instrument); got < 1.5 || got > 5 {
			t.Errorf("%s: variance over two days is %.2f of what a walk's would be, want storms that go on", instrument.Symbol, got)
		}
	}
	if got := ratio(euro); got < 0.6 || got > 1.4 {
		t.Errorf("%s: variance over two days is %.2f of what a walk's would be, want about 1", euro.Symbol, got)
	}
}

func TestTheHoursOfTheDayDifferByKind(t *testing.T) {
	t.Parallel()
	size := func(instrument market.Instrument, from, to int) float64 {
		var sizes []float64
		for _, c := range history(t, newFeed(1), instrument, market.Hour, today.AddDate(-1, 0, 0), today) {
			if hour := c.OpenedAt.Hour(); hour >= from && hour < to {
				sizes = append(sizes, math.Abs(math.Log(c.Close.Float64()/c.Open.Float64())))
			}
		}
		return mean(sizes)
	}
	for _, test := range []struct {
		instrument           market.Instrument
		busy, quiet          [2]int
		least, most          float64
		busyTimes, quietTime string
	}{
		{euro, [2]int{12, 16}, [2]int{1, 5}, 1.7, 3.5, "London and New York", "Asia"},
		{apple, [2]int{19, 20}, [2]int{17, 18}, 1.2, 2, "the close", "lunch"},
		{bitcoin, [2]int{13, 17}, [2]int{3, 8}, 1.3, 2.3, "America", "the night"},
		{fairCoin, [2]int{13, 17}, [2]int{3, 8}, 0.93, 1.07, "America", "the night"},
	} {
		got := size(test.instrument, test.busy[0], test.busy[1]) / size(test.instrument, test.quiet[0], test.quiet[1])
		if got < test.least || got > test.most {
			t.Errorf("%s moves %.2f times as much in %s as in %s, want %v to %v", test.instrument.Symbol, got, test.busyTimes, test.quietTime, test.least, test.most)
		}
	}
}

func TestInstrumentsAreNoCopiesOfEachOther(t *testing.T) {
	t.Parallel()
	feed := newFeed(1)
	all := []market.Instrument{bitcoin, ethereum, solana, ripple, fairCoin}
	series := map[string][]float64{}
	for _, instrument := range all {
		// Half a day at a time: with fat tails, sums of returns have less chance correlation than single ones.
		hours := returns(history(t, feed, instrument, market.Hour, today.AddDate(-2, 0, 0), today.Add(time.Hour)))
		for chunk := range slices.Chunk(hours, 12) {
			series[instrument.Symbol] = append(series[instrument.Symbol], mean(chunk)*float64(len(chunk)))
		}
	}
	for i, one := range all {
		for _, other := range all[:i] {
			if got := correlation(series[one.Symbol], series[other.Symbol]); math.Abs(got) > 0.12 {
				t.Errorf("%s and %s correlate by %.3f", one.Symbol, other.Symbol, got)
			}
		}
	}
}
