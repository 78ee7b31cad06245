package bots_test

import (
	"maps"
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
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

func TestABotMovesOnlyWhereItsStateAllows(t *testing.T) {
	t.Parallel()
	const active, paused, stopped, failed = bots.BotActive, bots.BotPaused, bots.BotStopped, bots.BotError
	allowed := map[[2]bots.BotStatus]bool{
		{stopped, active}: true, {active, paused}: true, {paused, active}: true, {active, stopped}: true,
		{paused, stopped}: true, {failed, active}: true, {failed, stopped}: true,
	}
	all := []bots.BotStatus{active, paused, stopped, failed}
	for _, from := range all {
		for _, to := range all {
			bot := &bots.Bot{Status: from, Failures: 3}
			changed, err := bot.MoveTo(to)
			switch {
			case from == to:
				if changed || err != nil || bot.Failures != 3 {
					t.Errorf("%s again: changed %t, %v", from, changed, err)
				}
			case allowed[[2]bots.BotStatus{from, to}]:
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
	_, err := (&bots.Bot{Status: paused}).MoveTo(failed)
	if err == nil || !strings.Contains(err.Error(), "active or stopped") {
		t.Errorf("%v does not say what is allowed", err)
	}
}

func TestANewBotIsStoppedAndHasMoneyOfItsOwn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		given := tradingtest.BreakoutBot("  First  ", "BTCUSD", "ETHUSD")
		given.Timeframe = 0
		bot := rig.Bot(rig.Create(given).ID)
		if bot.Name != "First" || bot.Status != bots.BotStopped || bot.Timeframe != market.FiveMinutes ||
			!slices.Equal(bot.Symbols, []string{"BTCUSD", "ETHUSD"}) || bot.Parameters["entryPeriod"] != 5 {
			t.Errorf("the bot is %+v", bot)
		}
		if cash := rig.Balance(bot.AccountID, ledger.Cash); cash != money.FromInt(100_000) || bot.Capital != cash {
			t.Errorf("it has %s of %s", cash, bot.Capital)
		}
		rig.WantBooksInOrder()
	})
}

func TestOnlyAdministratorsManageBots(t *testing.T) {
	t.Parallel()
	rig := tradingtest.NewBotRig(t, databasetest.Open(t, database.SQLite))
	bot := rig.Create(tradingtest.BreakoutBot("First", "BTCUSD"))
	analyst := identity.Caller{UserID: uuid.New(), TenantID: uuid.New(), Role: identity.RoleAnalyst}
	if _, err := rig.Bots.CreateBot(t.Context(), analyst, tradingtest.BreakoutBot("Second", "BTCUSD")); !fault.Is(err, fault.Forbidden) {
		t.Errorf("creating: %v", err)
	}
	active := bots.BotActive
	if _, err := rig.Bots.UpdateBot(t.Context(), analyst, bot.ID, bots.BotChange{Status: &active}); !fault.Is(err, fault.Forbidden) {
		t.Errorf("changing: %v", err)
	}
	if _, err := rig.Bots.UpdateBot(t.Context(), rig.Admin, uuid.New(), bots.BotChange{Status: &active}); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown bot: %v", err)
	}
}

func TestABotThatCannotWorkIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		rig.Create(tradingtest.BreakoutBot("Taken", "BTCUSD"))
		for field, spoil := range map[string]func(b *bots.NewBot){
			"name":         func(b *bots.NewBot) { b.Name = "   " },
			"strategyType": func(b *bots.NewBot) { b.StrategyType = "luck" },
			"parameters":   func(b *bots.NewBot) { b.Parameters = map[string]float64{"entryPeriod": 1} },
			"symbols":      func(b *bots.NewBot) { b.Symbols = []string{"BTCUSD", "NOPE"} },
			"timeframe":    func(b *bots.NewBot) { b.Timeframe = market.Interval(time.Second) },
			"riskLevel":    func(b *bots.NewBot) { b.RiskLevel = "huge" },
		} {
			given := tradingtest.BreakoutBot("Another", "BTCUSD")
			spoil(&given)
			_, err := rig.Bots.CreateBot(t.Context(), rig.Admin, given)
			testkit.WantFault(t, err, fault.ValidationError, field)
		}
		_, err := rig.Bots.CreateBot(t.Context(), rig.Admin, tradingtest.BreakoutBot("Another", "BTCUSD", "ETHUSD", "BTCUSD"))
		testkit.WantFault(t, err, fault.ValidationError, "symbols")
		_, err = rig.Bots.CreateBot(t.Context(), rig.Admin, tradingtest.BreakoutBot("Taken", "BTCUSD"))
		testkit.WantFault(t, err, fault.Conflict, "name")
		another, taken := rig.Create(tradingtest.BreakoutBot("Another", "BTCUSD")), "Taken"
		_, err = rig.Bots.UpdateBot(t.Context(), rig.Admin, another.ID, bots.BotChange{Name: &taken})
		testkit.WantFault(t, err, fault.Conflict, "name")
		_, err = rig.Bots.UpdateBot(t.Context(), rig.Admin, another.ID, bots.BotChange{Parameters: &map[string]float64{"luck": 1}})
		testkit.WantFault(t, err, fault.ValidationError, "parameters")
		if accounts := rig.Count(`SELECT COUNT(*) FROM trading_accounts`); accounts != 2 {
			t.Errorf("there are %d accounts for 2 bots", accounts)
		}
	})
}

func TestOneNameIsTakenOnceHoweverManyWantIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig, name := tradingtest.NewBotRig(t, db), "Wanted"
		old := []*bots.Bot{rig.Create(tradingtest.BreakoutBot("A", "BTCUSD")), rig.Create(tradingtest.BreakoutBot("B", "BTCUSD"))}
		results := testkit.InParallel(10, func(i int) error {
			if i < 2 {
				_, err := rig.Bots.UpdateBot(t.Context(), rig.Admin, old[i].ID, bots.BotChange{Name: &name})
				return err
			}
			_, err := rig.Bots.CreateBot(t.Context(), rig.Admin, tradingtest.BreakoutBot(name, "BTCUSD"))
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
		rig := tradingtest.NewBotRig(t, db)
		for _, name := range []string{"A", "B", "C"} {
			rig.Clock.Advance(time.Second)
			rig.Create(tradingtest.BreakoutBot(name, "BTCUSD"))
		}
		rig.Move(named(rig, "B"), bots.BotActive)
		page, total, err := rig.Bots.Bots(t.Context(), rig.Admin, bots.BotFilter{}, database.Page{Number: 1, Limit: 2})
		tradingtest.Must(t, err)
		if total != 3 || len(page) != 2 || page[0].Name != "C" || page[1].Name != "B" {
			t.Errorf("the first page has %d of %d", len(page), total)
		}
		page, total, err = rig.Bots.Bots(t.Context(), rig.Admin, bots.BotFilter{Status: bots.BotStopped}, database.Page{Number: 2, Limit: 1})
		tradingtest.Must(t, err)
		if total != 2 || len(page) != 1 || page[0].Name != "A" {
			t.Errorf("the second stopped one of %d is %v", total, page)
		}
	})
}

func named(r *tradingtest.BotRig, name string) *bots.Bot {
	r.T.Helper()
	bots, _, err := r.Bots.Bots(r.T.Context(), r.Admin, bots.BotFilter{}, database.Page{Number: 1, Limit: 100})
	tradingtest.Must(r.T, err)
	for _, bot := range bots {
		if bot.Name == name {
			return bot
		}
	}
	r.T.Fatalf("there is no bot %s", name)
	return nil
}

