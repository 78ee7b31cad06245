package bots_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
	"bourse/internal/webhook"
)

func TestABotPublishesASignalAndTakesItItself(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
		rig.Exec(`INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, allocated_capital,
			copy_stop_percent, status, created_at) VALUES ('s', 't', 'u', $1, $2, 'manual', 0, 0, 'active', 0)`, bot.ID, bot.AccountID)
		published := make(chan string, 10)
		defer db.Subscribe("trading.signals", func(id string) { published <- id })()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- rig.Bots.NewBotRunner().Run(ctx) }()
		rig.Quiet("BTCUSD", 12)
		candle := market.Minute.Start(rig.Clock.Now())
		rig.Minute("BTCUSD", 104)

		var id string
		for id == "" { // an empty payload means that something may have been missed
			id = <-published
		}
		stop()
		tradingtest.Must(t, <-ended)
		signal := rig.Signals(bot)[0]
		if signal.ID.String() != id || signal.Type != trading.EntryLong || !signal.CandleAt.Equal(candle) || signal.Price != tradingtest.Price(104) ||
			!signal.StopLoss.LessThan(signal.Price) || !signal.TargetPrice.GreaterThan(signal.Price) || signal.Reason == "" {
			t.Errorf("the signal is %+v", signal)
		}
		if life := signal.ExpiresAt.Sub(signal.CreatedAt); life != 15*time.Minute {
			t.Errorf("it lives for %s", life)
		}
		var quantity, margin money.Decimal
		tradingtest.Must(t, db.QueryRow(t.Context(), `SELECT quantity, margin FROM positions WHERE account_id = $1 AND bot_id = $2
			AND signal_id = $3 AND status = 'open' AND user_id IS NULL`, bot.AccountID, bot.ID, signal.ID).Scan(&quantity, &margin))
		share, err := bot.Capital.Div(money.FromInt(1_000_000))
		tradingtest.Must(t, err)
		proportion, err := quantity.Div(share)
		tradingtest.Must(t, err)
		if signal.Proportion != proportion || !proportion.IsPositive() {
			t.Errorf("the proportion is %s, want %s", signal.Proportion, proportion)
		}
		if rig.Balance(bot.AccountID, ledger.Margin) != margin {
			t.Error("the margin is not in the ledger")
		}
		if n := rig.Count(`SELECT COUNT(*) FROM signal_executions WHERE owner_id = $1 AND signal_id = $2 AND outcome = 'executed'`, bot.AccountID, signal.ID); n != 1 {
			t.Errorf("its own execution was written %d times", n)
		}
		if n := rig.Count(`SELECT COUNT(*) FROM bot_subscriptions WHERE signals_received <> 0`); n != 0 {
			t.Error("the bot's transaction wrote to a follower: it would grow with them")
		}
		if n := rig.Events.Count("trading.signal.created"); n != 1 {
			t.Errorf("%d signals were told", n)
		}
		rig.WantBooksInOrder()
	})
}

func TestACandleHasOneSignalHoweverManyRunnersSeeIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		for _, err := range testkit.InParallel(6, func(int) error { return rig.Replica().Bots.NewBotRunner().Round(t.Context()) }) {
			tradingtest.Must(t, err)
		}
		if signals := rig.Signals(bot); len(signals) != 1 {
			t.Errorf("there are %d signals", len(signals))
		}
		if n := rig.Count(`SELECT COUNT(*) FROM positions`); n != 1 {
			t.Errorf("there are %d positions", n)
		}
		if now := rig.Bot(bot.ID); now.Failures != 0 {
			t.Errorf("it failed %d times", now.Failures)
		}
		rig.WantBooksInOrder()
	})
}

func TestACandleIsActedOnOnceThoughThePositionIsGone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		tradingtest.Must(t, rig.Bots.NewBotRunner().Round(t.Context()))
		rig.Exec(`UPDATE positions SET status = 'closed'`) // as its stop might have done
		tradingtest.Must(t, rig.Replica().Bots.NewBotRunner().Round(t.Context()))
		if signals := rig.Signals(bot); len(signals) != 1 {
			t.Errorf("there are %d signals", len(signals))
		}
		if now := rig.Bot(bot.ID); now.Failures != 0 {
			t.Errorf("it failed %d times", now.Failures)
		}
	})
}

