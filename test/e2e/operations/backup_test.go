package operations_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/secret"
	"bourse/test/e2e/kit"
)

// beforeBackup is how much of each kind is acknowledged before a backup is taken, and afterwards how much more during
// it.
const beforeBackup, afterwards = 10, 10

// A backup that is taken while users trade, pay, learn and publish is a consistent platform at one point in time:
// everything acknowledged before is in it, its books are in order, and it serves.
func TestABackupUnderLoadIsAPlatformInOrder(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		work := newMixedWork(t, place)
		work.begin(t)
		work.await(t, beforeBackup)
		wantVerified(t, place) // beside all the writers
		acknowledged := work.counts()
		restored := restore(t, place, backUp(t, place))
		work.await(t, acknowledged["orders"]+afterwards)
		work.end()
		wantVerified(t, place)
		wantVerified(t, restored)
		books := restored.Books(t)
		for kind, query := range map[string]string{
			"orders": `SELECT COUNT(*) FROM orders`, "deposits": `SELECT COUNT(*) FROM payments WHERE status = 'succeeded'`,
			"lessons": `SELECT COUNT(*) FROM lesson_completions`, "events": `SELECT COUNT(*) FROM webhook_events WHERE type = 'custom.load'`,
		} {
			if got := kit.Count(t, books, query); got < acknowledged[kind] {
				t.Errorf("the backup has %d %s, and %d were acknowledged before it began", got, kind, acknowledged[kind])
			}
		}
		again := restored.Serve(t, mixedFlags...)
		(&kit.Member{Email: work.member.Email, Password: work.member.Password}).Login(t, again).Get(t, "/trading/portfolio").Ok(t, 200)
		if told := restored.MustRun(t, "", "doctor"); !strings.Contains(told, "the database's own") || !strings.Contains(told, "up to date") {
			t.Errorf("the doctor says %s", told)
		}
	})
}

// wantVerified checks that no rule is broken.
func wantVerified(t *testing.T, place *kit.Installation) {
	t.Helper()
	ended := kit.Run(t, place.Call("verify"), "")
	if ended.Status != 0 || strings.Count(ended.Printed, "all hold") < 10 {
		t.Errorf("verify ended with status %d: %s%s", ended.Status, ended.Printed, ended.Log)
	}
}

// backUp takes a backup with the engine's intended method, and returns its file.
func backUp(t *testing.T, place *kit.Installation) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup")
	if place.Engine == database.SQLite {
		said := place.MustRun(t, "", "backup", file)
		if !strings.Contains(said, "checked") || !strings.Contains(said, place.KeyFile) {
			t.Errorf("it said %q", said)
		}
		ended := kit.Run(t, place.Call("backup", file), "")
		if ended.Status != 1 || !strings.Contains(ended.Log, "exists") {
			t.Errorf("a second one to the same file ended with status %d: %s", ended.Status, ended.Log)
		}
		return file
	}
	wantRefusal(t, kit.Run(t, place.Call("backup", file), ""), "--database-url", "pg_dump", "pg_basebackup", place.KeyFile)
	program(t, "pg_dump", "--format=custom", "--file="+file, "--dbname="+place.DatabaseURL)
	return file
}

// program runs one of PostgreSQL's programs.
func program(t *testing.T, name string, arguments ...string) {
	t.Helper()
	folder, _, err := databasetest.Programs()
	if err != nil {
		t.Fatal(err)
	}
	if said, err := exec.CommandContext(t.Context(), filepath.Join(folder, name), arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", name, err, said)
	}
}

// restore restores a backup and the key file to a fresh place.
func restore(t *testing.T, place *kit.Installation, file string) *kit.Installation {
	t.Helper()
	fresh := kit.NewEmptyInstallation(t, place.Engine)
	err := os.MkdirAll(fresh.Folder, 0o700)
	if place.Engine == database.SQLite {
		err = errors.Join(err, os.Rename(file, fresh.DatabaseURL))
	} else {
		program(t, "pg_restore", "--no-owner", "--exit-on-error", "--dbname="+fresh.DatabaseURL, file)
	}
	if err := errors.Join(err, os.WriteFile(fresh.KeyFile, kit.ReadFile(t, place.KeyFile), 0o600)); err != nil {
		t.Fatal(err)
	}
	return fresh
}

func TestARestoreWithAWrongOrMissingKeySaysSo(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Serve(t).MustStop(t)
		keys := kit.ReadFile(t, place.KeyFile)
		refuse := func(sentence string) {
			t.Helper()
			before := filesBelow(t, place.Folder)
			for _, words := range []string{"serve --listen 127.0.0.1:0", "verify"} {
				wantRefusal(t, kit.Run(t, place.Call(words), ""), "--key-file", sentence)
			}
			ended := kit.Run(t, place.Call("doctor"), "")
			if ended.Status != 1 || !strings.Contains(ended.Printed, sentence) {
				t.Errorf("the doctor ended with status %d and said %s", ended.Status, ended.Printed)
			}
			if strings.Contains(ended.Printed, string(keys)) {
				t.Error("the doctor tells the keys")
			}
			if after := filesBelow(t, place.Folder); strings.Join(before, " ") != strings.Join(after, " ") {
				t.Errorf("before there was %v, and then %v", before, after)
			}
		}
		if err := os.Remove(place.KeyFile); err != nil {
			t.Fatal(err)
		}
		refuse("put the file back")
		if _, _, err := secret.LoadOrCreate(place.KeyFile); err != nil {
			t.Fatal(err)
		}
		refuse("key file of another installation")
		if err := os.WriteFile(place.KeyFile, keys, 0o600); err != nil {
			t.Fatal(err)
		}
		wantVerified(t, place)
	})
}

func TestWhatIsOffIsListed(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		wantRefusal(t, kit.Run(t, place.Call("verify"), ""), "there is no database here")
		if _, err := os.Stat(place.Folder); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("verify has made something: %v", err)
		}
		place.Serve(t).MustStop(t)
		err := place.Books(t).InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE ledger_accounts SET balance = balance + 100000000 WHERE code = 'cash'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		ended := kit.Run(t, place.Call("verify"), "")
		if ended.Status != 1 || !strings.Contains(ended.Printed, "a kept balance is the sum of its postings") || !strings.Contains(ended.Log, "3 of") {
			t.Errorf("verify ended with status %d: %s%s", ended.Status, ended.Printed, ended.Log)
		}
		if ended := kit.Run(t, place.Call("verify", "--format", "json"), ""); ended.Status != 1 || !strings.Contains(ended.Printed, `"offenders": `) {
			t.Errorf("verify ended with status %d: %s", ended.Status, ended.Printed)
		}
	})
}