func TestAChangeOfStateIsToldOnceHoweverManyAskForIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
		for _, status := range []bots.BotStatus{bots.BotPaused, bots.BotActive, bots.BotPaused, bots.BotActive, bots.BotPaused} {
			before := rig.Events.Count("trading.bot.status_changed")
			for _, err := range testkit.InParallel(20, func(int) error {
				_, err := rig.Bots.UpdateBot(t.Context(), rig.Admin, bot.ID, bots.BotChange{Status: &status})
				return err
			}) {
				tradingtest.Must(t, err)
			}
			if told := rig.Events.Count("trading.bot.status_changed") - before; told != 1 {
				t.Errorf("%s was told %d times", status, told)
			}
		}
		if now := rig.Bot(bot.ID); now.Status != bots.BotPaused || now.StatusReason != "paused by an administrator" {
			t.Errorf("it is %s: %s", now.Status, now.StatusReason)
		}
	})
}

func TestOtherSettingsAreDatedAndTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
		change := func(change bots.BotChange) {
			t.Helper()
			_, err := rig.Bots.UpdateBot(t.Context(), rig.Admin, bot.ID, change)
			tradingtest.Must(t, err)
		}
		name, level, same := "Second", bot.RiskLevel, maps.Clone(bot.Parameters)
		change(bots.BotChange{Name: &name, RiskLevel: &level, Parameters: &same})
		if at := rig.Bot(bot.ID).SettingsChangedAt; !at.IsZero() {
			t.Errorf("the settings that it has already are dated %v", at)
		}
		others := map[string]float64{"entryPeriod": 40}
		change(bots.BotChange{Parameters: &others})
		if at := rig.Bot(bot.ID).SettingsChangedAt; !at.Equal(rig.Clock.Now()) {
			t.Errorf("other parameters are dated %v", at)
		}
		changed := rig.Clock.Now()
		rig.Clock.Advance(time.Hour)
		name = "Third"
		change(bots.BotChange{Name: &name})
		if at := rig.Bot(bot.ID).SettingsChangedAt; !at.Equal(changed) {
			t.Errorf("another name has dated the settings %v", at)
		}
		level = trading.RiskHigh
		change(bots.BotChange{RiskLevel: &level})
		if at := rig.Bot(bot.ID).SettingsChangedAt; !at.Equal(rig.Clock.Now()) {
			t.Errorf("another risk level is dated %v", at)
		}
		if told := rig.Events.Count("trading.bot.settings_changed"); told != 2 {
			t.Errorf("it was told %d times", told)
		}
	})
}

func TestABotIsStoppedWhileItsSignalIsBeingCopied(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres) // where a signal can be locked meanwhile
	rig := tradingtest.NewBotRig(t, db)
	bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
	rig.Quiet("BTCUSD", 12)
	rig.Minute("BTCUSD", 104)
	tradingtest.Must(t, rig.Bots.NewBotRunner().Round(t.Context()))
	signal := rig.Signals(bot)[0]
	tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT 1 FROM signals WHERE id = $1 FOR NO KEY UPDATE`, signal.ID); err != nil {
			return err
		}
		databasetest.WantNoLongWait(t, db, "stopping", func() { rig.Move(bot, bots.BotStopped) })
		return nil
	}))
	tradingtest.Must(t, rig.Copying.CopySignals(t.Context()))
	if !rig.Signals(bot)[0].Expired(rig.Clock.Now()) {
		t.Error("a signal of a stopped bot can still be executed after it was copied")
	}
}

func TestStoppingABotEndsItsSignals(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD"))
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		tradingtest.Must(t, rig.Bots.NewBotRunner().Round(t.Context()))
		signals := rig.Signals(bot)
		if len(signals) != 1 || signals[0].Expired(rig.Clock.Now()) {
			t.Fatalf("there are %d signals", len(signals))
		}
		rig.Move(bot, bots.BotStopped)
		if !rig.Signals(bot)[0].Expired(rig.Clock.Now()) {
			t.Error("the signal can still be executed")
		}
		paused := bots.BotPaused
		_, err := rig.Bots.UpdateBot(t.Context(), rig.Admin, bot.ID, bots.BotChange{Status: &paused})
		if !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("pausing a stopped bot: %v", err)
		}
	})
}
