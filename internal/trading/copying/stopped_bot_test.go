package copying_test

import (
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// stopAndRestart stops the desk's bot and activates it again, as an administrator.
func stopAndRestart(d *tradingtest.CopyDesk) {
	d.T.Helper()
	admin := tradingtest.NewAuthor(d.T, d.DB, identity.RoleSuperAdmin)
	for _, status := range []bots.BotStatus{bots.BotStopped, bots.BotActive} {
		d.Clock.Advance(time.Millisecond)
		_, err := d.Bots.UpdateBot(d.T.Context(), admin, d.Bot, bots.BotChange{Status: &status})
		tradingtest.Must(d.T, err)
	}
	d.Clock.Advance(time.Millisecond)
}

// wantEnded fails the test unless a signal has ended.
func wantEnded(d *tradingtest.CopyDesk, signal *trading.Signal) {
	d.T.Helper()
	if n := d.Count(`SELECT COUNT(*) FROM signals WHERE id = $1 AND expires_at <= $2`, signal.ID, database.Micros(d.Clock.Now())); n != 1 {
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
		batches := 0
		tradingtest.Must(t, d.Copying.CopyInterrupted(t.Context(), func() error {
			if batches++; batches == 2 {
				select {
				case <-opened: // the first one is done
				case <-time.After(testkit.Patience):
					return errors.New("the first batch does not come to its end")
				}
				stopAndRestart(d)
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
		wantEnded(d, signal)
		next := d.Publish(trading.EntryLong, "ETHUSD", "0.00001")
		d.Copy()
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE signal_id = $1`, next.ID); n != 501 {
			t.Errorf("%d have what the bot has published since, want all 501", n)
		}
	})
}

// If a copier has the signal locked, stopping leaves it to the copier, which may only get to it when the bot is running
// again. Clock differences do not matter.
func TestACopierEndsASignalThatStoppingHasLeftToIt(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"one clock": 0, "published by a clock ahead": time.Second / 2, "published by a clock behind": -time.Second / 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tradingtest.NewCopyDesk(t, databasetest.Open(t, database.Postgres), tradingtest.FreeTerms())
			user, _ := d.Follow(copying.Auto, "10000")
			d.Clock.Advance(time.Second) // what was published before then is not copied
			publish := func(symbol string, ahead time.Duration) *trading.Signal {
				signal := d.Publish(trading.EntryLong, symbol, "0.00001")
				d.Exec(`UPDATE signals SET created_at = created_at + $2 WHERE id = $1`, signal.ID, ahead.Microseconds())
				return signal
			}
			signal := publish("BTCUSD", ahead)
			release := databasetest.Hold(t, d.DB, `SELECT id FROM signals WHERE id = $1 FOR NO KEY UPDATE`, signal.ID)
			stopAndRestart(d)
			release()
			next := publish("ETHUSD", -ahead)
			d.Copy()
			d.WantOutcome(signal, user, string(fault.SignalExpired))
			wantEnded(d, signal)
			d.WantCopied(next, true)
			if n := d.Count(`SELECT COUNT(*) FROM positions WHERE signal_id = $1`, next.ID); n != 1 {
				t.Errorf("%d have entered what the bot published when it ran again, want 1", n)
			}
		})
	}
}
