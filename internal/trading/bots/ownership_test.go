package bots_test

import (
	"strings"
	"testing"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

func TestABotIsItsOwners(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		ours, theirs := tradingtest.NewAuthor(t, db, identity.RoleAdmin), tradingtest.NewAuthor(t, db, identity.RoleAdmin)
		shared := rig.Create(tradingtest.BreakoutBot("Same", "BTCUSD"))
		own, err := rig.Bots.CreateBot(t.Context(), ours, tradingtest.BreakoutBot("Same", "BTCUSD"))
		tradingtest.Must(t, err)
		foreign, err := rig.Bots.CreateBot(t.Context(), theirs, tradingtest.BreakoutBot("Same", "BTCUSD"))
		tradingtest.Must(t, err)

		listed, total, err := rig.Bots.Bots(t.Context(), ours, bots.BotFilter{}, database.Page{Number: 1, Limit: 10})
		tradingtest.Must(t, err)
		for _, bot := range listed {
			if bot.ID != own.ID && bot.ID != shared.ID {
				t.Errorf("%s of %s is listed", bot.Name, bot.TenantID)
			}
		}
		if total != 2 || len(listed) != 2 {
			t.Errorf("%d of %d bots are listed", len(listed), total)
		}
		name := "Another name"
		for _, caller := range []identity.Caller{ours, rig.Admin} {
			_, err = rig.Bots.Bot(t.Context(), caller, foreign.ID)
			testkit.WantFault(t, err, fault.NotFound)
			_, err = rig.Bots.UpdateBot(t.Context(), caller, foreign.ID, bots.BotChange{Name: &name})
			testkit.WantFault(t, err, fault.NotFound)
			_, err = rig.Copying.Subscribe(t.Context(), caller, foreign.ID, copying.SubscribeOptions{})
			testkit.WantFault(t, err, fault.NotFound)
		}
		_, err = rig.Bots.UpdateBot(t.Context(), ours, shared.ID, bots.BotChange{Name: &name})
		testkit.WantFault(t, err, fault.Forbidden)
		_, err = rig.Bots.CreateBot(t.Context(), ours, bots.NewBot{Scope: identity.ScopePlatform})
		testkit.WantFault(t, err, fault.Forbidden)

		_, err = rig.Bots.UpdateBot(t.Context(), ours, own.ID, bots.BotChange{Name: &name})
		tradingtest.Must(t, err)
		entries, _, err := audit.List(t.Context(), db, ours.TenantID, audit.Filter{SubjectID: own.ID.String()}, database.Page{Number: 1, Limit: 10})
		tradingtest.Must(t, err)
		if len(entries) != 2 || entries[0].Action != "trading.bot.changed" || entries[0].Before["name"] != "Same" ||
			entries[0].After["name"] != name || len(entries[0].After) != 1 || entries[1].After["scope"] != "tenant" {
			t.Errorf("the log tells of %+v", entries)
		}
	})
}

func TestAnAgentIsFoundByItsKey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		agents, err := rig.Bots.InstallBots(t.Context(), tradingtest.RecordStart, bots.HouseAgents()...)
		tradingtest.Must(t, err)
		atlas := agents[0]
		renamed := "Somebody else"
		_, err = rig.Bots.UpdateBot(t.Context(), rig.Admin, atlas.ID, bots.BotChange{Name: &renamed})
		tradingtest.Must(t, err)
		rig.Create(tradingtest.BreakoutBot("Atlas", "BTCUSD")) // is not the agent
		again, err := rig.Bots.InstallBots(t.Context(), tradingtest.RecordStart, bots.HouseAgents()...)
		tradingtest.Must(t, err)
		if again[0].ID != atlas.ID || again[0].Agent != bots.AgentAtlas || again[0].Name != renamed {
			t.Errorf("the agent is %+v, want the one that was renamed", again[0])
		}
		if n := rig.Count(`SELECT COUNT(*) FROM bots WHERE agent_key IS NOT NULL`); n != 3 {
			t.Errorf("%d agents", n)
		}
	})
}

// A start writes nothing that already exists: removing a superfluous account again would make the database read the whole
// trading history.
func TestWhatIsInstalledIsOnlyRead(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		rig := tradingtest.NewBotRig(t, db)
		install := func() {
			_, err := rig.Bots.InstallBots(t.Context(), tradingtest.RecordStart, bots.HouseAgents()...)
			tradingtest.Must(t, err)
		}
		install()
		for _, statement := range statements.During(install) {
			if !strings.HasPrefix(statement, "SELECT") {
				t.Errorf("the second time it is %s", statement)
			}
		}
	})
}
