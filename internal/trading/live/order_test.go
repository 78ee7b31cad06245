package live_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestAnOrderIsFilledAtTheExchangeAndBookedHere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		bought := r.place(r.order(trading.Buy, "0.5"))
		r.wantStatus(bought, trading.OrderWorking)
		r.wantNothingSent() // by placing it
		r.untilDone()
		filled := r.wantStatus(bought, trading.OrderFilled)
		r.wantOnce(bought)
		// The exchange takes its commission from what was bought.
		tradingtest.WantNumber(t, "what was bought", filled.FilledQuantity, "0.4995")
		tradingtest.WantNumber(t, "the fee", filled.Fee, "25")
		position := r.positions()[0]
		tradingtest.WantNumber(t, "the position", position.Quantity, "0.4995")

		r.exchange.SetPrice("BTCUSDT", "60000")
		sale := r.order(trading.Sell, "0.4995")
		sale.Closes = position.ID
		r.place(sale)
		r.untilDone()
		r.wantStatus(sale, trading.OrderFilled)
		r.wantOnce(sale)
		closed := r.positions()[0]
		if closed.Status != trading.Closed || closed.ExitPrice != money.FromInt(60000) {
			t.Errorf("the position is %s at %s", closed.Status, closed.ExitPrice)
		}
		// 0.4995 × 10000 less 25 of the purchase and 29.97 of the sale.
		tradingtest.WantNumber(t, "the profit", closed.RealizedPnL, "4940.03")
		if free, locked := r.exchange.Balance(key, "BTC"); !free.IsZero() || !locked.IsZero() {
			t.Errorf("the exchange still has %s and %s", free, locked)
		}
		r.WantBalanced()
	})
}

func TestWhatIsLeftBelowALotGoesWithTheSale(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.place(r.order(trading.Buy, "0.01234"))
		r.untilDone()
		position := r.positions()[0]
		tradingtest.WantNumber(t, "the position", position.Quantity, "0.01232766")
		sale := r.order(trading.Sell, "0.01232766")
		sale.Closes = position.ID
		r.place(sale)
		r.untilDone()
		r.wantStatus(sale, trading.OrderFilled)
		tradingtest.WantNumber(t, "what was sold", r.atExchange(sale)[0].Executed, "0.01232")
		if closed := r.positions()[0]; closed.Status != trading.Closed {
			t.Errorf("the position is %s with %s", closed.Status, closed.Quantity)
		}
		r.WantBalanced()
	})
}

func TestCommissionsAreConvertedAtTheirTime(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.exchange.List(binancetest.Symbol{Name: "BNBUSDT", Base: "BNB", Quote: "USDT", Price: money.FromInt(500)})
		r.exchange.Credit(key, "BNB", "10")
		r.exchange.PayCommissionIn(key, "BNB")
		order := r.place(r.order(trading.Buy, "0.1"))
		r.untilDone()
		filled := r.wantStatus(order, trading.OrderFilled)
		r.wantOnce(order)
		tradingtest.WantNumber(t, "what was bought", filled.FilledQuantity, "0.1")
		tradingtest.WantNumber(t, "the fee", filled.Fee, "5") // 0.01 BNB
	})
}

func TestPartialFillsComeAsTheyHappenAndTheRestIsCancelled(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		there := r.wantOnce(order)
		for _, fill := range []struct{ quantity, price, booked string }{{"0.25", "49000", "0.24975"}, {"0.5", "48990", "0.74925"}} {
			r.exchange.Fill(key, there.ID, fill.quantity, fill.price)
			r.clock.Advance(time.Minute)
			r.carry()
			tradingtest.WantNumber(t, "what is filled", r.wantStatus(order, trading.OrderWorking).FilledQuantity, fill.booked)
		}
		r.cancel(order)
		r.wantStatus(order, trading.OrderWorking) // until the exchange has confirmed it
		r.untilDone()
		r.wantStatus(order, trading.OrderCancelled)
		if there := r.wantOnce(order); there.Status != "CANCELED" {
			t.Errorf("the exchange says %s", there.Status)
		}
		if open := r.positions(); len(open) != 1 || open[0].Quantity != money.MustParse("0.74925") {
			t.Errorf("the account has %+v, want one position", open)
		}
		r.WantBalanced()
	})
}

