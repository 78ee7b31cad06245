package backtest_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/tradingtest"
)

// stepping runs one backtest in another process, and returns its error.
func (r *rig) stepping(of *backtest.Service) (ended <-chan error) {
	worker := of.NewBacktester()
	r.T.Cleanup(worker.Listen())
	end := make(chan error, 1)
	go func() {
		_, err := worker.Step(r.T.Context())
		end <- err
	}()
	return end
}

func TestACancelledBacktestEndsAtOnceAndWritesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		id := r.queue(breakout("BTCUSD")).ID
		slow, gate := r.replica()
		ended := r.stepping(slow)
		testkit.Receive(t, "the backtest is under way", gate.reached)
		if running := r.read(id); running.Status != backtest.Running || running.StartedAt.IsZero() {
			t.Errorf("it is %+v", running)
		}
		cancelled, err := r.Backtests.Cancel(t.Context(), r.analyst, id)
		tradingtest.Must(t, err)
		if cancelled.Status != backtest.Cancelled || cancelled.FinishedAt.IsZero() {
			t.Errorf("it is %+v", cancelled)
		}
		close(gate.open)
		tradingtest.Must(t, testkit.Receive(t, "its player", ended))
		if looks := gate.looks.Load(); looks > 1024 { // how often it checks whether to go on
			t.Errorf("it has looked at levels %d times since", looks)
		}
		_, err = r.Backtests.Cancel(t.Context(), r.analyst, id)
		testkit.WantFault(t, err, fault.InvalidTransition)
		r.Clock.Advance(time.Hour)
		r.play()
		if after := r.read(id); after.Status != backtest.Cancelled || after.Trades != 0 || r.Count(`SELECT COUNT(*) FROM backtest_trades`) != 0 {
			t.Errorf("it is %+v with %d trades", after, r.Count(`SELECT COUNT(*) FROM backtest_trades`))
		}
	})
}

// A process is suspended for longer than its lease. The one that takes over starts from the beginning, and the first can no
// longer write.
func TestABacktestIsTakenOverFromAProcessThatIsGone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		reference := r.queue(breakout("BTCUSD", "ETHUSD")).ID
		r.play()
		id := r.queue(breakout("BTCUSD", "ETHUSD")).ID
		gone, gate := r.replica()
		ended := r.stepping(gone)
		testkit.Receive(t, "the backtest is under way", gate.reached)
		// What it had written before it was suspended.
		r.Exec(`INSERT INTO backtest_trades SELECT $1, number, type, symbol, side, quantity, entry_price, exit_price, fees, gross_pnl, realized_pnl,
			exit_reason, balance_after, opened_at, closed_at FROM backtest_trades WHERE backtest_id = $2 AND number <= 7`, id, reference)
		r.play()
		if still := r.read(id); still.Status != backtest.Running {
			t.Fatalf("it is %s within the lease of another", still.Status)
		}
		r.Clock.Advance(backtest.LeaseTime + time.Second)
		r.play()
		want, trades := r.read(reference), r.trades(id)
		if done := r.read(id); done.Status != backtest.Done || done.Figures != want.Figures || len(trades) != want.Trades {
			t.Fatalf("it is %+v with %d trades, want %+v", done, len(trades), want)
		}
		close(gate.open)
		tradingtest.Must(t, testkit.Receive(t, "the process that was gone", ended))
		if done := r.read(id); done.Status != backtest.Done || done.Figures != want.Figures || done.Trades != want.Trades ||
			r.Count(`SELECT COUNT(*) FROM backtest_trades WHERE backtest_id = $1`, id) != want.Trades {
			t.Errorf("the process that was gone has changed it to %+v", done)
		}
	})
}

func TestTwoReplicasPlayEachBacktestOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for range 3 {
			r.queue(breakout("BTCUSD"))
		}
		other := r.Replica().Backtests
		for _, err := range testkit.InParallel(4, func(i int) error {
			worker := []*backtest.Service{r.Backtests, other}[i%2].NewBacktester()
			for {
				if played, err := worker.Step(t.Context()); err != nil || !played {
					return err
				}
			}
		}) {
			tradingtest.Must(t, err)
		}
		if n := r.Count(`SELECT COUNT(*) FROM backtests WHERE status = 'done' AND attempts = 1`); n != 3 {
			t.Errorf("%d were played once, want 3", n)
		}
		if n := r.Count(`SELECT COUNT(*) FROM backtests b WHERE b.trades <> (SELECT COUNT(*) FROM backtest_trades t WHERE t.backtest_id = b.id)`); n != 0 {
			t.Errorf("the trades of %d are not those that were counted", n)
		}
	})
}

func TestABacktestThatEndsItsProcessIsGivenUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		id := r.queue(breakout("BTCUSD")).ID
		r.Exec(`UPDATE backtests SET attempts = 5, status = 'running' WHERE id = $1`, id)
		r.play()
		if failed := r.read(id); failed.Status != backtest.Failed || failed.Failure == "" {
			t.Errorf("it is %+v", failed)
		}
	})
}

func TestAnOutageOfTheDatabaseFailsNoBacktest(t *testing.T) {
	t.Parallel()
	r := newRig(t, databasetest.Open(t, database.Postgres)) // whose disk can be made full
	id := r.queue(breakout("BTCUSD")).ID
	r.Exec(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`)
	r.Exec(`CREATE TRIGGER disk_full BEFORE INSERT ON backtest_trades FOR EACH ROW EXECUTE FUNCTION disk_full()`)
	for range 7 {
		if played, err := r.Backtests.NewBacktester().Step(t.Context()); !played || err == nil {
			t.Fatalf("played %v, %v", played, err)
		}
		r.Clock.Advance(time.Minute)
	}
	r.Exec(`DROP TRIGGER disk_full ON backtest_trades`)
	r.play()
	if got := r.read(id); got.Status != backtest.Done {
		t.Errorf("it is %s: %s", got.Status, got.Failure)
	}
}
