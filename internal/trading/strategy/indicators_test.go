package strategy_test

import (
	"bytes"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"bourse/internal/trading/strategy"
)

// talib reads the 252 bars of TA-Lib's regression test.
func talib(t *testing.T) (bars []strategy.Bar, closes []float64) {
	t.Helper()
	content, err := os.ReadFile("testdata/talib_252.txt")
	if err != nil {
		t.Fatal(err)
	}
	series := map[string][]float64{}
	for text := range bytes.Lines(content) {
		words := strings.Fields(string(text))
		if words[0] == "#" {
			continue
		}
		for _, word := range words[1:] {
			value, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatal(err)
			}
			series[words[0]] = append(series[words[0]], value)
		}
	}
	for i := range 252 {
		bars = append(bars, strategy.Bar{
			Open: series["open"][i], High: series["high"][i], Low: series["low"][i], Close: series["close"][i],
		})
	}
	return bars, series["close"]
}

// published is one value from TA-Lib's test tables, with the decimals given there.
type published struct {
	name     string
	series   []float64
	lookback int
	index    int // within the series; negative counts from its end
	want     float64
	within   float64
}

func wantPublished(t *testing.T, table []published) {
	t.Helper()
	for _, row := range table {
		if len(row.series) != 252-row.lookback {
			t.Errorf("%s has %d values, want %d", row.name, len(row.series), 252-row.lookback)
			continue
		}
		index := row.index
		if index < 0 {
			index += len(row.series)
		}
		if got := row.series[index]; !(math.Abs(got-row.want) <= row.within) {
			t.Errorf("%s[%d] is %.6f, want %v", row.name, row.index, got, row.want)
		}
	}
}

func TestAveragesAreTALibs(t *testing.T) {
	t.Parallel()
	_, closes := talib(t)
	sma2, sma30 := strategy.SMA(closes, 2), strategy.SMA(closes, 30)
	ema2, ema10 := strategy.EMA(closes, 2), strategy.EMA(closes, 10)
	wantPublished(t, []published{
		{"SMA 2", sma2, 1, 0, 93.15, .01},
		{"SMA 2", sma2, 1, 1, 94.59, .01},
		{"SMA 2", sma2, 1, 2, 94.73, .01},
		{"SMA 2", sma2, 1, -1, 108.31, .01},
		{"SMA 30", sma30, 29, 0, 90.42, .01},
		{"SMA 30", sma30, 29, 1, 90.21, .01},
		{"SMA 30", sma30, 29, 2, 89.96, .01},
		{"SMA 30", sma30, 29, 29, 87.12, .01},
		{"SMA 30", sma30, 29, 221, 107.95, .01},
		{"SMA 30", sma30, 29, 222, 108.42, .01},
		{"EMA 2", ema2, 1, 0, 93.15, .01},
		{"EMA 2", ema2, 1, 1, 93.96, .01},
		{"EMA 2", ema2, 1, 250, 108.21, .01},
		{"EMA 10", ema10, 9, 0, 93.22, .01},
		{"EMA 10", ema10, 9, 1, 93.75, .01},
		{"EMA 10", ema10, 9, 20, 86.46, .01},
		{"EMA 10", ema10, 9, 242, 108.97, .01},
	})
}

func TestOscillatorsAreTALibs(t *testing.T) {
	t.Parallel()
	_, closes := talib(t)
	rsi, roc := strategy.RSI(closes, 14), strategy.ROC(closes, 14)
	macd, swapped := strategy.MACD(closes, 12, 26, 9), strategy.MACD(closes, 26, 12, 9)
	wantPublished(t, []published{
		{"RSI 14", rsi, 14, 0, 49.14, .01},
		{"RSI 14", rsi, 14, 1, 52.32, .01},
		{"RSI 14", rsi, 14, 2, 46.07, .01},
		{"RSI 14", rsi, 14, -1, 49.63, .01},
		{"MACD", macd.Line, 33, 0, -1.9738, .0001},
		{"MACD signal", macd.Signal, 33, 0, -2.7071, .0001},
		{"MACD histogram", macd.Histogram, 33, 0, -1.9738 + 2.7071, .0001},
		{"MACD with its periods exchanged", swapped.Line, 33, 0, -1.9738, .0001},
		{"ROC 14", roc, 14, 0, -0.546, .001},
		{"ROC 14", roc, 14, 1, -2.109, .001},
		{"ROC 14", roc, 14, 2, -5.53, .01},
		{"ROC 14", roc, 14, 6, -4.49, .01},
		{"ROC 14", roc, 14, 7, -5.5256, .0001},
		{"ROC 14", roc, 14, -1, -1.0367, .0001},
	})
}

