package database_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestWhatWaitsIsSeenByTheNextStatement(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			var touched []int64
			then := func(count int64) error { touched = append(touched, count); return nil }
			err := errors.Join(
				tx.Later(t.Context(), then, `INSERT INTO counters (name, value) VALUES ($1, $2), ($3, $4)`, "x", 1, "y", 2),
				tx.Gather(func() error {
					_, err := tx.Exec(t.Context(), `UPDATE counters SET value = value + $1 WHERE name = $2`, 40, "x")
					return err
				}),
				tx.Later(t.Context(), then, `DELETE FROM counters WHERE name = $1`, "nobody"))
			if err != nil {
				return err
			}
			var sum int
			if err := tx.QueryRow(t.Context(), `SELECT SUM(value) FROM counters WHERE name IN ('x', 'y')`).Scan(&sum); err != nil || sum != 43 {
				t.Errorf("the next query sees %d, %v, want 43", sum, err)
			}
			if len(touched) != 2 || touched[0] != 2 || touched[1] != 0 {
				t.Errorf("the statements touched %v rows, want 2 and none", touched)
			}
			return tx.Later(t.Context(), nil, `UPDATE counters SET value = 7 WHERE name = $1`, "y") // sent at the end of the work
		})
		if err != nil {
			t.Fatal(err)
		}
		wantCounter(t, db, "x", 41)
		wantCounter(t, db, "y", 7)
	})
}

// The transaction fails with the error of a waiting statement, wherever that surfaces first.
func TestWhatFailsLaterFailsTheTransaction(t *testing.T) {
	t.Parallel()
	twice := func(ctx context.Context, tx *database.Tx) error {
		return tx.Later(ctx, nil, `INSERT INTO counters (name, value) VALUES ('twice', 1), ('twice', 2)`)
	}
	refused := errors.New("one row too few")
	cases := map[string]struct {
		want error
		work func(ctx context.Context, tx *database.Tx) error
	}{
		"at the end": {database.ErrUnique, twice},
		"in a query for one row": {database.ErrUnique, func(ctx context.Context, tx *database.Tx) error {
			if err := twice(ctx, tx); err != nil {
				return err
			}
			var one int
			return tx.QueryRow(ctx, `SELECT 1`).Scan(&one)
		}},
		"unheard": {database.ErrUnique, func(ctx context.Context, tx *database.Tx) error {
			if err := twice(ctx, tx); err != nil {
				return err
			}
			_, _ = tx.Exec(ctx, `DELETE FROM counters WHERE name = 'nobody'`)
			return nil
		}},
		"by its count": {refused, func(ctx context.Context, tx *database.Tx) error {
			return tx.Later(ctx, func(int64) error { return refused }, `INSERT INTO counters (name, value) VALUES ('once', 1)`)
		}},
	}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		for name, c := range cases {
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				if err := add(t.Context(), tx, "a", 1); err != nil {
					return err
				}
				return c.work(t.Context(), tx)
			})
			if !errors.Is(err, c.want) {
				t.Errorf("%s: the transaction fails with %v, want %v", name, err, c.want)
			}
		}
		wantCounter(t, db, "a", 0)
		var left int
		if err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM counters WHERE name IN ('once', 'twice')`).Scan(&left); err != nil || left != 0 {
			t.Errorf("%d rows are left of transactions that failed: %v", left, err)
		}
	})
}

// database/sql rolls back a transaction whose context has ended. Waiting statements must not run outside one.
func TestNothingThatWaitsOutlivesItsTransaction(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		ctx, cancel := context.WithCancel(t.Context())
		err := db.InTx(ctx, func(tx *database.Tx) error {
			if err := add(t.Context(), tx, "a", 1); err != nil {
				return err
			}
			cancel()
			for tx.IsRunning(t.Context()) { // until database/sql notices
			}
			err := tx.Later(t.Context(), nil, `INSERT INTO counters (name, value) VALUES ('late', 1)`)
			return errors.Join(err, tx.Send(t.Context()))
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the transaction fails with %v, want that it was cancelled", err)
		}
		wantCounter(t, db, "a", 0)
		var left int
		if err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM counters WHERE name = 'late'`).Scan(&left); err != nil || left != 0 {
			t.Errorf("%d rows were written without a transaction: %v", left, err)
		}
	})
}

func TestManyStatementsWaitTogether(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		const many = 500
		for range 2 { // prepared anew, prepared already
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				for i := range many {
					query := fmt.Sprintf(`UPDATE counters SET value = value + $1 WHERE name = 'a' /* %d */`, i%20)
					if err := tx.Later(t.Context(), nil, query, 1); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		wantCounter(t, db, "a", 2*many)
	})
}

func TestQuestionsAreAnsweredTogetherAsTheyAreOneByOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		createParcels(t, db)
		want := newParcels(9)
		inTx(t, db, func(tx *database.Tx) error {
			if err := tx.Gather(func() error { return parcels.Insert(t.Context(), tx, want...) }); err != nil {
				return err
			}
			var got []*parcel
			var count int
			var one, nobody *parcel
			err := tx.Ask(t.Context(),
				database.Question{Query: `SELECT COUNT(*) FROM parcels`, Scan: func(row database.Row) error { return row.Scan(&count) }},
				database.Question{Query: `SELECT id FROM parcels` + tx.ForUpdate()},
				database.Question{Query: `SELECT ` + parcels.Columns() + ` FROM parcels ORDER BY id`, Scan: func(row database.Row) error {
					p, err := parcels.Scan(row)
					got = append(got, p)
					return err
				}},
				database.Question{Query: `SELECT ` + parcels.Columns() + ` FROM parcels WHERE id = $1`, Arguments: []any{want[3].ID}, Scan: parcels.Into(&one)},
				database.Question{Query: `SELECT ` + parcels.Columns() + ` FROM parcels WHERE id = $1`, Arguments: []any{database.NewID()}, Scan: parcels.Into(&nobody)})
			if diff := cmp.Diff(want, got); err != nil || diff != "" || count != len(want) {
				t.Errorf("%d parcels were found (error %v, -want +got):\n%s", count, err, diff)
			}
			if diff := cmp.Diff(want[3], one); diff != "" || nobody != nil {
				t.Errorf("one parcel (-want +got):\n%s\nand none: %v", diff, nobody)
			}
			return err
		})
		for name, question := range map[string]database.Question{
			"a statement":     {Query: `SELECT nothing FROM parcels`},
			"a scan":          {Query: `SELECT id FROM parcels`, Scan: func(database.Row) error { return errUnread }},
			"a scan by value": {Query: `SELECT name FROM parcels`, Scan: func(row database.Row) error { var id uuid.UUID; return row.Scan(&id) }},
		} {
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_ = tx.Ask(t.Context(), question, database.Question{Query: `SELECT 1`})
				return nil
			})
			if err == nil && db.Engine() == database.Postgres { // where the transaction is then unusable
				t.Errorf("%s that fails does not fail the transaction", name)
			}
		}
	})
}

var errUnread = errors.New("it cannot be read")
