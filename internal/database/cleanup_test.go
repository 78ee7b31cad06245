package database_test

import (
	"errors"
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestCleaningUpTakesABatchInEachTransactionUntilThereAreFewer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows    int
		batches []int64
	}{
		"nothing":           {0, []int64{0}},
		"less than a batch": {2, []int64{2}},
		"whole batches":     {6, []int64{3, 3, 0}},
		"and a rest":        {7, []int64{3, 3, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				withRows(t, db, c.rows)
				var batches []int64
				removed, err := db.CleanUp(t.Context(), 3, func(tx *database.Tx) (int64, error) {
					count, err := removeSome(t, tx)
					tx.AfterCommit(func() { batches = append(batches, count) })
					return count, err
				})
				if err != nil || removed != int64(c.rows) || !slices.Equal(batches, c.batches) {
					t.Errorf("removed %d in %v (%v), want %d in %v", removed, batches, err, c.rows, c.batches)
				}
			})
		})
	}
}

func TestACleanupThatFailsCountsWhatIsGone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withRows(t, db, 8)
		broken, batch := errors.New("broken"), 0
		removed, err := db.CleanUp(t.Context(), 3, func(tx *database.Tx) (int64, error) {
			count, err := removeSome(t, tx)
			if batch++; batch == 2 {
				err = broken
			}
			return count, err
		})
		if !errors.Is(err, broken) || removed != 3 {
			t.Errorf("removed %d (%v), want the 3 of the first batch", removed, err)
		}
		var left int
		if err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM leaves`).Scan(&left); err != nil || left != 5 {
			t.Errorf("%d rows are left (%v), want 5", left, err)
		}
	})
}

// withRows creates a table with count rows.
func withRows(t *testing.T, db *database.DB, count int) {
	t.Helper()
	mustExec(t, db, `CREATE TABLE leaves (id BIGINT PRIMARY KEY)`)
	for id := range count {
		mustExec(t, db, `INSERT INTO leaves VALUES ($1)`, id)
	}
}

// removeSome deletes a batch of them.
func removeSome(t *testing.T, tx *database.Tx) (int64, error) {
	return tx.Exec(t.Context(), `DELETE FROM leaves WHERE id IN (SELECT id FROM leaves ORDER BY id LIMIT 3)`)
}
