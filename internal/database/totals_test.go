package database_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestAShortListIsCountedEveryTimeAndALongOneNowAndThen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		add := func(from, to int) {
			t.Helper()
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `
					INSERT INTO write_probes (id)
					WITH RECURSIVE n(i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2) SELECT i FROM n`, from, to-1)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		want := func(want, behind int) {
			t.Helper()
			got, err := db.CountList(t.Context(), `SELECT COUNT(*) FROM write_probes WHERE id > $1`, behind)
			if err != nil || got != want {
				t.Errorf("%d rows are behind %d, want %d: %v", got, behind, want, err)
			}
		}
		add(1, 1001)
		want(1000, 0)
		add(1001, 1003)
		want(1002, 0) // a thousand are not a long list
		add(1003, 1005)
		want(1002, 0)
		want(4, 1000) // another list
		add(1005, 1006)
		want(5, 1000)
		db.AgeTotals(time.Minute)
		want(1005, 0)
	})
}

func TestListsThatOnlyLookAlikeAreCountedApart(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		want := func(want int, arguments ...any) {
			t.Helper()
			got, err := db.CountList(t.Context(), `SELECT 2000 + LENGTH(CAST($1 AS TEXT)) + 0 * LENGTH(CAST($2 AS TEXT))`, arguments...)
			if err != nil || got != want {
				t.Errorf("a list of %d rows is counted as %d: %v", want, got, err)
			}
		}
		want(2001, "a", "b c")
		want(2003, "a b", "c")
		want(2004, "a] [", "c")
		pointed := "a"
		want(2001, &pointed, "")
		pointed = "abc"
		want(2003, &pointed, "")
		want(2003, "abc", "")
	})
}
