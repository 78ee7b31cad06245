package trading_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/trading"
)

func TestALockedAccountHoldsUpNoSignalOfOthersAndGetsItsOwnInOrder(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"its account":      holdAccount,
		"its ledger":       `SELECT id FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE`,
		"its subscription": `SELECT id FROM bot_subscriptions WHERE account_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newCopyDesk(t, databasetest.Open(t, database.Postgres), freeTerms())
			locked, subscription := d.follow(trading.Auto, "10000")
			other, _ := d.follow(trading.Auto, "10000")
			another, _ := d.follow(trading.Auto, "10000")
			before := d.publish(trading.EntryLong, "BTCUSD", "0.00001")
			d.copy()
			release := databasetest.Hold(t, d.db, hold, subscription.AccountID)
			signals := []*trading.Signal{
				d.publish(trading.ExitLong, "BTCUSD", ""), d.publish(trading.EntryLong, "BTCUSD", "0.00002"),
				d.publish(trading.EntryLong, "ETHUSD", "0.0001"), d.publish(trading.ExitLong, "ETHUSD", ""),
			}
			wantSoon(t, "copying", d.copy)
			for _, signal := range signals {
				d.wantCopied(signal, true)
				d.wantOutcome(signal, other, "executed")
				d.wantOutcome(signal, another, "executed")
			}
			release()
			d.copy()
			for _, signal := range append(signals, before) {
				d.wantOutcome(signal, locked, "executed")
			}
			if n := d.count(`SELECT COUNT(*) FROM pending_copies`); n != 0 {
				t.Errorf("%d copies are still left", n)
			}
			if open := d.positions(locked, trading.Open); len(open) != 1 || open[0].SignalID != signals[1].ID {
				t.Errorf("%d positions are open, want the one that was entered last", len(open))
			}
			d.wantCounts(locked, 5, 0)
			d.wantBalanced()
		})
	}
}

func TestTheCopierComesBackByItselfForWhatWasLocked(t *testing.T) {
	t.Parallel()
	d := newCopyDesk(t, databasetest.Open(t, database.Postgres), freeTerms())
	locked, subscription := d.follow(trading.Auto, "10000")
	other, _ := d.follow(trading.Auto, "10000")
	release := databasetest.Hold(t, d.db, holdAccount, subscription.AccountID)
	opened := make(chan struct{}, 100)
	t.Cleanup(d.db.Subscribe("trading.positions", func(string) { opened <- struct{}{} }))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.service.SignalCopier().Run(ctx) }()
	signal := d.publish(trading.EntryLong, "BTCUSD", "0.00001")
	<-opened
	d.wantOutcome(signal, other, "executed")
	release()
	<-opened // nothing wakes it
	d.wantOutcome(signal, locked, "executed")
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestWhatWasLeftIsCopiedOnceByTwoCopiers(t *testing.T) {
	t.Parallel()
	d := newCopyDesk(t, databasetest.Open(t, database.Postgres), freeTerms())
	const many = 60
	d.followMany(many)
	release := databasetest.Hold(t, d.db, `SELECT id FROM trading_accounts FOR UPDATE`)
	d.publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.publish(trading.ExitLong, "BTCUSD", "")
	wantSoon(t, "copying", d.copy)
	if n := d.count(`SELECT COUNT(*) FROM pending_copies`); n != 2*many {
		t.Fatalf("%d copies were left, want all %d", n, 2*many)
	}
	release()
	for d.count(`SELECT COUNT(*) FROM pending_copies`) > 0 {
		for _, err := range inParallel(3, func(int) error { return d.service.CopySignals(t.Context()) }) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if opened, closed := d.count(`SELECT COUNT(*) FROM positions`), d.count(`SELECT COUNT(*) FROM trades`); opened != many || closed != many {
		t.Errorf("%d positions were opened and %d closed, want %d each", opened, closed, many)
	}
	if n := d.count(`SELECT COUNT(*) FROM signal_executions WHERE outcome = 'executed'`); n != 2*many {
		t.Errorf("%d executions, want %d", n, 2*many)
	}
	d.wantBalanced()
}

// An exit that fails for one subscription stopped the copying of everything: of this bot and of all others.
func TestAnExitThatFailsForOneHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		broken, _ := d.follow(trading.Auto, "10000")
		other, _ := d.follow(trading.Auto, "10000")
		d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.copy()
		// More margin than was ever set aside: the ledger does not pay it out.
		position := d.positions(broken, trading.Open)[0].ID
		d.exec(`UPDATE positions SET margin = margin * 10 WHERE id = $1`, position)
		exit := d.publish(trading.ExitLong, "BTCUSD", "")
		later := d.publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.copy()
		d.wantOutcome(exit, other, "executed")
		d.wantOutcome(later, other, "executed")
		d.wantOutcome(later, broken, "executed")
		d.wantOutcome(exit, broken, "")
		d.exec(`UPDATE positions SET margin = margin / 10 WHERE id = $1`, position)
		d.copy()
		d.wantOutcome(exit, broken, "executed")
		if n := d.count(`SELECT COUNT(*) FROM pending_copies WHERE subscription_id <> $1`, uuid.Nil); n != 0 {
			t.Errorf("%d copies are still left", n)
		}
		d.wantBalanced()
	})
}
