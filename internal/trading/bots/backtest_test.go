package bots_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

// livedMinutes is how long bots run in these tests: past a midnight.
const livedMinutes = 700

// A bot runs on a feed that is recorded. A backtest of its settings on the recording makes the same trades, to the last
// decimal, with the same performance.
func TestABacktestMakesTheTradesOfABotThatRan(t *testing.T) {
	t.Parallel()
	for timeframe, stop := range map[market.Interval]float64{market.Minute: 2, market.FiveMinutes: .7} {
		t.Run(timeframe.String(), func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				rig := tradingtest.NewBotRig(t, db)
				given := tradingtest.BreakoutBot("First", "ETHUSD", "BTCUSD")
				given.Timeframe, given.Parameters["stopAtr"], given.Parameters["targetAtr"] = timeframe, stop, 1.5*stop
				bot := live(rig, given)
				lived := closings(rig, `SELECT symbol, side, exit_reason, quantity, entry_price, exit_price, fees, gross_pnl, realized_pnl, balance_after,
					opened_at, closed_at FROM trades WHERE account_id = $1 ORDER BY closed_at, symbol`, bot.AccountID)
				played := playAgain(rig, bot)
				tested := closings(rig, `SELECT symbol, side, exit_reason, quantity, entry_price, exit_price, fees, gross_pnl, realized_pnl, balance_after,
					opened_at, closed_at FROM backtest_trades WHERE backtest_id = $1 ORDER BY closed_at, symbol`, played.ID)
				exact := cmp.Comparer(func(a, b money.Decimal) bool { return a == b })
				if diff := cmp.Diff(lived, tested, exact); diff != "" {
					t.Errorf("the bot traded (-) and the backtest (+):\n%s", diff)
				}
				wantReasons(t, lived)
				wantSameEnd(rig, bot, played)
			})
		})
	}
}

// live runs a bot on ticks of which minutes are recorded: the tick that opens a minute, and the one that ends it with the
// minute's range. A monitor is running.
func live(rig *tradingtest.BotRig, given bots.NewBot) *bots.Bot {
	t := rig.T
	t.Helper()
	const warmup = 100
	began := tradingtest.Noon.Add(-warmup * time.Minute)
	candles := make([][]market.Candle, len(given.Symbols))
	for i, symbol := range given.Symbols {
		candles[i] = jumping(tradingtest.RandomCandles(symbol, uint64(i+3), began, warmup+livedMinutes))
		rig.Feed.Close(candles[i][:warmup]...)
	}
	bot, runner, monitor := rig.Active(given), rig.Bots.NewBotRunner(), rig.Risk.NewMonitor()
	defer monitor.Listen()()
	for minute := range livedMinutes {
		opened := tradingtest.Noon.Add(time.Duration(minute) * time.Minute)
		var opens, bars []market.Tick
		for _, series := range candles {
			c := series[warmup+minute]
			opens = append(opens, market.Tick{Symbol: c.Symbol, Close: c.Open})
			bars = append(bars, market.Tick{Symbol: c.Symbol, Open: c.Open, High: c.High, Low: c.Low, Close: c.Close})
		}
		rig.Clock.Set(opened)
		rig.Feed.Tick(opens...)
		tradingtest.Must(t, runner.Round(t.Context()))
		monitor.Step(t.Context())
		rig.Clock.Set(opened.Add(time.Minute - time.Microsecond))
		rig.Feed.Tick(bars...)
		monitor.Step(t.Context())
		rig.Clock.Set(opened.Add(time.Minute))
		for _, series := range candles {
			rig.Feed.Close(series[warmup+minute])
		}
	}
	_, err := rig.Bots.CountDays(t.Context(), tradingtest.Noon.Truncate(24*time.Hour))
	tradingtest.Must(t, err)
	tradingtest.Must(t, rig.Bots.MarkBots(t.Context()))
	return rig.Bot(bot.ID)
}

// jumping makes some minutes open far from the previous close.
func jumping(candles []market.Candle) []market.Candle {
	for i := range candles {
		c := &candles[i]
		switch {
		case i%23 == 0:
			c.Open = tradingtest.Price(c.Open.Float64() * .985)
		case i%31 == 0:
			c.Open = tradingtest.Price(c.Open.Float64() * 1.015)
		}
		c.Low, c.High = money.Min(c.Low, c.Open), money.Max(c.High, c.Open)
	}
	return candles
}

