package copying_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// invest opens an investment account of 10 000 that follows the desk's bot.
func invest(d *tradingtest.CopyDesk, level trading.RiskLevel) (identity.Caller, uuid.UUID) {
	d.T.Helper()
	user, id := tradingtest.NewCaller(identity.RoleUser), uuid.New()
	d.InTx(func(tx *database.Tx) error {
		return d.Service.OpenInvestmentAccount(d.T.Context(), tx, user.TenantID, user.UserID, id, tradingtest.Number("10000"))
	})
	setRisk(d, id, level)
	setStatus(d, id, trading.AccountActive)
	d.InTx(func(tx *database.Tx) error {
		return d.Copying.FollowAgent(d.T.Context(), tx, user.TenantID, user.UserID, id, "atlas")
	})
	return user, id
}

func setRisk(d *tradingtest.CopyDesk, account uuid.UUID, level trading.RiskLevel) {
	d.T.Helper()
	d.InTx(func(tx *database.Tx) error { return d.Service.SetAccountRisk(d.T.Context(), tx, account, level) })
}

func setStatus(d *tradingtest.CopyDesk, account uuid.UUID, status trading.AccountStatus) {
	d.T.Helper()
	d.InTx(func(tx *database.Tx) error {
		_, err := d.Service.SetAccountStatus(d.T.Context(), tx, account, status)
		return err
	})
}

// sizes are the open quantities of an account, oldest first.
func sizes(d *tradingtest.CopyDesk, account uuid.UUID) (sizes []string) {
	d.T.Helper()
	rows, err := d.DB.Query(d.T.Context(), `SELECT quantity FROM positions WHERE account_id = $1 AND status = 'open' ORDER BY id`, account)
	sizes, err = database.Collect(rows, err, func(row database.Row) (string, error) {
		size := tradingtest.Number("0")
		err := row.Scan(&size)
		return size.String(), err
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return sizes
}

func wantSizes(d *tradingtest.CopyDesk, account uuid.UUID, want ...string) {
	d.T.Helper()
	got := sizes(d, account)
	same := len(got) == len(want)
	for i := 0; same && i < len(want); i++ {
		same = got[i] == want[i]
	}
	if !same {
		d.T.Errorf("open are %v, want %v", got, want)
	}
}

// The desk's bot risks one percent.
func TestCopiesRiskWhatTheProfileSays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := trading.DefaultSettings()
		terms.FeeBP, terms.SlippageBP = tradingtest.Number("0"), tradingtest.Number("0")
		d := tradingtest.NewCopyDesk(t, db, terms)
		_, careful := invest(d, trading.RiskLow)
		_, same := invest(d, trading.RiskMedium)
		_, daring := invest(d, trading.RiskHigh)
		d.Publish(trading.EntryLong, "BTCUSD", "0.0000008") // 0.008 for 10 000, four percent of it
		d.Copy()
		wantSizes(d, careful, "0.004")
		wantSizes(d, same, "0.008")
		wantSizes(d, daring, "0.016")
		// A change at any time takes effect on the next copy, within a tenth of the account's equity.
		setRisk(d, careful, trading.RiskHigh)
		setRisk(d, daring, trading.RiskLow)
		d.Publish(trading.EntryLong, "BTCUSD", "0.0000018")
		d.Copy()
		wantSizes(d, careful, "0.004", "0.02")
		wantSizes(d, daring, "0.016", "0.009")
		d.WantBalanced()
	})
}

func TestAnAccountThatFollowsWithAllItHasStandsOnItsEquity(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		_, account := invest(d, "")
		d.Publish(trading.EntryLong, "ETHUSD", "0.0004") // 4 for 10 000
		d.Copy()
		d.Prices.Price("ETHUSD", "1500") // it has lost 2 000 of 10 000
		d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.Copy()
		wantSizes(d, account, "4", "0.008")
	})
}

