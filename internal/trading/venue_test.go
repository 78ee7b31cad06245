package trading_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// exchange accepts orders and does nothing: the test fills them.
type exchange struct{ submitted, cancelled []uuid.UUID }

func (e *exchange) Submit(_ context.Context, _ *database.Tx, _ *trading.Account, order *trading.Order) error {
	e.submitted = append(e.submitted, order.ID)
	return nil
}

func (e *exchange) Takes(string) error { return nil }

func (e *exchange) Cancel(_ context.Context, _ *database.Tx, order *trading.Order) error {
	e.cancelled = append(e.cancelled, order.ID)
	return nil
}

// venueDesk is a desk with a connected account of its user.
type venueDesk struct {
	*tradingtest.OrderDesk
	exchange *exchange
	account  uuid.UUID
}

func newVenueDesk(t *testing.T, db *database.DB) *venueDesk {
	t.Helper()
	d := &venueDesk{OrderDesk: tradingtest.NewOrderDesk(t, db, trading.DefaultSettings()), exchange: &exchange{}, account: uuid.New()}
	d.inTx(func(tx *database.Tx) error {
		return d.Service.OpenConnectedAccount(t.Context(), tx, d.Caller.TenantID, d.Caller.UserID, d.account)
	})
	return d
}

func (d *venueDesk) inTx(work func(tx *database.Tx) error) {
	d.T.Helper()
	if err := d.DB.InTx(d.T.Context(), work); err != nil {
		d.T.Fatal(err)
	}
}

// order is an order on the connected account.
func (d *venueDesk) order(side trading.Side, kind trading.OrderType, quantity, price string) trading.NewOrder {
	wanted := solOrder(side, kind, quantity, price)
	wanted.AccountID = d.account
	return wanted
}

// last is the last order that the exchange received.
func (d *venueDesk) last() *trading.Order {
	d.T.Helper()
	return d.Order(d.exchange.submitted[len(d.exchange.submitted)-1])
}

// fill reports what the exchange has filled of an order.
func (d *venueDesk) fill(order uuid.UUID, id, quantity, price, fee string) {
	d.T.Helper()
	d.inTx(func(tx *database.Tx) error {
		account, read, err := d.Service.LockOrder(d.T.Context(), tx, order)
		if err != nil {
			return err
		}
		return d.Service.RecordFill(d.T.Context(), tx, account, read, trading.VenueFill{
			ID: id, Quantity: money.MustParse(quantity), Price: money.MustParse(price), Fee: money.MustParse(fee), At: d.Clock.Now(),
		})
	})
	d.Monitor.Step(d.T.Context())
}

func TestAConnectedAccountNeedsAnExchange(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		_, err := d.Service.PlaceOrder(t.Context(), d.Caller, d.order(trading.Buy, trading.LimitOrder, "1", "95"))
		testkit.WantFault(t, err, fault.AccountNotActive)
		_, err = d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "SOLUSD", "", "").ID,
			trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("1")})
		testkit.WantFault(t, err, fault.AccountNotActive)
		if n := d.Count(`SELECT COUNT(*) FROM orders`); n != 0 {
			t.Errorf("%d orders are left, want none", n)
		}
	})
}

