package app

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/secret"
)

// said runs a command line and returns its status and all its output.
func said(t *testing.T, arguments ...string) (status int, text string) {
	t.Helper()
	var out bytes.Buffer
	status = run(t.Context(), console{strings.NewReader(""), &out, &out}, arguments)
	return status, out.String()
}

// place is the location of a test's installation.
type place struct {
	folder string
	engine database.Engine
	url    string
}

func onEachPlace(t *testing.T, test func(t *testing.T, here place)) {
	t.Helper()
	databasetest.EachEmpty(t, func(t *testing.T, engine database.Engine, url string) {
		folder := filepath.Join(t.TempDir(), "data")
		if engine == database.SQLite {
			url = filepath.Join(folder, "bourse.db")
		}
		test(t, place{folder, engine, url})
	})
}

func (p place) say(t *testing.T, words ...string) (status int, text string) {
	t.Helper()
	return said(t, append(words, "--data-dir", p.folder, "--database-url", p.url)...)
}

func (p place) schema(t *testing.T, change string) database.SchemaState {
	t.Helper()
	db, err := database.Open(t.Context(), database.Options{URL: p.url})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if change != "" {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), change)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	state, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// The doctor shares the check with serve, which checks before anything else: what is refused here is refused before a
// migration.
func TestASettingThatCannotBeUsedIsRefusedByTheDoctorToo(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ flag, value, named string }{
		{"cors-origins", "example.com", "--cors-origins"},
		{"listen", "21004", "--listen"},
		{"listen", "127.0.0.1:99999", "--listen"},
		{"metrics-listen", "foo", "--metrics-listen"},
		{"metrics-listen", "127.0.0.1:8080", "another port"}, // --listen's own
		{"tracing-endpoint", "foo", "--tracing-endpoint"},
		{"tracing-endpoint", "http://user:hidden-password@127.0.0.1:1", "--tracing-endpoint"},
		{"tracing-sample-ratio", "7", "--tracing-sample-ratio"},
		{"tracing-sample-ratio", "NaN", "--tracing-sample-ratio"},
		{"public-url", "ftp://x", "--public-url"},
		{"app-url", "example.test", "--app-url"},
		{"kyc-url", "https://user:hidden-password@example.test", "--kyc-secret"},
	} {
		status, text := said(t, "doctor", "--data-dir", t.TempDir(), "--"+one.flag+"="+one.value)
		if status != 2 || !strings.Contains(text, "bourse: doctor: --"+one.flag) || !strings.Contains(text, one.named) || strings.Contains(text, "hidden-password") {
			t.Errorf("--%s %s: status %d, it says %s", one.flag, one.value, status, text)
		}
	}
}

func TestMailsThatAreToBeSentNeedAServer(t *testing.T) {
	t.Parallel()
	status, text := said(t, "serve", "--data-dir", t.TempDir(), "--mail-sender", "smtp")
	if want := "--mail-smtp-host: is needed by --mail-sender smtp: the name or address of the mail server\n"; status != 2 || !strings.HasSuffix(text, want) {
		t.Errorf("status %d, it says %s", status, text)
	}
}

func TestWhoseCommandLineIsNotUnderstoodIsToldWhereToReadMore(t *testing.T) {
	t.Parallel()
	const more = "\nRun \"bourse --help\" for the commands and \"bourse COMMAND --help\" for their settings.\n"
	for _, one := range []struct {
		words    string
		isToldOf bool
	}{
		{"", true},
		{"sevre", true},
		{"backup", true}, // to where?
		{"serve --colour=blue", true},
		{"serve --log-level=loud", true},
		{"serve --public-url=ftp://x", false}, // which says what is wrong with it
	} {
		if status, text := said(t, strings.Fields(one.words)...); status != 2 || !strings.HasPrefix(text, "bourse: ") || strings.HasSuffix(text, more) != one.isToldOf {
			t.Errorf("bourse %s: status %d, it says %s", one.words, status, text)
		}
	}
}

func TestTheDoctorLooksForTheFileThatIsReplayed(t *testing.T) {
	t.Parallel()
	look := func(file string) string {
		var e examination
		c := doctorCommand{serverSettings: serverSettings{Market: marketSettings{Feed: "replay", ReplayFile: file}}}
		c.outsideParts(&e)
		for _, one := range e.found {
			if one.About == "feed" {
				return string(one.Severity) + " " + one.Sentence
			}
		}
		return ""
	}
	missing := filepath.Join(t.TempDir(), "prices.csv")
	if got := look(missing); !strings.HasPrefix(got, "failed --market-replay-file") {
		t.Errorf("of a file that is not there it says %q", got)
	}
	if err := os.WriteFile(missing, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := look(missing); !strings.HasPrefix(got, "ok") {
		t.Errorf("of a file that is there it says %q", got)
	}
}

func TestMailsThatAreSentAndLeadToThisMachineAreToldOf(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		sender, app, public, listen string
		want                        bool
	}{
		{"smtp", "", "", "127.0.0.1:8080", true},
		{"smtp", "", "", "0.0.0.0:8080", true},
		{"smtp", "http://[::1]:3000", "", "0.0.0.0:8080", true},
		{"smtp", "", "https://example.test", "127.0.0.1:8080", false},
		{"smtp", "https://app.example.test", "http://localhost:8080", "127.0.0.1:8080", false},
		{"log", "", "", "127.0.0.1:8080", false}, // these mails reach nobody
	} {
		s := serverSettings{AppURL: one.app, PublicURL: one.public, Listen: one.listen, Mail: mailSettings{Sender: one.sender}}
		if got := s.mailsLeadHere(); got != one.want {
			t.Errorf("%+v: %t", one, got)
		}
	}
}