// playAgain backtests the bot's settings over the time in which it ran.
func playAgain(rig *tradingtest.BotRig, bot *bots.Bot) *backtest.Backtest {
	t := rig.T
	t.Helper()
	queued, err := rig.Backtests.Create(t.Context(), rig.Admin, backtest.NewBacktest{BotID: bot.ID, From: tradingtest.Noon})
	tradingtest.Must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- rig.Backtests.SharedWorkers()[0].Run(ctx) }()
	var played *backtest.Backtest
	testkit.Until(t, "the backtest is done", func() bool {
		played, _, err = rig.Backtests.Backtest(t.Context(), rig.Admin, queued.ID)
		return err != nil || played.Status == backtest.Done || played.Status == backtest.Failed
	})
	stop()
	tradingtest.Must(t, <-ended)
	tradingtest.Must(t, err)
	if played.Status != backtest.Done || played.Resolution() != backtest.ByMinutes {
		t.Fatalf("the backtest is %s by %q: %s", played.Status, played.Resolution(), played.Failure)
	}
	return played
}

// closing is a closing fill of a bot or of a backtest.
type closing struct {
	Symbol, Side, Reason                                      string
	Quantity, Entry, Exit, Fees, Gross, Realized, BalanceThen money.Decimal
	Opened, Closed                                            time.Time
}

// closings reads fills. The order of several at the same moment is unknown, and so is the account's balance in between.
func closings(rig *tradingtest.BotRig, query string, of any) []closing {
	rig.T.Helper()
	rows, err := rig.DB.Query(rig.T.Context(), query, of)
	found, err := database.Collect(rows, err, func(row database.Row) (c closing, err error) {
		err = row.Scan(&c.Symbol, &c.Side, &c.Reason, &c.Quantity, &c.Entry, &c.Exit, &c.Fees, &c.Gross, &c.Realized, &c.BalanceThen,
			database.Time(&c.Opened), database.Time(&c.Closed))
		return c, err
	})
	tradingtest.Must(rig.T, err)
	for i := 1; i < len(found); i++ {
		if found[i].Closed.Equal(found[i-1].Closed) {
			found[i].BalanceThen, found[i-1].BalanceThen = money.Zero, money.Zero
		}
	}
	return found
}

// wantReasons fails the test unless the bot had every kind of closing.
func wantReasons(t testing.TB, lived []closing) {
	t.Helper()
	sides, reasons := map[string]int{}, map[string]int{}
	for _, c := range lived {
		sides[c.Side]++
		reasons[c.Reason]++
	}
	jumped := 0
	for _, c := range lived {
		if c.Reason == "stop_loss" && c.Closed.Equal(c.Closed.Truncate(time.Minute)) {
			jumped++ // beyond the stop, at an open
		}
	}
	if len(sides) != 2 || jumped == 0 || reasons["stop_loss"] == 0 || reasons["take_profit"] == 0 || reasons["signal"] == 0 {
		t.Errorf("the bot has closed too little: %v %v, %d after jumps", sides, reasons, jumped)
	}
}

// wantSameEnd fails the test unless the bot's account and the backtest's end with the same value.
func wantSameEnd(rig *tradingtest.BotRig, bot *bots.Bot, played *backtest.Backtest) {
	t := rig.T
	t.Helper()
	if bot.Performance != played.Figures.Performance || bot.Performance.Observations != 2 {
		t.Errorf("the performance is\n%+v, and of the backtest\n%+v", bot.Performance, played.Figures.Performance)
	}
	balance := rig.Balance(bot.AccountID, ledger.Cash).Add(rig.Balance(bot.AccountID, ledger.Margin))
	if want := played.Figures.Equity.Sub(played.Figures.UnrealizedPnL); balance != want {
		t.Errorf("the bot has %s, and the backtest %s", balance, want)
	}
	if open := rig.Count(`SELECT COUNT(*) FROM positions WHERE account_id = $1 AND status = 'open'`, bot.AccountID); open != played.Figures.OpenPositions {
		t.Errorf("the bot holds %d positions, and the backtest %d", open, played.Figures.OpenPositions)
	}
}
