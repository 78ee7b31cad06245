package trading_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/trading"
)

// The lists were empty on every database whose locale is not C.
func TestListsBeginAtTheNewestAndGoOnBehindTheirLastPage(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, freeTerms())
		d.prices.Price("SOLUSD", "100")
		older, newer := d.enter(trading.EntryLong, "SOLUSD", "1"), d.enter(trading.EntryLong, "SOLUSD", "2")
		first, err := d.service.Positions(t.Context(), d.caller, trading.PositionFilter{}, trading.Cursor{Limit: 1})
		if err != nil || len(first) != 1 || first[0].ID != newer.ID {
			t.Fatalf("the first page is %v (%v), want the newer position", first, err)
		}
		second, err := d.service.Positions(t.Context(), d.caller, trading.PositionFilter{Symbol: "SOLUSD"}, trading.Cursor{Before: newer.ID, Limit: 1})
		if err != nil || len(second) != 1 || second[0].ID != older.ID {
			t.Errorf("the second page is %v (%v), want the older position", second, err)
		}
		signals, err := d.service.Signals(t.Context(), d.caller, trading.SignalFilter{}, trading.Cursor{Limit: 1})
		if err != nil || len(signals) != 1 {
			t.Fatalf("the first page is %v (%v), want one signal", signals, err)
		}
		signals, err = d.service.Signals(t.Context(), d.caller, trading.SignalFilter{Symbol: "SOLUSD"}, trading.Cursor{Before: signals[0].ID, Limit: 9})
		if err != nil || len(signals) != 1 {
			t.Errorf("the second page is %v (%v), want the other signal", signals, err)
		}
	})
}
