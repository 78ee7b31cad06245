package trading_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// stopsWithin is a generous limit: on an idle machine a stop takes a fraction of a second.
const stopsWithin = 10 * time.Second

// Only PostgreSQL locks rows.
func TestStopsOfOthersAreClosedWhileOneAccountIsLocked(t *testing.T) {
	t.Parallel()
	place := kit.NewInstallation(t, database.Postgres)
	place.Limits = nil // it is about the product's own limits
	v := kit.NewVenue(t, place)
	db := databasetest.OpenURL(t, place.DatabaseURL)
	locked := v.Register(t)
	lockedID := holdWithStop(t, v, locked)
	var account string
	if err := db.QueryRow(t.Context(), `SELECT account_id FROM positions WHERE id = $1`, lockedID).Scan(&account); err != nil {
		t.Fatal(err)
	}
	release := databasetest.Hold(t, db, `SELECT id FROM trading_accounts WHERE id = $1 FOR UPDATE`, account)
	for round := range 3 { // the lock lasts, and others continue
		others, ids := make([]*kit.Member, 3), make([]string, 3)
		for i := range others {
			others[i] = v.Register(t)
			ids[i] = holdWithStop(t, v, others[i])
		}
		fell := fall(t, v)
		for i, other := range others {
			kit.WantFields(t, other.AwaitStatus(t, ids[i], "closed"), kit.Body{"currentPrice": 1.9})
			took := fell.Elapsed()
			t.Logf("round %d: the stop of user %d was closed %.2f s after the price, beside a locked account", round+1, i+1, took.Seconds())
			if took > stopsWithin {
				t.Errorf("the stop of another user took %v beside a locked account", took)
			}
		}
		kit.WantFields(t, locked.Position(t, lockedID), kit.Body{"status": "open"})
		v.Price(t, kit.Xrp, "2")
	}
	release()
	kit.WantFields(t, locked.AwaitStatus(t, lockedID, "closed"), kit.Body{"currentPrice": 1.9})
	if fills := locked.History(t); len(fills) != 1 || fills[0]["exitReason"] != "stop_loss" {
		t.Errorf("the locked one was closed %d times, want once at its stop: %v", len(fills), fills)
	}
}

// holdWithStop opens a position of a member that is to be closed at 1.9.
func holdWithStop(t *testing.T, v *kit.Venue, m *kit.Member) (id string) {
	t.Helper()
	return m.Opened(t, v.Signal(t, "entry_long", kit.Body{"stopLoss": 1.9}), 30)
}

// fall lets the price fall below 1.9 and come back to 1.95, and starts a stopwatch when that was known.
func fall(t *testing.T, v *kit.Venue) testkit.Stopwatch {
	t.Helper()
	calm(t, v, kit.Xrp) // what was opened is known before
	v.Bar(t, kit.Xrp, "2", "2", "1.85", "1.95")
	v.AwaitMark(t, kit.Xrp, "1.95")
	return testkit.StartStopwatch()
}