// Status 2 means a setting to correct, and nobody restarts the process; but a port may soon be free. Nothing was
// changed before.
func TestAServerWhosePortIsTakenMayBeStartedAgainAndHasMigratedNothing(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() }) // after the subtests
	onEachPlace(t, func(t *testing.T, here place) {
		for flag, words := range map[string][]string{
			"--listen":         {"--listen", taken.Addr().String()},
			"--metrics-listen": {"--listen", "127.0.0.1:0", "--metrics-listen", taken.Addr().String()},
		} {
			status, text := here.say(t, append([]string{"serve"}, words...)...)
			if status != 1 || !strings.Contains(text, "bourse: "+flag+": ") {
				t.Errorf("status %d, it says %s", status, text)
			}
		}
		if state := here.schema(t, ""); state.Applied != 0 {
			t.Errorf("the schema is at step %d", state.Applied)
		}
	})
}

func TestADatabaseThatIsAwayIsNoSettingToCorrect(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		command, url string
		status       int
	}{
		{"serve", "postgres://127.0.0.1:1/nothing", 1},
		{"serve", "postgres://nowhere.invalid/nothing?connect_timeout=5", 1},
		{"migrate up", "postgres://127.0.0.1:1/nothing", 1},
		{"keys rotate", "postgres://127.0.0.1:1/nothing", 1},
		{"verify", "postgres://127.0.0.1:1/nothing", 2}, // whose 1 means that a rule is broken
		{"migrate up", "postgress://127.0.0.1:1/nothing", 2},
	} {
		status, text := said(t, append(strings.Fields(one.command), "--data-dir", t.TempDir(), "--database-url", one.url)...)
		if status != one.status || !strings.Contains(text, "bourse: --database-url: ") {
			t.Errorf("%s at %s: status %d, it says %s", one.command, one.url, status, text)
		}
	}
}

// A server of the previous version may be using it.
func TestAnOperatorsCommandMigratesNoSchemaThatIsThere(t *testing.T) {
	t.Parallel()
	onEachPlace(t, func(t *testing.T, here place) {
		if status, text := here.say(t, "tenant", "create", "aspen", "Aspen", "--create-database"); status != 0 {
			t.Fatalf("status %d: %s", status, text)
		}
		older := here.schema(t, `DELETE FROM goose_db_version WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`)
		for _, words := range [][]string{
			{"tenant", "create", "birch", "Birch"}, {"user", "create", "a@example.test"}, {"keys", "rotate"},
			{"tenant", "create", "birch", "Birch", "--create-database"}, // it exists already
		} {
			if status, text := here.say(t, words...); status != 2 || !strings.Contains(text, "the schema is older than this binary: start the server or run migrate up") {
				t.Errorf("%v: status %d, it says %s", words, status, text)
			}
		}
		if now := here.schema(t, ""); now != older || now.Pending != 1 {
			t.Errorf("the schema was %+v and is %+v", older, now)
		}
	})
}

