package live_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/market/venue"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/live"
	"bourse/internal/trading/tradingtest"
)

// exit closes a position like its stop does, and returns the order.
func (r *rig) exit(position *trading.Position) *trading.Order {
	r.T.Helper()
	return r.close(position, position.Quantity, trading.ExitStop)
}

// close closes a quantity of a position, and returns the order.
func (r *rig) close(position *trading.Position, quantity money.Decimal, reason trading.ExitReason) (order *trading.Order) {
	r.T.Helper()
	r.clock.Advance(time.Millisecond) // ids of the same moment have no order
	err := r.DB.InTx(r.T.Context(), func(tx *database.Tx) error {
		account, err := trading.LockAccount(r.T.Context(), tx, r.account)
		if err != nil {
			return err
		}
		book := r.Service.NewBook(r.clock.Now())
		if _, err := book.Close(account, position, position.EntryPrice, quantity, reason); err != nil {
			return err
		}
		order = book.Orders()[0]
		return r.Service.Write(r.T.Context(), tx, book)
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return order
}

// A bitcoin is for sale at a better price when its stop is reached. What the sale fills while it is being cancelled is not
// sold again by the exit, although the owner has more at the exchange than was bought here.
func TestAStopSellsOnceWhatIsForSaleAlready(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isSent     bool   // the sale is at the exchange
		filled     string // by the sale, before it is cancelled
		wantSale   trading.OrderStatus
		wantExit   trading.OrderStatus
		wantExited string
	}{
		"not sent":        {false, "", trading.OrderCancelled, trading.OrderFilled, "1"},
		"nothing filled":  {true, "", trading.OrderCancelled, trading.OrderFilled, "1"},
		"filled in part":  {true, "0.4", trading.OrderCancelled, trading.OrderFilled, "0.6"},
		"filled entirely": {true, "1", trading.OrderFilled, trading.OrderCancelled, "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				r := newRig(t, db)
				r.exchange.Credit(key, "BTC", "5")
				r.exchange.List(binancetest.Symbol{Name: "BNBUSDT", Base: "BNB", Quote: "USDT", Price: money.FromInt(500)})
				r.exchange.Credit(key, "BNB", "10")
				r.exchange.PayCommissionIn(key, "BNB")
				r.place(r.order(trading.Buy, "1"))
				r.untilDone()
				sale := r.place(r.limitOrder(trading.Sell, "1", "60000"))
				if c.isSent {
					r.carry()
				}
				exit := r.exit(r.positions()[0])
				if c.filled != "" {
					r.exchange.Fill(key, r.wantOnce(sale).ID, c.filled, "60000")
				}
				r.untilDone()
				r.wantStatus(sale, c.wantSale)
				exited := r.wantStatus(exit, c.wantExit)
				tradingtest.WantNumber(t, "what the exit has sold", exited.FilledQuantity, c.wantExited)
				free, locked := r.exchange.Balance(key, "BTC")
				tradingtest.WantNumber(t, "what is left at the exchange", free.Add(locked), "5")
				if position := r.positions()[0]; position.Status != trading.Closed {
					t.Errorf("the position is %s with %s", position.Status, position.Quantity)
				}
				r.WantBalanced()
			})
		})
	}
}

func TestAnExitWaitsWhileAnotherSaleCannotBeTakenBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.exchange.Credit(key, "BTC", "5")
		r.place(r.order(trading.Buy, "1"))
		r.untilDone()
		bought := r.positions()[0]
		sale := r.limitOrder(trading.Sell, "1", "60000")
		sale.Quantity = bought.Quantity
		r.place(sale)
		r.carry()
		r.exchange.FailAlways(cancelOrder, binancetest.LostRequest)
		exit := r.exit(bought)
		for range 30 {
			r.carry()
			r.clock.Advance(time.Second)
		}
		if there := r.atExchange(exit); len(there) != 0 {
			t.Fatalf("the exit is at the exchange beside the sale: %+v", there)
		}
		r.wantStatus(exit, trading.OrderWorking)
		r.exchange.Mend()
		r.untilDone()
		r.wantStatus(sale, trading.OrderCancelled)
		r.wantStatus(exit, trading.OrderFilled)
	})
}

// asked records the order of requests for rules, which come first when sending an order, and of checks of orders.
type asked struct {
	mutex sync.Mutex
	calls []string
}

type askedExchange struct {
	live.Exchange
	*asked
}

func (a *asked) note(call string) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.calls = append(a.calls, call)
}

func (e askedExchange) Rules(ctx context.Context, symbol string) (venue.Rules, error) {
	e.note("rules")
	return e.Exchange.Rules(ctx, symbol)
}

func (e askedExchange) Find(ctx context.Context, reference venue.Reference) (venue.Report, error) {
	e.note("find")
	return e.Exchange.Find(ctx, reference)
}

func TestAnExitGoesBeforeOrdersThatAreOnlyLookedAt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.place(r.order(trading.Buy, "1"))
		r.untilDone()
		const resting = 30
		for range resting {
			r.place(r.limitOrder(trading.Buy, "0.01", "40000"))
		}
		r.carry()
		r.clock.Advance(time.Minute) // all of them are to be checked
		exit := r.exit(r.positions()[0])
		// When the exit arrives depends on which transaction gets the lock of the account, which all of them need, and
		// PostgreSQL decides that.
		kept := &asked{}
		r.connections.around = func(exchange live.Exchange) live.Exchange { return askedExchange{exchange, kept} }
		r.carry()
		r.wantStatus(exit, trading.OrderFilled)
		if begun := slices.Index(kept.calls, "rules"); begun < 0 || begun > resting/2 {
			t.Errorf("the exit was begun behind %d of %v", begun, kept.calls)
		}
	})
}

func TestTwoExitsThatHaveNotLeftDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.exchange.Credit(key, "BTC", "5")
		r.place(r.order(trading.Buy, "1"))
		r.untilDone()
		position := r.positions()[0]
		small := r.close(position, money.MustParse("0.1"), trading.ExitManual)
		stop := r.exit(position)
		r.untilDone()
		tradingtest.WantNumber(t, "what was closed by hand", r.wantStatus(small, trading.OrderFilled).FilledQuantity, "0.1")
		tradingtest.WantNumber(t, "what the stop has sold", r.wantStatus(stop, trading.OrderFilled).FilledQuantity, "0.899")
		r.WantBalanced()
	})
}

// An exit that nothing decides on again is carried on when its market was too thin for all of it.
func TestWhatAnExitFoundNoCounterpartForIsSoldLater(t *testing.T) {
	t.Parallel()
	for _, reason := range []trading.ExitReason{trading.ExitSignal, trading.ExitCopyStop} {
		t.Run(string(reason), func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				r := newRig(t, db)
				r.place(r.order(trading.Buy, "1"))
				r.untilDone()
				r.exchange.SetLiquidity("BTCUSDT", "0.3")
				exit := r.close(r.positions()[0], r.positions()[0].Quantity, reason)
				for range 59 { // a dry market is not tried at once
					r.carry()
					r.clock.Advance(time.Second)
				}
				tradingtest.WantNumber(t, "what is left within a minute", r.positions()[0].Quantity, "0.699")
				tradingtest.WantNumber(t, "what the exit has sold", r.wantStatus(exit, trading.OrderExpired).FilledQuantity, "0.3")
				r.exchange.SetLiquidity("BTCUSDT", "0")
				r.clock.Advance(time.Minute)
				r.carry()
				if position := r.positions()[0]; position.Status != trading.Closed {
					t.Errorf("the position is %s with %s", position.Status, position.Quantity)
				}
				r.WantBalanced()
			})
		})
	}
}

// newHaltedRig has bought a bitcoin, whose market is halted some time later.
func newHaltedRig(t *testing.T, db *database.DB, later time.Duration) *rig {
	t.Helper()
	r := newRig(t, db)
	r.place(r.order(trading.Buy, "1"))
	r.untilDone()
	r.clock.Advance(later)
	bitcoin := binancetest.Bitcoin("50000")
	bitcoin.IsHalted = true
	r.exchange.List(bitcoin)
	return r
}

// A target is checked again after a halt, at the price of that time.
func TestATargetDoesNotWaitForTheEndOfAHalt(t *testing.T) {
	t.Parallel()
	for name, known := range map[string]time.Duration{"rules from before": time.Second, "rules from within": time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				r := newHaltedRig(t, db, known)
				var exit *trading.Order
				for range 8 { // for as long as the halt lasts
					exit = r.close(r.positions()[0], r.positions()[0].Quantity, trading.ExitTarget)
					r.carry()
					r.wantStatus(exit, trading.OrderExpired)
					r.clock.Advance(10 * time.Minute) // the desk's own clock is fixed: a slow machine may be ahead of this one
				}
				r.exchange.List(binancetest.Bitcoin("40000"))
				r.carry()
				if position := r.positions()[0]; position.Status != trading.Open || len(r.atExchange(exit)) != 0 {
					t.Errorf("the position is %s, and the exchange has had %d sales of it", position.Status, len(r.atExchange(exit)))
				}
				stop := r.close(r.positions()[0], r.positions()[0].Quantity, trading.ExitStop) // which is not delayed
				r.untilDone()
				r.wantStatus(stop, trading.OrderFilled)
			})
		})
	}
}

// A market is halted for a while when a position is to be closed, also for a reason that comes only once. The known rules
// may be from before or during the halt.
func TestAnExitWaitsForTheEndOfAHalt(t *testing.T) {
	t.Parallel()
	for _, reason := range []trading.ExitReason{trading.ExitSignal, trading.ExitStop} {
		for name, known := range map[string]time.Duration{"rules from before": time.Second, "rules from within": time.Hour} {
			t.Run(string(reason)+", "+name, func(t *testing.T) {
				t.Parallel()
				databasetest.Each(t, func(t *testing.T, db *database.DB) {
					r := newHaltedRig(t, db, known)
					exit := r.close(r.positions()[0], r.positions()[0].Quantity, reason)
					r.carry()
					r.wantStatus(exit, trading.OrderWorking)
					bought := r.place(r.order(trading.Buy, "1"))
					r.carry()
					r.wantStatus(bought, trading.OrderRejected)
					r.exchange.List(binancetest.Bitcoin("50000"))
					r.clock.Advance(time.Minute)
					r.carry()
					r.wantStatus(exit, trading.OrderFilled)
					r.wantOnce(exit)
					r.WantBalanced()
				})
			})
		}
	}
}
