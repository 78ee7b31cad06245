package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestAPositionThatIsClosedInPartsIsOneTrade(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		position := d.Enter(trading.EntryLong, "SOLUSD", "30")
		for _, price := range []string{"90", "95", "140"} { // two fills lose, the position gains
			d.Prices.Price("SOLUSD", price)
			if _, err := d.Service.Close(t.Context(), d.Caller, position.ID, tradingtest.Quantity("10")); err != nil {
				t.Fatal(err)
			}
		}
		d.Prices.Price("SOLUSD", "100")
		other := d.Enter(trading.EntryLong, "SOLUSD", "2") // half of it is still open
		if _, err := d.Service.Close(t.Context(), d.Caller, other.ID, tradingtest.Quantity("1")); err != nil {
			t.Fatal(err)
		}
		groups, err := d.Service.TradeTotals(t.Context(), []uuid.UUID{position.AccountID}, time.Time{})
		if err != nil || len(groups) != 1 {
			t.Fatalf("%v, %v", groups, err)
		}
		got := groups[0]
		if got.Trades != 1 || got.Wins != 1 || got.Losses != 0 {
			t.Errorf("%d trades with %d wins and %d losses, want one that won", got.Trades, got.Wins, got.Losses)
		}
		for what, pair := range map[string][2]money.Decimal{
			"won": {got.Won, tradingtest.Number("250")}, "lost": {got.Lost, money.Zero}, "realized": {got.Realized, tradingtest.Number("250")},
			"best": {got.Best, tradingtest.Number("250")}, "worst": {got.Worst, tradingtest.Number("250")},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s is %s, want %s", what, pair[0], pair[1])
			}
		}
	})
}
