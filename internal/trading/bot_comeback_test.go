package trading_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

func TestABotDecidesAtItsFirstCandleCloseBecauseThePastIsFetched(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		midnight := market.Day.Start(botNoon)
		rig.setClock(midnight)
		var hours []market.Candle
		for opened := midnight.AddDate(0, 0, -3); opened.Before(midnight); opened = opened.Add(time.Hour) {
			hours = append(hours, market.Candle{
				Symbol: "BTCUSD", Interval: market.Hour, OpenedAt: opened, Open: botPrice(100), High: botPrice(100.5),
				Low: botPrice(99.5), Close: botPrice(100), Volume: money.FromInt(1),
			})
		}
		rig.feed.SetPast(hours...)
		hourly := breakoutBot("Hourly", "BTCUSD")
		hourly.Timeframe = market.Hour
		bot, runner := rig.active(hourly), rig.service.NewBotRunner()
		botMust(t, runner.Round(t.Context()))    // tells the market how far it looks back
		botMust(t, rig.market.Fill(t.Context())) // as the recorder does
		for range 59 {
			rig.minute("BTCUSD", 100)
		}
		botMust(t, runner.Round(t.Context()))
		if signals := rig.signals(bot); len(signals) != 0 {
			t.Fatalf("there are %d signals before the first hour has closed", len(signals))
		}
		rig.minute("BTCUSD", 104)
		botMust(t, runner.Round(t.Context()))
		if signals := rig.signals(bot); len(signals) != 1 || !signals[0].CandleAt.Equal(midnight) {
			t.Errorf("the first hour made %d signals, want 1", len(signals))
		}
	})
}

func TestABotComesBackWithItsPrices(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		active, paused := rig.active(breakoutBot("Active", "BTCUSD", "ETHUSD")), rig.active(breakoutBot("Paused", "ETHUSD"))
		rig.move(paused, trading.BotPaused)
		runner := rig.service.NewBotRunner()
		rig.quiet("BTCUSD", 6)
		round := func() { t.Helper(); botMust(t, runner.Round(t.Context())) }
		want := func(when string, bot *trading.Bot, status trading.BotStatus) {
			t.Helper()
			if now := rig.bot(bot.ID); now.Status != status {
				t.Errorf("%s: %s is %s (%s), want %s", when, now.Name, now.Status, now.StatusReason, status)
			}
		}
		round()
		want("without prices", active, trading.BotError)
		want("without prices", paused, trading.BotError)
		rig.quiet("BTCUSD", 1)
		round()
		want("with one of two", active, trading.BotError)
		told := rig.countEvents("trading.bot.status_changed")
		rig.minute("ETHUSD", 100)
		rig.quiet("BTCUSD", 1)
		for _, err := range botsAtOnce(8, func(int) error { return rig.replica().NewBotRunner().Round(t.Context()) }) {
			botMust(t, err)
		}
		want("with prices", active, trading.BotActive)
		want("with prices", paused, trading.BotPaused)
		if n := rig.countEvents("trading.bot.status_changed") - told; n != 2 {
			t.Errorf("two bots came back and it was told %d times", n)
		}
		if now := rig.bot(active.ID); !strings.Contains(now.StatusReason, "come back") || now.Failures != 0 {
			t.Errorf("it is back because %q, with %d failures", now.StatusReason, now.Failures)
		}
	})
}

func TestOnlyPricesBringABotBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		runner := rig.service.NewBotRunner()
		fails, stopped := rig.active(breakoutBot("Fails", "BTCUSD")), rig.active(breakoutBot("Stopped", "BTCUSD"))
		equity := rig.active(breakoutBot("Equity", "AAPL"))
		// All come to a halt without prices; the first is activated and then fails by itself.
		rig.setClock(rig.now().Add(10 * time.Minute))
		botMust(t, runner.Round(t.Context()))
		for _, bot := range []*trading.Bot{fails, stopped, equity} {
			if now := rig.bot(bot.ID); now.Status != trading.BotError {
				t.Fatalf("%s is %s", now.Name, now.Status)
			}
		}
		rig.move(fails, trading.BotActive)
		rig.move(stopped, trading.BotStopped)
		rig.exec(`UPDATE bots SET strategy_type = 'luck' WHERE id = $1`, fails.ID)
		for range 6 {
			rig.minute("BTCUSD", 100)
			botMust(t, runner.Round(t.Context()))
		}
		// Friday's last minutes came in late, on Saturday.
		rig.setClock(time.Date(2026, 3, 13, 19, 59, 0, 0, time.UTC))
		rig.minute("AAPL", 100)
		rig.setClock(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC))
		rig.minute("BTCUSD", 100)
		botMust(t, runner.Round(t.Context()))
		for _, c := range []struct {
			bot  *trading.Bot
			want trading.BotStatus
		}{{fails, trading.BotError}, {stopped, trading.BotStopped}, {equity, trading.BotError}} {
			if now := rig.bot(c.bot.ID); now.Status != c.want {
				t.Errorf("%s is %s (%s), want %s", now.Name, now.Status, now.StatusReason, c.want)
			}
		}
	})
}
