package trading_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// wantLines compares the statement of an account, starting at the first line.
func wantLines(t *testing.T, d *tradingtest.Desk, account uuid.UUID, want []trading.StatementLine) {
	t.Helper()
	lines, err := d.Service.StatementSince(t.Context(), d.Caller, account, trading.Days{}, database.Cursor{Limit: 100})
	tradingtest.Must(t, err)
	if len(lines) != len(want) {
		t.Fatalf("the statement is %+v, want %d lines", lines, len(want))
	}
	for i, line := range lines {
		if line.Description != want[i].Description || line.OrderID != want[i].OrderID || line.PositionID != want[i].PositionID {
			t.Errorf("line %d is %q of the order %s and the position %s,\nwant %q of %s and %s",
				i, line.Description, line.OrderID, line.PositionID, want[i].Description, want[i].OrderID, want[i].PositionID)
		}
	}
}

func TestAStatementTellsTheOrderThatOpenedAPosition(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := trading.DefaultSettings()
		terms.SlippageBP = money.Zero
		d := tradingtest.NewOrderDesk(t, db, terms)
		order := d.Place(solOrder(trading.Sell, trading.MarketOrder, "2", ""))
		of := d.Order(order.ID)
		d.Place(solOrder(trading.Buy, trading.LimitOrder, "2", "1")) // a reservation is no line
		_, err := d.Service.Close(t.Context(), d.Caller, of.PositionID, nil)
		tradingtest.Must(t, err)
		wantLines(t, d.Desk, of.AccountID, []trading.StatementLine{
			{Description: "Starting capital"},
			{Description: "Sold 2 SOLUSD at 100", OrderID: of.ID, PositionID: of.PositionID},
			{Description: "Bought 2 SOLUSD at 100 to close (manual)", PositionID: of.PositionID},
		})
	})
}

// TestAStatementTellsEveryFillOfAnExchange has an order filled in parts: each is a line with what it bought, and a sale of
// the position does not belong to the order that opened it.
func TestAStatementTellsEveryFillOfAnExchange(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		order := d.Place(d.order(trading.Buy, trading.LimitOrder, "10", "95"))
		d.fill(order.ID, "9", "4", "95", "0.38")
		d.fill(order.ID, "10", "5", "94", "0.47")
		d.fill(order.ID, "11", "1", "93", "0")
		sale := d.Place(d.order(trading.Sell, trading.MarketOrder, "10", ""))
		d.fill(sale.ID, "12", "10", "100", "1")
		position := d.Order(order.ID).PositionID
		wantLines(t, d.Desk, d.account, []trading.StatementLine{
			{Description: "Bought 4 SOLUSD at 95", OrderID: order.ID, PositionID: position},
			{Description: "Bought 5 SOLUSD at 94", OrderID: order.ID, PositionID: position},
			{Description: "Bought 1 SOLUSD at 93", OrderID: order.ID, PositionID: position},
			{Description: "Sold 10 SOLUSD at 100 to close (manual)", PositionID: position},
		})
	})
}