func TestAnExchangeFillsTheOrdersOfItsAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		wanted := d.order(trading.Buy, trading.LimitOrder, "10", "95")
		wanted.StopLoss = tradingtest.Quantity("80")
		order := d.Place(wanted)
		if order.Status != trading.OrderWorking || !order.Held.IsZero() || len(d.exchange.submitted) != 1 {
			t.Fatalf("the order is %s and holds %s; the exchange has %d", order.Status, order.Held, len(d.exchange.submitted))
		}
		d.See("SOLUSD", "90") // only the exchange fills it
		for range 2 {         // a fill reported twice is booked once
			d.fill(order.ID, "a", "4", "95", "0.38")
		}
		d.fill(order.ID, "b", "6", "94", "0.56")
		got := d.Order(order.ID)
		if got.Status != trading.OrderFilled || got.FilledQuantity != money.FromInt(10) {
			t.Fatalf("the order is %s with %s filled", got.Status, got.FilledQuantity)
		}
		tradingtest.WantNumber(t, "the average price", got.AveragePrice, "94.4")
		tradingtest.WantNumber(t, "the fee", got.Fee, "0.94")
		position := d.Position(got.PositionID)
		tradingtest.WantNumber(t, "the entry", position.EntryPrice, "94.4")
		tradingtest.WantNumber(t, "the quantity", position.Quantity, "10")
		tradingtest.WantNumber(t, "the margin", position.Margin, "944")
		tradingtest.WantNumber(t, "the stop", position.StopLoss, "80")
		d.WantBalanced()

		// The monitor hands over the stop's exit, once, and the exchange sells.
		d.See("SOLUSD", "79", "78")
		d.Monitor = d.NewMonitor()
		d.See("SOLUSD", "77")
		if len(d.exchange.submitted) != 2 {
			t.Fatalf("the exchange has %d orders, want 2", len(d.exchange.submitted))
		}
		sale := d.last()
		if sale.Side != trading.Sell || sale.Type != trading.MarketOrder || sale.Quantity != money.FromInt(10) {
			t.Fatalf("the exchange has %+v, want the sale of the position", sale)
		}
		d.fill(sale.ID, "c", "10", "78.5", "0.785")
		if got := d.Position(position.ID); got.Status != trading.Closed {
			t.Errorf("the position is %s", got.Status)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'stop_loss' AND exit_price = 7850000000`); n != 1 {
			t.Errorf("%d trades, want 1", n)
		}
		figures := d.figures()
		if !figures.Equity().IsZero() || !figures.Cash.IsZero() {
			t.Errorf("the account has %+v, want nothing: its cash is at the exchange", figures)
		}
		tradingtest.WantNumber(t, "the profit", figures.TotalPnL(), "-160.725") // 785 − 944 − 0.94 − 0.785
		d.WantBalanced()
	})
}

func (d *venueDesk) figures() *trading.AccountFigures {
	d.T.Helper()
	var figures *trading.AccountFigures
	d.inTx(func(tx *database.Tx) (err error) {
		figures, err = d.Service.FiguresOf(d.T.Context(), tx, d.account)
		return err
	})
	return figures
}

func TestAnExchangeSellsWhatIsThereAndNoMore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		place := func(wanted trading.NewOrder) error {
			_, err := d.Service.PlaceOrder(t.Context(), d.Caller, wanted)
			return err
		}
		testkit.WantFault(t, place(d.order(trading.Sell, trading.MarketOrder, "1", "")), fault.InsufficientFunds)
		for range 2 {
			if err := place(d.order(trading.Buy, trading.MarketOrder, "2", "")); err != nil {
				t.Fatal(err)
			}
			d.fill(d.last().ID, "a", "2", "100", "0.2")
		}
		testkit.WantFault(t, place(d.order(trading.Sell, trading.LimitOrder, "4.001", "110")), fault.InsufficientFunds)
		if err := place(d.order(trading.Sell, trading.LimitOrder, "3", "110")); err != nil {
			t.Fatal(err)
		}
		sale := d.last().ID
		testkit.WantFault(t, place(d.order(trading.Sell, trading.LimitOrder, "1.001", "110")), fault.InsufficientFunds)
		d.fill(sale, "b", "3", "110", "0.33") // the first position and half of the second
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_price = 11000000000`); n != 2 {
			t.Errorf("%d trades, want 2", n)
		}
		var fees money.Decimal
		if err := d.DB.QueryRow(t.Context(), `SELECT SUM(fees) FROM trades`).Scan(&fees); err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "all fees", fees, "0.63") // 0.33, and 0.3 of the openings
		d.WantBalanced()

		// The exchange decides on a cancellation.
		if err := place(d.order(trading.Sell, trading.LimitOrder, "1", "120")); err != nil {
			t.Fatal(err)
		}
		sale = d.last().ID
		cancelled, err := d.Service.CancelOrder(t.Context(), d.Caller, sale)
		if err != nil || cancelled.Status != trading.OrderWorking || len(d.exchange.cancelled) != 1 {
			t.Fatalf("the order is %v (%v), and the exchange was asked %d times", cancelled, err, len(d.exchange.cancelled))
		}
		for range 2 {
			d.inTx(func(tx *database.Tx) error {
				_, order, err := d.Service.LockOrder(t.Context(), tx, sale)
				if err != nil {
					return err
				}
				return d.Service.EndOrder(t.Context(), tx, order, trading.OrderCancelled, "taken back")
			})
		}
		if got := d.Order(sale); got.Status != trading.OrderCancelled || d.Events.Count("trading.order.cancelled") != 1 {
			t.Errorf("the order is %s with %d events", got.Status, d.Events.Count("trading.order.cancelled"))
		}
	})
}

