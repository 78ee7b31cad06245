package copying_test

import (
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// stopAndRestart is an administrator who stops the desk's bot and takes it up again, and tells when it was stopped.
func stopAndRestart(d *tradingtest.CopyDesk) (stopped time.Time) {
	d.T.Helper()
	admin := tradingtest.NewAuthor(d.T, d.DB, identity.RoleSuperAdmin)
	for _, status := range []bots.BotStatus{bots.BotStopped, bots.BotActive} {
		d.Clock.Advance(time.Millisecond)
		moved, err := d.Bots.UpdateBot(d.T.Context(), admin, d.Bot, bots.BotChange{Status: &status})
		tradingtest.Must(d.T, err)
		stopped = moved.StoppedAt
	}
	d.Clock.Advance(time.Millisecond)
	return stopped
}

// wantEnded fails the test unless a signal has ended by a moment.
func wantEnded(d *tradingtest.CopyDesk, signal *trading.Signal, by time.Time) {
	d.T.Helper()
	if n := d.Count(`SELECT COUNT(*) FROM signals WHERE id = $1 AND expires_at <= $2`, signal.ID, database.Micros(by)); n != 1 {
		d.T.Error("the signal did not end when its bot was stopped")
	}
}

func TestABotThatIsStoppedAndRestartedWhileItsSignalIsCopiedHasEndedIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, trading.DefaultSettings())
		followMany(d, 501) // two batches
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		opened := make(chan struct{}, 501)
		t.Cleanup(db.Subscribe("trading.positions", func(string) { opened <- struct{}{} }))
		var stopped time.Time
		batches := 0
		tradingtest.Must(t, d.Copying.CopyInterrupted(t.Context(), func() error {
			if batches++; batches == 2 {
				select {
				case <-opened: // the first is done
				case <-time.After(time.Minute):
					return errors.New("the first batch does not come to its end")
				}
				stopped = stopAndRestart(d)
			}
			return nil
		}))
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE signal_id = $1`, signal.ID); n != 500 {
			t.Errorf("%d have entered, want the 500 of before", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM signal_executions WHERE signal_id = $1 AND reason = $2`, signal.ID, string(fault.SignalExpired)); n != 1 {
			t.Errorf("%d were told that the signal has ended, want 1", n)
		}
		d.WantCopied(signal, true)
		wantEnded(d, signal, stopped)
		next := d.Publish(trading.EntryLong, "ETHUSD", "0.00001")
		d.Copy()
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE signal_id = $1`, next.ID); n != 501 {
			t.Errorf("%d have what the bot has published since, want all 501", n)
		}
	})
}

// Where a copier holds the signal, stopping leaves it to the copier, which may come to it when the bot runs again.
func TestACopierEndsASignalThatStoppingHasLeftToIt(t *testing.T) {
	t.Parallel()
	d := tradingtest.NewCopyDesk(t, databasetest.Open(t, database.Postgres), tradingtest.FreeTerms())
	user, _ := d.Follow(copying.Auto, "10000")
	signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	release := databasetest.Hold(t, d.DB, `SELECT id FROM signals WHERE id = $1 FOR NO KEY UPDATE`, signal.ID)
	stopped := stopAndRestart(d)
	release()
	d.Copy()
	d.WantOutcome(signal, user, string(fault.SignalExpired))
	wantEnded(d, signal, stopped)
}
