package database_test

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

func TestManyProcessesThatMigrateAtOnceApplyEachStepOnce(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) { migrateAtOnce(t, url) })
}

func TestManyProcessesThatMigrateAPreparedDatabaseApplyEachStepOnce(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		// Listing the steps creates the version table. With it in place, all processes reach the first step at the same
		// time; on a new database they might by luck reach it one after the other.
		if _, err := databasetest.OpenURL(t, url).Migrations(t.Context()); err != nil {
			t.Fatal(err)
		}
		migrateAtOnce(t, url)
	})
}

func migrateAtOnce(t *testing.T, url string) {
	t.Helper()
	const processes = 20
	applied := make([]int, processes)
	handles := make([]*database.DB, processes)
	for i := range processes {
		handles[i] = databasetest.OpenURL(t, url)
	}
	var running sync.WaitGroup
	for i := range processes {
		running.Go(func() {
			var err error
			if applied[i], err = handles[i].Migrate(t.Context()); err != nil {
				t.Errorf("process %d: %v", i, err)
			}
		})
	}
	running.Wait()
	steps, err := handles[0].Migrations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, count := range applied {
		total += count
	}
	if total != len(steps) || len(steps) == 0 {
		t.Errorf("%d steps were applied, want each of the %d once", total, len(steps))
	}
}

// A backup or a report may read a table for long. A step that needs the table exclusively waits, and everybody after it
// would wait behind it.
func TestAStepThatWaitsForATableLetsOthersPass(t *testing.T) {
	t.Parallel()
	pooled, direct := behindPooler(t)
	unpooled := databasetest.PostgresURL(t)
	for name, place := range map[string]struct{ url, through string }{
		"in a session":    {unpooled, unpooled},
		"behind a pooler": {direct, pooled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			letsOthersPass(t, place.url, place.through)
		})
	}
}