func TestAnOrderThatIsFilledWhileItIsCancelledIsFilled(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		r.cancel(order)
		r.exchange.SetPrice("BTCUSDT", "48000")
		r.untilDone()
		r.wantStatus(order, trading.OrderFilled)
		r.wantOnce(order)
	})
}

func TestAnOrderThatWasNotSentIsCancelledAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.cancel(order)
		r.wantStatus(order, trading.OrderCancelled)
		r.carry()
		r.wantNothingSent()
	})
}

func TestOrdersThatTheExchangeDoesNotTakeAreRejectedWithTheReason(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.exchange.List(binancetest.Symbol{
			Name: "ETHUSDT", Base: "ETH", Quote: "USDT", Price: money.FromInt(3000), LotStep: money.MustParse("0.001"),
			TickSize: money.MustParse("0.01"), LeastQuantity: money.MustParse("0.001"), LeastNotional: money.FromInt(5), HasNoStops: true,
		})
		stop := r.order(trading.Buy, "1")
		stop.Symbol, stop.Type, stop.StopPrice = "ETHUSD", trading.StopOrder, money.FromInt(3100)
		reached := r.order(trading.Buy, "1")
		reached.Type, reached.StopPrice = trading.StopOrder, money.FromInt(49000)
		for _, c := range []struct {
			what  string
			order *trading.Order
			code  fault.Code
		}{
			{"more than the balance", r.order(trading.Buy, "8000"), fault.InsufficientFunds},
			{"less than a lot", r.order(trading.Buy, "0.000001"), fault.QuantityTooSmall},
			{"less than the exchange takes, by the exchange's price", r.order(trading.Buy, "0.00005"), fault.QuantityTooSmall},
			{"less than the exchange takes, by the limit", r.limitOrder(trading.Buy, "0.00005", "49000"), fault.QuantityTooSmall},
			{"more than the exchange takes", r.order(trading.Buy, "9001"), fault.ValidationError},
			{"a price beyond all", r.limitOrder(trading.Buy, "0.1", "2000000"), fault.ValidationError},
			{"a type that the symbol does not have", stop, fault.ValidationError},
			{"a stop that is reached", reached, fault.PriceMoved},
		} {
			r.place(c.order)
			r.untilDone()
			if rejected := r.wantStatus(c.order, trading.OrderRejected); !strings.HasPrefix(rejected.Reason, string(c.code)+": ") {
				t.Errorf("%s: the reason is %q, want %s", c.what, rejected.Reason, c.code)
			}
			if there := r.atExchange(c.order); len(there) != 0 {
				t.Errorf("%s: the exchange has it", c.what)
			}
		}
		r.WantBalanced()
	})
}

func TestTheRestOfAMarketOrderExpiresWithoutCounterparts(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.exchange.SetLiquidity("BTCUSDT", "0.3")
		order := r.place(r.order(trading.Buy, "1"))
		r.untilDone()
		r.wantStatus(order, trading.OrderExpired)
		tradingtest.WantNumber(t, "what was executed", r.wantOnce(order).Executed, "0.3")
	})
}

func TestAnOrderForTheDayIsTakenBackAtItsEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.limitOrder(trading.Buy, "1", "49000")
		order.TimeInForce, order.ExpiresAt = trading.GoodForDay, r.clock.Now().Add(time.Hour)
		r.place(order)
		r.carry()
		r.clock.Advance(59 * time.Minute)
		r.carry()
		r.wantStatus(order, trading.OrderWorking)
		r.clock.Advance(2 * time.Minute)
		r.untilDone()
		r.wantStatus(order, trading.OrderExpired)
		if there := r.wantOnce(order); there.Status != "CANCELED" {
			t.Errorf("the exchange says %s", there.Status)
		}
	})
}

