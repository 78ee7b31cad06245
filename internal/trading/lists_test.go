package trading_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// The lists were empty on every database whose locale is not C.
func TestListsBeginAtTheNewestAndGoOnBehindTheirLastPage(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		older, newer := d.Enter(trading.EntryLong, "SOLUSD", "1"), d.Enter(trading.EntryLong, "SOLUSD", "2")
		first, err := d.Service.Positions(t.Context(), d.Caller, trading.PositionFilter{}, database.Cursor{Limit: 1})
		if err != nil || len(first) != 1 || first[0].ID != newer.ID {
			t.Fatalf("the first page is %v (%v), want the newer position", first, err)
		}
		second, err := d.Service.Positions(t.Context(), d.Caller, trading.PositionFilter{Symbol: "SOLUSD"}, database.Cursor{Before: newer.ID, Limit: 1})
		if err != nil || len(second) != 1 || second[0].ID != older.ID {
			t.Errorf("the second page is %v (%v), want the older position", second, err)
		}
		signals, err := d.Service.Signals(t.Context(), d.Caller, trading.SignalFilter{}, database.Cursor{Limit: 1})
		if err != nil || len(signals) != 1 {
			t.Fatalf("the first page is %v (%v), want one signal", signals, err)
		}
		signals, err = d.Service.Signals(t.Context(), d.Caller, trading.SignalFilter{Symbol: "SOLUSD"}, database.Cursor{Before: signals[0].ID, Limit: 9})
		if err != nil || len(signals) != 1 {
			t.Errorf("the second page is %v (%v), want the other signal", signals, err)
		}
	})
}
