package trading_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// bought is a position of so many coins, bought at the exchange for 100 each, with a stop.
func (d *venueDesk) bought(quantity, stop string) *trading.Position {
	d.T.Helper()
	wanted := d.order(trading.Buy, trading.MarketOrder, quantity, "")
	wanted.StopLoss = tradingtest.Quantity(stop)
	order := d.Place(wanted)
	d.fill(order.ID, "a", quantity, "100", "0")
	return d.Position(d.Order(order.ID).PositionID)
}

func TestAnExitTakesBackOnlyTheSalesThatStandInItsWay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		d.bought("2", "80")
		d.bought("3", "70")
		first := d.Place(d.order(trading.Sell, trading.LimitOrder, "2", "110"))
		d.Clock.Advance(time.Second) // ids of the same moment have no order
		second := d.Place(d.order(trading.Sell, trading.LimitOrder, "1", "120"))
		d.See("SOLUSD", "79") // two of five, and two are free
		if sale := d.last(); sale.Side != trading.Sell || sale.Quantity != money.FromInt(2) || len(d.exchange.cancelled) != 0 {
			t.Fatalf("the exchange is to sell %s and to take %d orders back", sale.Quantity, len(d.exchange.cancelled))
		}
		d.See("SOLUSD", "69") // the other three, none of which is free
		if sale := d.last(); sale.Quantity != money.FromInt(3) {
			t.Fatalf("the exchange is to sell %s, want 3", sale.Quantity)
		}
		if want := []uuid.UUID{second.ID, first.ID}; !slices.Equal(d.exchange.cancelled, want) {
			t.Errorf("the exchange is asked to take %v back, want %v", d.exchange.cancelled, want)
		}
	})
}

func TestWhoClosesWhatAnOrderWaitsToSellIsToldSo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		position := d.bought("2", "80")
		d.Place(d.order(trading.Sell, trading.LimitOrder, "1.5", "110"))
		submitted := len(d.exchange.submitted)
		for _, quantity := range []*money.Decimal{nil, tradingtest.Quantity("0.6")} {
			_, err := d.Service.Close(t.Context(), d.Caller, position.ID, quantity)
			testkit.WantFault(t, err, fault.Conflict)
		}
		if n := d.Count(`SELECT COUNT(*) FROM orders WHERE closes_position_id IS NOT NULL`); n != 0 {
			t.Fatalf("%d orders close the position, want none", n)
		}
		closing, err := d.Service.Close(t.Context(), d.Caller, position.ID, tradingtest.Quantity("0.5"))
		if err != nil || closing.Order == nil || d.last().ID != closing.Order.ID {
			t.Fatalf("%+v (%v) after %d orders, want one for what is free", closing, err, submitted)
		}
	})
}

func TestASmallCloseDoesNotSwallowTheExit(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		position := d.bought("2", "80")
		small, err := d.Service.Close(t.Context(), d.Caller, position.ID, tradingtest.Quantity("0.1"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Service.Close(t.Context(), d.Caller, position.ID, tradingtest.Quantity("0.1"))
		testkit.WantFault(t, err, fault.Conflict)
		d.See("SOLUSD", "79", "78")
		if exit := d.last(); exit.ID == small.Order.ID || exit.Quantity != money.FromInt(2) || len(d.exchange.submitted) != 3 {
			t.Errorf("of %d orders the last sells %s, want one that sells all", len(d.exchange.submitted), exit.Quantity)
		}
	})
}

// reject reports that the exchange rejects an order.
func (d *venueDesk) reject(id uuid.UUID) {
	d.T.Helper()
	d.end(id, trading.OrderRejected, "the exchange has rejected the order")
}

// end reports that the exchange has ended an order.
func (d *venueDesk) end(id uuid.UUID, as trading.OrderStatus, reason string) {
	d.T.Helper()
	d.inTx(func(tx *database.Tx) error {
		_, order, err := d.Service.LockOrder(d.T.Context(), tx, id)
		if err != nil {
			return err
		}
		return d.Service.EndOrder(d.T.Context(), tx, order, as, reason)
	})
}

// reach has the stop of what was bought reached again and again, and the exchange answer each exit. It returns the number
// of exits. The monitor keeps running and only rereads what is announced.
func (d *venueDesk) reach(times int, every time.Duration, answer func(exit *trading.Order)) int {
	d.T.Helper()
	before := len(d.exchange.submitted)
	for range times {
		d.See("SOLUSD", "79")
		if exit := d.last(); exit.Side == trading.Sell && exit.IsWorking() {
			answer(exit)
		}
		d.Clock.Advance(every)
	}
	return len(d.exchange.submitted) - before
}

// A book without counterparts is not tried at each tick, and a rejection long ago delays nobody.
func TestAStopThatFindsNoCounterpartIsTriedAgainAMinuteLater(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		d.bought("2", "80")
		expire := func(exit *trading.Order) {
			d.fill(exit.ID, exit.ID.String(), "0.1", "79", "0")
			d.end(exit.ID, trading.OrderExpired, "the exchange found no counterpart for the rest")
		}
		for _, when := range []string{"never rejected", "rejected seven times"} {
			// At once and after each of six and a half minutes, with the ticks of See.
			if got := d.reach(40, 9*time.Second, expire); got != 7 {
				t.Errorf("%s: the exchange got %d orders, want 7", when, got)
			}
			d.Clock.Advance(time.Minute)
			if got := d.reach(7, time.Hour, func(exit *trading.Order) { d.reject(exit.ID) }); got != 7 {
				t.Errorf("the exchange got %d orders in seven hours, want 7", got)
			}
		}
	})
}

