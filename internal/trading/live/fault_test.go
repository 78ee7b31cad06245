package live_test

import (
	"fmt"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/trading"
)

// story is the life of an order, from its placing to its end.
type story struct {
	name  string
	order func(r *rig) *trading.Order
	// live takes the order to its end: something happens at the exchange, or its owner cancels it.
	live func(r *rig, order *trading.Order)
	want trading.OrderStatus
}

func stories() []story {
	return []story{
		{"a market order", func(r *rig) *trading.Order { return r.order(trading.Buy, "0.1") }, func(*rig, *trading.Order) {}, trading.OrderFilled},
		{
			"a limit order that is filled in two parts",
			func(r *rig) *trading.Order { return r.limitOrder(trading.Buy, "0.2", "49000") },
			func(r *rig, order *trading.Order) {
				r.untilThere(order)
				r.exchange.Fill(key, r.atExchange(order)[0].ID, "0.05", "49000")
				r.clock.Advance(time.Minute)
				r.carry()
				r.exchange.Fill(key, r.atExchange(order)[0].ID, "0.15", "48999")
			}, trading.OrderFilled,
		},
		{
			"an order that is taken back",
			func(r *rig) *trading.Order { return r.limitOrder(trading.Buy, "0.2", "49000") },
			func(r *rig, order *trading.Order) {
				r.untilThere(order)
				r.exchange.Fill(key, r.atExchange(order)[0].ID, "0.05", "49000")
				r.cancel(order)
			}, trading.OrderCancelled,
		},
	}
}

// untilThere advances time until the exchange has an order.
func (r *rig) untilThere(order *trading.Order) {
	r.T.Helper()
	for range 200 {
		if r.carry(); len(r.atExchange(order)) > 0 {
			return
		}
		r.clock.Advance(time.Second)
	}
	r.T.Fatal("the order has not come to the exchange in 200 seconds")
}

// tell plays a story to its end, and checks it.
func (r *rig) tell(s story, what string) {
	r.T.Helper()
	order := r.place(s.order(r))
	s.live(r, order)
	r.untilDone()
	if current := r.read(order); current.Status != s.want {
		r.T.Fatalf("%s, %s: the order is %s (%q), want %s", s.name, what, current.Status, current.Reason, s.want)
	}
	r.wantOnce(order)
}

// TestAnOrderSurvivesEveryBrokenConnection breaks each connection of an order's life in each way: afterwards the exchange
// has the order once, and its fills are booked here.
func TestAnOrderSurvivesEveryBrokenConnection(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for _, s := range stories() {
			before := len(r.exchange.Requests())
			r.tell(s, "undisturbed")
			steps := len(r.exchange.Requests()) - before
			if steps < 3 {
				t.Fatalf("%s takes %d requests", s.name, steps)
			}
			for step := 1; step <= steps; step++ {
				for _, fault := range []binancetest.Fault{
					binancetest.LostRequest, binancetest.LostAnswer, binancetest.CutAnswer, binancetest.TimeoutDone, binancetest.TimeoutNotDone,
					binancetest.Garbage, binancetest.Maintenance, binancetest.RateLimited(3),
				} {
					r.exchange.FailAt(len(r.exchange.Requests())+step, fault)
					r.tell(s, fmt.Sprintf("at request %d %s", step, fault))
					r.exchange.Mend()
				}
			}
		}
		r.WantBalanced()
	})
}

// TestAnOrderSurvivesAnExchangeThatIsOutOfOrder makes all requests of a kind fail for a while, one kind after the other.
func TestAnOrderSurvivesAnExchangeThatIsOutOfOrder(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for _, request := range []string{placeOrder, findOrder, cancelOrder, "GET /api/v3/myTrades", "GET /api/v3/time"} {
			for _, fault := range []binancetest.Fault{binancetest.LostAnswer, binancetest.LostRequest, binancetest.Maintenance, binancetest.Banned(20)} {
				order := r.limitOrder(trading.Buy, "0.2", "51000") // filled on arrival
				r.exchange.FailAlways(request, fault)
				r.place(order)
				for range 30 {
					r.carry()
					r.clock.Advance(time.Second)
				}
				r.exchange.Mend()
				r.untilDone()
				if current := r.read(order); current.Status != trading.OrderFilled {
					t.Fatalf("%s, %s: the order is %s (%q)", request, fault, current.Status, current.Reason)
				}
				r.wantOnce(order)
			}
		}
		r.WantBalanced()
	})
}

func TestAnOrderThatComesTwiceIsThereOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.exchange.Fail(placeOrder, binancetest.Twice) // the second is refused as a duplicate
		r.carry()
		r.clock.Advance(time.Minute)
		r.carry()
		r.wantStatus(order, trading.OrderWorking)
		r.exchange.SetPrice("BTCUSDT", "48000")
		r.untilDone()
		r.wantStatus(order, trading.OrderFilled)
		r.wantOnce(order)
	})
}

