package trading_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// mostOpen is how many positions may be open on an account.
const mostOpen = 1_000

func TestAnAccountHasNoMoreThanAThousandPositionsOpen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		signal, one := d.Signal(trading.EntryLong, "SOLUSD", "", ""), trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")}
		market, limit := solOrder(trading.Buy, trading.MarketOrder, "1", ""), solOrder(trading.Sell, trading.LimitOrder, "1", "110")
		order := d.Place(market)
		d.FillUp(d.Position(order.PositionID), mostOpen-2)
		last := d.Place(market)
		for _, wanted := range []trading.NewOrder{market, limit, solOrder(trading.Buy, trading.LimitOrder, "1", "105")} {
			_, err := d.Service.PlaceOrder(t.Context(), d.Caller, wanted)
			testkit.WantFault(t, err, fault.Conflict)
			preview, err := d.Service.PreviewOrder(t.Context(), d.Caller, wanted)
			if err != nil || preview.Code != fault.Conflict {
				t.Errorf("the preview is refused with %q (%v), want CONFLICT", preview.Code, err)
			}
		}
		_, err := d.Service.Execute(t.Context(), d.Caller, signal.ID, one)
		testkit.WantFault(t, err, fault.Conflict)
		preview, err := d.Service.PreviewSignal(t.Context(), d.Caller, signal.ID, one)
		if err != nil || preview.Code != fault.Conflict {
			t.Errorf("the preview is refused with %q (%v), want CONFLICT", preview.Code, err)
		}
		d.WantOpen(mostOpen)

		if _, err := d.Service.Close(t.Context(), d.Caller, last.PositionID, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Service.Execute(t.Context(), d.Caller, signal.ID, one); err != nil { // a refused one does not count
			t.Errorf("with a place free the signal is refused: %v", err)
		}
		exit := d.Signal(trading.ExitLong, "SOLUSD", "", "")
		if _, err := d.Service.Execute(t.Context(), d.Caller, exit.ID, trading.ExecuteOptions{}); err != nil {
			t.Errorf("an exit of a full account is refused: %v", err)
		}
		d.WantOpen(mostOpen - 1)
		d.WantBalanced()
	})
}

func TestOrdersInParallelOpenNoMoreThanThereMayBe(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		market := solOrder(trading.Buy, trading.MarketOrder, "1", "")
		const free, orders = 3, 12
		d.FillUp(d.Position(d.Place(market).PositionID), mostOpen-1-free)
		opened := 0
		for _, err := range testkit.InParallel(orders, func(int) error {
			_, err := d.Service.PlaceOrder(t.Context(), d.Caller, market)
			return err
		}) {
			if err == nil {
				opened++
			} else {
				testkit.WantFault(t, err, fault.Conflict)
			}
		}
		if opened != free {
			t.Errorf("%d orders were filled, want %d", opened, free)
		}
		d.WantOpen(mostOpen)
		d.WantBalanced()
	})
}

// What an exchange has bought is booked however many are open, since it exists. So what it is about to buy counts.
func TestWhatAnExchangeIsBuyingTakesAPlace(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		market := d.order(trading.Buy, trading.MarketOrder, "2", "")
		first := d.Place(market)
		d.fill(first.ID, "1", "2", "100", "0")
		d.FillUp(d.Position(d.Order(first.ID).PositionID), mostOpen-2)
		last := d.Place(market)
		refused := func() {
			t.Helper()
			_, err := d.Service.PlaceOrder(t.Context(), d.Caller, market)
			testkit.WantFault(t, err, fault.Conflict)
			entry := d.Signal(trading.EntryLong, "SOLUSD", "", "")
			_, err = d.Service.Execute(t.Context(), d.Caller, entry.ID,
				trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("1")})
			testkit.WantFault(t, err, fault.Conflict)
		}
		refused()
		d.fill(last.ID, "2", "1", "100", "0")
		refused()
		d.FillUp(d.Position(d.Order(last.ID).PositionID), 1) // however that happened
		d.fill(last.ID, "3", "1", "101", "0")
		tradingtest.WantNumber(t, "what was added", d.Position(d.Order(last.ID).PositionID).Quantity, "2")
		d.Place(d.order(trading.Sell, trading.MarketOrder, "2", ""))
	})
}
