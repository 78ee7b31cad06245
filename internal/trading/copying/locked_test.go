package copying_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

func TestALockedAccountHoldsUpNoSignalOfOthersAndGetsItsOwnInOrder(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"its account":      tradingtest.HoldAccount,
		"its ledger":       `SELECT id FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE`,
		"its subscription": `SELECT id FROM bot_subscriptions WHERE account_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tradingtest.NewCopyDesk(t, databasetest.Open(t, database.Postgres), tradingtest.FreeTerms())
			locked, subscription := d.Follow(copying.Auto, "10000")
			other, _ := d.Follow(copying.Auto, "10000")
			another, _ := d.Follow(copying.Auto, "10000")
			before := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
			d.Copy()
			release := databasetest.Hold(t, d.DB, hold, subscription.AccountID)
			signals := []*trading.Signal{
				d.Publish(trading.ExitLong, "BTCUSD", ""), d.Publish(trading.EntryLong, "BTCUSD", "0.00002"),
				d.Publish(trading.EntryLong, "ETHUSD", "0.0001"), d.Publish(trading.ExitLong, "ETHUSD", ""),
			}
			databasetest.WantNoLongWait(t, d.DB, "copying", d.Copy)
			for _, signal := range signals {
				d.WantCopied(signal, true)
				d.WantOutcome(signal, other, "executed")
				d.WantOutcome(signal, another, "executed")
			}
			release()
			d.Copy()
			for _, signal := range append(signals, before) {
				d.WantOutcome(signal, locked, "executed")
			}
			if n := d.Count(`SELECT COUNT(*) FROM pending_copies`); n != 0 {
				t.Errorf("%d copies are still left", n)
			}
			if open := d.Positions(locked, trading.Open); len(open) != 1 || open[0].SignalID != signals[1].ID {
				t.Errorf("%d positions are open, want the one that was entered last", len(open))
			}
			d.WantCounts(locked, 5, 0)
			d.WantBalanced()
		})
	}
}

func TestTheCopierComesBackByItselfForWhatWasLocked(t *testing.T) {
	t.Parallel()
	d := tradingtest.NewCopyDesk(t, databasetest.Open(t, database.Postgres), tradingtest.FreeTerms())
	locked, subscription := d.Follow(copying.Auto, "10000")
	other, _ := d.Follow(copying.Auto, "10000")
	release := databasetest.Hold(t, d.DB, tradingtest.HoldAccount, subscription.AccountID)
	opened := make(chan struct{}, 100)
	t.Cleanup(d.DB.Subscribe("trading.positions", func(string) { opened <- struct{}{} }))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Copying.SignalCopier().Run(ctx) }()
	signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	<-opened
	d.WantOutcome(signal, other, "executed")
	release()
	<-opened // nothing wakes it
	d.WantOutcome(signal, locked, "executed")
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestWhatWasLeftIsCopiedOnceByTwoCopiers(t *testing.T) {
	t.Parallel()
	d := tradingtest.NewCopyDesk(t, databasetest.Open(t, database.Postgres), tradingtest.FreeTerms())
	const many = 60
	followMany(d, many)
	release := databasetest.Hold(t, d.DB, `SELECT id FROM trading_accounts FOR UPDATE`)
	d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.Publish(trading.ExitLong, "BTCUSD", "")
	databasetest.WantNoLongWait(t, d.DB, "copying", d.Copy)
	if n := d.Count(`SELECT COUNT(*) FROM pending_copies`); n != 2*many {
		t.Fatalf("%d copies were left, want all %d", n, 2*many)
	}
	release()
	for d.Count(`SELECT COUNT(*) FROM pending_copies`) > 0 {
		for _, err := range testkit.InParallel(3, func(int) error { return d.Copying.CopySignals(t.Context()) }) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if opened, closed := d.Count(`SELECT COUNT(*) FROM positions`), d.Count(`SELECT COUNT(*) FROM trades`); opened != many || closed != many {
		t.Errorf("%d positions were opened and %d closed, want %d each", opened, closed, many)
	}
	if n := d.Count(`SELECT COUNT(*) FROM signal_executions WHERE outcome = 'executed'`); n != 2*many {
		t.Errorf("%d executions, want %d", n, 2*many)
	}
	d.WantBalanced()
}

// An exit that failed for one subscription used to stop all copying, of this bot and of all others.
func TestAnExitThatFailsForOneHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		broken, _ := d.Follow(copying.Auto, "10000")
		other, _ := d.Follow(copying.Auto, "10000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		// More margin than was ever set aside: the ledger does not pay it out.
		position := d.Positions(broken, trading.Open)[0].ID
		d.Exec(`UPDATE positions SET margin = margin * 10 WHERE id = $1`, position)
		exit := d.Publish(trading.ExitLong, "BTCUSD", "")
		later := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.WantOutcome(exit, other, "executed")
		d.WantOutcome(later, other, "executed")
		d.WantOutcome(later, broken, "executed")
		d.WantOutcome(exit, broken, "")
		d.Exec(`UPDATE positions SET margin = margin / 10 WHERE id = $1`, position)
		d.Copy()
		d.WantOutcome(exit, broken, "executed")
		if n := d.Count(`SELECT COUNT(*) FROM pending_copies WHERE subscription_id <> $1`, uuid.Nil); n != 0 {
			t.Errorf("%d copies are still left", n)
		}
		d.WantBalanced()
	})
}
