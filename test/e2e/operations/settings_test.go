package operations_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

func TestABadSettingStopsTheStartAndIsNamed(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ flag, value, named string }{
		{"listen", "nonsense", "--listen"},
		{"listen", "127.0.0.1:99999", "--listen"},
		{"data-dir", "/dev/null/data", "/dev/null/data"},
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
			ended := kit.Run(t, bourse.Command{Binary: kit.Binary, Args: []string{
				"serve", "--listen", "127.0.0.1:0", "--data-dir", folder, "--" + one.flag + "=" + one.value,
			}}, "")
			sentence := kit.LastLine(ended.Log)
			if ended.Status != 2 || !strings.Contains(sentence, one.named) || !strings.HasPrefix(sentence, "bourse: ") {
				t.Errorf("it ended with status %d and said %q, want 2 and a sentence about %q", ended.Status, sentence, one.named)
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
		Binary: kit.Binary, Args: []string{"serve", "--data-dir", t.TempDir()},
		Env: []string{"BOURSE_ACCESS_TOKEN_LIFETIME=forever"},
	}
	ended := kit.Run(t, call, "")
	if ended.Status != 2 || !strings.Contains(kit.LastLine(ended.Log), "access-token-lifetime") {
		t.Errorf("it ended with status %d and said %q", ended.Status, kit.LastLine(ended.Log))
	}
}

func TestOneSQLiteFileHasOneServer(t *testing.T) {
	t.Parallel()
	place := kit.NewEmptyInstallation(t, database.SQLite)
	s := place.Serve(t)
	m := s.Register(t)
	ended := kit.Run(t, place.Call("serve", "--listen", "127.0.0.1:0"), "")
	if ended.Status != 1 || !strings.Contains(kit.LastLine(ended.Log), "another process serves this database") {
		t.Errorf("the second server ended with status %d and said %q", ended.Status, kit.LastLine(ended.Log))
	}
	m.Get(t, "/auth/me").Ok(t, 200)
	s.Kill()
	m.At(place.Serve(t)).Get(t, "/auth/me").Ok(t, 200) // a dead server leaves no lock behind
}

func TestOnlyTheOwnerCanReadTheData(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		s.Place.AwaitLetter(t, "verify_email", s.Register(t).Email, 1)
		folder, err := os.Stat(place.Folder)
		if err != nil || folder.Mode().Perm() != 0o700 {
			t.Errorf("the data folder is %v: %v", folder.Mode(), err)
		}
		files, err := os.ReadDir(place.Folder)
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
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Serve(t).MustStop(t)
		if err := os.Chmod(place.KeyFile, 0o644); err != nil {
			t.Fatal(err)
		}
		ended := kit.Run(t, place.Call("serve", "--listen", "127.0.0.1:0"), "")
		if ended.Status != 2 || !strings.Contains(kit.LastLine(ended.Log), "--key-file") {
			t.Errorf("it ended with status %d and said %q", ended.Status, kit.LastLine(ended.Log))
		}
	})
}

func TestAProcessThatOnlyWorksServesNoOperations(t *testing.T) {
	t.Parallel()
	place := kit.NewEmptyInstallation(t, database.Postgres)
	api := place.Serve(t, "--role", "api")
	worker := *place
	worker.Folder = filepath.Join(t.TempDir(), "worker")
	works := worker.Serve(t, "--role", "worker")
	m := api.Register(t)
	works.Place.AwaitLetter(t, "verify_email", m.Email, 1) // the worker process sends the mail
	if mails := api.Place.Letters(t, "verify_email", m.Email); len(mails) != 0 {
		t.Error("the mail was sent by who only answers")
	}
	m.At(works).Get(t, "/auth/me").Failed(t, 404, "NOT_FOUND", "")
	works.Client().Page(t, "/readyz", "application/json")
	works.Metrics(t)
}
