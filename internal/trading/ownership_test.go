package trading_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

func TestABotIsItsOwners(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		ours, theirs := newAuthor(t, db, identity.RoleAdmin), newAuthor(t, db, identity.RoleAdmin)
		shared := rig.create(breakoutBot("Same", "BTCUSD"))
		own, err := rig.service.CreateBot(t.Context(), ours, breakoutBot("Same", "BTCUSD"))
		botMust(t, err)
		foreign, err := rig.service.CreateBot(t.Context(), theirs, breakoutBot("Same", "BTCUSD"))
		botMust(t, err)

		bots, total, err := rig.service.Bots(t.Context(), ours, trading.BotFilter{}, trading.Page{Number: 1, Limit: 10})
		botMust(t, err)
		for _, bot := range bots {
			if bot.ID != own.ID && bot.ID != shared.ID {
				t.Errorf("%s of %s is listed", bot.Name, bot.TenantID)
			}
		}
		if total != 2 || len(bots) != 2 {
			t.Errorf("%d of %d bots are listed", len(bots), total)
		}
		name := "Another name"
		for _, caller := range []identity.Caller{ours, rig.admin} {
			_, err = rig.service.Bot(t.Context(), caller, foreign.ID)
			wantCode(t, err, fault.NotFound)
			_, err = rig.service.UpdateBot(t.Context(), caller, foreign.ID, trading.BotChange{Name: &name})
			wantCode(t, err, fault.NotFound)
			_, err = rig.service.Subscribe(t.Context(), caller, foreign.ID, trading.SubscribeOptions{})
			wantCode(t, err, fault.NotFound)
		}
		_, err = rig.service.UpdateBot(t.Context(), ours, shared.ID, trading.BotChange{Name: &name})
		wantCode(t, err, fault.Forbidden)
		_, err = rig.service.CreateBot(t.Context(), ours, trading.NewBot{Scope: identity.ScopePlatform})
		wantCode(t, err, fault.Forbidden)

		_, err = rig.service.UpdateBot(t.Context(), ours, own.ID, trading.BotChange{Name: &name})
		botMust(t, err)
		entries, _, err := audit.List(t.Context(), db, ours.TenantID, audit.Filter{SubjectID: own.ID.String()}, 10, 0)
		botMust(t, err)
		if len(entries) != 2 || entries[0].Action != "trading.bot.changed" || entries[0].Before["name"] != "Same" ||
			entries[0].After["name"] != name || len(entries[0].After) != 1 || entries[1].After["scope"] != "tenant" {
			t.Errorf("the log tells of %+v", entries)
		}
	})
}

func wantCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Errorf("got %v, want %s", err, code)
	}
}

func TestASignalIsItsOwners(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, freeTerms())
		d.prices.Price("SOLUSD", "100")
		ours, theirs := newAuthor(t, db, identity.RoleAnalyst), newAuthor(t, db, identity.RoleAnalyst)
		publish := func(author identity.Caller) *trading.Signal {
			t.Helper()
			usual := d.analyst
			defer func() { d.analyst = usual }()
			d.analyst = author
			return d.signal(trading.EntryLong, "SOLUSD", "", "")
		}
		var visible []uuid.UUID // the newest first
		for range 3 {
			visible = append([]uuid.UUID{publish(ours).ID, publish(d.analyst).ID}, visible...)
			slices.Reverse(visible[:2])
		}
		foreign := publish(theirs)
		signals, err := d.service.Signals(t.Context(), ours, trading.SignalFilter{Symbol: "SOLUSD", Type: trading.EntryLong}, trading.Cursor{Limit: 4})
		if got := signalIDs(signals); err != nil || !slices.Equal(got, visible[:4]) {
			t.Errorf("listed are %v (%v), want %v", got, err, visible[:4])
		}
		rest, err := d.service.Signals(t.Context(), ours, trading.SignalFilter{}, trading.Cursor{Before: visible[3], Limit: 4})
		if got := signalIDs(rest); err != nil || !slices.Equal(got, visible[4:]) {
			t.Errorf("the rest is %v (%v), want %v", got, err, visible[4:])
		}
		d.caller.TenantID = ours.TenantID
		_, err = d.service.Signal(t.Context(), d.caller, foreign.ID)
		wantCode(t, err, fault.NotFound)
		_, err = d.service.Execute(t.Context(), d.caller, foreign.ID, trading.ExecuteOptions{Quantity: quantity("1")})
		wantCode(t, err, fault.NotFound)
		for _, id := range visible[:2] { // the platform's and the own
			if _, err = d.service.Execute(t.Context(), d.caller, id, trading.ExecuteOptions{Quantity: quantity("1")}); err != nil {
				t.Error(err)
			}
		}
		_, err = d.service.CreateSignal(t.Context(), ours, trading.NewSignal{Scope: identity.ScopePlatform, Symbol: "SOLUSD", Type: trading.Hold})
		wantCode(t, err, fault.Forbidden)
	})
}

func signalIDs(signals []*trading.Signal) []uuid.UUID {
	var ids []uuid.UUID
	for _, signal := range signals {
		ids = append(ids, signal.ID)
	}
	return ids
}

func TestAnAgentIsFoundByItsKey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newBotRig(t, db)
		agents, err := rig.service.InstallBots(t.Context(), recordStart, trading.HouseAgents()...)
		botMust(t, err)
		atlas := agents[0]
		renamed := "Somebody else"
		_, err = rig.service.UpdateBot(t.Context(), rig.admin, atlas.ID, trading.BotChange{Name: &renamed})
		botMust(t, err)
		rig.create(breakoutBot("Atlas", "BTCUSD")) // is not the agent
		again, err := rig.service.InstallBots(t.Context(), recordStart, trading.HouseAgents()...)
		botMust(t, err)
		if again[0].ID != atlas.ID || again[0].Agent != trading.AgentAtlas || again[0].Name != renamed {
			t.Errorf("the agent is %+v, want the one that was renamed", again[0])
		}
		if n := rig.count(`SELECT COUNT(*) FROM bots WHERE agent_key IS NOT NULL`); n != 3 {
			t.Errorf("%d agents", n)
		}
	})
}
