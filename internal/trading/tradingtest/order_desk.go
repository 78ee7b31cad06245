package tradingtest

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
	"bourse/internal/trading/risk"
)

// OrderDesk is a desk with a clock that the test controls and a monitor that it steps. It is a Wednesday, 15:00 UTC: every
// market is open. SOLUSD and AAPL are at 100, EURUSD at 1; there is no spread.
type OrderDesk struct {
	*Desk
	Clock   *testkit.Clock
	Monitor *risk.Monitor
}

// NewOrderDesk opens such a desk.
func NewOrderDesk(t *testing.T, db *database.DB, terms trading.Settings) *OrderDesk {
	t.Helper()
	clock := testkit.NewClock(time.Date(2026, 3, 4, 15, 0, 0, 0, time.UTC))
	spread, quiet := money.Zero, slog.New(slog.DiscardHandler)
	shown, prices := markettest.New(t, db, market.Options{StaleAfter: time.Hour, SpreadBP: &spread, Now: clock.Now, Logger: quiet})
	d := &OrderDesk{Clock: clock, Desk: &Desk{T: t, DB: db, Market: shown, Prices: prices, Events: &published.Events{}}}
	d.Rooms = NewRooms(trading.Options{
		Database: db, Market: shown, Ledger: ledger.New(clock.Now), Events: d.Events, Settings: terms, Now: clock.Now, Logger: quiet,
	})
	d.Caller, d.Analyst = NewCaller(identity.RoleUser), NewAuthor(t, db, identity.RoleSuperAdmin)
	for symbol, price := range map[string]string{"SOLUSD": "100", "AAPL": "100", "EURUSD": "1"} {
		prices.Price(symbol, price)
	}
	d.Monitor = d.NewMonitor()
	return d
}

// NewMonitor makes a monitor that has read everything and listens.
func (d *OrderDesk) NewMonitor() *risk.Monitor {
	d.T.Helper()
	monitor := d.Risk.NewMonitor()
	d.T.Cleanup(monitor.Listen())
	monitor.Step(d.T.Context())
	return monitor
}

// See moves a price through a path, one step a second, which the monitor sees step by step: a number is a plain tick, four
// with slashes are a bar from open to close. A duration lets time pass, and the monitor look at the clock.
func (d *OrderDesk) See(symbol string, path ...string) {
	d.T.Helper()
	for _, step := range path {
		if pause, err := time.ParseDuration(step); err == nil {
			d.Clock.Advance(pause)
			d.Monitor.Step(d.T.Context())
			continue
		}
		d.Clock.Advance(time.Second)
		if prices := strings.Split(step, "/"); len(prices) == 4 {
			d.Prices.Bar(symbol, prices[0], prices[1], prices[2], prices[3])
		} else {
			d.Prices.Price(symbol, step)
		}
		d.Monitor.Step(d.T.Context())
	}
}

// Wanted makes an order: side, type, quantity and, where the type has one, its price.
func Wanted(symbol string, side trading.Side, kind trading.OrderType, quantity, price string) trading.NewOrder {
	wanted := trading.NewOrder{Symbol: symbol, Side: side, Type: kind, Quantity: Quantity(quantity)}
	switch kind {
	case trading.LimitOrder:
		wanted.LimitPrice = Quantity(price)
	case trading.StopOrder:
		wanted.StopPrice = Quantity(price)
	}
	return wanted
}

// Place places an order of the desk's user.
func (d *OrderDesk) Place(wanted trading.NewOrder) *trading.Order {
	d.T.Helper()
	order, err := d.Service.PlaceOrder(d.T.Context(), d.Caller, wanted)
	if err != nil {
		d.T.Fatal(err)
	}
	d.Monitor.Step(d.T.Context())
	return order
}

// Order reads an order of the desk's user.
func (d *OrderDesk) Order(id uuid.UUID) *trading.Order {
	d.T.Helper()
	order, err := d.Service.Order(d.T.Context(), d.Caller, id)
	if err != nil {
		d.T.Fatal(err)
	}
	return order
}

// Position reads a position of the desk's user.
func (d *OrderDesk) Position(id uuid.UUID) *trading.Position {
	d.T.Helper()
	position, err := d.Service.Position(d.T.Context(), d.Caller, id)
	if err != nil {
		d.T.Fatal(err)
	}
	return position
}