func TestChannelsAreTALibs(t *testing.T) {
	t.Parallel()
	bars, closes := talib(t)
	bands := strategy.Bollinger(closes, 20, 2)
	ranges, atr1, atr14 := strategy.TrueRange(bars), strategy.ATR(bars, 1), strategy.ATR(bars, 14)
	// TA-Lib's highest and lowest values are published for the series of opening prices.
	opens := make([]strategy.Bar, len(bars))
	for i, bar := range bars {
		opens[i] = strategy.Bar{High: bar.Open, Low: bar.Open}
	}
	two, fourteen := strategy.Donchian(opens, 2), strategy.Donchian(opens, 14)
	wantPublished(t, []published{
		{"upper band", bands.Upper, 19, 0, 98.0734, .0001},
		{"middle band", bands.Middle, 19, 0, 92.8910, .0001},
		{"lower band", bands.Lower, 19, 0, 87.7086, .0001},
		{"true range", ranges, 1, 0, 3.535, 1e-9},
		{"true range", ranges, 1, 12, 9.685, 1e-9},
		{"true range", ranges, 1, 40, 5.125, 1e-9},
		{"true range", ranges, 1, 250, 2.88, 1e-9},
		{"ATR 1", atr1, 1, 12, 9.685, 1e-9},
		{"ATR 14", atr14, 14, 0, 3.578, .001},
		{"ATR 14", atr14, 14, 1, 3.4876, .0001},
		{"ATR 14", atr14, 14, 2, 3.55, .01},
		{"ATR 14", atr14, 14, 12, 3.245, .001},
		{"ATR 14", atr14, 14, 13, 3.394, .001},
		{"ATR 14", atr14, 14, 14, 3.413, .001},
		{"ATR 14", atr14, 14, 237, 3.26, .01},
		{"lowest of 14", fourteen.Lower, 13, 0, 91.125, 0},
		{"lowest of 14", fourteen.Lower, 13, 4, 89.75, 0},
		{"lowest of 14", fourteen.Lower, 13, -1, 107.75, 0},
		{"highest of 14", fourteen.Upper, 13, 0, 98.815, 0},
		{"highest of 14", fourteen.Upper, 13, 13, 93.405, 0},
		{"highest of 14", fourteen.Upper, 13, 20, 89.78, 0},
		{"highest of 14", fourteen.Upper, 13, -1, 110.69, 0},
		{"lowest of 2", two.Lower, 1, 2, 93.97, 0},
		{"lowest of 2", two.Lower, 1, -1, 109.19, 0},
		{"highest of 2", two.Upper, 1, 5, 95.0, 0},
		{"highest of 2", two.Upper, 1, -1, 109.69, 0},
	})
}

func TestAMarketThatStandsStillIsNeitherStrongNorWeak(t *testing.T) {
	t.Parallel()
	still := line(5, 5, 40)
	for name, c := range map[string]struct {
		series []float64
		want   float64
	}{
		"RSI": {strategy.RSI(still, 14), 50}, "ROC": {strategy.ROC(still, 3), 0},
		"ROC from nothing": {strategy.ROC([]float64{0, 5}, 1), 0},
		"RSI of a rise":    {strategy.RSI(line(1, 2, 20), 14), 100},
		"RSI of a fall":    {strategy.RSI(line(2, 1, 20), 14), 0},
		"upper band":       {strategy.Bollinger(still, 20, 2).Upper, 5},
	} {
		if len(c.series) == 0 || !(math.Abs(c.series[len(c.series)-1]-c.want) <= 1e-9) { // NaN is not near
			t.Errorf("%s ends at %v, want %v", name, c.series, c.want)
		}
	}
}

func TestAnIndicatorOfTooFewBarsIsEmpty(t *testing.T) {
	t.Parallel()
	bars, few := path(1, 2, 3), []float64{1, 2, 3}
	for name, series := range map[string][]float64{
		"SMA": strategy.SMA(few, 4), "EMA": strategy.EMA(few, 4), "RSI": strategy.RSI(few, 3), "ROC": strategy.ROC(few, 3),
		"MACD": strategy.MACD(few, 1, 2, 3).Line, "Bollinger": strategy.Bollinger(few, 4, 2).Upper,
		"Donchian": strategy.Donchian(bars, 4).Lower, "ATR": strategy.ATR(bars, 3), "true range": strategy.TrueRange(bars[:1]),
		"SMA of no period": strategy.SMA(few, 0), "EMA of no period": strategy.EMA(few, 0),
		"RSI of no period": strategy.RSI(few, 0), "ROC of no period": strategy.ROC(few, 0),
		"MACD of no period": strategy.MACD(few, 0, 1, 1).Line, "Donchian of no period": strategy.Donchian(bars, 0).Upper,
		"ATR of no period": strategy.ATR(bars, 0), "Bollinger of no period": strategy.Bollinger(few, 0, 2).Upper,
	} {
		if len(series) != 0 {
			t.Errorf("%s has %d values", name, len(series))
		}
	}
}
