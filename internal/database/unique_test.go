package database_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestASecondRowWhereThereMayBeOneIsErrUniqueOnBothEngines(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const insert = `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'A', 0)`
		first := uuid.New()
		mustExec(t, db, insert, first, "a")
		for name, values := range map[string][2]any{"unique column": {uuid.New(), "a"}, "primary key": {first, "b"}} {
			var inside error
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, inside = tx.Exec(t.Context(), insert, values[0], values[1])
				return fmt.Errorf("insert: %w", inside)
			})
			var unique *database.UniqueError
			if !errors.Is(inside, database.ErrUnique) || !errors.As(err, &unique) || unique.Table != "tenants" {
				t.Errorf("%s: got %v of %+v, want a unique conflict of tenants", name, err, unique)
			}
			err = db.InTx(t.Context(), func(tx *database.Tx) error { // with a result that is read by Scan
				var id string
				return tx.QueryRow(t.Context(), insert+` RETURNING id`, values[0], values[1]).Scan(&id)
			})
			if !errors.Is(err, database.ErrUnique) {
				t.Errorf("%s, with RETURNING: got %v, want a unique conflict", name, err)
			}
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ('x', NULL, 'A', 0)`)
			return err
		})
		if err == nil || errors.Is(err, database.ErrUnique) {
			t.Errorf("a NULL is %v, want another failure", err)
		}
	})
}

func TestOfManyWhoWriteTheSameRowAtOnceOneSucceeds(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		results := make([]error, 20)
		var running sync.WaitGroup
		for i := range results {
			running.Go(func() {
				results[i] = db.InTx(t.Context(), func(tx *database.Tx) error {
					var taken bool
					if err := tx.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM tenants WHERE slug = 'a')`).Scan(&taken); err != nil || taken {
						return errors.Join(err, errRefused)
					}
					_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, 'a', 'A', 0)`, uuid.New())
					return err
				})
			})
		}
		running.Wait()
		succeeded := 0
		for _, err := range results {
			if err == nil {
				succeeded++
			} else if !errors.Is(err, database.ErrUnique) && !errors.Is(err, errRefused) {
				t.Errorf("got %v, want a unique conflict", err)
			}
		}
		if succeeded != 1 {
			t.Errorf("%d succeeded, want 1", succeeded)
		}
	})
}
