package database_test

import (
	"errors"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// notify commits a transaction that does nothing but Notify.
func notify(t *testing.T, db *database.DB, topic, payload string) {
	t.Helper()
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		tx.Notify(topic, payload)
		return nil
	})
	if err != nil {
		t.Fatalf("notify: %v", err)
	}
}

func TestSubscribersAreToldAfterTheCommit(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		told := recorded(t, db, "changed")
		other := recorded(t, db, "other")
		t.Cleanup(db.Subscribe("changed", func(string) { wantCounter(t, db, "a", 1) })) // it is committed by now
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			tx.Notify("changed", "one")
			tx.Notify("changed", "two words")
			if len(told) > 0 {
				t.Error("told before the commit")
			}
			return add(t.Context(), tx, "a", 1)
		})
		if err != nil {
			t.Fatal(err)
		}
		wantPayload(t, told, "one")
		wantPayload(t, told, "two words")
		if len(other) > 0 {
			t.Errorf("subscribers of another topic were told %q", <-other)
		}
	})
}

func TestSubscribersAreNotToldOfARollback(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		told := recorded(t, db, "changed")
		refused := errors.New("refused")
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			tx.Notify("changed", "rolled back")
			return refused
		})
		if err != refused {
			t.Fatal(err)
		}
		notify(t, db, "changed", "committed")
		wantPayload(t, told, "committed")
	})
}

func TestACancelledSubscriptionIsNotTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		cancel := db.Subscribe("changed", func(payload string) { t.Errorf("told %q", payload) })
		cancel()
		notify(t, db, "changed", "late")
	})
}

func TestAHandlerMaySubscribeAndCancel(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var cancel func()
		told := make(chan string, 2)
		cancel = db.Subscribe("changed", func(string) {
			cancel()
			t.Cleanup(db.Subscribe("changed", func(payload string) { told <- payload }))
		})
		notify(t, db, "changed", "first")
		notify(t, db, "changed", "second")
		wantPayload(t, told, "second")
	})
}

func TestAPayloadThatPostgreSQLWouldNotCarryFailsTheTransaction(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			tx.Notify("changed", strings.Repeat("x", 8000))
			return add(t.Context(), tx, "a", 1)
		})
		if err == nil {
			t.Error("the transaction committed")
		}
		wantCounter(t, db, "a", 0)
	})
}