// TestALateRequestIsWaitedForAndNeverRepeated delays an order on its way. As long as the exchange would accept it, it is
// not sent again; after that the exchange refuses it, and it is.
func TestALateRequestIsWaitedForAndNeverRepeated(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for _, late := range []time.Duration{time.Second, 4 * time.Second, 6 * time.Second, 10 * time.Minute} {
			isTaken := late < 5*time.Second
			fault, release := binancetest.Held()
			r.exchange.Fail(placeOrder, fault)
			order := r.place(r.limitOrder(trading.Buy, "0.1", "51000"))
			for range int(late / time.Second) {
				r.carry()
				r.clock.Advance(time.Second)
			}
			if status := release(); (status == 200) != isTaken {
				t.Fatalf("a request that is late by %s is answered with %d", late, status)
			}
			r.untilDone()
			r.wantStatus(order, trading.OrderFilled)
			r.wantOnce(order)
		}
	})
}

func TestAnOrderThatQueriesDoNotFindYetIsNotSentAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.exchange.SetReadLag(15 * time.Second)
		r.exchange.Fail(placeOrder, binancetest.LostAnswer)
		order := r.place(r.order(trading.Buy, "0.1"))
		r.untilDone()
		r.wantStatus(order, trading.OrderFilled)
		r.wantOnce(order)
	})
}

func TestAnOrderEndsWithTheLastOfItsFills(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		inParts := binancetest.Bitcoin("50000")
		inParts.PartsPerFill = 3
		r.exchange.List(inParts)
		r.exchange.SetTradeLag(10 * time.Second)
		order := r.place(r.order(trading.Buy, "0.1"))
		for range 5 {
			r.carry()
			r.wantStatus(order, trading.OrderWorking)
			r.clock.Advance(time.Second)
		}
		r.untilDone()
		r.wantStatus(order, trading.OrderFilled)
		if there := r.wantOnce(order); len(there.Trades) != 3 {
			t.Errorf("the exchange has %d trades, want 3", len(there.Trades))
		}
		if open := r.positions(); len(open) != 1 {
			t.Errorf("the account has %d positions, want one", len(open))
		}
		r.WantBalanced()
	})
}

func TestAClockThatIsWrongIsPutRight(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for _, skew := range []time.Duration{10 * time.Minute, -3 * time.Hour, 0, 2 * time.Second} {
			r.exchange.SetSkew(skew) // also while our known offset is wrong
			for _, fault := range [][]binancetest.Fault{{}, {binancetest.LostAnswer}, {binancetest.LostRequest}} {
				r.exchange.Fail(placeOrder, fault...)
				order := r.place(r.order(trading.Buy, "0.1"))
				r.untilDone()
				r.wantStatus(order, trading.OrderFilled)
				r.wantOnce(order)
			}
		}
	})
}

func TestAMarketOrderThatCannotBeSentInTimeIsNotSent(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.exchange.FailAlways("GET /api/v3/exchangeInfo", binancetest.Maintenance)
		order := r.place(r.order(trading.Buy, "0.1"))
		r.carry()
		r.clock.Advance(10 * time.Minute)
		r.exchange.Mend()
		r.untilDone()
		r.wantStatus(order, trading.OrderRejected)
		r.wantNothingSent()
	})
}

func TestASaleIsSentWheneverItCanBe(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.place(r.order(trading.Buy, "0.5"))
		r.untilDone()
		r.exchange.FailAlways(placeOrder, binancetest.Maintenance)
		sale := r.order(trading.Sell, "0.4995")
		sale.Closes, sale.ExitReason = r.positions()[0].ID, trading.ExitStop
		r.place(sale)
		for range 20 {
			r.carry()
			r.clock.Advance(time.Minute)
		}
		r.exchange.Mend()
		r.untilDone()
		r.wantStatus(sale, trading.OrderFilled)
		r.wantOnce(sale)
	})
}

func TestWhileTheExchangeWantsNoRequestsItGetsNone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		first := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		r.clock.Advance(time.Minute)
		r.exchange.Fail(findOrder, binancetest.RateLimited(45))
		r.carry()
		second := r.place(r.limitOrder(trading.Buy, "1", "48000"))
		before := len(r.exchange.Requests())
		for range 44 {
			r.carry()
			r.clock.Advance(time.Second)
		}
		if after := len(r.exchange.Requests()); after != before {
			t.Errorf("%d requests came while none were wanted: %v", after-before, r.exchange.Requests()[before:])
		}
		r.exchange.SetPrice("BTCUSDT", "47000")
		r.clock.Advance(time.Second)
		r.untilDone()
		r.wantOnce(first)
		r.wantOnce(second)
	})
}

func TestAnOrderThatTheExchangeHasPutAwayIsCancelled(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		r.clock.Advance(time.Minute)
		r.exchange.Fail(findOrder, binancetest.Archived)
		r.untilDone()
		r.wantStatus(order, trading.OrderCancelled)
	})
}
