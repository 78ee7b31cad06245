package trading_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

func TestABotMovesOnlyWhereItsStateAllows(t *testing.T) {
	t.Parallel()
	const active, paused, stopped, failed = trading.BotActive, trading.BotPaused, trading.BotStopped, trading.BotError
	allowed := map[[2]trading.BotStatus]bool{
		{stopped, active}: true, {active, paused}: true, {paused, active}: true, {active, stopped}: true,
		{paused, stopped}: true, {failed, active}: true, {failed, stopped}: true,
	}
	all := []trading.BotStatus{active, paused, stopped, failed}
	for _, from := range all {
		for _, to := range all {
			bot := &trading.Bot{Status: from, Failures: 3}
			changed, err := bot.MoveTo(to)
			switch {
			case from == to:
				if changed || err != nil || bot.Failures != 3 {
					t.Errorf("%s again: changed %t, %v", from, changed, err)
				}
			case allowed[[2]trading.BotStatus{from, to}]:
				if !changed || err != nil || bot.Status != to || bot.Failures != 0 {
					t.Errorf("%s to %s: changed %t, %v, now %s with %d failures", from, to, changed, err, bot.Status, bot.Failures)
				}
			default:
				if !fault.Is(err, fault.InvalidTransition) || bot.Status != from {
					t.Errorf("%s to %s: %v, now %s", from, to, err, bot.Status)
				}
				if err != nil && !strings.Contains(err.Error(), string(from)) {
					t.Errorf("%q does not name the state", err)
				}
			}
		}
	}
	_, err := (&trading.Bot{Status: paused}).MoveTo(failed)
	if err == nil || !strings.Contains(err.Error(), "active or stopped") {
		t.Errorf("%v does not say what is allowed", err)
	}
}

func TestANewBotIsStoppedAndHasMoneyOfItsOwn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		given := breakoutBot("  First  ", "BTCUSD", "ETHUSD")
		given.Timeframe = 0
		bot := rig.bot(rig.create(given).ID)
		if bot.Name != "First" || bot.Status != trading.BotStopped || bot.Timeframe != market.FiveMinutes ||
			!slices.Equal(bot.Symbols, []string{"BTCUSD", "ETHUSD"}) || bot.Parameters["entryPeriod"] != 5 {
			t.Errorf("the bot is %+v", bot)
		}
		if cash := rig.balance(bot.AccountID, ledger.Cash); cash != money.FromInt(100_000) || bot.Capital != cash {
			t.Errorf("it has %s of %s", cash, bot.Capital)
		}
		rig.wantBooksInOrder()
	})
}

func TestOnlyAdministratorsManageBots(t *testing.T) {
	t.Parallel()
	rig := newBotRig(t, databasetest.Open(t, database.SQLite))
	bot := rig.create(breakoutBot("First", "BTCUSD"))
	analyst := identity.Caller{UserID: uuid.New(), TenantID: uuid.New(), Role: identity.RoleAnalyst}
	if _, err := rig.service.CreateBot(t.Context(), analyst, breakoutBot("Second", "BTCUSD")); !fault.Is(err, fault.Forbidden) {
		t.Errorf("creating: %v", err)
	}
	active := trading.BotActive
	if _, err := rig.service.UpdateBot(t.Context(), analyst, bot.ID, trading.BotChange{Status: &active}); !fault.Is(err, fault.Forbidden) {
		t.Errorf("changing: %v", err)
	}
	if _, err := rig.service.UpdateBot(t.Context(), rig.admin, uuid.New(), trading.BotChange{Status: &active}); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown bot: %v", err)
	}
}

func TestABotThatCannotWorkIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		rig.create(breakoutBot("Taken", "BTCUSD"))
		for field, spoil := range map[string]func(b *trading.NewBot){
			"name":         func(b *trading.NewBot) { b.Name = "   " },
			"strategyType": func(b *trading.NewBot) { b.StrategyType = "luck" },
			"parameters":   func(b *trading.NewBot) { b.Parameters = map[string]float64{"entryPeriod": 1} },
			"symbols":      func(b *trading.NewBot) { b.Symbols = []string{"BTCUSD", "NOPE"} },
			"timeframe":    func(b *trading.NewBot) { b.Timeframe = market.Interval(time.Second) },
			"riskLevel":    func(b *trading.NewBot) { b.RiskLevel = "huge" },
		} {
			given := breakoutBot("Another", "BTCUSD")
			spoil(&given)
			_, err := rig.service.CreateBot(t.Context(), rig.admin, given)
			wantBotFault(t, err, fault.ValidationError, field)
		}
		_, err := rig.service.CreateBot(t.Context(), rig.admin, breakoutBot("Another", "BTCUSD", "ETHUSD", "BTCUSD"))
		wantBotFault(t, err, fault.ValidationError, "symbols")
		_, err = rig.service.CreateBot(t.Context(), rig.admin, breakoutBot("Taken", "BTCUSD"))
		wantBotFault(t, err, fault.Conflict, "name")
		another, taken := rig.create(breakoutBot("Another", "BTCUSD")), "Taken"
		_, err = rig.service.UpdateBot(t.Context(), rig.admin, another.ID, trading.BotChange{Name: &taken})
		wantBotFault(t, err, fault.Conflict, "name")
		_, err = rig.service.UpdateBot(t.Context(), rig.admin, another.ID, trading.BotChange{Parameters: &map[string]float64{"luck": 1}})
		wantBotFault(t, err, fault.ValidationError, "parameters")
		if accounts := rig.count(`SELECT COUNT(*) FROM trading_accounts`); accounts != 2 {
			t.Errorf("there are %d accounts for 2 bots", accounts)
		}
	})
}

