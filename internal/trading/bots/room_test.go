package bots_test

import (
	"fmt"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

// One runner serves the bots of all owners: those of one must not delay the others.
func TestAnOwnerHasNoMoreThanAHundredBotsThatAreNotStopped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		add := func(owner identity.Caller, name string) *bots.Bot {
			bot, err := rig.Bots.CreateBot(t.Context(), owner, tradingtest.BreakoutBot(name, "BTCUSD"))
			tradingtest.Must(t, err)
			return bot
		}
		move := func(owner identity.Caller, bot *bots.Bot, status bots.BotStatus) error {
			_, err := rig.Bots.UpdateBot(t.Context(), owner, bot.ID, bots.BotChange{Status: &status})
			return err
		}
		ours, theirs := tradingtest.NewAuthor(t, db, identity.RoleAdmin), tradingtest.NewAuthor(t, db, identity.RoleAdmin)
		owned := make([]*bots.Bot, 101) // there may be more stopped ones
		for i := range owned {
			owned[i] = add(ours, fmt.Sprint("Bot ", i))
		}
		rig.Exec(`UPDATE bots SET status = 'active' WHERE tenant_id = $1`, ours.TenantID)
		rig.Exec(`UPDATE bots SET status = 'error' WHERE id = $1`, owned[2].ID)
		rig.Exec(`UPDATE bots SET status = 'stopped' WHERE id IN ($1, $2)`, owned[0].ID, owned[1].ID)
		var refused *bots.Bot
		for i, err := range testkit.InParallel(2, func(i int) error { return move(ours, owned[i], bots.BotActive) }) {
			if err != nil {
				testkit.WantFault(t, err, fault.Conflict)
				refused = owned[i]
			}
		}
		if n := rig.Count(`SELECT COUNT(*) FROM bots WHERE tenant_id = $1 AND status <> 'stopped'`, ours.TenantID); n != 100 || refused == nil {
			t.Fatalf("%d bots are not stopped, want 100", n)
		}
		testkit.WantFault(t, move(ours, refused, bots.BotActive), fault.Conflict)
		tradingtest.Must(t, move(theirs, add(theirs, "Another brand's"), bots.BotActive))
		tradingtest.Must(t, move(ours, owned[2], bots.BotActive)) // it was not stopped, so it takes no additional place
		tradingtest.Must(t, move(ours, owned[3], bots.BotStopped))
		tradingtest.Must(t, move(ours, refused, bots.BotActive))
	})
}
