package trading_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestWhatIsNoLongerTradedTakesNoOrders(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		if err := market.New(market.Options{Database: db}).Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE instruments SET is_active = FALSE WHERE symbol = 'SOLUSD'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		_, err = d.Service.PlaceOrder(t.Context(), d.Caller, tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "1", "95"))
		testkit.WantFault(t, err, fault.ValidationError)
		if sum := d.Summary(); !sum.Reserved.IsZero() {
			t.Errorf("%s is reserved", sum.Reserved)
		}
	})
}
