package copying_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// end reports that the exchange has ended an order, of which it has filled a quantity at 50 000.
func (d *connectedDesk) end(order *trading.Order, filled string, as trading.OrderStatus, reason string) {
	d.T.Helper()
	d.InTx(func(tx *database.Tx) error {
		account, read, err := d.Service.LockOrder(d.T.Context(), tx, order.ID)
		if err != nil {
			return err
		}
		if quantity := tradingtest.Number(filled); quantity.IsPositive() {
			fill := trading.VenueFill{ID: "part", Quantity: quantity, Price: money.FromInt(50_000), At: d.Clock.Now()}
			if err := d.Service.RecordFill(d.T.Context(), tx, account, read, fill); err != nil {
				return err
			}
		}
		if err := d.Service.EndOrder(d.T.Context(), tx, read, as, reason); err != nil {
			return err
		}
		_, err = d.Service.CarryOn(d.T.Context(), tx, account, read)
		return err
	})
}

// The exchange sells 0.003 of 0.01 and finds no counterpart for the rest. If nothing else decides on it again, it is sold
// for the same reason.
func TestWhatABotHasLeftIsSoldThoughItsMarketWasThin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		leave func(d *connectedDesk) error
		want  trading.ExitReason // of the second sale; empty is none
	}{
		"a signal": {func(d *connectedDesk) error {
			d.Publish(trading.ExitLong, "BTCUSD", "0")
			d.Copy()
			return nil
		}, trading.ExitSignal},
		"a copy-stop": {func(d *connectedDesk) error {
			d.Exec(`UPDATE bot_subscriptions SET realized_pnl = -100000000000`)
			return d.Copying.StopSubscription(d.T.Context(), d.Subscription(d.user).ID)
		}, trading.ExitCopyStop},
		"who leaves and closes": {func(d *connectedDesk) error {
			_, err := d.Copying.Unsubscribe(d.T.Context(), d.user, d.Bot, copying.LeaveOptions{AccountID: d.account, ClosePositions: true})
			return err
		}, trading.ExitManual},
		"who closes by hand": {func(d *connectedDesk) error {
			_, err := d.Service.Close(d.T.Context(), d.user, d.Positions(d.user, trading.Open)[0].ID, nil)
			return err
		}, ""},
		"who has left before and closes by hand": {func(d *connectedDesk) error {
			position := d.Positions(d.user, trading.Open)[0]
			if _, err := d.Copying.Unsubscribe(d.T.Context(), d.user, d.Bot, copying.LeaveOptions{AccountID: d.account}); err != nil {
				return err
			}
			d.Clock.Advance(time.Second)
			_, err := d.Service.Close(d.T.Context(), d.user, position.ID, nil)
			return err
		}, trading.ExitManual},
		"who executes a part by hand": {func(d *connectedDesk) error {
			exit := d.Publish(trading.ExitLong, "BTCUSD", "0")
			_, err := d.Service.Execute(d.T.Context(), d.user, exit.ID, trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("0.005")})
			return err
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newConnectedDesk(t, db)
				d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
				d.Copy()
				d.fill(d.exchange.submitted[0], "50000")
				tradingtest.Must(t, c.leave(d))
				d.end(d.exchange.submitted[1], "0.003", trading.OrderExpired, "the exchange found no counterpart for the rest")
				sold := d.exchange.submitted[2:]
				if c.want == "" {
					if len(sold) != 0 {
						t.Errorf("%d orders sell what its owner decides on", len(sold))
					}
					return
				}
				if len(sold) != 1 || sold[0].ExitReason != c.want || sold[0].Quantity != money.MustParse("0.007") {
					t.Fatalf("the exchange got %d more sales, want one of 0.007 for %s", len(sold), c.want)
				}
				d.fill(sold[0], "50000")
				if open := d.Positions(d.user, trading.Open); len(open) != 0 {
					t.Errorf("%d positions are open", len(open))
				}
				d.WantBalanced()
			})
		})
	}
}

