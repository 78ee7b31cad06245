package risk_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestAPositionThatCannotBeClosedDoesNotHoldUpOthers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		d.Analyst = tradingtest.NewAuthor(t, d.DB, identity.RoleSuperAdmin)
		monitor := d.Risk.NewMonitor()
		t.Cleanup(monitor.Listen())
		hold := func() (identity.Caller, *trading.Position) {
			d.Clock.Advance(time.Millisecond)
			user := tradingtest.NewCaller(identity.RoleUser)
			done, err := d.Service.Execute(t.Context(), user, d.Signal(trading.EntryLong, "ETHUSD", "1900", "").ID,
				trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")})
			if err != nil {
				t.Fatal(err)
			}
			return user, done.Position
		}
		_, broken := hold()
		for range 4 {
			hold()
		}
		monitor.Step(t.Context())
		if err := monitor.Failure(); err != nil {
			t.Fatal(err)
		}
		// More margin than was ever set aside: the ledger does not pay it out.
		d.Exec(`UPDATE positions SET margin = margin * 10 WHERE id = $1`, broken.ID)
		d.Clock.Advance(time.Millisecond)
		d.Prices.Price("ETHUSD", "1900")
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != 4 {
			t.Fatalf("%d trades, want those of the 4 sound positions", n)
		}
		if monitor.Failure() == nil {
			t.Error("nobody can see that a position cannot be closed")
		}
		d.Exec(`UPDATE positions SET margin = margin / 10 WHERE id = $1`, broken.ID)
		d.Prices.Price("ETHUSD", "2000") // the stop was reached, whatever the price is now
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != 4 {
			t.Errorf("%d trades, want no retry before its time", n)
		}
		d.Clock.Advance(time.Second)
		d.Prices.Price("ETHUSD", "2000")
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE position_id = $1 AND exit_reason = 'stop_loss' AND exit_price = 190000000000`, broken.ID); n != 1 {
			t.Errorf("%d closings of the position at its stop, want 1", n)
		}
		d.WantBalanced()
	})
}
