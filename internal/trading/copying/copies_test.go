package copying_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

func TestASkippedCopyTellsWhy(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, subscription := d.Follow(copying.Auto, "10000")
		entered := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		tiny := d.Publish(trading.EntryLong, "BTCUSD", "0")
		moved := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Prices.Price("ETHUSD", "2100")
		nothing := d.Publish(trading.ExitShort, "BTCUSD", "")
		left := d.Publish(trading.ExitLong, "BTCUSD", "")
		d.Copy()
		position := d.Positions(user, "")[0]
		want := []struct {
			signal   *trading.Signal
			outcome  copying.CopyOutcome
			code     fault.Code
			words    string
			position uuid.UUID
		}{
			{left, copying.CopyClosed, "", "", uuid.Nil}, {nothing, copying.CopySkipped, fault.NoMatchingPosition, "nothing open", uuid.Nil},
			{moved, copying.CopySkipped, fault.PriceMoved, "from 2000 to 2100", uuid.Nil},
			{tiny, copying.CopySkipped, fault.QuantityTooSmall, "smallest lot of BTCUSD", uuid.Nil},
			{entered, copying.CopyExecuted, "", "", position.ID},
		}
		var got []copying.Copy
		for cursor := (database.Cursor{Limit: 2}); ; {
			page, err := d.Copying.Copies(t.Context(), user, subscription.ID, cursor)
			tradingtest.Must(t, err)
			if got = append(got, page...); len(page) < cursor.Limit {
				break
			}
			cursor.Before = page[len(page)-1].SignalID
		}
		if len(got) != len(want) {
			t.Fatalf("%d copies, want %d: %+v", len(got), len(want), got)
		}
		for i, w := range want {
			g := got[i]
			if g.SignalID != w.signal.ID || g.Symbol != w.signal.Symbol || g.Type != w.signal.Type || g.Outcome != w.outcome || g.Code != w.code ||
				!strings.Contains(g.Message, w.words) || g.PositionID != w.position || g.CreatedAt.IsZero() {
				t.Errorf("copy %d is %+v, want %+v", i, g, w)
			}
		}
		// A skipped one may still be executed by hand, and then no longer has a reason.
		_, err := d.Service.Execute(t.Context(), user, tiny.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.01")})
		tradingtest.Must(t, err)
		again, err := d.Copying.Copies(t.Context(), user, subscription.ID, database.Cursor{Limit: 10})
		if err != nil || again[3].Outcome != copying.CopyExecuted || again[3].Code != "" || again[3].Message != "" || again[3].PositionID == uuid.Nil {
			t.Errorf("executed by hand it is %+v (%v)", again[3], err)
		}
		// Copies skipped by an older version only have a code.
		d.Exec(`UPDATE signal_executions SET detail = ''`)
		old, err := d.Copying.Copies(t.Context(), user, subscription.ID, database.Cursor{Limit: 10})
		if err != nil || old[2].Code != fault.PriceMoved || old[2].Message != "price moved" {
			t.Errorf("an old one is %+v (%v)", old[2], err)
		}
	})
}

// follow subscribes an account of a user to the desk's bot.
func follow(d *tradingtest.CopyDesk, user identity.Caller, account uuid.UUID, capital string) (*copying.Subscription, error) {
	d.Clock.Advance(time.Millisecond)
	amount := tradingtest.Number(capital)
	return d.Copying.Subscribe(d.T.Context(), user, d.Bot, copying.SubscribeOptions{Mode: copying.Auto, AllocatedCapital: &amount, AccountID: account})
}

func TestABotIsCopiedOntoAnInvestmentAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, onPaper := d.Follow(copying.Auto, "10000")
		account := d.OpenInvestmentAccount(user, "5000")
		invested, err := follow(d, user, account, "5000")
		tradingtest.Must(t, err)
		if invested.AccountID != account {
			t.Errorf("the subscription is on %s", invested.AccountID)
		}
		_, err = follow(d, user, account, "1")
		testkit.WantFault(t, err, fault.AlreadySubscribed)
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.Copy()
		wantSizes(d, onPaper.AccountID, "0.1") // each on its own
		wantSizes(d, account, "0.05")
		for _, subscription := range []*copying.Subscription{onPaper, invested} {
			copies, err := d.Copying.Copies(t.Context(), user, subscription.ID, database.Cursor{Limit: 10})
			if err != nil || len(copies) != 1 || copies[0].SignalID != signal.ID || copies[0].Outcome != copying.CopyExecuted {
				t.Errorf("the copies are %+v (%v)", copies, err)
			}
		}
		listed, err := d.Copying.Subscriptions(t.Context(), user)
		if err != nil || len(listed) != 2 || listed[0].ID != invested.ID || listed[0].OpenPositions != 1 {
			t.Errorf("the subscriptions are %+v (%v)", listed, err)
		}
		// By hand it also counts once.
		byHand := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		_, err = d.Service.Execute(t.Context(), user, byHand.ID, trading.ExecuteOptions{AccountID: account, Quantity: tradingtest.Quantity("0.1")})
		tradingtest.Must(t, err)
		d.Copy()
		if copies, err := d.Copying.Copies(t.Context(), user, invested.ID, database.Cursor{Limit: 10}); err != nil || len(copies) != 2 {
			t.Errorf("the copies are %+v (%v)", copies, err)
		}
		// The paper account's is left first; the other one if its account is named, or it is the last.
		for _, want := range []uuid.UUID{onPaper.ID, invested.ID} {
			left, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{ClosePositions: true})
			if err != nil || left.ID != want {
				t.Errorf("%v was left (%v), want %s", left, err, want)
			}
		}
		again, err := follow(d, user, account, "100")
		tradingtest.Must(t, err)
		_, err = d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{AccountID: onPaper.AccountID})
		testkit.WantFault(t, err, fault.NotFound)
		left, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{AccountID: account})
		if err != nil || left.ID != again.ID {
			t.Errorf("%v was left (%v)", left, err)
		}
		d.WantBalanced()
	})
}

func TestOnlyAnActiveAccountOfOnesOwnFollowsABot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, ofAgent := invest(d, "") // follows this very bot with all its money
		_, err := follow(d, user, ofAgent, "100")
		testkit.WantFault(t, err, fault.AlreadySubscribed)
		account := d.OpenInvestmentAccount(user, "5000")
		_, err = follow(d, tradingtest.NewCaller(identity.RoleUser), account, "100")
		testkit.WantFault(t, err, fault.NotFound)
		_, err = follow(d, user, uuid.New(), "100")
		testkit.WantFault(t, err, fault.NotFound)
		_, err = follow(d, user, account, "5001")
		testkit.WantFault(t, err, fault.InsufficientFunds, "allocatedCapital")
		setStatus(d, account, trading.AccountSuspended)
		_, err = follow(d, user, account, "100")
		testkit.WantFault(t, err, fault.AccountNotActive)
		setStatus(d, account, trading.AccountClosed)
		_, err = follow(d, user, account, "100")
		testkit.WantFault(t, err, fault.AccountNotActive)
		if listed, err := d.Copying.Subscriptions(t.Context(), user); err != nil || len(listed) != 0 {
			t.Errorf("the subscriptions are %+v (%v), want none: the agent's is the account's own affair", listed, err)
		}
	})
}
