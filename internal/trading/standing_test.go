package trading_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// Closing a position turns unrealized profit into cash. Whoever looks meanwhile sees one or the other, never
// both and never neither.
func TestAClosingIsSeenWhollyOrNotAtAll(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, freeTerms())
		d.prices.Price("SOLUSD", "100")
		var open []*trading.Position
		for range 60 {
			open = append(open, d.enter(trading.EntryLong, "SOLUSD", "10"))
		}
		d.prices.Price("SOLUSD", "110")
		want := money.FromInt(106_000)
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			for _, position := range open {
				if _, err := d.service.Close(t.Context(), d.caller, position.ID, nil); err != nil {
					t.Error(err)
				}
			}
		}()
		defer func() { <-closed }()
		for looks := 0; ; looks++ {
			if got := d.summary().TotalValue; got != want {
				t.Errorf("at look %d the accounts are worth %s, want %s", looks, got, want)
				return
			}
			select {
			case <-closed:
				return
			default:
			}
		}
	})
}
