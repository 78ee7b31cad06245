package database_test

import (
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

var errRefused = errors.New("refused")

// replicas opens two handles on one PostgreSQL database and runs the listener of the second.
func replicas(t *testing.T) (speaker, hearer *database.DB) {
	t.Helper()
	url := databasetest.MigratedURL(t, database.Postgres)
	speaker, hearer = databasetest.OpenURL(t, url), databasetest.OpenURL(t, url)
	listen(t, hearer)
	testkit.Until(t, "the listener is live", hearer.Live)
	return speaker, hearer
}

func TestAnotherReplicaIsToldOfACommit(t *testing.T) {
	t.Parallel()
	speaker, hearer := replicas(t)
	payloads := recorded(t, hearer, "changed")
	err := speaker.InTx(t.Context(), func(tx *database.Tx) error {
		tx.Notify("changed", "rolled back")
		return errRefused
	})
	if err != errRefused {
		t.Fatal(err)
	}
	notify(t, speaker, "other", "elsewhere")
	notify(t, speaker, "changed", "with several words")
	wantPayload(t, payloads, "with several words")
}

func TestAReplicaHearsItsOwnCommitOnce(t *testing.T) {
	t.Parallel()
	speaker, hearer := replicas(t)
	payloads := recorded(t, hearer, "changed")
	notify(t, hearer, "changed", "own")
	notify(t, speaker, "changed", "foreign") // would come after an echo of its own, if there were one
	wantPayload(t, payloads, "own")
	wantPayload(t, payloads, "foreign")
}

func TestAReplicaThatWasCutOffIsToldThatAnythingMayHaveChanged(t *testing.T) {
	t.Parallel()
	speaker, hearer := replicas(t)
	payloads := recorded(t, hearer, "changed")
	var ended int
	err := speaker.QueryRow(t.Context(), `
		SELECT COUNT(*) FROM (
			SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()) AS others
		WHERE done`).Scan(&ended)
	if err != nil || ended == 0 {
		t.Fatalf("%d connections were ended (error %v), want the listener's among them", ended, err)
	}
	wantPayload(t, payloads, "")
	testkit.Until(t, "the listener is live again", hearer.Live)
	notify(t, speaker, "changed", "heard again")
	wantPayload(t, payloads, "heard again")
}

func TestAReplicaIsLiveOnlyWhileItsListenerRuns(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	if db.Live() {
		t.Error("live before the listener runs")
	}
	t.Run("with its listener", func(t *testing.T) {
		listen(t, db)
		testkit.Until(t, "the listener is live", db.Live)
	})
	if db.Live() {
		t.Error("live after the listener ended")
	}
}

func TestASQLiteProcessIsAlwaysLive(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	if !db.Live() {
		t.Error("not live although nobody else writes")
	}
	listen(t, db) // has nothing to do, and ends with the test
}

func TestASilentlyCutConnectionIsNoticedWithinASecond(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.Postgres)
	between := newProxy(t, url)
	speaker, hearer := databasetest.OpenURL(t, url), databasetest.OpenURL(t, between.url)
	listen(t, hearer)
	testkit.Until(t, "the listener is live", hearer.Live)
	payloads := recorded(t, hearer, "changed")

	between.freeze()
	for frozen := time.Now(); ; {
		began := time.Now() // however busy the machine is, an answer a second later is correct
		if !hearer.Live() {
			break
		}
		if late := began.Sub(frozen); late > time.Second {
			t.Fatalf("taken for live %s after the cut", late)
		}
	}
	notify(t, speaker, "changed", "unheard")
	between.admit()
	wantPayload(t, payloads, "")
	testkit.Until(t, "the listener is live again", hearer.Live)
	notify(t, speaker, "changed", "heard again")
	wantPayload(t, payloads, "heard again")
}

func TestAListenerThatNobodyAskedForLongIsNotTakenForLive(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.Postgres)
	between := newProxy(t, url)
	hearer := databasetest.OpenURL(t, between.url)
	listen(t, hearer)
	testkit.Until(t, "the listener is live", hearer.Live)
	between.freeze()
	<-time.After(time.Second) // tests that time alone invalidates the proof
	if hearer.Live() {
		t.Error("a connection that was cut a second ago is taken for live")
	}
	between.admit()
}

func TestALiveListenerStaysLiveWhileItIsAsked(t *testing.T) {
	t.Parallel()
	_, hearer := replicas(t)
	// Two seconds are longer than a proof is valid: it has to be renewed before it expires, else Live is false every
	// half second. A busy machine may be late once; when it is late twice, the two seconds start over.
	began, interruptions, wasLive := time.Now(), 0, true
	testkit.Until(t, "the listener is live through two seconds of being asked", func() bool {
		isLive := hearer.Live()
		if wasLive && !isLive {
			interruptions++
		}
		if wasLive = isLive; interruptions > 1 {
			began, interruptions = time.Now(), 0
		}
		return isLive && time.Since(began) > 2*time.Second
	})
}
