package copying_test

import (
	"fmt"
	"testing"

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

func TestASizeThatWeChooseIsAtMostATenthOfTheEquity(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, trading.DefaultSettings())
		d.Analyst = tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin)
		// The stop is so close that one percent of risk would be five times the account.
		done, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "BTCUSD", "49900", "").ID, trading.ExecuteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "the quantity", done.Quantity, "0.1999") // 10 000 at 50 025, floored to the lot step
		// A quantity named by the user is not capped.
		done, err = d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "BTCUSD", "49900", "").ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1.5")})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "the named quantity", done.Quantity, "1.5")
		d.WantBalanced()
	})
}

func TestUnderASubscriptionItsCapitalIsWhatSizesStandOn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, trading.DefaultSettings())
		byHand, _ := d.Follow(copying.Manual, "20000")
		copies, _ := d.Follow(copying.Auto, "20000")
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001") // half of the capital
		done, err := d.Service.Execute(t.Context(), byHand, signal.ID, trading.ExecuteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "five percent of the capital by hand", done.Quantity, "0.0199")
		d.Copy()
		open := d.Positions(copies, trading.Open)
		if len(open) != 1 {
			t.Fatalf("%d positions, want 1", len(open))
		}
		tradingtest.WantNumber(t, "the copy, at most a tenth of the capital", open[0].Quantity, "0.0399")
	})
}

func TestAllocationsOfAnAccountAddUpToItsEquityAtMost(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		bots := make([]uuid.UUID, 12)
		for i := range bots {
			bots[i] = d.NewBot(fmt.Sprintf("Bot %d", i), "active")
		}
		capital := money.FromInt(15_000)
		results := testkit.InParallel(len(bots), func(i int) error {
			_, err := d.Copying.Subscribe(t.Context(), d.Caller, bots[i], copying.SubscribeOptions{Mode: copying.Auto, AllocatedCapital: &capital})
			return err
		})
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.InsufficientFunds)
				if refusal, is := err.(*fault.Error); !is || refusal.Field != "allocatedCapital" {
					t.Errorf("%v names another field", err)
				}
			}
		}
		if n := testkit.Succeeded(results); n != 6 { // 90 000 of 100 000
			t.Errorf("%d subscriptions of 15,000 each stand on 100,000, want 6", n)
		}
		// The default is a tenth, or what is left if that is less.
		rest := d.NewBot("Rest", "active")
		made, err := d.Copying.Subscribe(t.Context(), d.Caller, rest, copying.SubscribeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "the rest", made.AllocatedCapital, "10000")
		_, err = d.Copying.Subscribe(t.Context(), d.Caller, d.NewBot("None", "active"), copying.SubscribeOptions{})
		testkit.WantFault(t, err, fault.InsufficientFunds)
		_, err = d.Copying.Subscribe(t.Context(), d.Caller, rest, copying.SubscribeOptions{})
		testkit.WantFault(t, err, fault.AlreadySubscribed)
		// What a subscription releases can be allocated again.
		if _, err := d.Copying.Unsubscribe(t.Context(), d.Caller, rest, copying.LeaveOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Copying.Subscribe(t.Context(), d.Caller, rest, copying.SubscribeOptions{}); err != nil {
			t.Error(err)
		}
	})
}
