package backtest_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/tradingtest"
)

func TestABacktestAddsUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		wanted := breakout("BTCUSD", "ETHUSD")
		capital := money.FromInt(50_000)
		wanted.Capital = &capital
		queued := r.queue(wanted)
		if queued.Status != backtest.Queued || queued.Progress != 0 || !queued.To.Equal(tradingtest.Noon) {
			t.Errorf("it begins as %+v", queued)
		}
		r.play()
		played, equity, err := r.Backtests.Backtest(t.Context(), r.analyst, queued.ID)
		tradingtest.Must(t, err)
		f := played.Figures
		if played.Status != backtest.Done || played.Progress != 100 || played.Resolution() != backtest.ByMinutes ||
			played.Candles != 2*tradingtest.RecordedMinutes || played.FinishedAt.IsZero() {
			t.Fatalf("it is %+v", played)
		}
		trades := r.trades(played.ID)
		if len(trades) < 100 || f.ClosedTrades != len(trades) || played.Trades != len(trades) {
			t.Fatalf("%d trades, %d are counted and %d closed", len(trades), played.Trades, f.ClosedTrades)
		}
		var realized, fees money.Decimal
		for i, trade := range trades {
			if trade.Number != len(trades)-i || i > 0 && trade.ClosedAt.After(trades[i-1].ClosedAt) {
				t.Fatalf("trade %d is at the place %d", trade.Number, i)
			}
			realized, fees = realized.Add(trade.RealizedPnL), fees.Add(trade.Fees)
		}
		if worth := capital.Add(realized).Add(f.UnrealizedPnL).Sub(f.OpenFees); f.Equity != worth || f.RealizedPnL != realized || f.Fees != fees {
			t.Errorf("the figures are %+v, want %s realized, %s of fees and %s in all", f, realized, fees, worth)
		}
		if f.BestTrade.LessThan(f.WorstTrade) || f.MarketReturn.IsZero() || f.Observations != 3 {
			t.Errorf("the figures are %+v", f)
		}
		wantEquity(t, played, equity)
	})
}

// wantEquity fails the test unless there is a point at the beginning, at each midnight and at the end.
func wantEquity(t *testing.T, played *backtest.Backtest, equity []backtest.Point) {
	t.Helper()
	times := []time.Time{played.From}
	for midnight := played.From.Truncate(24*time.Hour).AddDate(0, 0, 1); midnight.Before(played.To); midnight = midnight.AddDate(0, 0, 1) {
		times = append(times, midnight)
	}
	times = append(times, played.To)
	if len(equity) != len(times) {
		t.Fatalf("%d points, want %d", len(equity), len(times))
	}
	for i, point := range equity {
		if !point.Time.Equal(times[i]) || point.Drawdown.IsNegative() {
			t.Errorf("a point is %+v, want one at %s", point, times[i])
		}
	}
	if equity[0].Value != played.Capital || equity[len(equity)-1].Value != played.Figures.Equity {
		t.Errorf("it goes from %s to %s, want from %s to %s", equity[0].Value, equity[len(equity)-1].Value, played.Capital, played.Figures.Equity)
	}
}

func TestPagesOfTradesHaveNoGap(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		id := r.queue(breakout("BTCUSD")).ID
		r.play()
		all := r.trades(id)
		for page, seen := 1, 0; seen < len(all); page++ {
			some, total, err := r.Backtests.Trades(t.Context(), r.analyst, id, database.Page{Number: page, Limit: 7})
			tradingtest.Must(t, err)
			if total != len(all) || len(some) == 0 || some[0].Number != len(all)-seen {
				t.Fatalf("page %d of %d begins with %+v", page, total, some)
			}
			seen += len(some)
		}
	})
}

