package database_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestAProbeWritesAndLeavesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		began := time.Now()
		for range 3 {
			if err := db.Probe(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		var left int
		if err := db.QueryRow(t.Context(), `SELECT count(*) FROM write_probes`).Scan(&left); err != nil || left != 0 {
			t.Errorf("%d rows are left: %v", left, err)
		}
		if db.LastWrite().Before(began) {
			t.Errorf("the last write was at %v", db.LastWrite())
		}
	})
}

func TestACommitThatChangesNothingProvesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		before := db.LastWrite()
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM write_probes`)
			return err
		})
		if err != nil || !db.LastWrite().Equal(before) {
			t.Errorf("the last write moved from %v to %v: %v", before, db.LastWrite(), err)
		}
	})
}

func TestAProbeNoticesThatNobodyMayWrite(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		held, release := make(chan struct{}), make(chan struct{})
		ended := make(chan error)
		go func() { // occupies SQLite's writer, or locks the table on PostgreSQL
			ended <- db.InTx(t.Context(), func(tx *database.Tx) error {
				if tx.Engine() == database.Postgres {
					if _, err := tx.Exec(t.Context(), `LOCK TABLE write_probes IN EXCLUSIVE MODE`); err != nil {
						return err
					}
				}
				close(held)
				<-release
				return nil
			})
		}()
		<-held
		err := db.Probe(ctx)
		if got := database.Trouble(err); err == nil || got != "the database does not answer in time" {
			t.Errorf("the probe says %v: %s", err, got)
		}
		close(release)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if err := db.Probe(t.Context()); err != nil {
			t.Errorf("it is still in trouble: %v", err)
		}
	})
}

func TestTroubleIsToldWithoutWhatTheDatabaseSaid(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"53100": "the disk of the database is full", "25006": "the database can only be read",
		"53300": "the database has no connection left", "57014": "the database does not answer in time",
		"57P01": "the database cannot be reached", "42P01": "the database cannot be used",
	} {
		err := fmt.Errorf("insert: %w", &pgconn.PgError{Code: code, Message: "secret"})
		if got := database.Trouble(err); got != want {
			t.Errorf("%s is %q, want %q", code, got, want)
		}
	}
	if got := database.Trouble(errors.New("password=secret")); got != "the database cannot be used" {
		t.Errorf("an unknown failure is %q", got)
	}
}
