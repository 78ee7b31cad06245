package app

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// randomTrader does what users do on a paper account and an investment account, while a monitor fills orders and
// watches the levels of positions. It counts the money that it has paid in and asked back.
type randomTrader struct {
	*tradingtest.OrderDesk
	portfolios *portfolio.Service
	accounts   portfolioAccounts
	random     *rand.Rand
	paper      uuid.UUID
	invested   uuid.UUID
	paidIn     map[uuid.UUID]money.Decimal
	waiting    []uuid.UUID // undecided withdrawals of ten
}

// traded are the symbols that the trader uses, each starting at a hundred.
var traded = []string{"SOLUSD", "BTCUSD"}

func newRandomTrader(t *testing.T, db *database.DB, seed uint64) *randomTrader {
	t.Helper()
	d := &randomTrader{OrderDesk: tradingtest.NewOrderDesk(t, db, tradingtest.CostlyTerms()), random: rand.New(rand.NewPCG(seed, 15))}
	d.Caller = tradingtest.NewAuthor(t, db, identity.RoleUser)
	d.Prices.Price("BTCUSD", "100")
	quiet := slog.New(slog.DiscardHandler)
	d.accounts = portfolioAccounts{d.Service, investment.New(investment.Options{
		Database: db, Accounts: investmentAccounts{d.Service, d.Copying}, Prices: d.Market, Now: d.Clock.Now, Logger: quiet,
	})}
	d.portfolios = portfolio.New(portfolio.Options{
		Database: db, Accounts: d.accounts, Market: d.Market, Events: d.Events, Now: d.Clock.Now, Logger: quiet,
	})
	d.invested = uuid.New()
	d.inTx(func(tx *database.Tx) error {
		if err := d.Service.OpenInvestmentAccount(t.Context(), tx, d.Caller.TenantID, d.Caller.UserID, d.invested, money.Zero); err != nil {
			return err
		}
		_, err := d.Service.SetAccountStatus(t.Context(), tx, d.invested, trading.AccountActive)
		return err
	})
	accounts, err := d.Service.Accounts(t.Context(), d.Caller)
	tradingtest.Must(t, err)
	d.paper = accounts[0].AccountID
	d.paidIn = map[uuid.UUID]money.Decimal{d.paper: accounts[0].Cash, d.invested: money.Zero}
	d.deposit()
	return d
}

func (d *randomTrader) inTx(work func(tx *database.Tx) error) {
	d.T.Helper()
	tradingtest.Must(d.T, d.DB.InTx(d.T.Context(), work))
}

// act does one random thing. Refusals for lack of money, or because the price has moved, are part of it.
func (d *randomTrader) act() {
	d.T.Helper()
	d.See(traded[0], "1s") // no two things happen at the same time
	var err error
	switch d.random.IntN(17) {
	case 0:
		d.deposit()
	case 1:
		err = d.hold()
	case 2:
		d.decide()
	case 3, 4:
		err = d.execute()
	case 5, 6:
		err = d.closeSome()
	case 7, 8, 9, 10:
		err = d.place()
	case 11:
		err = d.cancel()
	case 12, 13, 14:
		d.See(d.symbol(), d.price())
	case 15:
		low, high := 80+d.random.IntN(15), 105+d.random.IntN(20)
		opened, closed := low+d.random.IntN(high-low), low+d.random.IntN(high-low)
		d.See(d.symbol(), strconv.Itoa(opened)+"/"+strconv.Itoa(high)+"/"+strconv.Itoa(low)+"/"+strconv.Itoa(closed))
	case 16: // a night, in which day orders end
		d.See(traded[0], "23h", d.price())
		d.See(traded[1], d.price())
	}
	for _, expected := range []fault.Code{fault.InsufficientFunds, fault.PriceMoved, fault.ValidationError, fault.InvalidTransition} {
		if fault.Is(err, expected) {
			err = nil
		}
	}
	tradingtest.Must(d.T, err)
	d.Monitor.Step(d.T.Context())
}

func (d *randomTrader) symbol() string { return traded[d.random.IntN(len(traded))] }

func (d *randomTrader) price() string {
	return strconv.Itoa(85+d.random.IntN(30)) + "." + strconv.Itoa(d.random.IntN(10))
}

// account is one of the two; nil stands for the paper account.
func (d *randomTrader) account() uuid.UUID {
	return []uuid.UUID{uuid.Nil, d.invested}[d.random.IntN(2)]
}

func (d *randomTrader) quantity() *money.Decimal {
	return tradingtest.Quantity("0." + strconv.Itoa(100+d.random.IntN(900)))
}

func (d *randomTrader) deposit() {
	d.T.Helper()
	amount := money.FromUnits(500_00000000 + d.random.Int64N(500_00000000))
	d.inTx(func(tx *database.Tx) error {
		return d.Service.Deposit(d.T.Context(), tx, d.invested, amount, "payment", uuid.New())
	})
	d.paidIn[d.invested] = d.paidIn[d.invested].Add(amount)
}