// A stop is reached below a target that a halt has refused, while exits wait: it is executed as soon as the wait is over.
func TestAPositionWhoseTargetWasRefusedIsWatchedForItsStop(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		position := d.bought("2", "80")
		_, err := d.Service.ChangeLevels(t.Context(), d.Caller, position.ID, trading.LevelChanges{TargetPrice: tradingtest.Quantity("120")})
		tradingtest.Must(t, err)
		d.See("SOLUSD", "121")
		target := d.last()
		if target.ExitReason != trading.ExitTarget {
			t.Fatalf("the last order is for %q, want the target", target.ExitReason)
		}
		d.end(target.ID, trading.OrderExpired, "the exchange does not trade SOLUSD now")
		d.See("SOLUSD", "121", "100", "79", "50s")
		if last := d.last(); last.ID != target.ID {
			t.Fatalf("another exit was placed within a minute, for %q", last.ExitReason)
		}
		d.See("SOLUSD", "10s", "79")
		if exit := d.last(); exit.ExitReason != trading.ExitStop || !exit.IsWorking() {
			t.Errorf("the last order is for %q and %s, want the stop", exit.ExitReason, exit.Status)
		}
	})
}

// The time of a failed exit was written by a clock that was an hour fast.
func TestAFailureThatLiesAheadHoldsUpNoStop(t *testing.T) {
	t.Parallel()
	for _, as := range []trading.OrderStatus{trading.OrderExpired, trading.OrderRejected} {
		t.Run(string(as), func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newVenueDesk(t, db)
				d.Service.HandOverTo(d.exchange)
				d.bought("2", "80")
				d.See("SOLUSD", "79")
				failed := d.last()
				d.end(failed.ID, as, "the exchange does not want it")
				d.inTx(func(tx *database.Tx) error {
					_, err := tx.Exec(t.Context(), `UPDATE orders SET updated_at = $1 WHERE id = $2`, database.Micros(d.Clock.Now().Add(time.Hour)), failed.ID)
					return err
				})
				d.Clock.Advance(time.Minute)
				d.See("SOLUSD", "79")
				if exit := d.last(); exit.ID == failed.ID {
					t.Error("the stop waits until the clock shows that time again")
				}
			})
		})
	}
}

func TestAStopThatTheExchangeRejectsIsNotOrderedEveryMinute(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		d.bought("2", "80")
		// At once, and after 1, 3, 7, 15 and 31 minutes.
		if got := d.reach(60, time.Minute, func(exit *trading.Order) { d.reject(exit.ID) }); got != 6 {
			t.Errorf("the exchange got %d orders within an hour, want 6", got)
		}
	})
}

func TestAStopDoesNotWaitBecauseACloseByHandWasRejected(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		position := d.bought("2", "80")
		for range 3 { // too little for the exchange
			closed, err := d.Service.Close(t.Context(), d.Caller, position.ID, tradingtest.Quantity("0.01"))
			tradingtest.Must(t, err)
			d.reject(closed.Order.ID)
		}
		d.See("SOLUSD", "79")
		if exit := d.last(); exit.ExitReason != trading.ExitStop || !exit.IsWorking() {
			t.Errorf("the last order is for %q and %s, want the stop", exit.ExitReason, exit.Status)
		}
	})
}

func TestWhatWasBoughtWhenItsConnectionHadEndedIsNotOpen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		order := d.Place(d.order(trading.Buy, trading.MarketOrder, "2", ""))
		d.inTx(func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE trading_accounts SET status = $1 WHERE id = $2`, trading.AccountClosed, order.AccountID)
			return err
		})
		for _, fill := range []string{"a", "b"} {
			d.fill(order.ID, fill, "1", "100", "0")
			if open := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); open != 0 {
				t.Errorf("%d positions are open on a closed account, and nobody can close them", open)
			}
		}
		if closed := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'closed'`); closed == 0 {
			t.Error("what was bought was not booked")
		}
	})
}

func TestAnExchangeIsNotAskedForTooManyOrders(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		for range 100 {
			d.Place(d.order(trading.Buy, trading.LimitOrder, "1", "50"))
		}
		_, err := d.Service.PlaceOrder(t.Context(), d.Caller, d.order(trading.Buy, trading.LimitOrder, "1", "50"))
		testkit.WantFault(t, err, fault.Conflict)
		d.Place(d.order(trading.Buy, trading.MarketOrder, "1", "")) // which is filled or rejected at once
	})
}

func TestSizesAtAnExchangeStandOnWhatIsThere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		options := trading.ExecuteOptions{AccountID: d.account}
		entry := d.Signal(trading.EntryLong, "SOLUSD", "", "")
		_, err := d.Service.Execute(t.Context(), d.Caller, entry.ID, options)
		testkit.WantFault(t, err, fault.InsufficientFunds)
		d.Service.OutsideFrom(func(context.Context, database.Querier, *trading.Account) (trading.Outside, error) {
			return trading.Outside{Worth: money.FromInt(10_000), Cash: money.FromInt(300)}, nil
		})
		done, err := d.Service.Execute(t.Context(), d.Caller, entry.ID, options)
		if err != nil || done.Order == nil {
			t.Fatalf("%+v (%v), want an order", done, err)
		}
		// A twentieth of the account's equity would be 500, and 300 are free.
		if cost := done.Order.Quantity.Mul(money.FromInt(100)); cost.GreaterThan(money.FromInt(300)) || cost.LessThan(money.FromInt(290)) {
			t.Errorf("the order buys for %s", cost)
		}
	})
}