func TestTheKeyFileOfAnotherInstallationIsNotRotated(t *testing.T) {
	t.Parallel()
	onEachPlace(t, func(t *testing.T, here place) {
		wantRefused := func(reason string, words ...string) {
			t.Helper()
			status, text := here.say(t, append([]string{"keys", "rotate", "--encryption"}, words...)...)
			if status != 2 || !strings.Contains(text, reason) {
				t.Errorf("status %d, it says %s, want %q", status, text, reason)
			}
		}
		wantRefused("there is no database here")
		if status, text := here.say(t, "tenant", "create", "aspen", "Aspen", "--create-database"); status != 0 {
			t.Fatalf("status %d: %s", status, text)
		}
		other := filepath.Join(t.TempDir(), "other.json")
		if _, _, err := secret.LoadOrCreate(other); err != nil {
			t.Fatal(err)
		}
		before := readFile(t, other)
		wantRefused("it is the key file of another installation", "--key-file", other)
		if readFile(t, other) != before {
			t.Error("it was rotated all the same")
		}
		before = readFile(t, filepath.Join(here.folder, "keys.json"))
		if status, text := here.say(t, "keys", "rotate", "--encryption"); status != 0 || readFile(t, filepath.Join(here.folder, "keys.json")) == before {
			t.Errorf("its own is not rotated: status %d, %s", status, text)
		}
	})
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// They read the environment variables of the server's unit file. Not parallel: it changes the environment.
func TestWhatACommandDoesOnceIsAskedForByAFlagAlone(t *testing.T) {
	for variable, value := range map[string]string{
		"BOURSE_ROLE": "worker", "BOURSE_TENANT": "nowhere", "BOURSE_ENCRYPTION": "true", "BOURSE_FORMAT": "json",
		"BOURSE_CREATE_DATABASE": "true", "BOURSE_WITH_KEYS": "true", "BOURSE_PASSWORD": "a long password",
	} {
		t.Setenv(variable, value)
	}
	folder := filepath.Join(t.TempDir(), "data")
	ask := func(want int, words ...string) string {
		t.Helper()
		status, text := said(t, append(words, "--data-dir", folder)...)
		if status != want {
			t.Errorf("%v: status %d, it says %s", words, status, text)
		}
		return text
	}
	ask(2, "user", "create", "ann@example.test") // there is no database yet
	if text := ask(0, "user", "create", "ann@example.test", "--create-database"); !strings.HasSuffix(text, " ann@example.test user\n") {
		t.Errorf("user create says %s", text)
	}
	keys := filepath.Join(folder, "keys.json")
	before := readFile(t, keys)
	if text := ask(0, "keys", "rotate"); !strings.Contains(text, "sign with the new key") || readFile(t, keys) != before {
		t.Errorf("keys rotate says %s", text)
	}
	if text := ask(0, "verify"); !strings.Contains(text, "all hold") {
		t.Errorf("verify says %s", text)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	ask(0, "backup", copied)
	if _, err := os.Stat(copied + ".keys.json"); !os.IsNotExist(err) {
		t.Errorf("the keys are beside the backup: %v", err)
	}
	// The server's role belongs to one process.
	if text := ask(2, "serve"); !strings.Contains(text, "role") {
		t.Errorf("serve says %s", text)
	}
}

// Not parallel: it changes the environment.
func TestAMisspeltVariableIsRefusedAsAMisspeltFlagIs(t *testing.T) {
	ours := []string{"BOURSE_E2E_BUILT", "BOURSE_URL", "BOURSE_OUTBOX", "BOURSE_KEYBOARD", "BOURSE_PICTURES", "BOURSE_BROWSER", "BOURSE_ONLY",
		"BOURSE_EMAIL", "BOURSE_SUPER_EMAIL", "BOURSE_SUPER_PASSWORD", "BOURSE_LIMITED_URL", "BOURSE_CONTRACT", "BOURSE_STORMS", "BOURSE_STORM_MEGABYTES",
		"BOURSE_FAILOVERS", "BOURSE_FAILOVER_WAYS", "BOURSE_RECORD_EXAMPLES", "BOURSE_TEST_KILLINGS", "BOURSE_TEST_REGISTRATIONS", "BOURSE_E2E_ISOLATED",
		"BOURSE_HOSTILE_RESULT", "BOURSE_HOSTILE_SEED", "BOURSE_HOSTILE_REQUESTS"} // used by the repository's tests and scripts
	kubernetes := []string{"BOURSE_PORT", "BOURSE_SERVICE_HOST", "BOURSE_SERVICE_PORT", "BOURSE_PORT_8080_TCP", "BOURSE_PORT_8080_TCP_ADDR", "BOURSE_PORT_8080_TCP_PROTO"}
	settings := []string{"BOURSE_DATABASE_URL", "BOURSE_PASSWORD"} // of any command
	for _, name := range append(append(ours, kubernetes...), settings...) {
		t.Setenv(name, "x")
	}
	if status, text := said(t, "version"); status != 0 {
		t.Errorf("status %d: %s", status, text)
	}
	for wrong, right := range map[string]string{
		"BOURSE_DATABSE_URL": "BOURSE_DATABASE_URL", "BOURSE_DATABASEURL": "BOURSE_DATABASE_URL", "BOURSE_DATADIR": "BOURSE_DATA_DIR", "BOURSE_KEYFILE": "BOURSE_KEY_FILE",
		"BOURSE_PASWORD": "BOURSE_PASSWORD", "BOURSE_LISTN": "BOURSE_LISTEN",
	} {
		t.Run(wrong, func(t *testing.T) {
			t.Setenv(wrong, "hidden-password")
			if status, text := said(t, "version"); status != 2 || !strings.Contains(text, wrong+" is no setting, did you mean "+right+"?") || strings.Contains(text, "hidden-password") {
				t.Errorf("status %d: %s", status, text)
			}
		})
	}
}
