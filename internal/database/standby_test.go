package database_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

// watch runs the watcher of the standby as the process does, until the test ends.
func watch(t *testing.T, db *database.DB) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, db.StandbyWatcher())
	}()
	t.Cleanup(func() { stop(); <-ended })
}

// isReplica reports whether a standby answers a reader's query.
func isReplica(t *testing.T, from database.Querier) (is bool) {
	t.Helper()
	if err := from.QueryRow(t.Context(), "SELECT pg_is_in_recovery()").Scan(&is); err != nil {
		t.Fatal(err)
	}
	rows, err := from.Query(t.Context(), "SELECT pg_is_in_recovery()")
	again, err := database.Collect(rows, err, database.ScanOne[bool])
	if err != nil || len(again) != 1 {
		t.Fatalf("read %v: %v", again, err)
	}
	return is && again[0]
}

// The bound is far longer than a busy machine takes, and the standby is made to fall behind for good.
func TestAStandbyIsReadWhileItIsNotTooFarBehind(t *testing.T) {
	t.Parallel()
	primary, err := databasetest.StartCluster(t.Context(), databasetest.ReplicatingSettings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = primary.Stop() })
	standby, err := primary.StartStandby(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = standby.Stop() })
	db := openWith(t, database.Options{URL: primary.URL(), ReadURL: standby.URL(), MaxLag: 3 * time.Second})
	watch(t, db)
	withCounters(t, db)
	testkit.Until(t, "the standby is read", func() bool { return isReplica(t, db.Stale()) })
	if db.StandbyTrouble() != "" {
		t.Errorf("it is read, and in trouble: %s", db.StandbyTrouble())
	}
	if isReplica(t, db) {
		t.Error("what must be as it is now was read from the standby")
	}
	if _, told := db.Stats()["standby"]; !told {
		t.Error("the metrics do not tell of its connections")
	}

	if err := standby.Exec(t.Context(), "SELECT pg_wal_replay_pause()"); err != nil {
		t.Fatal(err)
	}
	mustExec(t, db, "UPDATE counters SET value = 7 WHERE name = 'a'")
	// A start does not wait for a standby that is behind, whatever the bound.
	starting, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	begun, err := database.Open(starting, database.Options{URL: primary.URL(), ReadURL: standby.URL(), MaxLag: time.Hour})
	if err != nil || starting.Err() != nil {
		t.Fatalf("a start beside a standby that is behind: %v, %v", err, starting.Err())
	}
	if begun.StandbyTrouble() == "" {
		t.Error("a standby that is behind is read after a start")
	}
	if err := begun.Close(); err != nil {
		t.Error(err)
	}
	testkit.Until(t, "a standby that is behind is not read", func() bool { return !isReplica(t, db.Stale()) })
	if !strings.Contains(db.StandbyTrouble(), "behind") {
		t.Errorf("nobody is told: %q", db.StandbyTrouble())
	}
	if err := standby.Exec(t.Context(), "SELECT pg_wal_replay_resume()"); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the standby is read again", func() bool { return isReplica(t, db.Stale()) })
	var value int64
	if err := db.Stale().QueryRow(t.Context(), "SELECT value FROM counters WHERE name = 'a'").Scan(&value); err != nil || value != 7 {
		t.Errorf("it has %d, %v; want what was written before it was trusted again", value, err)
	}

	// Under writes a standby is always a moment behind, and is used nevertheless.
	for _, setting := range []string{"ALTER SYSTEM SET recovery_min_apply_delay = '100ms'", "SELECT pg_reload_conf()"} {
		if err := standby.Exec(t.Context(), setting); err != nil {
			t.Fatal(err)
		}
	}
	busy, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	writing.Go(func() {
		for busy.Err() == nil {
			_ = db.InTx(busy, func(tx *database.Tx) error {
				_, err := tx.Exec(busy, "UPDATE counters SET value = value + 1 WHERE name = 'a'")
				return err
			})
		}
	})
	other := openWith(t, database.Options{URL: primary.URL(), ReadURL: standby.URL(), MaxLag: 20 * time.Second})
	watch(t, other)
	testkit.Until(t, "a standby that is a tenth of a second behind is read", func() bool { return other.StandbyTrouble() == "" })
	stop()
	writing.Wait()

	if err := standby.Halt(); err != nil {
		t.Fatal(err)
	}
	if isReplica(t, db.Stale()) { // without a failure, at the moment it is gone
		t.Error("a standby that is gone was read")
	}
	if db.StandbyTrouble() == "" {
		t.Error("nobody is told that it is gone")
	}
}

func TestAReadURLThatCannotBeRightIsRefused(t *testing.T) {
	t.Parallel()
	url := databasetest.PostgresURL(t)
	for name, one := range map[string]struct{ url, want string }{
		"another database": {databasetest.PostgresURL(t), "another database"},
		"a file":           {"bourse.db", "postgres://"},
	} {
		_, err := database.Open(t.Context(), database.Options{URL: url, ReadURL: one.url})
		if reading := (*database.ReadURLError)(nil); !errors.As(err, &reading) || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s: %v, want %q in it", name, err, one.want)
		}
	}
}

func TestAStandbyThatIsAwayAtTheStartKeepsNobodyFromStarting(t *testing.T) {
	t.Parallel()
	url := databasetest.PostgresURL(t)
	gone := newProxy(t, url)
	gone.close()
	db := openWith(t, database.Options{URL: url, ReadURL: gone.url})
	if db.StandbyTrouble() == "" || isReplica(t, db.Stale()) {
		t.Errorf("it is said to be well: %q", db.StandbyTrouble())
	}
}

// A standby that is unreachable at the start is checked when it comes up, just like at a start.
func TestAStandbyThatComesLaterIsReadWhenItIsOfTheSameDatabase(t *testing.T) {
	t.Parallel()
	url := databasetest.PostgresURL(t)
	for name, one := range map[string]struct {
		url  string
		want func(db *database.DB) bool
	}{
		"the same":       {url, func(db *database.DB) bool { return db.StandbyTrouble() == "" }},
		"another's data": {databasetest.PostgresURL(t), func(db *database.DB) bool { return strings.Contains(db.StandbyTrouble(), "another database") }},
	} {
		later := newProxy(t, one.url)
		server := later.server
		later.leadTo("127.0.0.1:1")
		db := openWith(t, database.Options{URL: url, ReadURL: later.url, MaxLag: 3 * time.Second})
		if trouble := db.StandbyTrouble(); !strings.Contains(trouble, "cannot be reached") {
			t.Errorf("%s: while it is away it says %q", name, trouble)
		}
		watch(t, db)
		later.leadTo(server)
		testkit.Until(t, name+": it is known when it has come", func() bool { return one.want(db) })
	}
}

func TestWithoutAStandbyTheDatabaseItselfIsRead(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		var value int64
		if err := db.Stale().QueryRow(t.Context(), "SELECT value FROM counters WHERE name = 'a'").Scan(&value); err != nil {
			t.Error(err)
		}
		if db.StandbyTrouble() != "" {
			t.Error(db.StandbyTrouble())
		}
		watch(t, db) // has nothing to do, and ends with the test
	})
}