func (d *randomTrader) hold() error {
	id := uuid.New()
	err := d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		return d.Service.Hold(d.T.Context(), tx, d.Caller.UserID, d.invested, money.FromInt(10), id)
	})
	if err == nil {
		d.waiting = append(d.waiting, id)
	}
	return err
}

// decide pays a withdrawal out or gives the money back.
func (d *randomTrader) decide() {
	d.T.Helper()
	if len(d.waiting) == 0 {
		return
	}
	id, ten := d.waiting[0], money.FromInt(10)
	d.waiting = d.waiting[1:]
	isPaid := d.random.IntN(2) == 0
	d.inTx(func(tx *database.Tx) error {
		if isPaid {
			return d.Service.PayOut(d.T.Context(), tx, d.invested, ten, id)
		}
		return d.Service.Release(d.T.Context(), tx, d.invested, ten, id)
	})
	if isPaid {
		d.paidIn[d.invested] = d.paidIn[d.invested].Sub(ten)
	}
}

func (d *randomTrader) execute() error {
	kind := []trading.SignalType{trading.EntryLong, trading.EntryShort}[d.random.IntN(2)]
	_, err := d.Service.Execute(d.T.Context(), d.Caller, d.Signal(kind, d.symbol(), "", "").ID,
		trading.ExecuteOptions{Quantity: d.quantity(), AccountID: d.account()})
	return err
}

// closeSome closes half of a position, or all of it.
func (d *randomTrader) closeSome() error {
	open := d.open()
	if len(open) == 0 {
		return nil
	}
	position := open[d.random.IntN(len(open))]
	var quantity *money.Decimal
	if half := position.Quantity.Mul(money.MustParse("0.5")).FloorTo(money.MustParse("0.001")); d.random.IntN(2) == 0 && half.IsPositive() {
		quantity = &half
	}
	_, err := d.Service.Close(d.T.Context(), d.Caller, position.ID, quantity)
	return err
}

func (d *randomTrader) open() []*trading.Position {
	d.T.Helper()
	open, err := d.Service.Positions(d.T.Context(), d.Caller, trading.PositionFilter{Status: trading.Open}, database.Cursor{Limit: 1000})
	tradingtest.Must(d.T, err)
	return open
}

// place places an order of any kind, some for the day, some with a trailing stop.
func (d *randomTrader) place() error {
	side := []trading.Side{trading.Buy, trading.Sell}[d.random.IntN(2)]
	kind := []trading.OrderType{trading.MarketOrder, trading.LimitOrder, trading.StopOrder}[d.random.IntN(3)]
	wanted := tradingtest.Wanted(d.symbol(), side, kind, d.quantity().String(), d.price())
	wanted.AccountID = d.account()
	if d.random.IntN(2) == 0 {
		wanted.TimeInForce = trading.GoodForDay
	}
	if d.random.IntN(3) == 0 {
		wanted.TrailingPercent = tradingtest.Quantity("5")
	}
	if d.random.IntN(3) == 0 { // an amount that is not a whole number of lots
		wanted.Quantity, wanted.Notional = nil, tradingtest.Quantity(strconv.Itoa(20+d.random.IntN(100))+".37")
	}
	_, err := d.Service.PlaceOrder(d.T.Context(), d.Caller, wanted)
	return err
}

func (d *randomTrader) cancel() error {
	working := slices.DeleteFunc(d.orders(), func(order *trading.Order) bool { return !order.IsWorking() })
	if len(working) == 0 {
		return nil
	}
	_, err := d.Service.CancelOrder(d.T.Context(), d.Caller, working[d.random.IntN(len(working))].ID)
	return err
}

func (d *randomTrader) orders() []*trading.Order {
	d.T.Helper()
	orders, err := d.Service.Orders(d.T.Context(), d.Caller, trading.OrderFilter{}, database.Cursor{Limit: 1000})
	tradingtest.Must(d.T, err)
	return orders
}

// hasSeenAll reports whether orders have had every possible outcome, and something waits.
func (d *randomTrader) hasSeenAll() bool {
	seen := map[trading.OrderStatus]bool{}
	isFilledLater := false
	for _, order := range d.orders() {
		seen[order.Status] = true
		isFilledLater = isFilledLater || order.Status == trading.OrderFilled && order.UpdatedAt.After(order.CreatedAt)
	}
	return isFilledLater && seen[trading.OrderWorking] && seen[trading.OrderCancelled] && seen[trading.OrderExpired]
}

// Whatever is done, all sources of a user's figures agree to the last decimal after each step.
func TestAllFiguresOfAUserAgreeAtEveryStep(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		seed := rand.Uint64()
		defer func() {
			if t.Failed() {
				t.Logf("the seed is %d", seed)
			}
		}()
		d := newRandomTrader(t, db, seed)
		d.wantAgreement()
		for step := 0; step < 100 || !d.hasSeenAll(); step++ {
			if step == 1000 {
				t.Fatal("in a thousand steps not everything has become of orders")
			}
			d.act()
			d.wantAgreement()
		}
		d.WantBalanced()
	})
}
