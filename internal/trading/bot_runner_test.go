package trading_test

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
	"bourse/internal/trading"
)

func TestABotPublishesASignalAndTakesItItself(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot := rig.active(breakoutBot("First", "BTCUSD"))
		rig.exec(`INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, allocated_capital,
			copy_stop_percent, status, created_at) VALUES ('s', 't', 'u', $1, $2, 'manual', 0, 0, 'active', 0)`, bot.ID, bot.AccountID)
		published := make(chan string, 10)
		defer db.Subscribe("trading.signals", func(id string) { published <- id })()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- rig.service.NewBotRunner().Run(ctx) }()
		rig.quiet("BTCUSD", 12)
		candle := market.Minute.Start(rig.now())
		rig.minute("BTCUSD", 104)

		var id string
		for id == "" { // an empty payload means that something may have been missed
			id = <-published
		}
		stop()
		botMust(t, <-ended)
		signal := rig.signals(bot)[0]
		if signal.ID.String() != id || signal.Type != trading.EntryLong || !signal.CandleAt.Equal(candle) || signal.Price != botPrice(104) ||
			!signal.StopLoss.LessThan(signal.Price) || !signal.TargetPrice.GreaterThan(signal.Price) || signal.Reason == "" {
			t.Errorf("the signal is %+v", signal)
		}
		if life := signal.ExpiresAt.Sub(signal.CreatedAt); life != 15*time.Minute {
			t.Errorf("it lives for %s", life)
		}
		var quantity, margin money.Decimal
		botMust(t, db.QueryRow(t.Context(), `SELECT quantity, margin FROM positions WHERE account_id = $1 AND bot_id = $2
			AND signal_id = $3 AND status = 'open' AND user_id IS NULL`, bot.AccountID, bot.ID, signal.ID).Scan(&quantity, &margin))
		share, err := bot.Capital.Div(money.FromInt(1_000_000))
		botMust(t, err)
		proportion, err := quantity.Div(share)
		botMust(t, err)
		if signal.Proportion != proportion || !proportion.IsPositive() {
			t.Errorf("the proportion is %s, want %s", signal.Proportion, proportion)
		}
		if rig.balance(bot.AccountID, ledger.Margin) != margin {
			t.Error("the margin is not in the ledger")
		}
		if n := rig.count(`SELECT COUNT(*) FROM signal_executions WHERE owner_id = $1 AND signal_id = $2 AND outcome = 'executed'`, bot.AccountID, signal.ID); n != 1 {
			t.Errorf("its own execution was written %d times", n)
		}
		if n := rig.count(`SELECT COUNT(*) FROM bot_subscriptions WHERE signals_received <> 0`); n != 0 {
			t.Error("the bot's transaction wrote to a follower: it would grow with them")
		}
		if n := rig.countEvents("trading.signal.created"); n != 1 {
			t.Errorf("%d signals were told", n)
		}
		rig.wantBooksInOrder()
	})
}

func TestACandleHasOneSignalHoweverManyRunnersSeeIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot := rig.active(breakoutBot("First", "BTCUSD"))
		rig.quiet("BTCUSD", 12)
		rig.minute("BTCUSD", 104)
		for _, err := range botsAtOnce(6, func(int) error { return rig.replica().NewBotRunner().Round(t.Context()) }) {
			botMust(t, err)
		}
		if signals := rig.signals(bot); len(signals) != 1 {
			t.Errorf("there are %d signals", len(signals))
		}
		if n := rig.count(`SELECT COUNT(*) FROM positions`); n != 1 {
			t.Errorf("there are %d positions", n)
		}
		if now := rig.bot(bot.ID); now.Failures != 0 {
			t.Errorf("it failed %d times", now.Failures)
		}
		rig.wantBooksInOrder()
	})
}

func TestACandleIsActedOnOnceThoughThePositionIsGone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot := rig.active(breakoutBot("First", "BTCUSD"))
		rig.quiet("BTCUSD", 12)
		rig.minute("BTCUSD", 104)
		botMust(t, rig.service.NewBotRunner().Round(t.Context()))
		rig.exec(`UPDATE positions SET status = 'closed'`) // as its stop might have done
		botMust(t, rig.replica().NewBotRunner().Round(t.Context()))
		if signals := rig.signals(bot); len(signals) != 1 {
			t.Errorf("there are %d signals", len(signals))
		}
		if now := rig.bot(bot.ID); now.Failures != 0 {
			t.Errorf("it failed %d times", now.Failures)
		}
	})
}

