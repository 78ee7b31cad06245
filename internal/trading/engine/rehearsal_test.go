package engine_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

// recorded is an in-memory history.
type recorded struct {
	instrument market.Instrument
	candles    map[market.Interval][]market.Candle
}

func (r *recorded) Instrument(string) (market.Instrument, error) { return r.instrument, nil }

func (r *recorded) RecordedCandles(_ context.Context, _ string, interval market.Interval, from, to time.Time, limit int) ([]market.Candle, error) {
	byOpening := func(c market.Candle, at time.Time) int { return c.OpenedAt.Compare(at) }
	begin, _ := slices.BinarySearchFunc(r.candles[interval], from, byOpening)
	end, _ := slices.BinarySearchFunc(r.candles[interval], to, byOpening)
	return r.candles[interval][max(begin, end-limit):end], nil
}

func record(minutes int) *recorded {
	candles := tradingtest.RandomCandles("BTCUSD", 1, tradingtest.Noon, minutes)
	return &recorded{
		instrument: market.Instrument{
			Symbol: "BTCUSD", Session: market.Always, TickSize: money.MustParse("0.01"), LotStep: money.MustParse("0.0001"), SpreadBP: money.FromInt(2),
		},
		candles: map[market.Interval][]market.Candle{market.Minute: candles, market.Hour: market.RollUp(candles, market.Hour)},
	}
}

// play plays everything that is recorded, and returns the closings.
func play(t testing.TB, past *recorded, settings engine.Settings) (trades []trading.Trade, end *engine.Rehearsal) {
	t.Helper()
	service, last := trading.New(trading.Options{Settings: trading.DefaultSettings()}), past.candles[market.Minute]
	rehearsal, err := engine.NewRehearsal(t.Context(), engine.Part{
		Settings: settings, Candles: past, NewBook: service.NewBook, Exit: risk.ExitOf, From: last[0].OpenedAt, To: last[len(last)-1].OpenedAt.Add(time.Minute),
		Account: &trading.Account{Kind: trading.BotAccount, Status: trading.AccountActive, Cash: money.FromInt(100_000)},
	})
	tradingtest.Must(t, err)
	for !rehearsal.IsOver() {
		tradingtest.Must(t, rehearsal.Play(t.Context()))
		trades = append(trades, rehearsal.TakeTrades()...)
	}
	return trades, rehearsal
}

func settings(timeframe market.Interval) engine.Settings {
	return engine.Settings{StrategyType: "momentum", Symbols: []string{"BTCUSD"}, Timeframe: timeframe, RiskLevel: trading.RiskMedium}
}

// The past is read a week at a time, and the results add up across all weeks.
func TestARehearsalOfSeveralWeeksAddsUp(t *testing.T) {
	t.Parallel()
	const minutes = 20 * 24 * 60
	past := record(minutes)
	trades, whole := play(t, past, settings(market.Minute))
	if len(trades) < 100 {
		t.Fatalf("the past holds %d trades only", len(trades))
	}
	if played, byMinute := whole.Candles(); played != minutes || byMinute != minutes {
		t.Errorf("%d candles were played, %d by minutes, want %d", played, byMinute, minutes)
	}
	cash := money.FromInt(100_000)
	for _, trade := range trades {
		cash = cash.Add(trade.RealizedPnL)
	}
	for _, position := range whole.Positions() {
		cash = cash.Sub(position.EntryFee)
	}
	if whole.Worth() != cash.Add(whole.Unrealized()) {
		t.Errorf("it is worth %s after %d trades, want %s", whole.Worth(), len(trades), cash.Add(whole.Unrealized()))
	}
}

func BenchmarkAYearOfMinutes(b *testing.B) {
	past := record(365 * 24 * 60)
	for _, timeframe := range []market.Interval{market.Minute, market.Hour} {
		b.Run(timeframe.String(), func(b *testing.B) {
			for b.Loop() {
				play(b, past, settings(timeframe))
			}
		})
	}
}

// What a bot does on a given past never changes by a decimal, however fast it decides: authors compare backtests of
// different days, and a bot's record continues where it was.
func TestARehearsalIsTheSameToTheLastDecimal(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("the hashes were taken where a product and a sum are rounded each for itself")
	}
	past := record(20 * 24 * 60)
	for _, strategyType := range []string{"trend", "mean_reversion", "breakout", "momentum"} {
		for _, timeframe := range []market.Interval{market.Minute, market.Hour} {
			chosen := settings(timeframe)
			chosen.StrategyType = strategyType
			trades, end := play(t, past, chosen)
			sum := sha256.New()
			for _, trade := range trades {
				fmt.Fprintln(sum, trade.Symbol, trade.Type, trade.Side, trade.Quantity, trade.EntryPrice, trade.ExitPrice, trade.Fees, trade.GrossPnL,
					trade.RealizedPnL, trade.ExitReason, trade.BalanceAfter, trade.OpenedAt.UnixMicro(), trade.ClosedAt.UnixMicro())
			}
			fmt.Fprintln(sum, end.Worth(), len(end.Positions()))
			name := strategyType + " " + timeframe.String()
			if got := fmt.Sprintf("%d %x", len(trades), sum.Sum(nil)[:8]); got != playedBefore[name] {
				t.Errorf("%q: %q,", name, got)
			}
		}
	}
}

// playedBefore is, for each strategy, the number of its trades on the recorded past, and a hash of all of them.
var playedBefore = map[string]string{
	"trend 1m":          "547 e4275e2ead743fc4",
	"trend 1h":          "4 0fa6ca4210884e7c",
	"mean_reversion 1m": "728 d37f2bae83091d81",
	"mean_reversion 1h": "12 1603772262333b0f",
	"breakout 1m":       "768 7bfb8160f350188a",
	"breakout 1h":       "8 4d44d262fb8bf660",
	"momentum 1m":       "565 140531f7e3b9d8eb",
	"momentum 1h":       "5 75e443735662ceeb",
}
