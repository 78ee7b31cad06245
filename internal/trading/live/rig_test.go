package live_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/investment/broker"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/live"
	"bourse/internal/trading/tradingtest"
)

const (
	key, secret = "the-key", "the-secret"
	placeOrder  = "POST /api/v3/order"
	findOrder   = "GET /api/v3/order"
	cancelOrder = "DELETE /api/v3/order"
)

// rig is a user with an account at an exchange, connected and allowed to trade, where 1 bitcoin costs 50000.
type rig struct {
	*tradingtest.Desk
	clock       *testkit.Clock
	exchange    *binancetest.Exchange
	address     string
	connections *connections
	live        *live.Service   // the process that carries orders
	running     context.Context // ends with that process
	account     uuid.UUID
}

func newRig(t *testing.T, db *database.DB) *rig {
	t.Helper()
	r := &rig{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms()), clock: testkit.NewClock(time.Now().Truncate(time.Second)), account: uuid.New(), running: t.Context()}
	r.Prices.Price("BTCUSD", "50000")
	r.exchange = binancetest.New(r.clock.Now)
	r.exchange.List(binancetest.Bitcoin("50000"))
	r.exchange.OpenAccount(key, secret)
	r.exchange.Credit(key, "USDT", "10000000")
	server := httptest.NewServer(r.exchange)
	t.Cleanup(server.Close)
	r.address = server.URL
	r.connections = &connections{id: uuid.New(), isAllowed: true, client: r.newClient()}
	r.live = r.replica(r.connections)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		return r.Service.OpenConnectedAccount(t.Context(), tx, r.Caller.TenantID, r.Caller.UserID, r.account)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// newClient makes a client like each process has one.
func (r *rig) newClient() *broker.Orders {
	registry, err := broker.New(broker.Settings{BinanceURL: r.address, Now: r.clock.Now})
	if err != nil {
		r.T.Fatal(err)
	}
	return registry.Orders()
}

