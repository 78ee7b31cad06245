package database_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestWhatWorkWroteIsThereOnceItReturnsNil(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		err := db.InTx(t.Context(), func(tx *database.Tx) error { return add(t.Context(), tx, "a", 1) })
		if err != nil {
			t.Fatal(err)
		}
		wantCounter(t, db, "a", 1)
	})
}

func TestAnErrorOfWorkRollsBackAndComesBackUntouched(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		refused := errors.New("refused")
		tries := 0
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			tries++
			if err := add(t.Context(), tx, "a", 1); err != nil {
				return err
			}
			return refused
		})
		if err != refused {
			t.Errorf("the error is %v, want the very error of work", err)
		}
		if tries != 1 {
			t.Errorf("work ran %d times, want once", tries)
		}
		wantCounter(t, db, "a", 0)
	})
}

func TestAPanicOfWorkRollsBackAndTravelsOn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		func() {
			defer func() {
				if recovered := recover(); recovered != "broken" {
					t.Errorf("recovered %v, want the panic of work", recovered)
				}
			}()
			_ = db.InTx(t.Context(), func(tx *database.Tx) error {
				if err := add(t.Context(), tx, "a", 1); err != nil {
					t.Error(err)
				}
				panic("broken")
			})
		}()
		wantCounter(t, db, "a", 0)
		mustExec(t, db, "UPDATE counters SET value = 2 WHERE name = 'a'") // nothing is left locked
		wantCounter(t, db, "a", 2)
	})
}

func TestAnEndedContextRollsBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		ctx, cancel := context.WithCancel(t.Context())
		err := db.InTx(ctx, func(tx *database.Tx) error {
			defer cancel()
			return add(ctx, tx, "a", 1)
		})
		if err == nil {
			t.Error("a transaction committed although its context had ended")
		}
		wantCounter(t, db, "a", 0)
	})
}

func TestTheHookBeforeCommitIsPartOfTheTransaction(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		hooked, _ := db.HoldLastTx(t.Context(), "", func(ctx context.Context, tx *database.Tx) error {
			var seen int64
			if err := tx.QueryRow(ctx, "SELECT value FROM counters WHERE name = 'a'").Scan(&seen); err != nil {
				return err
			}
			return add(ctx, tx, "b", 10*seen)
		})
		err := db.InTx(hooked, func(tx *database.Tx) error { return add(hooked, tx, "a", 3) })
		if err != nil {
			t.Fatal(err)
		}
		wantCounter(t, db, "a", 3)
		wantCounter(t, db, "b", 30)
	})
}

func TestAFailureOfTheHookBeforeCommitRollsBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		refused := errors.New("refused")
		hooked, _ := db.HoldLastTx(t.Context(), "", func(context.Context, *database.Tx) error { return refused })
		err := db.InTx(hooked, func(tx *database.Tx) error { return add(hooked, tx, "a", 3) })
		if err != refused {
			t.Errorf("the error is %v, want the very error of the hook", err)
		}
		wantCounter(t, db, "a", 0)
	})
}

func TestTheHookBeforeCommitDoesNotRunWhenWorkFails(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		hooked, _ := db.HoldLastTx(t.Context(), "", func(context.Context, *database.Tx) error {
			t.Error("the hook ran")
			return nil
		})
		if err := db.InTx(hooked, func(*database.Tx) error { return errors.New("refused") }); err == nil {
			t.Error("the transaction committed")
		}
	})
}

func TestReadsOutsideATransactionCannotWrite(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	withCounters(t, db)
	rows, err := db.Query(t.Context(), "UPDATE counters SET value = 9 RETURNING value")
	if err == nil {
		for rows.Next() {
		}
		err = errors.Join(rows.Err(), rows.Close())
	}
	if err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("the error is %v, want that the database is read-only here", err)
	}
	wantCounter(t, db, "a", 0)
}
