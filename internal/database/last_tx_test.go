package database_test

import (
	"context"
	"errors"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

// noMark fails for requests that must not commit before their answer.
func noMark(t *testing.T) func(context.Context, *database.Tx) error {
	return func(context.Context, *database.Tx) error {
		t.Error("the transaction was committed without an answer")
		return nil
	}
}

func inLastTx(t *testing.T, db *database.DB, ctx context.Context, name string) {
	t.Helper()
	if err := db.InLastTx(ctx, func(tx *database.Tx) error { return add(ctx, tx, name, 1) }); err != nil {
		t.Fatal(err)
	}
}

func TestTheLastTransactionWaitsForTheAnswer(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		ctx, last := db.HoldLastTx(t.Context(), "", noMark(t))
		committed, undone := 0, 0
		err := db.InLastTx(ctx, func(tx *database.Tx) error {
			tx.AfterCommit(func() { committed++ })
			tx.AfterRollback(func() { undone++ })
			return add(ctx, tx, "a", 1)
		})
		if err != nil {
			t.Fatal(err)
		}
		wantCounter(t, db, "a", 0) // nobody else sees it
		if committed+undone > 0 {
			t.Error("it was told to have ended before it had")
		}
		isHeld, err := last.Commit(ctx, func(ctx context.Context, tx *database.Tx) error { return add(ctx, tx, "b", 1) })
		if err != nil || !isHeld {
			t.Fatalf("held: %v, and %v", isHeld, err)
		}
		wantCounter(t, db, "a", 1)
		wantCounter(t, db, "b", 1)
		if committed != 1 || undone != 0 {
			t.Errorf("%d calls after the commit and %d after a rollback", committed, undone)
		}
		if isHeld, err := last.Commit(ctx, nil); isHeld || err != nil {
			t.Error("it was committed twice")
		}
	})
}

func TestTheLastTransactionIsUndone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		refused := errors.New("the key was taken over")
		for name, end := range map[string]func(context.Context, *database.LastTx) error{
			"by hand": func(_ context.Context, last *database.LastTx) error { last.RollBack(); return refused },
			"by its last step": func(ctx context.Context, last *database.LastTx) error {
				_, err := last.Commit(ctx, func(context.Context, *database.Tx) error { return refused })
				return err
			},
		} {
			ctx, last := db.HoldLastTx(t.Context(), "", noMark(t))
			undone := 0
			err := db.InLastTx(ctx, func(tx *database.Tx) error {
				tx.AfterRollback(func() { undone++ })
				return add(ctx, tx, "a", 1)
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := end(ctx, last); err != refused {
				t.Errorf("%s: %v", name, err)
			}
			last.RollBack() // does nothing
			if undone != 1 {
				t.Errorf("%s: %d calls after the rollback", name, undone)
			}
			wantCounter(t, db, "a", 0)
		}
	})
}

func TestWhatIsReadMeanwhileIsReadInTheLastTransaction(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		ctx, last := db.HoldLastTx(t.Context(), "", noMark(t))
		defer last.RollBack()
		inLastTx(t, db, ctx, "a")
		const query = `SELECT value FROM counters WHERE name = 'a'`
		read := func(from database.Querier) (value int64) {
			if err := from.QueryRow(ctx, query).Scan(&value); err != nil {
				t.Error(err)
			}
			return value
		}
		if got := read(db); got != 1 {
			t.Errorf("a row has %d", got)
		}
		rows, err := db.Query(ctx, query)
		values, err := database.Collect(rows, err, func(row database.Row) (value int64, err error) { return value, row.Scan(&value) })
		if err != nil || len(values) != 1 || values[0] != 1 {
			t.Errorf("rows have %v (%v)", values, err)
		}
		err = db.InSnapshot(database.Beforehand(ctx), func(from database.Querier) error {
			if got := read(from); got != 1 {
				t.Errorf("a snapshot has %d", got)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		wantCounter(t, db, "a", 0)
	})
}

// SQLite has one writer, which the held transaction occupies.
func TestAnotherTransactionOfTheRequestCommitsTheOneThatIsHeld(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		mustExec(t, db, "INSERT INTO counters VALUES ('c', 0), ('d', 0), ('marks', 0)")
		limited, cancel := context.WithTimeout(t.Context(), testkit.Patience)
		defer cancel()
		marks := 0
		ctx, last := db.HoldLastTx(limited, "", func(ctx context.Context, tx *database.Tx) error {
			marks++
			return add(ctx, tx, "marks", 1)
		})
		inLastTx(t, db, ctx, "a")
		beforehand := database.Beforehand(context.WithoutCancel(ctx))
		if err := db.InTx(beforehand, func(tx *database.Tx) error { return add(ctx, tx, "b", 1) }); err != nil {
			t.Fatal(err)
		}
		if marks != 1 {
			t.Errorf("%d marks, want that of the first", marks)
		}
		inLastTx(t, db, ctx, "c")
		inLastTx(t, db, ctx, "d")
		wantCounter(t, db, "marks", 2)
		last.RollBack()
		for name, want := range map[string]int64{"a": 1, "b": 1, "c": 1, "d": 0} {
			wantCounter(t, db, name, want)
		}
	})
}

func TestALastTransactionBeforehandIsLikeAnyOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		ctx, last := db.HoldLastTx(t.Context(), "", noMark(t))
		inLastTx(t, db, database.Beforehand(ctx), "a")
		wantCounter(t, db, "a", 1)
		if isHeld, err := last.Commit(ctx, nil); isHeld || err != nil {
			t.Error("it was held")
		}
		inLastTx(t, db, t.Context(), "a")
		wantCounter(t, db, "a", 2)
	})
}

func TestTheLastTransactionOutlivesItsClientOnceItsWorkIsDone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		leaving, leave := context.WithCancel(t.Context())
		ctx, last := db.HoldLastTx(leaving, "", noMark(t))
		inLastTx(t, db, ctx, "a")
		leave()
		if _, err := last.Commit(ctx, func(ctx context.Context, tx *database.Tx) error { return add(ctx, tx, "b", 1) }); err != nil {
			t.Fatal(err)
		}
		wantCounter(t, db, "b", 1)
		if err := db.InLastTx(ctx, func(*database.Tx) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("without a client it began: %v", err)
		}
		last.RollBack()
	})
}

func TestAPanicInTheLastTransactionLetsGoOfIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		ctx, _ := db.HoldLastTx(t.Context(), "", noMark(t))
		func() {
			defer func() { _ = recover() }()
			_ = db.InLastTx(ctx, func(tx *database.Tx) error {
				if err := add(ctx, tx, "a", 1); err != nil {
					return err
				}
				panic("boom")
			})
		}()
		if err := db.InTx(t.Context(), func(tx *database.Tx) error { return add(t.Context(), tx, "b", 1) }); err != nil {
			t.Error(err)
		}
		wantCounter(t, db, "a", 0)
	})
}
