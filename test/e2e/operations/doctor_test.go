package operations_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// greeting is a mail server that only greets. It returns what was said to it.
func greeting(t *testing.T) (port string, heard <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	said := make(chan string, 1)
	go func() {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		defer connection.Close()
		_, _ = io.WriteString(connection, "220 mail.example.test\r\n")
		text, _ := io.ReadAll(connection)
		said <- string(text)
	}()
	_, port, _ = net.SplitHostPort(listener.Addr().String())
	return port, said
}

func TestTheDoctorReachesWhatIsOutsideAndAsksForNothing(t *testing.T) {
	t.Parallel()
	here := t.TempDir()
	port, heard := greeting(t)
	asked := make(chan string, 1)
	gateway := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) { asked <- request.URL.Path }))
	t.Cleanup(gateway.Close)
	examine := func(flags ...string) kit.Result {
		return kit.Run(t, bourse.Command{Binary: kit.Binary, Folder: here, Args: append([]string{"doctor", "--data-dir", filepath.Join(here, "data"),
			"--mail-sender", "smtp", "--mail-smtp-host", "127.0.0.1", "--mail-smtp-username", "post", "--mail-smtp-password", "hidden-password",
			"--sms-sender", "http", "--sms-http-token", "hidden-token", "--broker-binance-url", gateway.URL}, flags...)}, "")
	}
	well := examine("--mail-smtp-port", port, "--sms-http-url", gateway.URL)
	if well.Status != 0 || strings.Contains(well.Printed, "failed") || strings.Count(well.Printed, "can be reached") != 3 {
		t.Errorf("it ended with status %d and said %s%s", well.Status, well.Printed, well.Log)
	}
	if said := <-heard; said != "" {
		t.Errorf("the mail server was told %q", said)
	}
	select {
	case path := <-asked:
		t.Errorf("the gateway was asked for %s", path)
	default:
	}
	away := kit.FreeAddress(t)
	_, closed, _ := net.SplitHostPort(away)
	badly := examine("--mail-smtp-port", closed, "--sms-http-url", "http://"+away+"/send")
	for _, sentence := range []string{"failed   mail", "failed   text messages", "there is none yet"} {
		if badly.Status != 1 || !strings.Contains(badly.Printed, sentence) {
			t.Errorf("it ended with status %d and said %s%s, want %q in it", badly.Status, badly.Printed, badly.Log, sentence)
		}
	}
	for _, told := range []string{well.Printed, well.Log, badly.Printed, badly.Log} {
		if strings.Contains(told, "hidden-") {
			t.Errorf("it tells a secret: %s", told)
		}
	}
	if _, err := os.Stat(filepath.Join(here, "data")); !os.IsNotExist(err) {
		t.Errorf("it has made something: %v", err)
	}
}

func TestTheDoctorFindsOutWhatStandsBeforeTheServer(t *testing.T) {
	t.Parallel()
	direct := databasetest.Direct(databasetest.MigratedURL(t, database.Postgres))
	strict := databasetest.BehindBouncer(t, direct)
	lax := databasetest.BehindBouncer(t, direct, "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout")
	for _, test := range []struct {
		name, url string
		flags     []string
		want      string // of the line about pooling
		status    int
	}{
		{"the server itself", direct, nil, "ok       pooling          statements that were prepared are found again", 0},
		{"a pooler", strict, nil, "warning  pooling          a pooler in transaction mode stands before it and no --database-listen-url leads around it", 0},
		{"a pooler that forgets parameters", lax, nil, "warning  pooling          a pooler in transaction mode stands before it and no", 0},
		{"a way around it", strict, []string{"--database-listen-url", direct},
			"ok       pooling          a pooler in transaction mode stands before it, and --database-listen-url leads around it", 0},
		{"the server itself, taken for a pooler", direct, []string{"--database-pooler", "transaction"}, "warning  pooling          a pooler", 0},
		{"a pooler that is taken for the server", lax, []string{"--database-pooler", "off"},
			"failed   pooling          statements that were prepared are not found again: say --database-pooler transaction", 1},
	} {
		place := newPlaceAt(t, test.url)
		told := kit.Run(t, bourse.Command{Binary: kit.Binary, Folder: t.TempDir(),
			Args: append([]string{"doctor", "--data-dir", place.Folder, "--database-url", test.url, "--broker-binance-url", "http://" + kit.FreeAddress(t)}, test.flags...)}, "")
		if told.Status != test.status || !strings.Contains(told.Printed, test.want) || strings.Count(told.Printed, " pooling ") != 1 {
			t.Errorf("%s: it ended with status %d and said\n%s%swant %q in it", test.name, told.Status, told.Printed, told.Log, test.want)
		}
		if !strings.Contains(told.Printed, "ok       schema") && test.status == 0 {
			t.Errorf("%s: the schema is not found through it:\n%s", test.name, told.Printed)
		}
	}
}
