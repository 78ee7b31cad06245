package bots_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

func TestABotDecidesAtItsFirstCandleCloseBecauseThePastIsFetched(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		midnight := market.Day.Start(tradingtest.Noon)
		rig.Clock.Set(midnight)
		var hours []market.Candle
		for opened := midnight.AddDate(0, 0, -3); opened.Before(midnight); opened = opened.Add(time.Hour) {
			hours = append(hours, market.Candle{
				Symbol: "BTCUSD", Interval: market.Hour, OpenedAt: opened, Open: tradingtest.Price(100), High: tradingtest.Price(100.5),
				Low: tradingtest.Price(99.5), Close: tradingtest.Price(100), Volume: money.FromInt(1),
			})
		}
		rig.Feed.SetPast(hours...)
		hourly := tradingtest.BreakoutBot("Hourly", "BTCUSD")
		hourly.Timeframe = market.Hour
		bot, runner := rig.Active(hourly), rig.Bots.NewBotRunner()
		tradingtest.Must(t, runner.Round(t.Context()))    // tells the market how far it looks back
		tradingtest.Must(t, rig.Market.Fill(t.Context())) // as the recorder does
		for range 59 {
			rig.Minute("BTCUSD", 100)
		}
		tradingtest.Must(t, runner.Round(t.Context()))
		if signals := rig.Signals(bot); len(signals) != 0 {
			t.Fatalf("there are %d signals before the first hour has closed", len(signals))
		}
		rig.Minute("BTCUSD", 104)
		tradingtest.Must(t, runner.Round(t.Context()))
		if signals := rig.Signals(bot); len(signals) != 1 || !signals[0].CandleAt.Equal(midnight) {
			t.Errorf("the first hour made %d signals, want 1", len(signals))
		}
	})
}

func TestABotComesBackWithItsPrices(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		active, paused := rig.Active(tradingtest.BreakoutBot("Active", "BTCUSD", "ETHUSD")), rig.Active(tradingtest.BreakoutBot("Paused", "ETHUSD"))
		rig.Move(paused, bots.BotPaused)
		runner := rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 6)
		round := func() { t.Helper(); tradingtest.Must(t, runner.Round(t.Context())) }
		want := func(when string, bot *bots.Bot, status bots.BotStatus) {
			t.Helper()
			if now := rig.Bot(bot.ID); now.Status != status {
				t.Errorf("%s: %s is %s (%s), want %s", when, now.Name, now.Status, now.StatusReason, status)
			}
		}
		round()
		want("without prices", active, bots.BotError)
		want("without prices", paused, bots.BotError)
		rig.Quiet("BTCUSD", 1)
		round()
		want("with one of two", active, bots.BotError)
		told := rig.Events.Count("trading.bot.status_changed")
		rig.Minute("ETHUSD", 100)
		rig.Quiet("BTCUSD", 1)
		for _, err := range testkit.InParallel(8, func(int) error { return rig.Replica().Bots.NewBotRunner().Round(t.Context()) }) {
			tradingtest.Must(t, err)
		}
		want("with prices", active, bots.BotActive)
		want("with prices", paused, bots.BotPaused)
		if n := rig.Events.Count("trading.bot.status_changed") - told; n != 2 {
			t.Errorf("two bots came back and it was told %d times", n)
		}
		if now := rig.Bot(active.ID); !strings.Contains(now.StatusReason, "come back") || now.Failures != 0 {
			t.Errorf("it is back because %q, with %d failures", now.StatusReason, now.Failures)
		}
	})
}

func TestOnlyPricesBringABotBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		runner := rig.Bots.NewBotRunner()
		fails, stopped := rig.Active(tradingtest.BreakoutBot("Fails", "BTCUSD")), rig.Active(tradingtest.BreakoutBot("Stopped", "BTCUSD"))
		equity := rig.Active(tradingtest.BreakoutBot("Equity", "AAPL"))
		// All are halted for lack of prices; the first is activated and then fails by itself.
		rig.Clock.Advance(10 * time.Minute)
		tradingtest.Must(t, runner.Round(t.Context()))
		for _, bot := range []*bots.Bot{fails, stopped, equity} {
			if now := rig.Bot(bot.ID); now.Status != bots.BotError {
				t.Fatalf("%s is %s", now.Name, now.Status)
			}
		}
		rig.Move(fails, bots.BotActive)
		rig.Move(stopped, bots.BotStopped)
		rig.Exec(`UPDATE bots SET strategy_type = 'luck' WHERE id = $1`, fails.ID)
		for range 6 {
			rig.Minute("BTCUSD", 100)
			tradingtest.Must(t, runner.Round(t.Context()))
		}
		// Friday's last minutes arrived late, on Saturday.
		rig.Clock.Set(time.Date(2026, 3, 13, 19, 59, 0, 0, time.UTC))
		rig.Minute("AAPL", 100)
		rig.Clock.Set(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC))
		rig.Minute("BTCUSD", 100)
		tradingtest.Must(t, runner.Round(t.Context()))
		for _, c := range []struct {
			bot  *bots.Bot
			want bots.BotStatus
		}{{fails, bots.BotError}, {stopped, bots.BotStopped}, {equity, bots.BotError}} {
			if now := rig.Bot(c.bot.ID); now.Status != c.want {
				t.Errorf("%s is %s (%s), want %s", now.Name, now.Status, now.StatusReason, c.want)
			}
		}
	})
}
