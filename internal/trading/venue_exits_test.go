package trading_test

import (
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

// While an exchange is executing an exit, another one is refused, and its signal can be executed if the first comes to
// nothing.
func TestAnExitThatAnExchangeCarriesOutAlreadyIsAConflict(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		options := trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("2")}
		if _, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "SOLUSD", "", "").ID, options); err != nil {
			t.Fatal(err)
		}
		d.fill(d.last().ID, "a", "2", "100", "0.2")
		first, second := d.Signal(trading.ExitLong, "SOLUSD", "", ""), d.Signal(trading.ExitLong, "SOLUSD", "", "")
		if _, err := d.Service.Execute(t.Context(), d.Caller, first.ID, trading.ExecuteOptions{AccountID: d.account}); err != nil {
			t.Fatal(err)
		}
		sale := d.last()
		preview, err := d.Service.PreviewSignal(t.Context(), d.Caller, second.ID, trading.ExecuteOptions{AccountID: d.account})
		if err != nil || preview.Code != fault.Conflict {
			t.Errorf("the preview tells %q (%v), want a conflict", preview.Code, err)
		}
		_, err = d.Service.Execute(t.Context(), d.Caller, second.ID, trading.ExecuteOptions{AccountID: d.account})
		testkit.WantFault(t, err, fault.Conflict)
		if n := d.Count(`SELECT COUNT(*) FROM signal_executions WHERE signal_id = $1`, second.ID); n != 0 {
			t.Errorf("the signal that did nothing is executed (%d)", n)
		}
		d.inTx(func(tx *database.Tx) error {
			_, order, err := d.Service.LockOrder(t.Context(), tx, sale.ID)
			if err != nil {
				return err
			}
			return d.Service.EndOrder(t.Context(), tx, order, trading.OrderCancelled, "")
		})
		done, err := d.Service.Execute(t.Context(), d.Caller, second.ID, trading.ExecuteOptions{AccountID: d.account})
		if err != nil || done.Order == nil || d.last().ID != done.Order.ID {
			t.Errorf("the exit came to %+v (%v), want a sale", done.Order, err)
		}
	})
}

// Two positions, of which the older is being sold: an exit closes the rest, and returns its quantity.
func TestAnExitClosesWhatNoOrderSellsYet(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wanted  *money.Decimal
		closing string // of the second position
	}{"all of it": {nil, "2"}, "a part": {tradingtest.Quantity("1"), "1"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newVenueDesk(t, db)
				d.Service.HandOverTo(d.exchange)
				var opened []*trading.Position
				for _, quantity := range []string{"1", "2"} {
					entered, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "SOLUSD", "", "").ID,
						trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity(quantity)})
					tradingtest.Must(t, err)
					d.Clock.Advance(time.Millisecond)
					d.fill(entered.Order.ID, "a", quantity, "100", "0")
					opened = append(opened, d.Position(d.Order(entered.Order.ID).PositionID))
				}
				_, err := d.Service.Close(t.Context(), d.Caller, opened[0].ID, nil)
				tradingtest.Must(t, err)
				exit, options := d.Signal(trading.ExitLong, "SOLUSD", "", ""), trading.ExecuteOptions{AccountID: d.account, Quantity: c.wanted}
				preview, err := d.Service.PreviewSignal(t.Context(), d.Caller, exit.ID, options)
				if err != nil || !preview.Allowed() || !slices.Equal(preview.Positions, []uuid.UUID{opened[1].ID}) {
					t.Errorf("the preview is %+v (%v), want the second position", preview, err)
				}
				tradingtest.WantNumber(t, "what the preview tells", preview.Quantity, c.closing)
				_, err = d.Service.Execute(t.Context(), d.Caller, exit.ID, trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("3")})
				testkit.WantFault(t, err, fault.ValidationError, "quantity")
				done, err := d.Service.Execute(t.Context(), d.Caller, exit.ID, options)
				tradingtest.Must(t, err)
				tradingtest.WantNumber(t, "what it tells", done.Quantity, c.closing)
				if sale := d.last(); sale.Closes != opened[1].ID || sale.Quantity != done.Quantity || done.Order.ID != sale.ID {
					t.Errorf("the exchange is to sell %s of %s", sale.Quantity, sale.Closes)
				}
			})
		})
	}
}

// Half of a position is being sold: an exit closes the requested part of the other half, and no more.
func TestAnExitClosesWhatNoOrderSellsOfAPosition(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wanted  *money.Decimal
		closing string
	}{"all of it": {nil, "0.5"}, "what is free": {tradingtest.Quantity("0.5"), "0.5"}, "a part": {tradingtest.Quantity("0.3"), "0.3"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newVenueDesk(t, db)
				d.Service.HandOverTo(d.exchange)
				execute := func(signal trading.SignalType, quantity *money.Decimal) trading.Execution {
					t.Helper()
					done, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(signal, "SOLUSD", "", "").ID,
						trading.ExecuteOptions{AccountID: d.account, Quantity: quantity})
					tradingtest.Must(t, err)
					d.Clock.Advance(time.Millisecond)
					return done
				}
				entered := execute(trading.EntryLong, tradingtest.Quantity("1"))
				d.fill(entered.Order.ID, "a", "1", "100", "0")
				half := execute(trading.ExitLong, tradingtest.Quantity("0.5"))
				exit, options := d.Signal(trading.ExitLong, "SOLUSD", "", ""), trading.ExecuteOptions{AccountID: d.account, Quantity: c.wanted}
				preview, err := d.Service.PreviewSignal(t.Context(), d.Caller, exit.ID, options)
				if err != nil || !preview.Allowed() {
					t.Errorf("the preview is %+v (%v)", preview, err)
				}
				tradingtest.WantNumber(t, "what the preview tells", preview.Quantity, c.closing)
				_, err = d.Service.Execute(t.Context(), d.Caller, exit.ID, trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("0.8")})
				testkit.WantFault(t, err, fault.ValidationError, "quantity")
				done, err := d.Service.Execute(t.Context(), d.Caller, exit.ID, options)
				tradingtest.Must(t, err)
				tradingtest.WantNumber(t, "what it tells", done.Quantity, c.closing)
				if sale := d.last(); sale.ID == half.Order.ID || sale.Quantity != done.Quantity || done.Order.ID != sale.ID {
					t.Errorf("the exchange is to sell %s, want %s", sale.Quantity, done.Quantity)
				}
				if c.closing != "0.5" {
					return
				}
				_, err = d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.ExitLong, "SOLUSD", "", "").ID, trading.ExecuteOptions{AccountID: d.account})
				testkit.WantFault(t, err, fault.Conflict)
			})
		})
	}
}

// An exchange takes its fee from what was bought, and the rest is not a multiple of the lot.
func TestAnExitOfAllThatIsOpenNeedsNoWholeLot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		exit := func(quantity string) (trading.Execution, error) {
			return d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.ExitLong, "SOLUSD", "", "").ID,
				trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity(quantity)})
		}
		entered, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "SOLUSD", "", "").ID,
			trading.ExecuteOptions{AccountID: d.account, Quantity: tradingtest.Quantity("2")})
		if err != nil {
			t.Fatal(err)
		}
		d.fill(entered.Order.ID, "a", "1.99853", "100", "0.2")
		_, err = exit("1.00001")
		testkit.WantFault(t, err, fault.ValidationError, "quantity")
		done, err := exit("1.99853")
		if err != nil || done.Order == nil || done.Order.Quantity != money.MustParse("1.99853") {
			t.Errorf("%+v (%v), want an order for all", done, err)
		}
	})
}
