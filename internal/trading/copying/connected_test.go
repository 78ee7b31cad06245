package copying_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// exchange accepts orders for bitcoins, which the test fills. It cancels them at once, or not yet.
type exchange struct {
	trading   *trading.Service
	isSlow    bool
	refuses   bool // the owner no longer allows the account to trade
	submitted []*trading.Order
	asked     int
}

func (e *exchange) Takes(symbol string) error {
	if symbol != "BTCUSD" {
		return fault.Invalid("symbol", "%s is not traded at the exchange", symbol)
	}
	return nil
}

func (e *exchange) Submit(_ context.Context, _ *database.Tx, _ *trading.Account, order *trading.Order) error {
	if err := e.Takes(order.Symbol); err != nil {
		return err
	}
	if e.refuses {
		return fault.New(fault.AccountNotActive, "the account may not trade")
	}
	e.submitted = append(e.submitted, order)
	return nil
}

func (e *exchange) Cancel(ctx context.Context, tx *database.Tx, order *trading.Order) error {
	e.asked++
	if e.isSlow {
		return nil
	}
	return e.trading.EndOrder(ctx, tx, order, trading.OrderCancelled, "")
}

// connectedDesk is a desk with a user whose account at an exchange, worth 10 000, follows the bot with 1 000.
type connectedDesk struct {
	*tradingtest.CopyDesk
	exchange *exchange
	user     identity.Caller
	account  uuid.UUID
}

func newConnectedDesk(t *testing.T, db *database.DB) *connectedDesk {
	t.Helper()
	d := &connectedDesk{CopyDesk: tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms()), user: tradingtest.NewCaller(identity.RoleUser), account: uuid.New()}
	d.exchange = &exchange{trading: d.Service}
	d.Service.HandOverTo(d.exchange)
	d.Service.OutsideFrom(func(context.Context, database.Querier, *trading.Account) (trading.Outside, error) {
		return trading.Outside{Worth: money.FromInt(10_000), Cash: money.FromInt(10_000)}, nil
	})
	d.InTx(func(tx *database.Tx) error {
		return d.Service.OpenConnectedAccount(t.Context(), tx, d.user.TenantID, d.user.UserID, d.account)
	})
	capital := money.FromInt(1_000)
	_, err := d.Copying.Subscribe(t.Context(), d.user, d.Bot, copying.SubscribeOptions{Mode: copying.Auto, AllocatedCapital: &capital, AccountID: d.account})
	tradingtest.Must(t, err)
	return d
}

// owner is who executes a signal once: an account at an exchange does so for itself.
func (d *connectedDesk) owner() identity.Caller { return identity.Caller{UserID: d.account} }

// fill reports that the exchange has filled an order.
func (d *connectedDesk) fill(order *trading.Order, price string) {
	d.T.Helper()
	d.InTx(func(tx *database.Tx) error {
		account, read, err := d.Service.LockOrder(d.T.Context(), tx, order.ID)
		if err != nil {
			return err
		}
		return d.Service.RecordFill(d.T.Context(), tx, account, read, trading.VenueFill{
			ID: "f", Quantity: order.Quantity, Price: money.MustParse(price), At: d.Clock.Now(),
		})
	})
}

func TestAnExitWaitsForWhatItsExchangeIsStillBuying(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		d.exchange.isSlow = true
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		exit := d.Publish(trading.ExitLong, "BTCUSD", "0")
		d.Copy()
		d.WantOutcome(exit, d.owner(), "")
		if len(d.exchange.submitted) != 1 || d.exchange.asked == 0 {
			t.Fatalf("the exchange has %d orders and was asked %d times to give one back", len(d.exchange.submitted), d.exchange.asked)
		}
		if waiting, err := d.Copying.ToCopy(t.Context()); err != nil || waiting.Count != 1 || waiting.Oldest.IsZero() {
			t.Errorf("%d signals wait since %s (%v), want the exit that had to be left", waiting.Count, waiting.Oldest, err)
		}
		heard := make(chan string, 8)
		defer db.Subscribe(trading.EntriesTopic, func(order string) { heard <- order })()
		bought := d.exchange.submitted[0]
		d.fill(bought, "50000") // before it could be cancelled
		if order := testkit.Receive(t, "the end of the purchase", heard); order != bought.ID.String() {
			t.Errorf("told of %s", order)
		}
		d.Clock.Advance(time.Minute)
		d.Prices.Price("BTCUSD", "50000")
		d.Copy()
		d.WantOutcome(exit, d.owner(), "executed")
		if len(d.exchange.submitted) != 2 || d.exchange.submitted[1].Side != trading.Sell {
			t.Fatalf("the exchange has %d orders, want the sale too", len(d.exchange.submitted))
		}
	})
}

func TestAnExitTakesBackAPurchaseThatHasNotLeft(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		entry := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		exit := d.Publish(trading.ExitLong, "BTCUSD", "0")
		d.Copy()
		d.WantOutcome(exit, d.owner(), string(fault.NoMatchingPosition))
		d.WantOutcome(entry, d.owner(), string(fault.SignalNotActionable)) // nothing was bought
		if n := d.Count(`SELECT COUNT(*) FROM orders WHERE status = 'cancelled'`); n != 1 {
			t.Errorf("%d orders are cancelled, want the purchase", n)
		}
	})
}

