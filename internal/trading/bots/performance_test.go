package bots_test

import (
	"math"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/stats"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

// longRecord is long enough for a Sharpe ratio.
const longRecord = 9 * 24 * 60

// The running sums, updated at every closing and every day, agree with a computation from the trades, the open positions
// and the candles.
func TestAStoredPerformanceIsThatOfTheHistory(t *testing.T) {
	t.Parallel()
	from := tradingtest.Noon.Add(-longRecord * time.Minute)
	for name, made := range map[string]time.Time{"a bot as old as its record": from, "a bot that was made yesterday": tradingtest.Noon.AddDate(0, 0, -1)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) { storedPerformance(t, db, from, made) })
		})
	}
}

func storedPerformance(t *testing.T, db *database.DB, from, made time.Time) {
	t.Helper()
	rig := tradingtest.NewBotRig(t, db)
	for i, symbol := range []string{"BTCUSD", "ETHUSD"} {
		candles := tradingtest.RandomCandles(symbol, uint64(i+1), from, longRecord)
		rig.Feed.Close(candles...)
		rig.Feed.Tick(market.Tick{Symbol: symbol, Close: candles[len(candles)-1].Close})
	}
	given := tradingtest.BreakoutBot("First", "BTCUSD", "ETHUSD")
	given.Timeframe = market.FiveMinutes // which is some hundred trades, not thousands
	bots, err := rig.Bots.InstallBots(t.Context(), made, bots.HouseBot{NewBot: given, Status: bots.BotActive})
	tradingtest.Must(t, err)
	_, err = rig.Bots.RecordHistory(t.Context(), bots[0].ID, from, tradingtest.Noon)
	tradingtest.Must(t, err)
	bot := rig.Bot(bots[0].ID)
	want := recomputed(rig, bot)
	wantPerformance(t, bot.Performance, want)
	if want.Observations < 9 || want.SharpeRatio.IsZero() || want.MaxDrawdown.IsZero() || bot.Performance.ClosedTrades < 100 {
		t.Errorf("the history says too little: %+v", want)
	}
	// Days that are counted late, and once more, have the values they would have had in time.
	rig.Clock.Set(tradingtest.Noon.AddDate(0, 0, 4))
	_, err = rig.Bots.CountDays(t.Context(), tradingtest.Noon.AddDate(0, 0, 3).Truncate(24*time.Hour))
	tradingtest.Must(t, err)
	_, err = rig.Replica().Bots.CountDays(t.Context(), tradingtest.Noon.AddDate(0, 0, 3).Truncate(24*time.Hour))
	tradingtest.Must(t, err)
	wantPerformance(t, rig.Bot(bot.ID).Performance, recomputed(rig, bot))
}

func wantPerformance(t *testing.T, got, want bots.Performance) {
	t.Helper()
	if math.Abs(got.SharpeRatio.Float64()-want.SharpeRatio.Float64()) < 1e-7 {
		got.SharpeRatio = want.SharpeRatio
	}
	if got != want {
		t.Errorf("the performance is\n%+v, want\n%+v", got, want)
	}
}

// recomputed is a bot's performance by its definition.
func recomputed(r *tradingtest.BotRig, bot *bots.Bot) bots.Performance {
	r.T.Helper()
	results, lots := lots(r, bot)
	summary := tradingtest.FiguresOfTrades(results)
	today := r.Clock.Now().Truncate(24 * time.Hour)
	equity, first := []float64{bot.Capital.Float64()}, lots[0].opened
	for _, lot := range lots {
		if lot.opened.Before(first) {
			first = lot.opened
		}
	}
	for day := first.Truncate(24 * time.Hour); !day.After(today); day = day.AddDate(0, 0, 1) {
		end := day.AddDate(0, 0, 1)
		if day.Equal(today) {
			end = r.Clock.Now()
		}
		equity = append(equity, bot.Capital.Add(worth(r, lots, end)).Float64())
	}
	returns := make([]float64, len(equity)-1)
	for i := range returns {
		returns[i] = equity[i+1]/equity[i] - 1
	}
	decimal := func(n float64) money.Decimal {
		d, err := money.FromFloat(n)
		tradingtest.Must(r.T, err)
		return d
	}
	last := equity[len(equity)-1]
	return bots.Performance{
		TotalReturn: decimal(last/equity[0] - 1), WinRate: decimal(summary.WinRate), ProfitFactor: decimal(summary.ProfitFactor),
		Expectancy: decimal(summary.Expectancy), SharpeRatio: decimal(stats.Sharpe(returns, 365, 0)),
		MaxDrawdown: decimal(stats.DrawdownOfEquity(equity).Relative.Relative), ClosedTrades: summary.Count, Observations: len(returns),
	}
}

// botLot is a position of a bot, which always closes it completely.
type botLot struct {
	symbol                        string
	side                          trading.Side
	entry, quantity, fee, realize money.Decimal
	opened, closed                time.Time
}

func lots(r *tradingtest.BotRig, bot *bots.Bot) (results []float64, lots []botLot) {
	r.T.Helper()
	rows, err := r.DB.Query(r.T.Context(), `
		SELECT symbol, side, entry_price, opened_quantity, realized_pnl, opened_at, closed_at FROM positions WHERE account_id = $1`, bot.AccountID)
	lots, err = database.Collect(rows, err, func(row database.Row) (l botLot, err error) {
		err = row.Scan(&l.symbol, &l.side, &l.entry, &l.quantity, &l.realize, database.Time(&l.opened), database.Time(&l.closed))
		l.fee = l.entry.Mul(l.quantity).Mul(money.MustParse("0.001"))
		if !l.closed.IsZero() {
			results = append(results, l.realize.Float64())
		}
		return l, err
	})
	tradingtest.Must(r.T, err)
	return results, lots
}

// worth is the profit of lots by a moment, with those open then valued at the last candle before it.
func worth(r *tradingtest.BotRig, lots []botLot, end time.Time) (sum money.Decimal) {
	r.T.Helper()
	for _, lot := range lots {
		switch {
		case !lot.opened.Before(end):
		case !lot.closed.IsZero() && lot.closed.Before(end):
			sum = sum.Add(lot.realize)
		default:
			candles, err := r.Market.Candles(r.T.Context(), lot.symbol, market.Minute, time.Time{}, end, 1)
			tradingtest.Must(r.T, err)
			moved := candles[0].Close.Sub(lot.entry)
			if lot.side == trading.Sell {
				moved = moved.Neg()
			}
			sum = sum.Add(moved.Mul(lot.quantity)).Sub(lot.fee)
		}
	}
	return sum
}

func TestAnOpenPositionCountsInABotsPerformance(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot, runner := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD")), rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		tradingtest.Must(t, runner.Round(t.Context()))
		rig.Feed.Price("BTCUSD", "150")
		tradingtest.Must(t, rig.Bots.MarkBots(t.Context()))
		got := rig.Bot(bot.ID).Performance
		if !got.TotalReturn.IsPositive() || got.ClosedTrades != 0 || got.Observations != 1 || !got.WinRate.IsZero() || !got.SharpeRatio.IsZero() {
			t.Errorf("with one position that has won it is %+v", got)
		}
		rig.Feed.Price("BTCUSD", "50")
		tradingtest.Must(t, rig.Bots.MarkBots(t.Context()))
		if got := rig.Bot(bot.ID).Performance; !got.TotalReturn.IsNegative() || !got.MaxDrawdown.IsPositive() {
			t.Errorf("with one position that has lost it is %+v", got)
		}
	})
}
