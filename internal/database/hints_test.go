package database_test

import (
	"fmt"
	"strconv"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

// notifyAtCommit commits a transaction that does nothing but NotifyAtCommit.
func notifyAtCommit(t *testing.T, db *database.DB, topic, payload string) {
	t.Helper()
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		tx.NotifyAtCommit(topic, payload)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestHintsAreToldOnceToOtherReplicasAndInTheirOrder(t *testing.T) {
	t.Parallel()
	speaker, hearer := replicas(t)
	told := recorded(t, hearer, "changed")
	err := speaker.InTx(t.Context(), func(tx *database.Tx) error {
		for n := range 300 {
			tx.Notify("changed", strconv.Itoa(n/3))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 100 {
		wantPayload(t, told, strconv.Itoa(n))
	}
}

func TestADoorIsToldByTheCommitItself(t *testing.T) {
	t.Parallel()
	speaker, hearer := replicas(t)
	told := recorded(t, hearer, "closed")
	own := recorded(t, speaker, "closed")
	speaker.LoseHints()
	notifyAtCommit(t, speaker, "closed", "session")
	wantPayload(t, told, "session")
	wantPayload(t, own, "session")
}

func TestAProcessThatDiesBeforeItTellsItsHintsHasStillToldItself(t *testing.T) {
	t.Parallel()
	speaker, hearer := replicas(t)
	own, told := recorded(t, speaker, "changed"), recorded(t, hearer, "changed")
	speaker.LoseHints()
	notify(t, speaker, "changed", "lost")
	wantPayload(t, own, "lost")
	notifyAtCommit(t, speaker, "changed", "door")
	wantPayload(t, told, "door") // and not the earlier one
}

func TestClosingTellsWhatWaits(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.Postgres)
	hearer := databasetest.OpenURL(t, url)
	listen(t, hearer)
	testkit.Until(t, "the listener is live", hearer.Live)
	told := recorded(t, hearer, "changed")
	speaker, err := database.Open(t.Context(), database.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	notify(t, speaker, "changed", "last words")
	for range 2 { // closing twice is harmless
		if err := speaker.Close(); err != nil {
			t.Error(err)
		}
	}
	wantPayload(t, told, "last words")
}

func TestMoreHintsThanAreKeptTellThatAnythingMayHaveChanged(t *testing.T) {
	t.Parallel()
	speaker, hearer := replicas(t)
	last := make(chan string, 1)
	count := 0
	t.Cleanup(hearer.Subscribe("changed", func(payload string) {
		if count++; payload == "" {
			last <- payload
		}
	}))
	err := speaker.InTx(t.Context(), func(tx *database.Tx) error {
		for n := range 5000 {
			tx.Notify("changed", fmt.Sprint(n))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantPayload(t, last, "")
	if count != 4097 {
		t.Errorf("told %d times, want 4096 hints and one for the rest", count)
	}
}

func TestHintsThatCouldNotBeToldAreToldLater(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.Postgres)
	hearer, speaker := databasetest.OpenURL(t, url), databasetest.OpenURL(t, url)
	listen(t, hearer)
	testkit.Until(t, "the listener is live", hearer.Live)
	told := recorded(t, hearer, "changed")
	speaker.FailHints(2)
	notify(t, speaker, "changed", "first")
	notify(t, speaker, "changed", "second")
	notify(t, speaker, "changed", "first")
	wantPayload(t, told, "first")
	wantPayload(t, told, "second")
	notifyAtCommit(t, speaker, "changed", "last")
	wantPayload(t, told, "last") // and nothing twice before it
}
