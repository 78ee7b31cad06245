package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/secret"
	"bourse/test/e2e/bourse"
)

// lastLine is where a command says what went wrong.
func lastLine(text string) string { return tail(text, 1) }

func TestABadSettingStopsTheStartAndIsNamed(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ flag, value, named string }{
		{"listen", "nonsense", "--listen"},
		{"listen", "127.0.0.1:99999", "--listen"},
		{"data-dir", "/dev/null/data", "/dev/null/data"},
		{"database-url", "postgres://127.0.0.1:1/nothing", "--database-url"},
		{"database-url", "postgres://%zz", "--database-url"},
		{"database-connections", "-1", "--database-connections"},
		{"key-file", "/dev/null/keys.json", "--key-file"},
		{"app-url", "example.test", "--app-url"},
		{"product-name", "", "--product-name"},
		{"issuer", "", "--issuer"},
		{"audience", "", "--audience"},
		{"access-token-lifetime", "1ms", "--access-token-lifetime"},
		{"access-token-lifetime", "soon", "--access-token-lifetime"},
		{"rate-limit", "maybe", "--rate-limit"},
		{"trusted-proxies", "everybody", "--trusted-proxies"},
		{"cors-origins", "example.test", "--cors-origins"},
		{"drain-timeout", "0s", "--drain-timeout"},
		{"drain-delay", "-1s", "--drain-delay"},
		{"drain-delay", "11m", "--drain-delay"},
		{"worker-patience", "0s", "--worker-patience"},
		{"worker-patience", "2h", "--worker-patience"},
		{"log-level", "loud", "--log-level"},
		{"log-format", "xml", "--log-format"},
		{"role", "king", "--role"},
		{"role", "worker", "--role"},
		{"role", "api", "--role"},
		{"mail-sender", "pigeon", "--mail-sender"},
		{"mail-sender", "smtp", "--mail-s"},
		{"sms-sender", "twilio", "--sms-"},
		{"sms-sender", "http", "--sms-"},
		{"sms-per-country", "0", "--sms-per-country"},
		{"retention-minute-candles", "6", "--retention-minute-candles"},
		{"retention-five-minute-candles", "59", "--retention-five-minute-candles"},
		{"retention-hour-candles", "179", "--retention-hour-candles"},
		{"retention-webhooks", "0", "--retention-webhooks"},
		{"retention-audit", "29", "--retention-audit"},
		{"retention-outbox-bytes", "1000", "--retention-outbox-bytes"},
		{"retention-outbox-files", "0", "--retention-outbox-files"},
		{"tracing-endpoint", "::", "--tracing-endpoint"},
		{"colour", "blue", "--colour"},
	} {
		t.Run(one.flag+"="+one.value, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), "data")
			ended := run(t, bourse.Command{Binary: plainBinary, Args: []string{
				"serve", "--listen", "127.0.0.1:0", "--data-dir", folder, "--" + one.flag + "=" + one.value,
			}}, "")
			sentence := lastLine(ended.log)
			if ended.status != 2 || !strings.Contains(sentence, one.named) || !strings.HasPrefix(sentence, "bourse: ") {
				t.Errorf("it ended with status %d and said %q, want 2 and a sentence about %q", ended.status, sentence, one.named)
			}
			if written := filesBelow(t, folder); strings.HasSuffix(one.flag, "-sender") && len(written) > 0 {
				t.Errorf("a start that was refused wrote %v", written)
			}
		})
	}
}

func TestASettingCanComeFromTheEnvironment(t *testing.T) {
	t.Parallel()
	call := bourse.Command{
		Binary: plainBinary, Args: []string{"serve", "--data-dir", t.TempDir()},
		Env: []string{"BOURSE_ACCESS_TOKEN_LIFETIME=forever"},
	}
	ended := run(t, call, "")
	if ended.status != 2 || !strings.Contains(lastLine(ended.log), "access-token-lifetime") {
		t.Errorf("it ended with status %d and said %q", ended.status, lastLine(ended.log))
	}
}

func TestOneSQLiteFileHasOneServer(t *testing.T) {
	t.Parallel()
	place := newInstallation(t, database.SQLite)
	s := place.serve(t)
	m := s.register(t)
	ended := run(t, place.call("serve", "--listen", "127.0.0.1:0"), "")
	if ended.status != 1 || !strings.Contains(lastLine(ended.log), "another process serves this database") {
		t.Errorf("the second server ended with status %d and said %q", ended.status, lastLine(ended.log))
	}
	m.get(t, "/auth/me").ok(t, 200)
	s.Kill()
	m.at(place.serve(t)).get(t, "/auth/me").ok(t, 200) // a dead server leaves no lock behind
}

func TestOnlyTheOwnerCanReadTheData(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t)
		s.place.awaitLetter(t, "verify_email", s.register(t).email, 1)
		folder, err := os.Stat(place.folder)
		if err != nil || folder.Mode().Perm() != 0o700 {
			t.Errorf("the data folder is %v: %v", folder.Mode(), err)
		}
		files, err := os.ReadDir(place.folder)
		if err != nil || len(files) < 2 {
			t.Fatalf("%d files in the data folder: %v", len(files), err)
		}
		for _, file := range files {
			info, err := file.Info()
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != 0o600 {
				t.Errorf("%s is %v, want 0600", file.Name(), info.Mode())
			}
		}
	})
}

func TestAKeyFileThatOthersCanReadIsRefused(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.serve(t).stop(t)
		if err := os.Chmod(place.keyFile, 0o644); err != nil {
			t.Fatal(err)
		}
		ended := run(t, place.call("serve", "--listen", "127.0.0.1:0"), "")
		if ended.status != 2 || !strings.Contains(lastLine(ended.log), "--key-file") {
			t.Errorf("it ended with status %d and said %q", ended.status, lastLine(ended.log))
		}
	})
}

func TestADatabaseIsNotOpenedWithTheKeysOfAnother(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.serve(t).stop(t)
		other := filepath.Join(t.TempDir(), "other.json")
		if _, _, err := secret.LoadOrCreate(other); err != nil {
			t.Fatal(err)
		}
		ended := run(t, place.call("serve", "--listen", "127.0.0.1:0", "--key-file", other), "")
		if ended.status == 0 || !strings.Contains(lastLine(ended.log), "--key-file") {
			t.Errorf("it ended with status %d and said %q", ended.status, lastLine(ended.log))
		}
	})
}

func TestAProcessThatOnlyWorksServesNoOperations(t *testing.T) {
	t.Parallel()
	place := newInstallation(t, database.Postgres)
	api := place.serve(t, "--role", "api")
	worker := *place
	worker.folder = filepath.Join(t.TempDir(), "worker")
	works := worker.serve(t, "--role", "worker")
	m := api.register(t)
	works.place.awaitLetter(t, "verify_email", m.email, 1) // the mail is sent by who works
	if mails := api.place.letters(t, "verify_email", m.email); len(mails) != 0 {
		t.Error("the mail was sent by who only answers")
	}
	m.at(works).get(t, "/auth/me").failed(t, 404, "NOT_FOUND", "")
	works.client().page(t, "/readyz", "application/json")
	works.metrics(t)
}