func TestWhoNoLongerFollowsBuysNothingMore(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(d *connectedDesk) error{
		"who leaves": func(d *connectedDesk) error {
			_, err := d.Copying.Unsubscribe(d.T.Context(), d.user, d.Bot, copying.LeaveOptions{AccountID: d.account})
			return err
		},
		"who has lost too much": func(d *connectedDesk) error {
			d.Exec(`UPDATE bot_subscriptions SET realized_pnl = -100000000000`)
			return d.Copying.StopSubscription(d.T.Context(), d.Subscription(d.user).ID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newConnectedDesk(t, db)
				d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
				d.Copy()
				tradingtest.Must(t, leave(d))
				if n := d.Count(`SELECT COUNT(*) FROM orders WHERE status = 'cancelled'`); n != 1 {
					t.Errorf("%d orders are cancelled, want the purchase", n)
				}
			})
		})
	}
}

func TestWhatIsBoughtAfterItsOwnerHasLeftIsSold(t *testing.T) {
	t.Parallel()
	leave := func(closes bool) func(d *connectedDesk) error {
		return func(d *connectedDesk) error {
			_, err := d.Copying.Unsubscribe(d.T.Context(), d.user, d.Bot, copying.LeaveOptions{AccountID: d.account, ClosePositions: closes})
			return err
		}
	}
	for name, c := range map[string]struct {
		leave func(d *connectedDesk) error
		want  trading.ExitReason
	}{
		"who closes": {leave(true), trading.ExitManual},
		"who keeps":  {leave(false), ""},
		"who has lost too much": {func(d *connectedDesk) error {
			d.Exec(`UPDATE bot_subscriptions SET realized_pnl = -100000000000`)
			return d.Copying.StopSubscription(d.T.Context(), d.Subscription(d.user).ID)
		}, trading.ExitCopyStop},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newConnectedDesk(t, db)
				d.exchange.isSlow = true
				d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
				d.Copy()
				tradingtest.Must(t, c.leave(d))
				d.fill(d.exchange.submitted[0], "50000") // before it could be cancelled
				d.Risk.NewMonitor().Step(t.Context())
				sold := d.exchange.submitted[1:]
				switch {
				case c.want == "" && len(sold) != 0:
					t.Errorf("%d orders sell what was to be kept", len(sold))
				case c.want != "" && (len(sold) != 1 || sold[0].Side != trading.Sell || sold[0].ExitReason != c.want || sold[0].Quantity != d.exchange.submitted[0].Quantity):
					t.Errorf("the exchange got %d sales, want one for %s", len(sold), c.want)
				}
			})
		})
	}
}

func TestWhatAnAccountThatMayNoLongerTradeWasToSellIsKept(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		d.exchange.isSlow = true
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		_, err := d.Copying.Unsubscribe(t.Context(), d.user, d.Bot, copying.LeaveOptions{AccountID: d.account, ClosePositions: true})
		tradingtest.Must(t, err)
		d.exchange.refuses = true
		d.fill(d.exchange.submitted[0], "50000")
		d.Risk.NewMonitor().Step(t.Context())
		if waiting, err := d.Risk.ToClose(t.Context()); err != nil || waiting.Count != 0 {
			t.Errorf("%d closings wait, for ever, %v", waiting.Count, err)
		}
		d.exchange.refuses = false
		d.Risk.NewMonitor().Step(t.Context())
		if sold := d.exchange.submitted[1:]; len(sold) != 0 {
			t.Errorf("%d orders sell what was kept, as soon as the account may trade again", len(sold))
		}
	})
}

func TestWhatAnExchangeDoesNotHaveIsSkippedForItsFollowersAlone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		other, _ := d.Follow(copying.Auto, "1000")
		entry := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.WantOutcome(entry, other, "executed")
		d.WantOutcome(entry, d.owner(), string(fault.ValidationError))
	})
}

func TestAnAccountThatIsDisconnectedLetsGoOfWhatItHasAndFollowsNobody(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newConnectedDesk(t, db)
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.fill(d.exchange.submitted[0], "50000")
		d.Prices.Price("BTCUSD", "51000")
		d.InTx(func(tx *database.Tx) error {
			status, err := d.Service.SetAccountStatus(t.Context(), tx, d.account, trading.AccountClosed)
			if err != nil || status != trading.AccountClosed {
				t.Errorf("the account is %s: %v", status, err)
			}
			return d.Copying.LeaveBots(t.Context(), tx, d.account)
		})
		if len(d.exchange.submitted) != 1 {
			t.Error("something was sold at the exchange")
		}
		closed := d.Positions(d.user, trading.Closed)
		if len(closed) != 1 {
			t.Fatalf("%d positions are closed, want 1", len(closed))
		}
		tradingtest.WantNumber(t, "the profit", closed[0].RealizedPnL, "10") // a hundredth of a bitcoin, by a thousand more
		if left := d.Subscription(d.user); left.State() != copying.SubscriptionEnded || left.RealizedPnL != closed[0].RealizedPnL {
			t.Errorf("the subscription is %s and brought %s", left.State(), left.RealizedPnL)
		}
		if n := d.Count(`SELECT SUM(followers) FROM bot_followers`); n != 0 {
			t.Errorf("the bot has %d followers, want none", n)
		}
		d.WantBalanced()
	})
}