func TestSignalsAreExecutedAtTheExchange(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		options := trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("2")}
		_, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryShort, "SOLUSD", "", "").ID, options)
		testkit.WantFault(t, err, fault.InsufficientFunds)
		entry := d.Signal(trading.EntryLong, "SOLUSD", "90", "120")
		done, err := d.Service.Execute(t.Context(), d.Caller, entry.ID, options)
		if err != nil || done.Order == nil || done.Position != nil {
			t.Fatalf("%+v (%v), want an order", done, err)
		}
		d.fill(done.Order.ID, "a", "2", "100.1", "0.2")
		position := d.Position(d.Order(done.Order.ID).PositionID)
		if position.SignalID != entry.ID || position.StopLoss != money.FromInt(90) || position.TargetPrice != money.FromInt(120) {
			t.Errorf("the position is %+v, want what the signal says", position)
		}
		closing, err := d.Service.Close(t.Context(), d.Caller, position.ID, tradingtest.Quantity("1"))
		if err != nil || closing.Order == nil {
			t.Fatalf("%+v (%v), want an order", closing, err)
		}
		_, err = d.Service.Close(t.Context(), d.Caller, position.ID, nil)
		testkit.WantFault(t, err, fault.Conflict)
		d.fill(closing.Order.ID, "b", "1", "101", "0.1")
		exit, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.ExitLong, "SOLUSD", "", "").ID, trading.ExecuteOptions{AccountID: d.account})
		if err != nil || exit.Order == nil || exit.Order.Quantity != money.FromInt(1) {
			t.Fatalf("%+v (%v), want an order for the rest", exit, err)
		}
		d.fill(exit.Order.ID, "c", "1", "102", "0.1")
		if got := d.Position(position.ID); got.Status != trading.Closed {
			t.Errorf("the position is %s", got.Status)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason IN ('manual', 'signal')`); n != 2 {
			t.Errorf("%d trades, want 2", n)
		}
		d.WantBalanced()
	})
}

// Stops are checked against the platform's prices, and the exchange's fill price may be above them.
func TestAStopAtAnExchangeTrailsFromWhatThePositionCouldBeClosedAt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		for i, c := range []struct{ filledAt, stop string }{{"100.3", "99.9"}, {"99.5", "99.4"}} {
			wanted := d.order(trading.Buy, trading.MarketOrder, "2", "")
			wanted.TrailingPercent = tradingtest.Quantity("0.1")
			order := d.Place(wanted)
			d.fill(order.ID, "a", "2", c.filledAt, "0.2")
			tradingtest.WantNumber(t, "the stop", d.Position(d.Order(order.ID).PositionID).StopLoss, c.stop)
			if n := len(d.exchange.submitted); n != i+1 {
				t.Errorf("the exchange has %d orders, want %d: nothing is sold", n, i+1)
			}
		}
	})
}
