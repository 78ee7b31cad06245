package trading_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestASignalIsItsOwners(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		ours, theirs := tradingtest.NewAuthor(t, db, identity.RoleAnalyst), tradingtest.NewAuthor(t, db, identity.RoleAnalyst)
		publish := func(author identity.Caller) *trading.Signal {
			t.Helper()
			usual := d.Analyst
			defer func() { d.Analyst = usual }()
			d.Analyst = author
			return d.Signal(trading.EntryLong, "SOLUSD", "", "")
		}
		var visible []uuid.UUID // newest first
		for range 3 {
			visible = append([]uuid.UUID{publish(ours).ID, publish(d.Analyst).ID}, visible...)
			slices.Reverse(visible[:2])
		}
		foreign := publish(theirs)
		signals, err := d.Service.Signals(t.Context(), ours, trading.SignalFilter{Symbol: "SOLUSD", Type: trading.EntryLong}, database.Cursor{Limit: 4})
		if got := SignalIDs(signals); err != nil || !slices.Equal(got, visible[:4]) {
			t.Errorf("listed are %v (%v), want %v", got, err, visible[:4])
		}
		rest, err := d.Service.Signals(t.Context(), ours, trading.SignalFilter{}, database.Cursor{Before: visible[3], Limit: 4})
		if got := SignalIDs(rest); err != nil || !slices.Equal(got, visible[4:]) {
			t.Errorf("the rest is %v (%v), want %v", got, err, visible[4:])
		}
		d.Caller.TenantID = ours.TenantID
		_, err = d.Service.Signal(t.Context(), d.Caller, foreign.ID)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = d.Service.Execute(t.Context(), d.Caller, foreign.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")})
		testkit.WantFault(t, err, fault.NotFound)
		for _, id := range visible[:2] { // the platform's and the tenant's own
			if _, err = d.Service.Execute(t.Context(), d.Caller, id, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")}); err != nil {
				t.Error(err)
			}
		}
		_, err = d.Service.CreateSignal(t.Context(), ours, trading.NewSignal{Scope: identity.ScopePlatform, Symbol: "SOLUSD", Type: trading.Hold})
		testkit.WantFault(t, err, fault.Forbidden)
	})
}

func SignalIDs(signals []*trading.Signal) []uuid.UUID {
	var ids []uuid.UUID
	for _, signal := range signals {
		ids = append(ids, signal.ID)
	}
	return ids
}