// replica is the service in another process.
func (r *rig) replica(connections live.Connections) *live.Service {
	return live.New(live.Options{
		Trading: r.Service, Connections: connections, Database: r.DB, Market: r.Market, Now: r.clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
}

// connections are the one connection of the rig's user.
type connections struct {
	id     uuid.UUID
	client *broker.Orders
	around func(live.Exchange) live.Exchange // wraps the client; nil is nothing

	mutex     sync.Mutex
	isAllowed bool
	isGone    bool
}

func (c *connections) TradingConnection(context.Context, *database.Tx, uuid.UUID) (uuid.UUID, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !c.isAllowed {
		return uuid.Nil, fault.New(fault.AccountNotActive, "trading is off")
	}
	return c.id, nil
}

func (c *connections) Exchange(context.Context, uuid.UUID) (live.Exchange, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.isGone {
		return nil, fault.New(fault.NotFound, "there is no such connection")
	}
	session := live.Exchange(c.client.Of(broker.Credentials{"apiKey": key, "apiSecret": secret}))
	if c.around != nil {
		session = c.around(session)
	}
	return session, nil
}

func (c *connections) allow(isAllowed bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.isAllowed = isAllowed
}

func (c *connections) remove() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.isGone = true
}

// order is a market order for bitcoins, which a test modifies as needed.
func (r *rig) order(side trading.Side, quantity string) *trading.Order {
	return &trading.Order{
		ID: database.NewID(), TenantID: r.Caller.TenantID, UserID: r.Caller.UserID, AccountID: r.account, Symbol: "BTCUSD", Side: side,
		Type: trading.MarketOrder, Quantity: money.MustParse(quantity), TimeInForce: trading.GoodTillCancelled, CreatedAt: r.clock.Now(), UpdatedAt: r.clock.Now(),
	}
}

func (r *rig) limitOrder(side trading.Side, quantity, limit string) *trading.Order {
	order := r.order(side, quantity)
	order.Type, order.LimitPrice = trading.LimitOrder, money.MustParse(limit)
	return order
}

// tryPlace places an order on the connected account.
func (r *rig) tryPlace(order *trading.Order) error {
	return r.DB.InTx(r.T.Context(), func(tx *database.Tx) error {
		account, err := trading.LockAccount(r.T.Context(), tx, r.account)
		if err != nil {
			return err
		}
		book := r.Service.NewBook(r.clock.Now())
		if err := book.Place(account, order); err != nil {
			return err
		}
		return r.Service.Write(r.T.Context(), tx, book)
	})
}

func (r *rig) place(order *trading.Order) *trading.Order {
	r.T.Helper()
	if err := r.tryPlace(order); err != nil {
		r.T.Fatal(err)
	}
	return order
}

// cancel requests an order's cancellation, as its owner does.
func (r *rig) cancel(order *trading.Order) {
	r.T.Helper()
	err := r.DB.InTx(r.T.Context(), func(tx *database.Tx) error {
		_, current, err := r.Service.LockOrder(r.T.Context(), tx, order.ID)
		if err != nil {
			return err
		}
		return r.live.Cancel(r.T.Context(), tx, current)
	})
	if err != nil {
		r.T.Fatal(err)
	}
}

// carry makes one attempt at everything that is due.
func (r *rig) carry() {
	r.T.Helper()
	if _, err := r.live.CarryDue(r.running); err != nil {
		r.T.Fatal(err)
	}
}

// untilDone advances time until no order is at, or on its way to, the exchange.
func (r *rig) untilDone() {
	r.T.Helper()
	for range 200 {
		r.carry()
		isOpen, err := r.live.HasOpenOrders(r.T.Context(), r.DB, r.connections.id)
		if err != nil {
			r.T.Fatal(err)
		}
		if !isOpen {
			return
		}
		r.clock.Advance(time.Second)
	}
	r.T.Fatal("orders are still under way after 200 seconds")
}

// read reads an order's current state.
func (r *rig) read(order *trading.Order) *trading.Order {
	r.T.Helper()
	found, err := trading.OrdersByID(r.T.Context(), r.DB, []uuid.UUID{order.ID})
	if err != nil || len(found) != 1 {
		r.T.Fatal(found, err)
	}
	return found[0]
}

// atExchange are the orders that the exchange has ever accepted under an order's name.
func (r *rig) atExchange(order *trading.Order) (found []binancetest.Order) {
	for _, there := range r.exchange.Orders(key) {
		if there.ClientID == "b-"+uuidDigits(order.ID) {
			found = append(found, there)
		}
	}
	return found
}

func uuidDigits(id uuid.UUID) string {
	text := id.String()
	return text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
}

// wantStatus fails the test unless an order has a status.
func (r *rig) wantStatus(order *trading.Order, want trading.OrderStatus) *trading.Order {
	r.T.Helper()
	current := r.read(order)
	if current.Status != want {
		r.T.Errorf("the order is %s (%q), want %s", current.Status, current.Reason, want)
	}
	return current
}

// wantOnce fails the test unless the exchange has accepted an order exactly once, and its trades are booked here, each
// with its quantity, price and no other.
func (r *rig) wantOnce(order *trading.Order) binancetest.Order {
	r.T.Helper()
	there := r.atExchange(order)
	if len(there) != 1 {
		r.T.Fatalf("the exchange has the order %d times, want once", len(there))
	}
	rows, err := r.DB.Query(r.T.Context(), `SELECT fill_id, quantity + fee, price FROM order_fills WHERE order_id = $1 ORDER BY fill_id`, order.ID)
	type fill struct {
		id              string
		quantity, price money.Decimal
	}
	here, err := database.Collect(rows, err, func(row database.Row) (f fill, err error) {
		return f, row.Scan(&f.id, &f.quantity, &f.price)
	})
	if err != nil {
		r.T.Fatal(err)
	}
	if len(here) != len(there[0].Trades) {
		r.T.Errorf("%d fills are booked, want the %d of the exchange", len(here), len(there[0].Trades))
	}
	booked := r.read(order)
	var sum money.Decimal
	for _, trade := range there[0].Trades {
		sum = sum.Add(trade.Quantity)
		if !slices.ContainsFunc(here, func(f fill) bool { return f.price == trade.Price }) {
			r.T.Errorf("the trade at %s is not booked", trade.Price)
		}
	}
	if sum != there[0].Executed {
		r.T.Errorf("the exchange's trades add up to %s and not %s", sum, there[0].Executed)
	}
	if commission := commissionIn(there[0], "BTC"); booked.FilledQuantity != sum.Sub(commission) {
		r.T.Errorf("%s is filled here, want %s less the commission %s", booked.FilledQuantity, sum, commission)
	}
	return there[0]
}

func commissionIn(order binancetest.Order, asset string) (sum money.Decimal) {
	for _, trade := range order.Trades {
		if trade.CommissionAsset == asset {
			sum = sum.Add(trade.Commission)
		}
	}
	return sum
}

// positions are the account's positions.
func (r *rig) positions() []*trading.Position {
	r.T.Helper()
	found, err := trading.PositionTable.All(r.DB.Query(r.T.Context(), `
		SELECT `+trading.PositionTable.Columns()+` FROM positions WHERE account_id = $1 ORDER BY id`, r.account))
	if err != nil {
		r.T.Fatal(err)
	}
	return found
}

// wantNothingSent fails the test if the exchange has received an order.
func (r *rig) wantNothingSent() {
	r.T.Helper()
	if requests := r.exchange.Requests(); slices.Contains(requests, placeOrder) {
		r.T.Errorf("an order has left: %v", requests)
	}
}
