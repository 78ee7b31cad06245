package e2e_test

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
)

// wantRefusal checks that a command ended with status 2 and one sentence that says all of the words.
func wantRefusal(t *testing.T, ended result, words ...string) {
	t.Helper()
	sentence := lastLine(ended.log)
	if ended.status != 2 || !strings.HasPrefix(sentence, "bourse: ") {
		t.Errorf("it ended with status %d and said %q, want 2 and a sentence", ended.status, sentence)
	}
	for _, word := range words {
		if !strings.Contains(sentence, word) {
			t.Errorf("it said %q, which does not speak of %q", sentence, word)
		}
	}
}

// filesBelow lists what is in a folder, with the size of each file; nothing when there is no folder.
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

func TestAMistypedDatabaseURLServesNothing(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgress://u:hidden-password@h/db", "postgre://u:hidden-password@h/db", "mysql://u:hidden-password@h/db", "postgres:/u:hidden-password@h/db",
		"Postgres://u:hidden-password@h/db",
	} {
		for _, words := range []string{"serve --listen 127.0.0.1:0", "migrate up", "migrate status", "keys rotate", "demo --listen 127.0.0.1:0"} {
			here := t.TempDir()
			ended := run(t, bourse.Command{
				Binary: plainBinary, Folder: here,
				Args: append(strings.Fields(words), "--data-dir", filepath.Join(here, "data"), "--database-url", url),
			}, "")
			wantRefusal(t, ended, "--database-url")
			if strings.Contains(ended.log+ended.printed, "hidden-password") {
				t.Errorf("%s tells the password: %s", words, ended.log)
			}
			if found := filesBelow(t, here); len(found) != 1 {
				t.Errorf("%s with %s left %v", words, url, found)
			}
		}
	}
}

func TestALostKeyFileIsNotReplaced(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.serve(t).stop(t)
		if err := os.Rename(place.keyFile, place.keyFile+".lost"); err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"serve --listen 127.0.0.1:0", "tenant create elm Elm"} {
			wantRefusal(t, run(t, place.call(words), ""), "--key-file", "put the file back")
			if _, err := os.Stat(place.keyFile); !os.IsNotExist(err) {
				t.Fatalf("%s made another key file: %v", words, err)
			}
		}
		if err := os.Rename(place.keyFile+".lost", place.keyFile); err != nil {
			t.Fatal(err)
		}
		place.serve(t).register(t)
	})
}

func TestAnOldKeyFileIsRefused(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.serve(t).stop(t)
		old := readFile(t, place.keyFile)
		place.mustRun(t, "", "keys rotate", "--encryption")
		newest := readFile(t, place.keyFile)
		if err := os.WriteFile(place.keyFile, old, 0o600); err != nil {
			t.Fatal(err)
		}
		place.serve(t).stop(t) // nothing is sealed with the newest key yet
		if err := os.WriteFile(place.keyFile, newest, 0o600); err != nil {
			t.Fatal(err)
		}
		place.serve(t).stop(t)
		if err := os.WriteFile(place.keyFile, old, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"serve --listen 127.0.0.1:0", "tenant create elm Elm"} {
			wantRefusal(t, run(t, place.call(words), ""), "--key-file", "newest key file")
		}
	})
}

func TestAnOperatorsCommandMakesNoInstallationByMistake(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		flag := map[database.Engine]string{database.SQLite: "--data-dir", database.Postgres: "--database-url"}[place.engine]
		for _, words := range []string{"user create ann@example.test", "tenant create elm Elm", "keys rotate"} {
			wantRefusal(t, run(t, place.call(words), "a long password\n"), flag, "--create-database")
			if found := filesBelow(t, place.folder); len(found) != 0 {
				t.Errorf("%s left %v", words, found)
			}
		}
		place.mustRun(t, "a long password\n", "user create", "--create-database", "ann@example.test")
		(&member{email: "ann@example.test", password: "a long password"}).login(t, place.serve(t))
	})
}

func TestANewerSchemaIsRefusedAndShown(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.serve(t).stop(t)
		func() {
			db := databasetest.OpenURL(t, place.databaseURL)
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)`, 99_999, true)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}()
		for _, words := range []string{"serve --listen 127.0.0.1:0", "migrate up", "tenant create elm Elm"} {
			wantRefusal(t, run(t, place.call(words), ""), "--database-url", "newer than this binary", "99999")
		}
		status := place.mustRun(t, "", "migrate status")
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
			place := newInstallation(t, database.SQLite)
			s := place.serve(t)
			m := s.register(t)
			other := filepath.Join(t.TempDir(), "other.db")
			if err := link(place.databaseURL, other); err != nil {
				t.Fatal(err)
			}
			ended := run(t, place.call("serve", "--listen", "127.0.0.1:0", "--database-url", other), "")
			if ended.status == 0 {
				t.Errorf("it was served twice: %s", ended.log)
			}
			m.get(t, "/auth/me").ok(t, 200)
		})
	}
}