// letsOthersPass migrates the database at a URL through another URL, while one of its tables is in use.
func letsOthersPass(t *testing.T, url, through string) {
	t.Helper()
	db := databasetest.OpenURL(t, url)
	if err := db.MigrateTo(t.Context(), 69); err != nil {
		t.Fatal(err)
	}
	const use = `LOCK TABLE messages IN ROW EXCLUSIVE MODE`
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error, 2)
	go func() {
		ended <- db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), use)
			close(begun)
			<-end
			return err
		})
	}()
	<-begun
	migrating := openWith(t, database.Options{URL: through})
	go func() {
		_, err := migrating.Migrate(t.Context())
		ended <- err
	}()
	waiting := func() (waits int) {
		if err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM pg_locks WHERE relation = 'messages'::REGCLASS AND NOT granted`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		return waits
	}
	testkit.Until(t, "the step waits", func() bool { return waiting() > 0 })
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		if err := tx.LimitLockWait(t.Context(), 20*time.Second); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), use)
		return err
	})
	if err != nil {
		t.Errorf("who comes after the step: %v", err)
	}
	close(end)
	for range 2 {
		if err := testkit.Receive(t, "the end of both", ended); err != nil {
			t.Error(err)
		}
	}
}

// Building an index over years of rows takes minutes, during which a locked table accepts no writes: the previous
// version still serves, and gives up its requests after seconds. A partial index left by an interrupted step is dropped
// first.
func TestIndexesOfTablesInUseAreBuiltBesideWriters(t *testing.T) {
	t.Parallel()
	const lastReleased = "00064"
	small := map[string]string{ // tables whose writers a plain index may block, and why
		"messages": "they are kept for days; the column is made by the same step",
		"bots":     "there are few",
		"erasures": "a row for each person who has left",
	}
	steps, err := fs.Glob(database.EngineFiles(os.DirFS("migrations"), database.Postgres), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	var built int
	for _, step := range steps {
		if step[:len(lastReleased)] <= lastReleased {
			continue
		}
		text, err := os.ReadFile(filepath.Join("migrations", step))
		if err != nil {
			t.Fatal(err)
		}
		for _, index := range regexp.MustCompile(`CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(\w+) ON (\w+)`).FindAllStringSubmatch(string(text), -1) {
			beside, name, table := index[1] != "", index[2], index[3]
			if isNew := strings.Contains(string(text), "CREATE TABLE "+table+" "); isNew || small[table] != "" {
				continue
			}
			if without := regexp.MustCompile(`(?m)^(--.*|DROP INDEX CONCURRENTLY IF EXISTS \w+;|CREATE (UNIQUE )?INDEX CONCURRENTLY [^;]*;)?\n`); without.ReplaceAllString(string(text), "") != "" {
				t.Errorf("%s does more than building indexes, without a transaction and a limit", step)
			}
			if built++; !beside || !strings.Contains(string(text), "DROP INDEX CONCURRENTLY IF EXISTS "+name+";\nCREATE") {
				t.Errorf("%s builds %s with the writers of %s waiting, or not a second time", step, name, table)
			}
		}
	}
	if built == 0 {
		t.Error("no index was looked at")
	}
}

// A concurrent index build waits for all earlier transactions, for as long as necessary; without a session, limits
// cannot be lifted or set outside a transaction.
func TestAnIndexIsBuiltWithoutLimitsInASessionAndInATransactionBehindAPooler(t *testing.T) {
	t.Parallel()
	const step = "-- +goose NO TRANSACTION\n-- +goose Up\nDROP INDEX CONCURRENTLY IF EXISTS a;\nCREATE INDEX CONCURRENTLY a ON b (c);\n"
	const table = "-- +goose Up\nALTER TABLE b ADD COLUMN c BIGINT;\n"
	files := fstest.MapFS{"00001_a.postgres.sql": {Data: []byte(step)}, "00002_b.sql": {Data: []byte(table)}}
	for name, of := range map[string]struct {
		files fs.FS
		want  string
	}{
		"a session": {database.EngineFiles(files, database.Postgres), "-- +goose NO TRANSACTION\n-- +goose Up\nSET lock_timeout = 0;\nSET statement_timeout = 0;\n" +
			"DROP INDEX CONCURRENTLY IF EXISTS a;\nCREATE INDEX CONCURRENTLY a ON b (c);\nSET lock_timeout = '2s';\n"},
		"a pooler": {database.PooledFiles(files), "-- +goose Up\nDROP INDEX IF EXISTS a;\nCREATE INDEX a ON b (c);\n"},
	} {
		for file, want := range map[string]string{"00001_a.postgres.sql": of.want, "00002_b.sql": table} {
			opened, err := of.files.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(opened)
			if err != nil || string(text) != want {
				t.Errorf("%s in %s is %q (%v), want %q", file, name, text, err, want)
			}
		}
	}
}

func TestMigrationsTellWhatIsPendingAndWhatIsApplied(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		wantSteps := func(applied bool) {
			t.Helper()
			steps, err := db.Migrations(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			last := int64(0) // each engine lacks the steps of the other
			for i, step := range steps {
				if step.AppliedAt.IsZero() == applied || step.Name == "" || step.Version <= last {
					t.Errorf("step %d is %+v, want it named, numbered in order and applied: %t", i+1, step, applied)
				}
				last = step.Version
			}
		}
		wantSteps(false)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantSteps(true)
		if again, err := db.Migrate(t.Context()); again != 0 || err != nil {
			t.Errorf("migrating again took %d steps (error %v), want none", again, err)
		}
	})
}

func TestEachEngineSeesTheCommonMigrationsAndItsOwn(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"00001_common.sql": {}, "00002_search.sqlite.sql": {}, "00002_search.postgres.sql": {},
		"00003_about_sqlite.sql": {}, "README.md": {},
	}
	for engine, want := range map[database.Engine][]string{
		database.SQLite:   {"00001_common.sql", "00002_search.sqlite.sql", "00003_about_sqlite.sql"},
		database.Postgres: {"00001_common.sql", "00002_search.postgres.sql", "00003_about_sqlite.sql"},
	} {
		got, err := fs.Glob(database.EngineFiles(files, engine), "*.sql")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s sees (-want +got):\n%s", engine, diff)
		}
	}
}