func wantBotFault(t *testing.T, err error, code fault.Code, field string) {
	t.Helper()
	var found *fault.Error
	if !errors.As(err, &found) || found.Code != code || found.Field != field {
		t.Errorf("got %v, want %s of %s", err, code, field)
	}
}

func TestOneNameIsTakenOnceHoweverManyWantIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig, name := newBotRig(t, db), "Wanted"
		old := []*trading.Bot{rig.create(breakoutBot("A", "BTCUSD")), rig.create(breakoutBot("B", "BTCUSD"))}
		results := botsAtOnce(10, func(i int) error {
			if i < 2 {
				_, err := rig.service.UpdateBot(t.Context(), rig.admin, old[i].ID, trading.BotChange{Name: &name})
				return err
			}
			_, err := rig.service.CreateBot(t.Context(), rig.admin, breakoutBot(name, "BTCUSD"))
			return err
		})
		done := 0
		for _, err := range results {
			if err == nil {
				done++
			} else if !fault.Is(err, fault.Conflict) {
				t.Errorf("got %v", err)
			}
		}
		if done != 1 {
			t.Errorf("%d took the name", done)
		}
	})
}

func TestBotsAreListedNewestFirstByState(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		for _, name := range []string{"A", "B", "C"} {
			rig.setClock(rig.now().Add(time.Second))
			rig.create(breakoutBot(name, "BTCUSD"))
		}
		rig.move(rig.named("B"), trading.BotActive)
		page, total, err := rig.service.Bots(t.Context(), rig.admin, trading.BotFilter{}, trading.Page{Number: 1, Limit: 2})
		botMust(t, err)
		if total != 3 || len(page) != 2 || page[0].Name != "C" || page[1].Name != "B" {
			t.Errorf("the first page has %d of %d", len(page), total)
		}
		page, total, err = rig.service.Bots(t.Context(), rig.admin, trading.BotFilter{Status: trading.BotStopped}, trading.Page{Number: 2, Limit: 1})
		botMust(t, err)
		if total != 2 || len(page) != 1 || page[0].Name != "A" {
			t.Errorf("the second stopped one of %d is %v", total, page)
		}
	})
}

func (r *botRig) named(name string) *trading.Bot {
	r.t.Helper()
	bots, _, err := r.service.Bots(r.t.Context(), r.admin, trading.BotFilter{}, trading.Page{Number: 1, Limit: 100})
	botMust(r.t, err)
	for _, bot := range bots {
		if bot.Name == name {
			return bot
		}
	}
	r.t.Fatalf("there is no bot %s", name)
	return nil
}

func TestAChangeOfStateIsToldOnceHoweverManyAskForIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot := rig.active(breakoutBot("First", "BTCUSD"))
		for _, status := range []trading.BotStatus{trading.BotPaused, trading.BotActive, trading.BotPaused, trading.BotActive, trading.BotPaused} {
			before := rig.countEvents("trading.bot.status_changed")
			for _, err := range botsAtOnce(20, func(int) error {
				_, err := rig.service.UpdateBot(t.Context(), rig.admin, bot.ID, trading.BotChange{Status: &status})
				return err
			}) {
				botMust(t, err)
			}
			if told := rig.countEvents("trading.bot.status_changed") - before; told != 1 {
				t.Errorf("%s was told %d times", status, told)
			}
		}
		if now := rig.bot(bot.ID); now.Status != trading.BotPaused || now.StatusReason != "paused by an administrator" {
			t.Errorf("it is %s: %s", now.Status, now.StatusReason)
		}
	})
}

func TestStoppingABotEndsItsSignals(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		bot := rig.active(breakoutBot("First", "BTCUSD"))
		rig.quiet("BTCUSD", 12)
		rig.minute("BTCUSD", 104)
		botMust(t, rig.service.NewBotRunner().Round(t.Context()))
		signals := rig.signals(bot)
		if len(signals) != 1 || signals[0].Expired(rig.now()) {
			t.Fatalf("there are %d signals", len(signals))
		}
		rig.move(bot, trading.BotStopped)
		if !rig.signals(bot)[0].Expired(rig.now()) {
			t.Error("the signal can still be executed")
		}
		paused := trading.BotPaused
		_, err := rig.service.UpdateBot(t.Context(), rig.admin, bot.ID, trading.BotChange{Status: &paused})
		if !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("pausing a stopped bot: %v", err)
		}
	})
}