// The order that is already closing the position when an exit comes for good sells 0.003 of 0.01 and finds no counterpart
// for the rest either.
func TestWhatABotHasLeftIsSoldThoughAnotherExitWasUnderWay(t *testing.T) {
	t.Parallel()
	stop := func(d *connectedDesk, position *trading.Position) error {
		return d.sell(position, position.Quantity, trading.ExitStop)
	}
	byHand := func(d *connectedDesk, position *trading.Position) error {
		_, err := d.Service.Close(d.T.Context(), d.user, position.ID, nil)
		return err
	}
	signal := func(d *connectedDesk) error {
		d.Publish(trading.ExitLong, "BTCUSD", "0")
		d.Copy()
		return nil
	}
	copyStop := func(d *connectedDesk) error {
		d.Exec(`UPDATE bot_subscriptions SET realized_pnl = -100000000000`)
		return d.Copying.StopSubscription(d.T.Context(), d.Subscription(d.user).ID)
	}
	leave := func(d *connectedDesk) error {
		_, err := d.Copying.Unsubscribe(d.T.Context(), d.user, d.Bot, copying.LeaveOptions{AccountID: d.account, ClosePositions: true})
		return err
	}
	for name, c := range map[string]struct {
		begin func(d *connectedDesk, position *trading.Position) error
		leave func(d *connectedDesk) error
		want  trading.ExitReason
	}{
		"a stop before a signal":         {stop, signal, trading.ExitSignal},
		"a stop before a copy-stop":      {stop, copyStop, trading.ExitCopyStop},
		"a stop before who leaves":       {stop, leave, trading.ExitManual},
		"by hand before a signal":        {byHand, signal, trading.ExitSignal},
		"by hand before a copy-stop":     {byHand, copyStop, trading.ExitCopyStop},
		"by hand before who leaves":      {byHand, leave, trading.ExitManual},
		"a signal before who leaves too": {func(d *connectedDesk, _ *trading.Position) error { return signal(d) }, leave, trading.ExitSignal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newConnectedDesk(t, db)
				d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
				d.Copy()
				d.fill(d.exchange.submitted[0], "50000")
				tradingtest.Must(t, c.begin(d, d.Positions(d.user, trading.Open)[0]))
				tradingtest.Must(t, c.leave(d))
				if n := len(d.exchange.submitted); n != 2 {
					t.Fatalf("the exchange got %d orders, want the purchase and one sale", n)
				}
				d.end(d.exchange.submitted[1], "0.003", trading.OrderExpired, "the exchange found no counterpart for the rest")
				sold := d.exchange.submitted[2:]
				if len(sold) != 1 || sold[0].ExitReason != c.want || sold[0].Quantity != money.MustParse("0.007") {
					t.Fatalf("the exchange got %d more sales, want one of 0.007 for %s", len(sold), c.want)
				}
			})
		})
	}
}

// Neither of two orders that sell one half each closes the position for good: a copy-stop does not rely on them.
func TestWhatComesOnceReliesOnOneOrderOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.fill(d.exchange.submitted[0], "50000")
		position := d.Positions(d.user, trading.Open)[0]
		for _, half := range []string{"0.004", "0.006"} {
			tradingtest.Must(t, d.sell(position, money.MustParse(half), trading.ExitSignal))
		}
		d.Exec(`UPDATE bot_subscriptions SET realized_pnl = -100000000000`)
		tradingtest.Must(t, d.Copying.StopSubscription(t.Context(), d.Subscription(d.user).ID))
		if exit := d.exchange.submitted[len(d.exchange.submitted)-1]; exit.ExitReason != trading.ExitCopyStop || exit.Quantity != position.Quantity {
			t.Errorf("the last order sells %s for %s, want all of it", exit.Quantity, exit.ExitReason)
		}
	})
}

// sell has the exchange sell a quantity of a position, in a book of its own.
func (d *connectedDesk) sell(position *trading.Position, quantity money.Decimal, reason trading.ExitReason) error {
	return d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		account, err := trading.LockAccount(d.T.Context(), tx, d.account)
		if err != nil {
			return err
		}
		book := d.Service.NewBook(d.Clock.Now())
		if _, err := book.Close(account, position, position.EntryPrice, quantity, reason); err != nil {
			return err
		}
		return d.Service.Write(d.T.Context(), tx, book)
	})
}

// An order for which the exchange bought nothing does not count as an execution, whoever wanted it, and may be executed by
// hand.
func TestASignalThatTheExchangeHasBoughtNothingForIsSkipped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		entry := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.WantCounts(d.user, 1, 0)
		d.end(d.exchange.submitted[0], "", trading.OrderRejected, "INSUFFICIENT_FUNDS: the balance is too small")
		d.WantOutcome(entry, d.owner(), string(fault.InsufficientFunds))
		d.WantCounts(d.user, 0, 1)
		copies, err := d.Copying.Copies(t.Context(), d.user, d.Subscription(d.user).ID, database.Cursor{Limit: 10})
		if err != nil || len(copies) != 1 || copies[0].Outcome != copying.CopySkipped || copies[0].Code != fault.InsufficientFunds || copies[0].Message != "the balance is too small" {
			t.Errorf("the copies are %+v (%v)", copies, err)
		}
		d.Copy() // it was already copied to the subscription
		options := trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("0.02")}
		for i, refusal := range []struct{ reason, code string }{
			{"PRICE_MOVED: the exchange could not be reached in time", string(fault.PriceMoved)},
			{"cancelled at the exchange", string(fault.SignalNotActionable)},
			{"the connection is gone: only the exchange knows what became of the order", string(fault.SignalNotActionable)},
		} {
			done, err := d.Service.Execute(t.Context(), d.user, entry.ID, options)
			tradingtest.Must(t, err)
			if n := len(d.exchange.submitted); n != i+2 {
				t.Fatalf("the exchange has %d orders, want %d", n, i+2)
			}
			d.end(done.Order, "", trading.OrderRejected, refusal.reason)
			d.WantOutcome(entry, d.owner(), refusal.code)
			d.WantOutcome(entry, d.user, refusal.code)
		}
		done, err := d.Service.Execute(t.Context(), d.user, entry.ID, options)
		tradingtest.Must(t, err)
		d.end(done.Order, "0.01", trading.OrderExpired, "the exchange found no counterpart for the rest")
		d.WantOutcome(entry, d.owner(), "executed")
		d.WantCounts(d.user, 1, 0)
		_, err = d.Service.Execute(t.Context(), d.user, entry.ID, options)
		testkit.WantFault(t, err, fault.SignalAlreadyExecuted)
	})
}
