// Package binancetest simulates a Binance spot exchange. It speaks the documented REST API (accounts, permissions,
// orders, trades, rules, prices), checks keys, times and signatures, matches orders against a price that its owner
// sets, and fails on demand as networks and exchanges do. It is not only a test kit: tests trade on it, and the demo
// serves it to its users.
//
// It follows the documentation where that is inconvenient: a client's order id is unique among open orders only, so
// an order that is sent again after it was filled is filled again; a request is accepted as long as its time window
// is open, however late it arrives; a query may not yet find an accepted order.
package binancetest

import (
	"cmp"
	"net/http"
	"slices"
	"sync"
	"time"

	"bourse/internal/money"
)

// Exchange is a simulated exchange. It is an http.Handler, and safe for concurrent use.
type Exchange struct {
	now    func() time.Time
	routes *http.ServeMux
	faults faults

	mutex       sync.Mutex
	skew        time.Duration // of its clock
	readLag     time.Duration // how long queries do not find an accepted order
	tradeLag    time.Duration // how long a trade is not listed
	symbols     map[string]*Symbol
	accounts    map[string]*account // by key
	lastOrderID int64
	lastTradeID int64
	weight      weight
}

// Symbol is a tradable symbol.
type Symbol struct {
	Name, Base, Quote      string
	TickSize               money.Decimal
	LotStep, LeastQuantity money.Decimal
	MostQuantity           money.Decimal
	LeastNotional          money.Decimal
	Price                  money.Decimal
	IsHalted               bool
	HasNoStops             bool
	Liquidity              money.Decimal // how much of one order can be filled; zero means all
	PartsPerFill           int           // how many trades a fill is split into; zero means one
	commission             money.Decimal
}

// account is a customer's account at the exchange.
type account struct {
	secret          string
	balances        map[string]*balance
	commissionAsset string // empty means the asset bought or received
	rights          map[string]bool
	canTrade        bool
	orders          []*order
}

type balance struct{ free, locked money.Decimal }

// New creates an exchange with a clock, without symbols and accounts.
func New(now func() time.Time) *Exchange {
	e := &Exchange{now: now, symbols: map[string]*Symbol{}, accounts: map[string]*account{}}
	e.routes = e.handlers()
	return e
}

// List adds a symbol, or changes it. A step or limit that is zero does not apply.
func (e *Exchange) List(symbol Symbol) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	symbol.commission = money.MustParse("0.001")
	e.symbols[symbol.Name] = &symbol
}

// Bitcoin is the symbol BTCUSDT as the exchange has it.
func Bitcoin(price string) Symbol {
	return Symbol{
		Name: "BTCUSDT", Base: "BTC", Quote: "USDT", TickSize: money.MustParse("0.01"), LotStep: money.MustParse("0.00001"),
		LeastQuantity: money.MustParse("0.00001"), MostQuantity: money.FromInt(9000), LeastNotional: money.FromInt(5), Price: money.MustParse(price),
	}
}

// OpenAccount creates an account with a key that may read and trade, and nothing else.
func (e *Exchange) OpenAccount(key, secret string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.accounts[key] = &account{
		secret: secret, balances: map[string]*balance{}, canTrade: true,
		rights: map[string]bool{"enableReading": true, "enableSpotAndMarginTrading": true, "ipRestrict": true},
	}
}

// Credit gives an account some of an asset.
func (e *Exchange) Credit(key, asset, quantity string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	held := e.accounts[key].balance(asset)
	held.free = held.free.Add(money.MustParse(quantity))
}

// Allow changes a right of an account's key, by its documented name, such as enableWithdrawals.
func (e *Exchange) Allow(key, right string, isAllowed bool) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.accounts[key].rights[right] = isAllowed
}

// PayCommissionIn makes an account pay its commissions in an asset that it has enough of, usually BNB.
func (e *Exchange) PayCommissionIn(key, asset string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.accounts[key].commissionAsset = asset
}

// SetSkew sets how far the exchange's clock is off.
func (e *Exchange) SetSkew(skew time.Duration) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.skew = skew
}

// SetReadLag makes queries find an order only some time after it was accepted.
func (e *Exchange) SetReadLag(lag time.Duration) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.readLag = lag
}

// SetTradeLag makes lists show a trade only some time after it happened, although its order already counts it.
func (e *Exchange) SetTradeLag(lag time.Duration) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.tradeLag = lag
}

// SetPrice moves a symbol's price, and fills orders that waited for it.
func (e *Exchange) SetPrice(symbol, price string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	traded := e.symbols[symbol]
	traded.Price = money.MustParse(price)
	for _, owner := range e.accounts {
		for _, waiting := range owner.orders {
			if waiting.symbol == traded && waiting.isOpen() {
				e.match(owner, waiting)
			}
		}
	}
}

// SetLiquidity sets how much of one order can be filled from now on; zero means all.
func (e *Exchange) SetLiquidity(symbol, quantity string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.symbols[symbol].Liquidity = money.MustParse(quantity)
}

// Order is an order as the exchange has it.
type Order struct {
	ID       int64
	ClientID string
	Symbol   string
	Status   string
	Quantity money.Decimal
	Executed money.Decimal
	Trades   []Trade
}

// Trade is one fill of an order.
type Trade struct {
	ID                          int64
	Quantity, Price, Commission money.Decimal
	CommissionAsset             string
	At                          time.Time
}

// Orders returns all orders ever accepted from an account, in the order of their acceptance.
func (e *Exchange) Orders(key string) []Order {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	var shown []Order
	for _, o := range e.accounts[key].orders {
		shown = append(shown, Order{
			ID: o.id, ClientID: o.clientID, Symbol: o.symbol.Name, Status: o.status, Quantity: o.quantity, Executed: o.executed,
			Trades: slices.Clone(o.trades),
		})
	}
	slices.SortFunc(shown, func(a, b Order) int { return cmp.Compare(a.ID, b.ID) })
	return shown
}

// Balance is what an account has of an asset, free and locked.
func (e *Exchange) Balance(key, asset string) (free, locked money.Decimal) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	held := e.accounts[key].balance(asset)
	return held.free, held.locked
}

func (a *account) balance(asset string) *balance {
	if a.balances[asset] == nil {
		a.balances[asset] = &balance{}
	}
	return a.balances[asset]
}

// clock is the exchange's own time. The caller holds the mutex.
func (e *Exchange) clock() time.Time { return e.now().Add(e.skew) }
