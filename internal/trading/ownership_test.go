package trading_test

import (
	"testing"

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
		rig := NewBotRig(t, db)
		ours, theirs := NewAuthor(t, db, identity.RoleAdmin), NewAuthor(t, db, identity.RoleAdmin)
		shared := rig.Create(BreakoutBot("Same", "BTCUSD"))
		own, err := rig.Service.CreateBot(t.Context(), ours, BreakoutBot("Same", "BTCUSD"))
		Must(t, err)
		foreign, err := rig.Service.CreateBot(t.Context(), theirs, BreakoutBot("Same", "BTCUSD"))
		Must(t, err)

		bots, total, err := rig.Service.Bots(t.Context(), ours, trading.BotFilter{}, trading.Page{Number: 1, Limit: 10})
		Must(t, err)
		for _, bot := range bots {
			if bot.ID != own.ID && bot.ID != shared.ID {
				t.Errorf("%s of %s is listed", bot.Name, bot.TenantID)
			}
		}
		if total != 2 || len(bots) != 2 {
			t.Errorf("%d of %d bots are listed", len(bots), total)
		}
		name := "Another name"
		for _, caller := range []identity.Caller{ours, rig.Admin} {
			_, err = rig.Service.Bot(t.Context(), caller, foreign.ID)
			WantFault(t, err, fault.NotFound)
			_, err = rig.Service.UpdateBot(t.Context(), caller, foreign.ID, trading.BotChange{Name: &name})
			WantFault(t, err, fault.NotFound)
			_, err = rig.Service.Subscribe(t.Context(), caller, foreign.ID, trading.SubscribeOptions{})
			WantFault(t, err, fault.NotFound)
		}
		_, err = rig.Service.UpdateBot(t.Context(), ours, shared.ID, trading.BotChange{Name: &name})
		WantFault(t, err, fault.Forbidden)
		_, err = rig.Service.CreateBot(t.Context(), ours, trading.NewBot{Scope: identity.ScopePlatform})
		WantFault(t, err, fault.Forbidden)

		_, err = rig.Service.UpdateBot(t.Context(), ours, own.ID, trading.BotChange{Name: &name})
		Must(t, err)
		entries, _, err := audit.List(t.Context(), db, ours.TenantID, audit.Filter{SubjectID: own.ID.String()}, 10, 0)
		Must(t, err)
		if len(entries) != 2 || entries[0].Action != "trading.bot.changed" || entries[0].Before["name"] != "Same" ||
			entries[0].After["name"] != name || len(entries[0].After) != 1 || entries[1].After["scope"] != "tenant" {
			t.Errorf("the log tells of %+v", entries)
		}
	})
}

func TestAnAgentIsFoundByItsKey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := NewBotRig(t, db)
		agents, err := rig.Service.InstallBots(t.Context(), RecordStart, trading.HouseAgents()...)
		Must(t, err)
		atlas := agents[0]
		renamed := "Somebody else"
		_, err = rig.Service.UpdateBot(t.Context(), rig.Admin, atlas.ID, trading.BotChange{Name: &renamed})
		Must(t, err)
		rig.Create(BreakoutBot("Atlas", "BTCUSD")) // is not the agent
		again, err := rig.Service.InstallBots(t.Context(), RecordStart, trading.HouseAgents()...)
		Must(t, err)
		if again[0].ID != atlas.ID || again[0].Agent != trading.AgentAtlas || again[0].Name != renamed {
			t.Errorf("the agent is %+v, want the one that was renamed", again[0])
		}
		if n := rig.Count(`SELECT COUNT(*) FROM bots WHERE agent_key IS NOT NULL`); n != 3 {
			t.Errorf("%d agents", n)
		}
	})
}