func TestAnOrderThatIsCancelledAtTheExchangeIsCancelledHere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		r.exchange.CancelAll(key)
		r.untilDone()
		if cancelled := r.wantStatus(order, trading.OrderCancelled); cancelled.Reason != "cancelled at the exchange" {
			t.Errorf("the reason is %q", cancelled.Reason)
		}
	})
}

func TestWithoutConsentNoOrderEverLeaves(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		placed := r.place(r.order(trading.Buy, "0.5")) // with consent, which is then withdrawn
		r.connections.allow(false)
		testkit.WantFault(t, r.tryPlace(r.order(trading.Buy, "0.5")), fault.AccountNotActive)
		testkit.WantFault(t, r.tryPlace(r.limitOrder(trading.Buy, "0.5", "49000")), fault.AccountNotActive)
		r.untilDone()
		if rejected := r.wantStatus(placed, trading.OrderRejected); !strings.HasPrefix(rejected.Reason, string(fault.AccountNotActive)) {
			t.Errorf("the reason is %q", rejected.Reason)
		}
		r.wantNothingSent()
		r.WantBalanced()
	})
}

func TestWithoutConsentNothingIsSoldEither(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.place(r.order(trading.Buy, "0.5"))
		r.untilDone()
		sent := len(r.exchange.Orders(key))
		exit := func(reason trading.ExitReason) *trading.Order {
			sale := r.order(trading.Sell, "0.4995")
			sale.Closes, sale.ExitReason = r.positions()[0].ID, reason
			return sale
		}
		r.connections.allow(false)
		for _, reason := range []trading.ExitReason{trading.ExitManual, trading.ExitStop, trading.ExitTarget} {
			testkit.WantFault(t, r.tryPlace(exit(reason)), fault.AccountNotActive)
		}
		// Subscriptions that exit together are not held up by one that may not trade.
		for _, reason := range []trading.ExitReason{trading.ExitSignal, trading.ExitCopyStop, trading.ExitAccountClosed} {
			sale := r.place(exit(reason))
			r.carry()
			r.wantStatus(sale, trading.OrderRejected)
		}
		if now := len(r.exchange.Orders(key)); now != sent {
			t.Errorf("%d orders have left without consent", now-sent)
		}
	})
}

func TestAnAccountThatTakesNoEntriesSendsNone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.order(trading.Buy, "0.5"))
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := r.Service.SetAccountStatus(t.Context(), tx, r.account, trading.AccountSuspended)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r.untilDone()
		r.wantStatus(order, trading.OrderRejected)
		r.wantNothingSent()
	})
}

func TestWhatIsThereCanBeTakenBackWithoutConsent(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		r.connections.allow(false)
		r.cancel(order)
		r.untilDone()
		r.wantStatus(order, trading.OrderCancelled)
	})
}

func TestOrdersOfAConnectionThatIsGoneEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		there := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		here := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.connections.remove()
		r.untilDone()
		for _, order := range []*trading.Order{there, here} {
			if ended := r.wantStatus(order, trading.OrderCancelled); ended.Reason == "" {
				t.Error("nobody is told why")
			}
		}
	})
}

func TestASymbolThatTheExchangeDoesNotHaveIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for _, symbol := range []string{"EURUSD", "FAIRUSD"} {
			order := r.order(trading.Buy, "1")
			order.Symbol = symbol
			testkit.WantFault(t, r.tryPlace(order), fault.ValidationError, "symbol")
		}
		var rows int
		if err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM live_orders WHERE account_id = $1`, r.account).Scan(&rows); err != nil || rows != 0 {
			t.Error(rows, err)
		}
	})
}
