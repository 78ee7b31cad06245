package risk_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// covering delivers a tick whose prices apply from a moment on.
func covering(d *tradingtest.OrderDesk, from time.Time, open, high, low, last string) {
	d.T.Helper()
	d.Prices.Tick(market.Tick{
		Symbol: "SOLUSD", From: from, Open: tradingtest.Number(open), High: tradingtest.Number(high),
		Low: tradingtest.Number(low), Close: tradingtest.Number(last),
	})
	d.Monitor.Step(d.T.Context())
}

func TestATickThatCoversMoreThanItsMomentJudgesByItsLastPriceWhatCameMeanwhile(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		early := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "1", "95"))
		d.Clock.Advance(time.Second)
		first := d.Clock.Now()
		d.Clock.Advance(time.Second)
		late := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "1", "95"))
		bought := tradingtest.Wanted("SOLUSD", trading.Buy, trading.MarketOrder, "1", "")
		bought.StopLoss = tradingtest.Quantity("94")
		held := d.Place(bought).PositionID
		d.Clock.Advance(time.Second)
		covering(d, first, "100", "101", "93", "97")
		if got := d.Order(early.ID); got.Status != trading.OrderFilled {
			t.Errorf("an order from before all of it is %s, want filled", got.Status)
		}
		if got := d.Order(late.ID); got.Status != trading.OrderWorking {
			t.Errorf("an order that was placed meanwhile is %s at %s, by a price that may be from before it", got.Status, got.AveragePrice)
		}
		if got := d.Position(held); got.Status != trading.Open {
			t.Errorf("a position that was opened meanwhile is %s", got.Status)
		}
		covering(d, first, "97", "101", "93", "93.5")
		if got := d.Order(late.ID); got.Status != trading.OrderFilled || got.AveragePrice != tradingtest.Number("93.5") {
			t.Errorf("an order that was placed meanwhile is %s at %s, want filled at the last price", got.Status, got.AveragePrice)
		}
		if got := d.Position(held); got.Status != trading.Closed || got.ExitPrice != tradingtest.Number("93.5") {
			t.Errorf("a position that was opened meanwhile is %s at %s, want closed at the last price", got.Status, got.ExitPrice)
		}
		d.WantBalanced()
	})
}

func TestWhatWasOpenedBeforeTheClockWasSetBackIsWatched(t *testing.T) {
	t.Parallel()
	for name, isKnown := range map[string]bool{"known before": true, "read afterwards": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
				order := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "1", "95"))
				bought := tradingtest.Wanted("SOLUSD", trading.Buy, trading.MarketOrder, "1", "")
				bought.StopLoss = tradingtest.Quantity("94")
				held := d.Place(bought).PositionID
				d.See("SOLUSD", "99")
				d.Clock.Set(d.Clock.Now().Add(-10 * time.Minute))
				if !isKnown {
					d.Monitor = d.NewMonitor()
				}
				d.See("SOLUSD", "93.5")
				if got := d.Order(order.ID); got.Status != trading.OrderFilled {
					t.Errorf("the order is %s, want filled", got.Status)
				}
				if got := d.Position(held); got.Status != trading.Closed {
					t.Errorf("the position is %s, want closed", got.Status)
				}
			})
		})
	}
}
