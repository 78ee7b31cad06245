package e2e_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// stopsWithin is a generous limit for a busy machine: on an idle one a stop takes a fraction of a second.
const stopsWithin = 10 * time.Second

// Rows are locked on PostgreSQL only.
func TestStopsOfOthersAreClosedWhileOneAccountIsLocked(t *testing.T) {
	t.Parallel()
	place := newInstallation(t, database.Postgres)
	v := newVenue(t, place)
	db := databasetest.OpenURL(t, place.databaseURL)
	locked := v.register(t)
	lockedID := v.holdWithStop(t, locked)
	var account string
	if err := db.QueryRow(t.Context(), `SELECT account_id FROM positions WHERE id = $1`, lockedID).Scan(&account); err != nil {
		t.Fatal(err)
	}
	release := databasetest.Hold(t, db, `SELECT id FROM trading_accounts WHERE id = $1 FOR UPDATE`, account)
	for round := range 3 { // the lock lasts, and others go on
		others, ids := make([]*member, 3), make([]string, 3)
		for i := range others {
			others[i] = v.register(t)
			ids[i] = v.holdWithStop(t, others[i])
		}
		fell := v.fall(t)
		for i, other := range others {
			wantFields(t, other.awaitStatus(t, ids[i], "closed"), body{"currentPrice": 1.9})
			took := time.Since(fell)
			t.Logf("round %d: the stop of user %d was closed %.2f s after the price, beside a locked account", round+1, i+1, took.Seconds())
			if took > stopsWithin {
				t.Errorf("the stop of another user took %v beside a locked account", took)
			}
		}
		wantFields(t, locked.position(t, lockedID), body{"status": "open"})
		v.price(t, xrp, "2")
	}
	release()
	free := time.Now()
	wantFields(t, locked.awaitStatus(t, lockedID, "closed"), body{"currentPrice": 1.9})
	t.Logf("the locked one was closed %.2f s after it was free, at its stop", time.Since(free).Seconds())
	if fills := locked.history(t); len(fills) != 1 || fills[0]["exitReason"] != "stop_loss" {
		t.Errorf("the locked one was closed %d times, want once at its stop: %v", len(fills), fills)
	}
}

// holdWithStop opens a position of a member that is to be closed at 1.9.
func (v *venue) holdWithStop(t *testing.T, m *member) (id string) {
	t.Helper()
	return m.opened(t, v.signal(t, "entry_long", body{"stopLoss": 1.9}), 30)
}

// fall lets the price fall below 1.9 and come back to 1.95, and tells when that was known.
func (v *venue) fall(t *testing.T) time.Time {
	t.Helper()
	v.calm(t, xrp) // what was opened is there before
	v.bar(t, xrp, "2", "2", "1.85", "1.95")
	v.awaitMark(t, xrp, "1.95")
	return time.Now()
}
