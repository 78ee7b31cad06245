package database_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

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

func TestArgumentsOfEveryKindArriveAsTheyAreStored(t *testing.T) {
	t.Parallel()
	type name string
	db := databasetest.Open(t, database.SQLite)
	id := uuid.MustParse("019a9b1c-0000-7000-8000-000000000001")
	for want, argument := range map[string]any{
		"null:":               nil,
		"text:a":              "a",
		"text:b":              name("b"),
		"text:" + id.String(): id,
		"integer:7":           7,
		"integer:8":           int32(8),
		"integer:9":           int64(9),
		"integer:1":           true,
		"real:0.5":            0.5,
		"blob:c":              []byte("c"),
		"null:absent":         (*string)(nil),
	} {
		var got string
		err := db.QueryRow(t.Context(), `SELECT typeof($1) || ':' || coalesce(CAST($1 AS TEXT), '')`, argument).Scan(&got)
		if err != nil || got != strings.TrimSuffix(want, "absent") {
			t.Errorf("%#v arrived as %q (%v), want %q", argument, got, err, want)
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