func TestASuspendedAccountEntersNothingAndItsExitsRun(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, account := invest(d, "")
		d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.Publish(trading.EntryLong, "ETHUSD", "0.00001")
		d.Copy()
		setStatus(d, account, trading.AccountSuspended)
		d.Publish(trading.EntryLong, "BTCUSD", "0.000002")
		d.Publish(trading.ExitLong, "ETHUSD", "")
		d.Copy()
		wantSizes(d, account, "0.01")
		setStatus(d, account, trading.AccountActive)
		d.InTx(func(tx *database.Tx) error { // like activation does
			return d.Copying.FollowAgent(t.Context(), tx, user.TenantID, user.UserID, account, "atlas")
		})
		d.Publish(trading.EntryLong, "ETHUSD", "0.00002")
		d.Copy()
		wantSizes(d, account, "0.01", "0.2")
		d.Publish(trading.ExitLong, "BTCUSD", "")
		d.Copy()
		wantSizes(d, account, "0.2")
		if n := d.Count(`SELECT COUNT(*) FROM bot_subscriptions WHERE account_id = $1`, account); n != 1 {
			t.Errorf("%d subscriptions, want the same one", n)
		}
		d.WantBalanced()
	})
}

func TestWhoIsLockedOutEntersNothingAndTheirExitsRun(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, account := invest(d, "")
		d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.Publish(trading.EntryLong, "ETHUSD", "0.00001")
		d.Copy()
		lockOut := func(since time.Time) {
			d.InTx(func(tx *database.Tx) error { return d.Service.SetOwnerLocked(t.Context(), tx, user.UserID, since) })
		}
		lockOut(d.Clock.Now())
		d.Publish(trading.EntryLong, "BTCUSD", "0.000002")
		d.Publish(trading.ExitLong, "ETHUSD", "")
		d.Copy()
		wantSizes(d, account, "0.01")
		lockOut(time.Time{})
		d.Publish(trading.EntryLong, "ETHUSD", "0.00002")
		d.Copy()
		wantSizes(d, account, "0.01", "0.2")
		d.WantBalanced()
	})
}

func TestWhoeverFollowsAgainTakesUpWhatWasLeftOpen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, first := d.Follow(copying.Auto, "10000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.Copy()
		if _, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{}); err != nil {
			t.Fatal(err)
		}
		second := d.FollowAs(user, copying.Auto, "20000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.Copy()
		wantSizes(d, first.AccountID, "0.01", "0.02")
		d.Prices.Price("BTCUSD", "50100")
		d.Publish(trading.ExitLong, "BTCUSD", "")
		d.Copy()
		wantSizes(d, first.AccountID)
		for id, want := range map[uuid.UUID]int{first.ID: 1, second.ID: 2} { // each has the results of its own positions
			if n := d.Count(`SELECT realized_pnl / 100000000 FROM bot_subscriptions WHERE id = $1`, id); n != want {
				t.Errorf("the subscription brought %d, want %d", n, want)
			}
		}
		d.WantBalanced()
	})
}

func TestWhoseAccountIsClosedIsToldOfTheBotsThatItLeaves(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, account := invest(d, trading.RiskMedium)
		other := d.NewBot("Other", "active")
		capital := tradingtest.Number("1000")
		_, err := d.Copying.Subscribe(t.Context(), user, other, copying.SubscribeOptions{AccountID: account, AllocatedCapital: &capital})
		if err != nil {
			t.Fatal(err)
		}
		d.InTx(func(tx *database.Tx) error {
			if _, err := trading.LockAccount(t.Context(), tx, account); err != nil {
				return err
			}
			return d.Copying.LeaveAgents(t.Context(), tx, account)
		})
		if n := d.Events.Count("trading.bot.unsubscribed"); n != 1 {
			t.Errorf("%d events that somebody has left a bot, want one: that an account leaves its agent is its own affair", n)
		}
		if n := d.Count(`SELECT SUM(followers) FROM bot_followers`); n != 0 {
			t.Errorf("the bots have %d followers, want none", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM bot_subscriptions WHERE status = 'active'`); n != 0 {
			t.Errorf("%d subscriptions are active, want none", n)
		}
	})
}
