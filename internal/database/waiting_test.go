package database_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestWhatWaitsIsCountedToABound(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		mustExec(t, db, "CREATE TABLE papers (id BIGINT PRIMARY KEY, since BIGINT NOT NULL, done BOOLEAN NOT NULL)")
		count := func(want database.Waiting) {
			t.Helper()
			got, err := database.CountWaiting(t.Context(), db, "since", "papers WHERE NOT done AND id >= $1", 1)
			if err != nil || got != want {
				t.Errorf("%+v (%v), want %+v", got, err, want)
			}
		}
		count(database.Waiting{})
		mustExec(t, db, "INSERT INTO papers VALUES (0, 1, FALSE), (1, 2, TRUE), (2, 4000000, FALSE), (3, 3000000, FALSE)")
		count(database.Waiting{Count: 2, Oldest: time.Unix(3, 0).UTC()})
		mustExec(t, db, `INSERT INTO papers WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) SELECT i, 5000000, FALSE FROM n`)
		count(database.Waiting{Count: database.MostCounted, Oldest: time.Unix(3, 0).UTC()})
	})
}

func TestTheSizesOfSQLitesFilesAreTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		mustExec(t, db, "CREATE TABLE papers (id BIGINT PRIMARY KEY)")
		sizes, here, err := db.Sizes()
		if err != nil || here != (db.Engine() == database.SQLite) || here && (sizes.File == 0 || sizes.Log == 0) {
			t.Errorf("%+v, %t, %v", sizes, here, err)
		}
	})
}