// Within one candle the price reaches the target first and then the stop. Its minutes show that; without them the worse
// counts.
func TestMinutesDecideWhereTheyAreStored(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for name, c := range map[string]struct {
			symbol     string
			isStored   bool
			resolution backtest.Resolution
			reason     trading.ExitReason
		}{
			"with minutes":    {"BTCUSD", true, backtest.ByMinutes, trading.ExitTarget},
			"without minutes": {"ETHUSD", false, backtest.ByCandles, trading.ExitStop},
		} {
			r := &rig{BotRig: tradingtest.NewBotRig(t, db)}
			r.analyst = r.Admin
			from := tradingtest.Noon.Add(-20 * 5 * time.Minute)
			for i := range 20 * 5 {
				price, high, low := "100", "100.5", "99.5"
				switch i / 5 {
				case 10:
					price, high = "104", "104" // the range is left upwards
				case 11:
					price = "104"
					high, low = "104.1", "103.9"
					if i%5 == 1 {
						high = "130"
					}
					if i%5 == 3 {
						low = "70"
					}
				}
				r.Feed.Close(market.Candle{
					Symbol: c.symbol, Interval: market.Minute, OpenedAt: from.Add(time.Duration(i) * time.Minute), Open: money.MustParse(price),
					High: money.MustParse(high), Low: money.MustParse(low), Close: money.MustParse(price), Volume: money.FromInt(1),
				})
			}
			if !c.isStored {
				r.Exec(`DELETE FROM candles WHERE symbol = $1 AND seconds = 60`, c.symbol)
			}
			wanted := breakout(c.symbol)
			wanted.Timeframe, wanted.From, wanted.Parameters["targetAtr"] = market.FiveMinutes, from, 2
			id := r.queue(wanted).ID
			r.play()
			played, trades := r.read(id), r.trades(id)
			if played.Status != backtest.Done || played.Resolution() != c.resolution || len(trades) == 0 || trades[len(trades)-1].ExitReason != c.reason {
				t.Errorf("%s: %+v, %+v", name, played, trades)
			}
		}
	})
}

func TestTheProgressOfFiveYearsIsAPercentage(t *testing.T) {
	t.Parallel()
	b := &backtest.Backtest{From: tradingtest.Noon.AddDate(-5, 0, 0), To: tradingtest.Noon}
	for percent, until := range map[int]time.Time{
		0: b.From, 49: b.From.Add(b.To.Sub(b.From) / 2), 98: b.To.Add(-time.Microsecond), 99: b.To,
	} {
		if got := b.ProgressAt(until); got != percent {
			t.Errorf("at %s it is %d percent, want %d", until, got, percent)
		}
	}
}

func TestABacktestWithoutCandlesFails(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		id := r.queue(breakout("BTCUSD", "SOLUSD")).ID
		r.play()
		failed := r.read(id)
		if failed.Status != backtest.Failed || failed.FailureCode != fault.InsufficientHistory || failed.Failure == "" || failed.FinishedAt.IsZero() {
			t.Errorf("it is %+v", failed)
		}
	})
}

// Hours that are not stored are requested from the feed.
func TestMissingHoursComeFromTheFeed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		minutes := tradingtest.RandomCandles("SOLUSD", 9, tradingtest.Noon.AddDate(0, 0, -40).Truncate(24*time.Hour), 39*24*60)
		r.Feed.SetPast(market.RollUp(minutes, market.Hour)...)
		wanted := breakout("SOLUSD")
		wanted.Timeframe, wanted.From = market.Hour, tradingtest.Noon.AddDate(0, 0, -30)
		id := r.queue(wanted).ID
		r.play()
		if played := r.read(id); played.Status != backtest.Done || played.Candles < 25*24 || played.Resolution() != backtest.ByCandles || played.Trades == 0 {
			t.Errorf("it is %+v", played)
		}
	})
}

func TestOldBacktestsAreRemoved(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		old := r.queue(breakout("BTCUSD")).ID
		r.play()
		r.Clock.Advance(29 * 24 * time.Hour)
		kept := r.queue(backtest.NewBacktest{BotID: uuid.Nil, StrategyType: "trend", Symbols: []string{"BTCUSD"}, RiskLevel: trading.RiskLow, From: tradingtest.RecordStart}).ID
		tradingtest.Must(t, r.Backtests.CleanUp(t.Context()))
		if len(r.trades(old)) == 0 {
			t.Error("it was removed after 29 days")
		}
		r.Clock.Advance(48 * time.Hour)
		tradingtest.Must(t, r.Backtests.CleanUp(t.Context()))
		if left := r.Count(`SELECT COUNT(*) FROM backtests`) + r.Count(`SELECT COUNT(*) FROM backtest_trades`); left != 1 || r.read(kept) == nil {
			t.Errorf("%d rows are left, want that of the one which waits", left)
		}
	})
}
