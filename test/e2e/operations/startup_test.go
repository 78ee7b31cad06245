package operations_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// wantRefusal checks that a command ended with status 2 and one sentence that contains all of the words.
func wantRefusal(t *testing.T, ended kit.Result, words ...string) {
	t.Helper()
	sentence := kit.LastLine(ended.Log)
	if ended.Status != 2 || !strings.HasPrefix(sentence, "bourse: ") {
		t.Errorf("it ended with status %d and said %q, want 2 and a sentence", ended.Status, sentence)
	}
	for _, word := range words {
		if !strings.Contains(sentence, word) {
			t.Errorf("it said %q, which does not speak of %q", sentence, word)
		}
	}
}

// filesBelow lists the files in a folder with their sizes; nothing if there is no folder.
func filesBelow(t *testing.T, folder string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		found = append(found, path)
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return found
}

// After status 2 the process manager does not restart the process. A database that is away may be back in a moment.
func TestAServerWhoseDatabaseIsAwayMayBeStartedAgain(t *testing.T) {
	t.Parallel()
	const away = "postgres://127.0.0.1:1/nothing"
	for words, want := range map[string]int{"serve --listen 127.0.0.1:0": 1, "verify": 2} { // 1 would mean that a rule is broken
		ended := kit.Run(t, bourse.Command{Binary: kit.Binary, Args: append(strings.Fields(words), "--data-dir", t.TempDir(), "--database-url", away)}, "")
		if sentence := kit.LastLine(ended.Log); ended.Status != want || !strings.HasPrefix(sentence, "bourse: --database-url: ") {
			t.Errorf("%s ended with status %d and said %q, want %d", words, ended.Status, sentence, want)
		}
	}
}

func TestAMistypedDatabaseURLServesNothing(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgress://u:hidden-password@h/db", "postgre://u:hidden-password@h/db", "mysql://u:hidden-password@h/db", "postgres:/u:hidden-password@h/db",
		"Postgres://u:hidden-password@h/db",
	} {
		for _, words := range []string{"serve --listen 127.0.0.1:0", "migrate up", "migrate status", "keys rotate", "demo --listen 127.0.0.1:0"} {
			here := t.TempDir()
			ended := kit.Run(t, bourse.Command{
				Binary: kit.Binary, Folder: here,
				Args: append(strings.Fields(words), "--data-dir", filepath.Join(here, "data"), "--database-url", url),
			}, "")
			wantRefusal(t, ended, "--database-url")
			if strings.Contains(ended.Log+ended.Printed, "hidden-password") {
				t.Errorf("%s tells the password: %s", words, ended.Log)
			}
			if found := filesBelow(t, here); len(found) != 1 {
				t.Errorf("%s with %s left %v", words, url, found)
			}
		}
	}
}

func TestALostKeyFileIsNotReplaced(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Serve(t).MustStop(t)
		if err := os.Rename(place.KeyFile, place.KeyFile+".lost"); err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"serve --listen 127.0.0.1:0", "tenant create elm Elm"} {
			wantRefusal(t, kit.Run(t, place.Call(words), ""), "--key-file", "put the file back")
			if _, err := os.Stat(place.KeyFile); !os.IsNotExist(err) {
				t.Fatalf("%s made another key file: %v", words, err)
			}
		}
		if err := os.Rename(place.KeyFile+".lost", place.KeyFile); err != nil {
			t.Fatal(err)
		}
		place.Serve(t).Register(t)
	})
}

func TestAnOldKeyFileIsRefused(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Serve(t).MustStop(t)
		old := kit.ReadFile(t, place.KeyFile)
		place.MustRun(t, "", "keys rotate", "--encryption")
		newest := kit.ReadFile(t, place.KeyFile)
		if err := os.WriteFile(place.KeyFile, old, 0o600); err != nil {
			t.Fatal(err)
		}
		place.Serve(t).MustStop(t) // nothing is encrypted with the newest key yet
		if err := os.WriteFile(place.KeyFile, newest, 0o600); err != nil {
			t.Fatal(err)
		}
		place.Serve(t).MustStop(t)
		if err := os.WriteFile(place.KeyFile, old, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"serve --listen 127.0.0.1:0", "tenant create elm Elm"} {
			wantRefusal(t, kit.Run(t, place.Call(words), ""), "--key-file", "newest key file")
		}
	})
}

func TestAnOperatorsCommandMakesNoInstallationByMistake(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		flag := map[database.Engine]string{database.SQLite: "--data-dir", database.Postgres: "--database-url"}[place.Engine]
		for _, words := range []string{"user create ann@example.test", "tenant create elm Elm", "keys rotate"} {
			wantRefusal(t, kit.Run(t, place.Call(words), "a long password\n"), flag, "--create-database")
			if found := filesBelow(t, place.Folder); len(found) != 0 {
				t.Errorf("%s left %v", words, found)
			}
		}
		place.MustRun(t, "a long password\n", "user create", "--create-database", "ann@example.test")
		(&kit.Member{Email: "ann@example.test", Password: "a long password"}).Login(t, place.Serve(t))
	})
}

func TestANewerSchemaIsRefusedAndShown(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Serve(t).MustStop(t)
		func() {
			db := databasetest.OpenURL(t, place.DatabaseURL)
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)`, 99_999, true)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}()
		for _, words := range []string{"serve --listen 127.0.0.1:0", "migrate up", "tenant create elm Elm"} {
			wantRefusal(t, kit.Run(t, place.Call(words), ""), "--database-url", "newer than this binary", "99999")
		}
		status := place.MustRun(t, "", "migrate status")
		lines := strings.Split(strings.TrimSpace(status), "\n")
		if last := slices.Max(lines); !strings.HasPrefix(last, "99999: not known to this binary") || !strings.Contains(last, "applied") {
			t.Errorf("the status shows %q last", last)
		}
	})
}

func TestAFileWithTwoNamesIsServedOnce(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]func(from, to string) error{"symbolic": os.Symlink, "hard": os.Link} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			place := kit.NewEmptyInstallation(t, database.SQLite)
			s := place.Serve(t)
			m := s.Register(t)
			other := filepath.Join(t.TempDir(), "other.db")
			if err := link(place.DatabaseURL, other); err != nil {
				t.Fatal(err)
			}
			ended := kit.Run(t, place.Call("serve", "--listen", "127.0.0.1:0", "--database-url", other), "")
			if ended.Status == 0 {
				t.Errorf("it was served twice: %s", ended.Log)
			}
			m.Get(t, "/auth/me").Ok(t, 200)
		})
	}
}
