package operations_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// introduction is the log line with which a server introduces itself.
func introduction(t *testing.T, s *kit.Server) map[string]any {
	t.Helper()
	testkit.Within(t, kit.Patience, "the server tells what it is", func() bool { return strings.Contains(s.Log(), `"msg":"installation"`) })
	for text := range strings.Lines(s.Log()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatalf("the log is not for machines: %q: %v", text, err)
		}
		if one["msg"] == "installation" {
			return one
		}
	}
	return nil
}

func TestAServerTellsWhatItIs(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		told := introduction(t, place.Serve(t))
		where := "SQLite at " + place.DatabaseURL
		if place.Engine == database.Postgres {
			where = "PostgreSQL at 127.0.0.1:"
		}
		for key, want := range map[string]string{
			"database": where, "feed": "SIMULATED", "payments": "none", "mail": "NOT SENT", "textMessages": "NOT SENT", "role": "all",
			"address": "127.0.0.1:", "metricsListen": "127.0.0.1:0", "rateLimits": "off", "retention": "audit 730 days", "memory": " ",
		} {
			if got, _ := told[key].(string); !strings.Contains(got, want) || strings.Contains(got, "@") {
				t.Errorf("%s is told as %q, want %q", key, got, want)
			}
		}
		trials := kit.Texts(told["onlyForTryingOut"])
		if !slices.Contains(trials, "simulated prices") || !slices.Contains(trials, "mails written to a file") || slices.Contains(trials, "KYC approved by itself") {
			t.Errorf("only for trying out: %v", trials)
		}
	})
}

func TestAServerWithATextLogTellsAPersonWhatItIs(t *testing.T) {
	t.Parallel()
	place := kit.NewEmptyInstallation(t, database.SQLite)
	call := place.Call("serve", "--listen", "127.0.0.1:0", "--public-url", "https://bourse.example.test", "--log-format", "text", "--market-minute-history", "0s", "--market-daily-history", "0s",
		"--mail-sender", "smtp", "--mail-smtp-host", "mail.example.test", "--mail-smtp-username", "bourse", "--mail-smtp-password", "hidden-password")
	call.Binary = kit.Binary
	process, err := call.Start()
	if err != nil {
		t.Fatal(err)
	}
	s := &kit.Server{Process: process, Place: place}
	defer s.MustStop(t)
	testkit.Within(t, kit.Patience, "the block is there", func() bool { return strings.Contains(s.Log(), "ONLY FOR TRYING OUT") })
	for _, want := range []string{"This installation\n", "prices         SIMULATED", "SQLite at " + place.DatabaseURL, "SMTP at mail.example.test:587",
		"ONLY FOR TRYING OUT: simulated prices, text messages written to a file."} {
		if !strings.Contains(s.Log(), want) {
			t.Errorf("it does not tell %q:\n%s", want, s.Log())
		}
	}
	if strings.Contains(s.Log(), "hidden-password") {
		t.Error("it tells a password")
	}
}