// The price breaks out once more while the bot holds, which is stored nowhere, and its stop is reached before the next
// candle.
func TestACandleThatWasHeldOnIsNotEnteredOnWhenThePositionIsGone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot, runner := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD")), rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 12)
		for _, price := range []float64{104, 104, 104, 104.1, 106} {
			rig.Minute("BTCUSD", price)
			tradingtest.Must(t, runner.Round(t.Context()))
		}
		monitor := rig.Risk.NewMonitor()
		defer monitor.Listen()()
		monitor.Step(t.Context())
		rig.Feed.Tick(market.Tick{Symbol: "BTCUSD", Close: tradingtest.Price(90)})
		monitor.Step(t.Context())
		rig.Feed.Tick(market.Tick{Symbol: "BTCUSD", Close: tradingtest.Price(106)}) // it could enter again
		if closed := rig.Count(`SELECT COUNT(*) FROM trades WHERE account_id = $1 AND exit_reason = 'stop_loss'`, bot.AccountID); closed != 1 {
			t.Fatalf("%d positions were stopped, want one", closed)
		}
		tradingtest.Must(t, rig.Replica().Bots.NewBotRunner().Round(t.Context()))
		if signals := rig.Signals(bot); len(signals) != 1 {
			t.Fatalf("there are %d signals, want one", len(signals))
		}
		for _, price := range []float64{96, 96, 96, 96, 96, 96, 104} { // the next one that breaks out is a new chance
			rig.Minute("BTCUSD", price)
		}
		tradingtest.Must(t, rig.Replica().Bots.NewBotRunner().Round(t.Context()))
		if signals := rig.Signals(bot); len(signals) != 2 {
			t.Errorf("there are %d signals, want the next entry", len(signals))
		}
	})
}

func TestAnExitClosesTheBotsPositionAndCountsInItsPerformance(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot, runner := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD")), rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 12)
		for _, price := range []float64{104, 106, 108, 105} {
			rig.Minute("BTCUSD", price)
			tradingtest.Must(t, runner.Round(t.Context()))
		}
		signals := rig.Signals(bot)
		if len(signals) != 2 || signals[0].Type != trading.ExitLong {
			t.Fatalf("there are %d signals", len(signals))
		}
		now := rig.Bot(bot.ID).Performance
		if now.ClosedTrades != 1 || now.WinRate != money.FromInt(1) || !now.TotalReturn.IsPositive() || now.Observations != 1 {
			t.Errorf("the performance is %+v", now)
		}
		if margin := rig.Balance(bot.AccountID, ledger.Margin); !margin.IsZero() {
			t.Errorf("a margin of %s is left", margin)
		}
		rig.WantBooksInOrder()
	})
}

func TestAPausedBotLeavesAndDoesNotEnter(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		holds, flat := rig.Active(tradingtest.BreakoutBot("Holds", "BTCUSD")), rig.Active(tradingtest.BreakoutBot("Flat", "BTCUSD"))
		rig.Move(flat, bots.BotPaused)
		runner := rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		tradingtest.Must(t, runner.Round(t.Context()))
		rig.Move(holds, bots.BotPaused)
		for _, price := range []float64{106, 108, 105} {
			rig.Minute("BTCUSD", price)
			tradingtest.Must(t, runner.Round(t.Context()))
		}
		if signals := rig.Signals(holds); len(signals) != 2 || signals[0].Type != trading.ExitLong {
			t.Errorf("the one that holds has %d signals", len(signals))
		}
		if signals := rig.Signals(flat); len(signals) != 0 {
			t.Errorf("the flat one has %d signals", len(signals))
		}
	})
}

func TestAnOldCandleIsNoReasonToAct(t *testing.T) {
	t.Parallel()
	rig := tradingtest.NewBotRig(t, databasetest.Open(t, database.SQLite))
	bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
	rig.Quiet("BTCUSD", 12)
	rig.Minute("BTCUSD", 104)
	rig.Clock.Advance(70 * time.Second)
	rig.Feed.Price("BTCUSD", "104")
	tradingtest.Must(t, rig.Bots.NewBotRunner().Round(t.Context()))
	if signals := rig.Signals(bot); len(signals) != 0 {
		t.Errorf("there are %d signals", len(signals))
	}
}

func TestABotWaitsForAPriceWhileItsCandleIsTheNewest(t *testing.T) {
	t.Parallel()
	rig := tradingtest.NewBotRig(t, databasetest.Open(t, database.SQLite))
	bot, runner := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD")), rig.Bots.NewBotRunner()
	rig.Quiet("BTCUSD", 12)
	rig.Minute("BTCUSD", 104)
	rig.Clock.Advance(35 * time.Second) // the quote is stale by now
	tradingtest.Must(t, runner.Round(t.Context()))
	if signals := rig.Signals(bot); len(signals) != 0 {
		t.Fatalf("there are %d signals without a price", len(signals))
	}
	rig.Feed.Price("BTCUSD", "104.1")
	tradingtest.Must(t, runner.Round(t.Context()))
	if signals := rig.Signals(bot); len(signals) != 1 {
		t.Errorf("there are %d signals", len(signals))
	}
}

func TestABotPublishesNothingThatItCannotTakeItself(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		rig.Feed.Price("BTCUSD", "110") // moved by more than a percent
		tradingtest.Must(t, rig.Bots.NewBotRunner().Round(t.Context()))
		if signals := rig.Signals(bot); len(signals) != 0 {
			t.Errorf("there are %d signals", len(signals))
		}
		if now := rig.Bot(bot.ID); now.Failures != 0 || now.Status != bots.BotActive {
			t.Errorf("it is %s with %d failures", now.Status, now.Failures)
		}
	})
}

func TestFiveFailuresInARowEndABotAndNoOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		broken, sound := rig.Active(tradingtest.BreakoutBot("Broken", "BTCUSD")), rig.Active(tradingtest.BreakoutBot("Sound", "BTCUSD"))
		rig.Exec(`UPDATE bots SET strategy_type = 'luck' WHERE id = $1`, broken.ID)
		runner := rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 12)
		told := rig.Events.Count("trading.bot.status_changed")
		for i, price := range []float64{100, 100, 100, 100, 104} {
			if now := rig.Bot(broken.ID); now.Status != bots.BotActive || now.Failures != i {
				t.Errorf("after %d failures it is %s and has %d", i, now.Status, now.Failures)
			}
			rig.Minute("BTCUSD", price)
			tradingtest.Must(t, runner.Round(t.Context()))
		}
		now := rig.Bot(broken.ID)
		if now.Status != bots.BotError || !strings.Contains(now.StatusReason, "5 times in a row") {
			t.Errorf("it is %s: %s", now.Status, now.StatusReason)
		}
		if n := rig.Events.Count("trading.bot.status_changed") - told; n != 1 {
			t.Errorf("it was told %d times", n)
		}
		if signals := rig.Signals(sound); len(signals) != 1 {
			t.Errorf("the other bot has %d signals", len(signals))
		}
	})
}

func TestADatabaseThatIsAwayIsNoFailureOfABot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot, runner := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD")), rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		rig.Events.Refuse(func(webhook.Event) error { return fmt.Errorf("publish: %w", net.ErrClosed) })
		for range 5 {
			if err := runner.Round(t.Context()); !errors.Is(err, net.ErrClosed) {
				t.Fatalf("a round without a database ends with %v", err)
			}
		}
		rig.Events.Refuse(nil)
		if now := rig.Bot(bot.ID); now.Failures != 0 || now.Status != bots.BotActive {
			t.Errorf("it is %s with %d failures", now.Status, now.Failures)
		}
		tradingtest.Must(t, runner.Round(t.Context()))
		if signals := rig.Signals(bot); len(signals) != 1 {
			t.Errorf("there are %d signals of what it saw, want 1", len(signals))
		}
	})
}

func TestASuccessEndsARowOfFailures(t *testing.T) {
	t.Parallel()
	rig := tradingtest.NewBotRig(t, databasetest.Open(t, database.SQLite))
	bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
	rig.Exec(`UPDATE bots SET failures = 4 WHERE id = $1`, bot.ID)
	rig.Quiet("BTCUSD", 12)
	tradingtest.Must(t, rig.Bots.NewBotRunner().Round(t.Context()))
	if now := rig.Bot(bot.ID); now.Failures != 0 || now.Status != bots.BotActive {
		t.Errorf("it is %s with %d failures", now.Status, now.Failures)
	}
}

func TestABotWithoutPricesEndsInError(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot, runner := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD", "ETHUSD")), rig.Bots.NewBotRunner()
		rig.Quiet("BTCUSD", 4)
		tradingtest.Must(t, runner.Round(t.Context()))
		if now := rig.Bot(bot.ID); now.Status != bots.BotActive {
			t.Fatalf("it is %s: %s", now.Status, now.StatusReason)
		}
		rig.Quiet("BTCUSD", 1)
		tradingtest.Must(t, runner.Round(t.Context()))
		now := rig.Bot(bot.ID)
		if now.Status != bots.BotError || !strings.Contains(now.StatusReason, "prices are stale") || !strings.Contains(now.StatusReason, "ETHUSD") {
			t.Errorf("it is %s: %s", now.Status, now.StatusReason)
		}
	})
}

func TestBotsOnMarketsThatAreClosedWait(t *testing.T) {
	t.Parallel()
	rig := tradingtest.NewBotRig(t, databasetest.Open(t, database.SQLite))
	rig.Clock.Set(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)) // a Saturday
	bot := rig.Active(tradingtest.BreakoutBot("First", "AAPL"))
	runner := rig.Bots.NewBotRunner()
	rig.Clock.Advance(5 * time.Hour)
	tradingtest.Must(t, runner.Round(t.Context()))
	tradingtest.Must(t, rig.Bots.FailStaleBots(t.Context(), rig.Clock.Now().Add(-time.Hour)))
	if now := rig.Bot(bot.ID); now.Status != bots.BotActive {
		t.Errorf("it is %s: %s", now.Status, now.StatusReason)
	}
	rig.Clock.Set(time.Date(2026, 3, 16, 15, 0, 0, 0, time.UTC))
	tradingtest.Must(t, rig.Bots.FailStaleBots(t.Context(), rig.Clock.Now().Add(-time.Hour)))
	if now := rig.Bot(bot.ID); now.Status != bots.BotError {
		t.Errorf("on Monday it is %s", now.Status)
	}
}
