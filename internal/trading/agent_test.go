package trading_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

// invest opens an investment account of 10 000 that follows the desk's bot.
func (d *copyDesk) invest(level trading.RiskLevel) (identity.Caller, uuid.UUID) {
	d.t.Helper()
	user, id := newCaller(identity.RoleUser), uuid.New()
	d.inTx(func(tx *database.Tx) error {
		return d.service.OpenInvestmentAccount(d.t.Context(), tx, user.TenantID, user.UserID, id, number("10000"))
	})
	d.setRisk(id, level)
	d.setStatus(id, trading.AccountActive)
	d.inTx(func(tx *database.Tx) error {
		return d.service.FollowAgent(d.t.Context(), tx, user.TenantID, user.UserID, id, "atlas")
	})
	return user, id
}

func (d *copyDesk) inTx(work func(tx *database.Tx) error) {
	d.t.Helper()
	if err := d.db.InTx(d.t.Context(), work); err != nil {
		d.t.Fatal(err)
	}
}

func (d *copyDesk) setRisk(account uuid.UUID, level trading.RiskLevel) {
	d.t.Helper()
	d.inTx(func(tx *database.Tx) error { return d.service.SetAccountRisk(d.t.Context(), tx, account, level) })
}

func (d *copyDesk) setStatus(account uuid.UUID, status trading.AccountStatus) {
	d.t.Helper()
	d.inTx(func(tx *database.Tx) error {
		_, err := d.service.SetAccountStatus(d.t.Context(), tx, account, status)
		return err
	})
}

// sizes are what is open on an account, the oldest first.
func (d *copyDesk) sizes(account uuid.UUID) (sizes []string) {
	d.t.Helper()
	rows, err := d.db.Query(d.t.Context(), `SELECT quantity FROM positions WHERE account_id = $1 AND status = 'open' ORDER BY id`, account)
	sizes, err = database.Collect(rows, err, func(row database.Row) (string, error) {
		size := number("0")
		err := row.Scan(&size)
		return size.String(), err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return sizes
}

func (d *copyDesk) wantSizes(account uuid.UUID, want ...string) {
	d.t.Helper()
	got := d.sizes(account)
	same := len(got) == len(want)
	for i := 0; same && i < len(want); i++ {
		same = got[i] == want[i]
	}
	if !same {
		d.t.Errorf("open are %v, want %v", got, want)
	}
}

// The desk's bot risks one percent.
func TestCopiesRiskWhatTheProfileSays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := trading.DefaultSettings()
		terms.FeeBP, terms.SlippageBP = number("0"), number("0")
		d := newCopyDesk(t, db, terms)
		_, careful := d.invest(trading.RiskLow)
		_, same := d.invest(trading.RiskMedium)
		_, daring := d.invest(trading.RiskHigh)
		d.publish(trading.EntryLong, "BTCUSD", "0.0000008") // 0.008 for 10 000, four percent of it
		d.copy()
		d.wantSizes(careful, "0.004")
		d.wantSizes(same, "0.008")
		d.wantSizes(daring, "0.016")
		// Changed at any time, with effect on the next copy, within a tenth of what the account is worth.
		d.setRisk(careful, trading.RiskHigh)
		d.setRisk(daring, trading.RiskLow)
		d.publish(trading.EntryLong, "BTCUSD", "0.0000018")
		d.copy()
		d.wantSizes(careful, "0.004", "0.02")
		d.wantSizes(daring, "0.016", "0.009")
		d.wantBalanced()
	})
}

func TestAnAccountThatFollowsWithAllItHasStandsOnItsEquity(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		_, account := d.invest("")
		d.publish(trading.EntryLong, "ETHUSD", "0.0004") // 4 for 10 000
		d.copy()
		d.prices.Price("ETHUSD", "1500") // it has lost 2 000 of 10 000
		d.publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.copy()
		d.wantSizes(account, "4", "0.008")
	})
}

func TestASuspendedAccountEntersNothingAndItsExitsRun(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, account := d.invest("")
		d.publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.publish(trading.EntryLong, "ETHUSD", "0.00001")
		d.copy()
		d.setStatus(account, trading.AccountSuspended)
		d.publish(trading.EntryLong, "BTCUSD", "0.000002")
		d.publish(trading.ExitLong, "ETHUSD", "")
		d.copy()
		d.wantSizes(account, "0.01")
		d.setStatus(account, trading.AccountActive)
		d.inTx(func(tx *database.Tx) error { // as activating does
			return d.service.FollowAgent(t.Context(), tx, user.TenantID, user.UserID, account, "atlas")
		})
		d.publish(trading.EntryLong, "ETHUSD", "0.00002")
		d.copy()
		d.wantSizes(account, "0.01", "0.2")
		d.publish(trading.ExitLong, "BTCUSD", "")
		d.copy()
		d.wantSizes(account, "0.2")
		if n := d.count(`SELECT COUNT(*) FROM bot_subscriptions WHERE account_id = $1`, account); n != 1 {
			t.Errorf("%d subscriptions, want the same one", n)
		}
		d.wantBalanced()
	})
}

func TestWhoeverFollowsAgainTakesUpWhatWasLeftOpen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, first := d.follow(trading.Auto, "10000")
		d.publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.copy()
		if _, err := d.service.Unsubscribe(t.Context(), user, d.bot); err != nil {
			t.Fatal(err)
		}
		second := d.followAs(user, trading.Auto, "20000")
		d.publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.copy()
		d.wantSizes(first.AccountID, "0.01", "0.02")
		d.prices.Price("BTCUSD", "50100")
		d.publish(trading.ExitLong, "BTCUSD", "")
		d.copy()
		d.wantSizes(first.AccountID)
		for id, want := range map[uuid.UUID]int{first.ID: 1, second.ID: 2} { // each has what its own positions brought
			if n := d.count(`SELECT realized_pnl / 100000000 FROM bot_subscriptions WHERE id = $1`, id); n != want {
				t.Errorf("the subscription brought %d, want %d", n, want)
			}
		}
		d.wantBalanced()
	})
}
