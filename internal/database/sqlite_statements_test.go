package database_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestPlaceholdersBecomePlainWhereTheirOrderAllowsIt(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		`SELECT 1`:                            `SELECT 1`,
		`INSERT INTO t VALUES ($1, $2), ($3)`: `INSERT INTO t VALUES (?, ?), (?)`,
		`SELECT $1, $1`:                       `SELECT ?1, ?1`,
		`SELECT $2, $1`:                       `SELECT ?2, ?1`,
		`SELECT '$1', $1`:                     `SELECT '$1', ?`,
		`SELECT 'it''s $2', $1, $2`:           `SELECT 'it''s $2', ?, ?`,
		`SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10`: `SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?`,
	} {
		if got := database.PlainPlaceholders(query); got != want {
			t.Errorf("%s became %s, want %s", query, got, want)
		}
	}
}

func TestAStatementCanRunWhileItsOwnRowsAreRead(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		const query = `WITH n(i) AS (VALUES (1), (2), (3)) SELECT i FROM n WHERE i > $1`
		outer, err := tx.Query(t.Context(), query, 0)
		if err != nil {
			return err
		}
		defer outer.Close()
		seen := 0
		for outer.Next() {
			var i, larger int
			if err := outer.Scan(&i); err != nil {
				return err
			}
			inner, err := tx.Query(t.Context(), query, i)
			if err != nil {
				return err
			}
			for inner.Next() {
				larger++
			}
			if err := inner.Close(); err != nil {
				return err
			}
			if larger != 3-i {
				t.Errorf("%d numbers are larger than %d, want %d", larger, i, 3-i)
			}
			seen++
		}
		if seen != 3 {
			t.Errorf("read %d rows, want 3", seen)
		}
		return outer.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}
