package copying_test

import (
	"encoding/json"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// told is a subscription's figures according to an event.
type told struct {
	Status          copying.SubscriptionStatus
	RealizedPnL     money.Decimal `json:"realizedPnl"`
	UnrealizedPnL   money.Decimal `json:"unrealizedPnl"`
	OpenFees        money.Decimal
	TotalPnL        money.Decimal `json:"totalPnl"`
	OpenPositions   int
	SignalsReceived int
	SignalsExecuted int
	SignalsSkipped  int
}

// wantTold fails the test unless the last event has a type and the same figures as the user's listed subscription.
func wantTold(d *tradingtest.CopyDesk, user identity.Caller, eventType string) told {
	d.T.Helper()
	var got told
	events := d.Events.All()
	last := events[len(events)-1]
	text, err := json.Marshal(last.Data)
	tradingtest.Must(d.T, err)
	tradingtest.Must(d.T, json.Unmarshal(text, &got))
	s := d.Subscription(user)
	want := told{
		s.State(), s.RealizedPnL, s.UnrealizedPnL, s.OpenFees, s.TotalPnL(), s.OpenPositions, s.SignalsReceived, s.SignalsExecuted, s.SignalsSkipped,
	}
	if last.Type != eventType || got != want {
		d.T.Errorf("%s tells %+v, want %s with %+v", last.Type, got, eventType, want)
	}
	return got
}

// newHalfStaleDesk has a user who copies with 10 000 and thereby holds bitcoins and ether, of which ether currently has no
// price, and who has one skipped signal.
func newHalfStaleDesk(t *testing.T, db *database.DB) (*tradingtest.CopyDesk, identity.Caller, *copying.Subscription) {
	t.Helper()
	d := tradingtest.NewCopyDesk(t, db, tradingtest.CostlyTerms())
	user, subscription := d.Follow(copying.Auto, "10000")
	d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
	d.Publish(trading.ExitShort, "BTCUSD", "0") // there is none
	d.Copy()
	d.Prices.Price("ETHUSD", "10")
	d.Clock.Advance(31 * time.Second)
	d.Prices.Price("BTCUSD", "30000")
	return d, user, subscription
}

func TestWhatIsToldOfAStoppedSubscriptionIsWhatItHasComeTo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfStaleDesk(t, db)
		tradingtest.Must(t, d.Copying.StopSubscription(t.Context(), subscription.ID))
		got := wantTold(d, user, "trading.subscription.stopped")
		if got.Status != copying.SubscriptionStopped || got.OpenPositions != 1 || !got.UnrealizedPnL.IsNegative() || !got.OpenFees.IsPositive() ||
			got.SignalsReceived != 3 || got.SignalsExecuted != 2 || got.SignalsSkipped != 1 {
			t.Errorf("it tells %+v, want the position that waits for its price, and all signals", got)
		}
		if want := got.RealizedPnL.Add(got.UnrealizedPnL).Sub(got.OpenFees); got.TotalPnL != want {
			t.Errorf("the profit is %s, want %s", got.TotalPnL, want)
		}
	})
}

func TestWhatIsToldOfASubscriptionThatEndsWithItsAccountIsWhatItHasComeTo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfStaleDesk(t, db)
		d.InTx(func(tx *database.Tx) error {
			if _, err := trading.LockAccount(t.Context(), tx, subscription.AccountID); err != nil {
				return err
			}
			return d.Copying.LeaveBots(t.Context(), tx, subscription.AccountID)
		})
		if got := wantTold(d, user, "trading.bot.unsubscribed"); got.Status != copying.SubscriptionEnded || got.OpenPositions != 2 || !got.OpenFees.IsPositive() {
			t.Errorf("it tells %+v, want what is open", got)
		}
	})
}

// A follower can execute by hand what the bot published before.
func TestASubscriptionHasReceivedWhatItHasExecuted(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		earlier, unused := d.Publish(trading.EntryLong, "BTCUSD", "0.00001"), d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		user, _ := d.Follow(copying.Manual, "10000")
		later := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		for _, signal := range []*trading.Signal{earlier, later} {
			_, err := d.Service.Execute(t.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.01")})
			tradingtest.Must(t, err)
		}
		if s := d.Subscription(user); s.SignalsReceived != 2 || s.SignalsExecuted != 2 {
			t.Errorf("%d signals were received and %d executed, want both, and not %s", s.SignalsReceived, s.SignalsExecuted, unused.ID)
		}
	})
}
