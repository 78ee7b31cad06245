package copying_test

import (
	"context"
	"errors"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

func TestExecutingByHandWhileItIsCopiedHappensOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		users := make([]identity.Caller, 20)
		for i := range users {
			users[i], _ = d.Follow(copying.Auto, "10000")
		}
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		results := testkit.InParallel(len(users)+2, func(i int) error {
			if i >= len(users) {
				return d.Copying.CopySignals(t.Context())
			}
			_, err := d.Service.Execute(t.Context(), users[i], signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.1")})
			return err
		})
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.SignalAlreadyExecuted)
			}
		}
		d.Copy()
		for _, user := range users {
			if n := len(d.Positions(user, "")); n != 1 {
				t.Errorf("a user has %d positions, want 1", n)
			}
			d.WantCounts(user, 1, 0)
		}
		d.WantBalanced()
	})
}

func TestManySubscriptionsAreCopiedOnceByTwoCopiersThatWereInterrupted(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, trading.DefaultSettings())
		const many = 1200 // three batches
		followMany(d, many)
		signals := []*trading.Signal{
			d.Publish(trading.EntryLong, "BTCUSD", "0.00001"), d.Publish(trading.EntryShort, "ETHUSD", "0.0001"),
			d.Publish(trading.ExitLong, "BTCUSD", ""), d.Publish(trading.ExitLong, "ETHUSD", ""),
		}
		ctx, end := d.CancelAfterCommit()
		defer end()
		for _, err := range testkit.InParallel(2, func(int) error { return d.Copying.CopySignals(ctx) }) {
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		done := d.Count(`SELECT COUNT(*) FROM signal_executions`)
		if done == 0 || done == many*len(signals) {
			t.Fatalf("%d executions after the interruption: it was not in the middle", done)
		}
		for _, err := range testkit.InParallel(2, func(int) error { return d.Copying.CopySignals(t.Context()) }) {
			if err != nil {
				t.Fatal(err)
			}
		}
		d.Copy() // what each left to the other
		for i, signal := range signals {
			d.WantCopied(signal, true)
			outcome := "executed"
			if i == 3 {
				outcome = "skipped" // nobody has bought ETHUSD
			}
			if n := d.Count(`SELECT COUNT(*) FROM signal_executions WHERE signal_id = $1 AND outcome = $2`, signal.ID, outcome); n != many {
				t.Errorf("%d of the %s signal were %s, want %d", n, signal.Type, outcome, many)
			}
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM positions`: 2 * many,
			`SELECT COUNT(DISTINCT user_id) FROM positions WHERE status = 'open' AND symbol = 'ETHUSD'`:   many,
			`SELECT COUNT(DISTINCT user_id) FROM positions WHERE status = 'closed' AND symbol = 'BTCUSD'`: many,
			`SELECT COUNT(*) FROM trades`:                                       many,
			`SELECT COUNT(*) FROM signal_executions WHERE outcome = 'executed'`: 3 * many,
			`SELECT COUNT(*) FROM bot_subscriptions s WHERE s.realized_pnl <> (SELECT SUM(t.realized_pnl) FROM trades t WHERE t.user_id = s.user_id)`: 0,
		} {
			if n := d.Count(query); n != want {
				t.Errorf("%s is %d, want %d", query, n, want)
			}
		}
		if n := d.Events.Count("trading.position.opened"); n != 2*many {
			t.Errorf("%d events, want %d", n, 2*many)
		}
		d.WantBalanced()
	})
}

// SQLite has one writer: nothing can be overtaken.
func TestAnExitNeverOvertakesTheEntryThatAnotherReplicaCopies(t *testing.T) {
	t.Parallel()
	d := tradingtest.NewCopyDesk(t, databasetest.Open(t, database.Postgres), tradingtest.FreeTerms())
	user, _ := d.Follow(copying.Auto, "10000")
	entry := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	exit := d.Publish(trading.ExitLong, "BTCUSD", "")
	elsewhere := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
	err := d.DB.InTx(t.Context(), func(tx *database.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT id FROM signals WHERE id = $1 FOR NO KEY UPDATE`, entry.ID); err != nil {
			return err
		}
		d.Copy()
		d.WantOutcome(entry, user, "")
		d.WantOutcome(exit, user, "")
		d.WantOutcome(elsewhere, user, "executed")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Copy()
	d.WantOutcome(entry, user, "executed")
	d.WantOutcome(exit, user, "executed")
	if n := len(d.Positions(user, trading.Closed)); n != 1 {
		t.Errorf("%d positions are closed, want 1", n)
	}
}

func TestTheCopierWakesUpForASignal(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, _ := d.Follow(copying.Auto, "10000")
		opened, waiting := make(chan struct{}, 8), make(chan error, 1)
		cancel := db.Subscribe("trading.positions", func(string) { opened <- struct{}{} })
		defer cancel()
		ctx, stop := context.WithCancel(t.Context())
		first := d.Publish(trading.EntryLong, "BTCUSD", "0.00001") // before it runs
		go func() { waiting <- d.Copying.SignalCopier().Run(ctx) }()
		<-opened
		second := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		<-opened
		stop()
		if err := <-waiting; err != nil {
			t.Errorf("the copier ended with %v", err)
		}
		d.WantOutcome(first, user, "executed")
		d.WantOutcome(second, user, "executed")
	})
}

func TestNothingIsCopiedOnceUnsubscribingIsDone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		users, had := make([]identity.Caller, 20), make([]int, 20)
		for i := range users {
			users[i], _ = d.Follow(copying.Auto, "10000")
		}
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		results := testkit.InParallel(len(users)+1, func(i int) error {
			if i == len(users) {
				return d.Copying.CopySignals(t.Context())
			}
			ended, err := d.Copying.Unsubscribe(t.Context(), users[i], d.Bot, copying.LeaveOptions{})
			if err == nil {
				had[i] = ended.OpenPositions
			}
			return err
		})
		if err := errors.Join(results...); err != nil {
			t.Fatal(err)
		}
		for i, user := range users {
			if n := len(d.Positions(user, "")); n != had[i] {
				t.Errorf("a user has %d positions and had %d when the subscription ended", n, had[i])
			}
		}
		d.WantBalanced()
	})
}

// SQLite has one writer: nothing can happen between what a copier reads and what it locks.
func TestACopyThatWasLeftForAnExecutionByHandPassesItOver(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
	user, subscription := d.Follow(copying.Auto, "10000")
	signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		if _, err := tx.Exec(t.Context(), tradingtest.HoldAccount, subscription.AccountID); err != nil {
			return err
		}
		d.Copy()
		_, err := tx.Exec(t.Context(), `
			INSERT INTO signal_executions (owner_id, signal_id, account_id, outcome, reason, created_at) VALUES ($1, $2, $3, 'executed', '', 0)`,
			user.UserID, signal.ID, subscription.AccountID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Copy()
	if n := len(d.Positions(user, "")); n != 0 {
		t.Errorf("%d positions were copied beside the execution by hand", n)
	}
	if n := d.Count(`SELECT COUNT(*) FROM pending_copies`); n != 0 {
		t.Errorf("%d copies are still left", n)
	}
	d.WantCounts(user, 0, 0)
	d.WantCopied(signal, true)
}
