package alerts_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/tradingtest"
)

// connectedDesk is a desk whose user has bought a bitcoin for 50 000 at an exchange, which the test plays.
type connectedDesk struct {
	*desk
	account  uuid.UUID
	position *trading.Position
}

func newConnectedDesk(t *testing.T, db *database.DB) *connectedDesk {
	t.Helper()
	d := &connectedDesk{desk: newDesk(t, db), account: uuid.New()}
	d.CopyDesk.Service.HandOverTo(silentVenue{})
	d.InTx(func(tx *database.Tx) error {
		return d.CopyDesk.Service.OpenConnectedAccount(t.Context(), tx, d.Caller.TenantID, d.Caller.UserID, d.account)
	})
	bought := d.order(func(book *trading.Book, held *trading.Account) error {
		held.HasOpen(0)
		_, err := book.Open(held, trading.Entry{Symbol: "BTCUSD", Side: trading.Buy, Quantity: number("1")}, number("50000"))
		return err
	})
	bought = d.fill(bought, "1", "50000")
	d.position = d.positionNow(bought.PositionID)
	return d
}

// order places an order.
func (d *connectedDesk) order(add func(book *trading.Book, held *trading.Account) error) (placed *trading.Order) {
	d.T.Helper()
	d.InTx(func(tx *database.Tx) error {
		held, err := trading.LockAccount(d.T.Context(), tx, d.account)
		if err != nil {
			return err
		}
		book := d.CopyDesk.Service.NewBook(d.Clock.Now())
		if err := add(book, held); err != nil {
			return err
		}
		placed = book.Orders()[0]
		return d.CopyDesk.Service.Write(d.T.Context(), tx, book)
	})
	return placed
}

// close has the exchange sell a quantity of the position.
func (d *connectedDesk) close(quantity string, reason trading.ExitReason) *trading.Order {
	d.T.Helper()
	return d.order(func(book *trading.Book, held *trading.Account) error {
		_, err := book.Close(held, d.position, number("49000"), number(quantity), reason)
		return err
	})
}

// fill reports that the exchange has filled a quantity of an order, its only fill of that quantity.
func (d *connectedDesk) fill(order *trading.Order, quantity, price string) (filled *trading.Order) {
	d.T.Helper()
	d.InTx(func(tx *database.Tx) error {
		held, current, err := d.CopyDesk.Service.LockOrder(d.T.Context(), tx, order.ID)
		if err != nil {
			return err
		}
		filled = current
		fill := trading.VenueFill{ID: quantity, Quantity: number(quantity), Price: number(price), At: d.Clock.Now()}
		return d.CopyDesk.Service.RecordFill(d.T.Context(), tx, held, current, fill)
	})
	return filled
}

// expire reports that the exchange has ended an order.
func (d *connectedDesk) expire(order *trading.Order) {
	d.T.Helper()
	d.InTx(func(tx *database.Tx) error {
		_, current, err := d.CopyDesk.Service.LockOrder(d.T.Context(), tx, order.ID)
		if err != nil {
			return err
		}
		return d.CopyDesk.Service.EndOrder(d.T.Context(), tx, current, trading.OrderExpired, "the exchange found no counterpart for the rest")
	})
}

func TestAPositionThatAnExchangeSellsInPartsIsToldOfOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		sold := d.close("1", trading.ExitStop)
		for _, part := range []string{"0.5", "0.3"} {
			d.fill(sold, part, "49000")
		}
		if told := d.notices(d.Caller); len(told) != 0 {
			t.Errorf("%d notices of a position that is open", len(told))
		}
		d.fill(sold, "0.2", "49000")
		d.wantNotice(d.Caller, alerts.PositionStopped, d.position.ID, "long position of 1 BTCUSD", "its stop, at 49000", "-1000 USD")
	})
}

// The owner closes by hand the rest that found no counterpart at the exchange: that a stop has sold most of it is notified
// before.
func TestAStopThatSellsAPartOnlyIsToldOf(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		d.expire(d.close("1", trading.ExitStop)) // without selling anything
		if told := d.notices(d.Caller); len(told) != 0 {
			t.Errorf("%d notices of a stop that has sold nothing", len(told))
		}
		d.Clock.Advance(trading.ExitPause)
		stop := d.close("1", trading.ExitStop)
		d.position = d.positionNow(d.fill(stop, "0.9", "49000").Closes)
		d.expire(stop)
		d.wantNotice(d.Caller, alerts.PositionStopped, d.position.ID, "reached its stop, and 0.9 of 1 was closed, at 49000", "no counterpart for the rest")
		rest := d.close("0.1", trading.ExitManual)
		d.fill(rest, "0.1", "49500")
		if told := d.notices(d.Caller); len(told) != 1 {
			t.Errorf("%d notices, want the one of the stop: the rest was closed by its owner", len(told))
		}
	})
}

// What the owner closed earlier says nothing about a stop that sells a part of the rest.
func TestAStopThatSellsAPartOnlyIsToldOfThoughItsOwnerHasClosedAnother(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		d.position = d.positionNow(d.fill(d.close("0.2", trading.ExitManual), "0.2", "50000").Closes)
		for _, part := range []string{"0.3", "0.1"} { // only the first is notified
			stop := d.close(d.position.Quantity.String(), trading.ExitStop)
			d.position = d.positionNow(d.fill(stop, part, "49000").Closes)
			d.expire(stop)
			d.Clock.Advance(trading.ExitPause)
			d.wantNotice(d.Caller, alerts.PositionStopped, d.position.ID, "reached its stop, and 0.3 of 0.8 was closed, at 49000")
		}
	})
}

func (d *connectedDesk) positionNow(id uuid.UUID) *trading.Position {
	d.T.Helper()
	found, err := trading.PositionsByID(d.T.Context(), d.DB, []uuid.UUID{id})
	tradingtest.Must(d.T, err)
	return found[0]
}