func TestAnExitClosesTheBotsPositionAndCountsInItsPerformance(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot, runner := rig.active(breakoutBot("First", "BTCUSD")), rig.service.NewBotRunner()
		rig.quiet("BTCUSD", 12)
		for _, price := range []float64{104, 106, 108, 105} {
			rig.minute("BTCUSD", price)
			botMust(t, runner.Round(t.Context()))
		}
		signals := rig.signals(bot)
		if len(signals) != 2 || signals[0].Type != trading.ExitLong {
			t.Fatalf("there are %d signals", len(signals))
		}
		now := rig.bot(bot.ID).Performance
		if now.ClosedTrades != 1 || now.WinRate != money.FromInt(1) || !now.TotalReturn.IsPositive() || now.Observations != 1 {
			t.Errorf("the performance is %+v", now)
		}
		if margin := rig.balance(bot.AccountID, ledger.Margin); !margin.IsZero() {
			t.Errorf("a margin of %s is left", margin)
		}
		rig.wantBooksInOrder()
	})
}

func TestAPausedBotLeavesAndDoesNotEnter(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		holds, flat := rig.active(breakoutBot("Holds", "BTCUSD")), rig.active(breakoutBot("Flat", "BTCUSD"))
		rig.move(flat, trading.BotPaused)
		runner := rig.service.NewBotRunner()
		rig.quiet("BTCUSD", 12)
		rig.minute("BTCUSD", 104)
		botMust(t, runner.Round(t.Context()))
		rig.move(holds, trading.BotPaused)
		for _, price := range []float64{106, 108, 105} {
			rig.minute("BTCUSD", price)
			botMust(t, runner.Round(t.Context()))
		}
		if signals := rig.signals(holds); len(signals) != 2 || signals[0].Type != trading.ExitLong {
			t.Errorf("the one that holds has %d signals", len(signals))
		}
		if signals := rig.signals(flat); len(signals) != 0 {
			t.Errorf("the flat one has %d signals", len(signals))
		}
	})
}

func TestAnOldCandleIsNoReasonToAct(t *testing.T) {
	t.Parallel()
	rig := newBotRig(t, databasetest.Open(t, database.SQLite))
	bot := rig.active(breakoutBot("First", "BTCUSD"))
	rig.quiet("BTCUSD", 12)
	rig.minute("BTCUSD", 104)
	rig.setClock(rig.now().Add(70 * time.Second))
	rig.feed.Price("BTCUSD", "104")
	botMust(t, rig.service.NewBotRunner().Round(t.Context()))
	if signals := rig.signals(bot); len(signals) != 0 {
		t.Errorf("there are %d signals", len(signals))
	}
}

func TestABotWaitsForAPriceWhileItsCandleIsTheNewest(t *testing.T) {
	t.Parallel()
	rig := newBotRig(t, databasetest.Open(t, database.SQLite))
	bot, runner := rig.active(breakoutBot("First", "BTCUSD")), rig.service.NewBotRunner()
	rig.quiet("BTCUSD", 12)
	rig.minute("BTCUSD", 104)
	rig.setClock(rig.now().Add(35 * time.Second)) // the quote is stale by now
	botMust(t, runner.Round(t.Context()))
	if signals := rig.signals(bot); len(signals) != 0 {
		t.Fatalf("there are %d signals without a price", len(signals))
	}
	rig.feed.Price("BTCUSD", "104.1")
	botMust(t, runner.Round(t.Context()))
	if signals := rig.signals(bot); len(signals) != 1 {
		t.Errorf("there are %d signals", len(signals))
	}
}

func TestABotPublishesNothingThatItCannotTakeItself(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot := rig.active(breakoutBot("First", "BTCUSD"))
		rig.quiet("BTCUSD", 12)
		rig.minute("BTCUSD", 104)
		rig.feed.Price("BTCUSD", "110") // gone by more than a percent
		botMust(t, rig.service.NewBotRunner().Round(t.Context()))
		if signals := rig.signals(bot); len(signals) != 0 {
			t.Errorf("there are %d signals", len(signals))
		}
		if now := rig.bot(bot.ID); now.Failures != 0 || now.Status != trading.BotActive {
			t.Errorf("it is %s with %d failures", now.Status, now.Failures)
		}
	})
}

func TestFiveFailuresInARowEndABotAndNoOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		broken, sound := rig.active(breakoutBot("Broken", "BTCUSD")), rig.active(breakoutBot("Sound", "BTCUSD"))
		rig.exec(`UPDATE bots SET strategy_type = 'luck' WHERE id = $1`, broken.ID)
		runner := rig.service.NewBotRunner()
		rig.quiet("BTCUSD", 12)
		told := rig.countEvents("trading.bot.status_changed")
		for i, price := range []float64{100, 100, 100, 100, 104} {
			if now := rig.bot(broken.ID); now.Status != trading.BotActive || now.Failures != i {
				t.Errorf("after %d failures it is %s and has %d", i, now.Status, now.Failures)
			}
			rig.minute("BTCUSD", price)
			botMust(t, runner.Round(t.Context()))
		}
		now := rig.bot(broken.ID)
		if now.Status != trading.BotError || !strings.Contains(now.StatusReason, "5 times in a row") {
			t.Errorf("it is %s: %s", now.Status, now.StatusReason)
		}
		if n := rig.countEvents("trading.bot.status_changed") - told; n != 1 {
			t.Errorf("it was told %d times", n)
		}
		if signals := rig.signals(sound); len(signals) != 1 {
			t.Errorf("the other bot has %d signals", len(signals))
		}
	})
}

func TestADatabaseThatIsAwayIsNoFailureOfABot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot, runner := rig.active(breakoutBot("First", "BTCUSD")), rig.service.NewBotRunner()
		rig.quiet("BTCUSD", 12)
		rig.minute("BTCUSD", 104)
		rig.outage = fmt.Errorf("publish: %w", net.ErrClosed)
		for range 5 {
			if err := runner.Round(t.Context()); !errors.Is(err, net.ErrClosed) {
				t.Fatalf("a round without a database ends with %v", err)
			}
		}
		rig.outage = nil
		if now := rig.bot(bot.ID); now.Failures != 0 || now.Status != trading.BotActive {
			t.Errorf("it is %s with %d failures", now.Status, now.Failures)
		}
		botMust(t, runner.Round(t.Context()))
		if signals := rig.signals(bot); len(signals) != 1 {
			t.Errorf("there are %d signals of what it saw, want 1", len(signals))
		}
	})
}

func TestASuccessEndsARowOfFailures(t *testing.T) {
	t.Parallel()
	rig := newBotRig(t, databasetest.Open(t, database.SQLite))
	bot := rig.active(breakoutBot("First", "BTCUSD"))
	rig.exec(`UPDATE bots SET failures = 4 WHERE id = $1`, bot.ID)
	rig.quiet("BTCUSD", 12)
	botMust(t, rig.service.NewBotRunner().Round(t.Context()))
	if now := rig.bot(bot.ID); now.Failures != 0 || now.Status != trading.BotActive {
		t.Errorf("it is %s with %d failures", now.Status, now.Failures)
	}
}

func TestABotWithoutPricesEndsInError(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot, runner := rig.active(breakoutBot("First", "BTCUSD", "ETHUSD")), rig.service.NewBotRunner()
		rig.quiet("BTCUSD", 4)
		botMust(t, runner.Round(t.Context()))
		if now := rig.bot(bot.ID); now.Status != trading.BotActive {
			t.Fatalf("it is %s: %s", now.Status, now.StatusReason)
		}
		rig.quiet("BTCUSD", 1)
		botMust(t, runner.Round(t.Context()))
		now := rig.bot(bot.ID)
		if now.Status != trading.BotError || !strings.Contains(now.StatusReason, "prices are stale") || !strings.Contains(now.StatusReason, "ETHUSD") {
			t.Errorf("it is %s: %s", now.Status, now.StatusReason)
		}
	})
}

func TestBotsOnMarketsThatAreClosedWait(t *testing.T) {
	t.Parallel()
	rig := newBotRig(t, databasetest.Open(t, database.SQLite))
	rig.setClock(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)) // a Saturday
	bot := rig.active(breakoutBot("First", "AAPL"))
	runner := rig.service.NewBotRunner()
	rig.setClock(rig.now().Add(5 * time.Hour))
	botMust(t, runner.Round(t.Context()))
	botMust(t, rig.service.FailStaleBots(t.Context(), rig.now().Add(-time.Hour)))
	if now := rig.bot(bot.ID); now.Status != trading.BotActive {
		t.Errorf("it is %s: %s", now.Status, now.StatusReason)
	}
	rig.setClock(time.Date(2026, 3, 16, 15, 0, 0, 0, time.UTC))
	botMust(t, rig.service.FailStaleBots(t.Context(), rig.now().Add(-time.Hour)))
	if now := rig.bot(bot.ID); now.Status != trading.BotError {
		t.Errorf("on Monday it is %s", now.Status)
	}
}
