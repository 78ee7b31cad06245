package console_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bourse/test/e2e/kit"
)

// web is where the console is made.
const web = "../../../web"

// The journeys are in JavaScript, beside what they try: web/test. Each file is one, in a real browser.
func TestJourneysInABrowser(t *testing.T) {
	t.Parallel()
	needNode(t)
	journeys, err := filepath.Glob(filepath.Join(web, "test", "*.journey.mjs"))
	if err != nil || len(journeys) == 0 {
		t.Fatalf("there are no journeys: %v", err)
	}
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Server = kit.PlainBinary // under the race detector it takes minutes to make its history
		port := freePort(t)            // the origin of the app has to be known before: passkeys are made for it, by its name
		place.Start(t, place.Call("demo", "--listen", "127.0.0.1:"+port, "--rate-limit", "off", "--market-minute-history", "24h", "--market-daily-history", "2400h"))
		for _, journey := range journeys {
			t.Run(filepath.Base(journey), func(t *testing.T) {
				command := exec.CommandContext(t.Context(), "node", "--test", filepath.Join("test", filepath.Base(journey)))
				command.Dir = web
				command.Env = append(os.Environ(), "BOURSE_URL=http://localhost:"+port, "BOURSE_OUTBOX="+filepath.Join(place.Folder, "outbox.jsonl"))
				if said, err := command.CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, said)
				}
			})
		}
	})
}

// freePort is one that nobody listens on now.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// needNode skips the test where nobody has installed what the journeys need, which building and running the server do
// not. Where changes are checked it is there.
func needNode(t *testing.T) {
	t.Helper()
	_, missing := exec.LookPath("node")
	if _, err := os.Stat(filepath.Join(web, "node_modules", "playwright-core")); err != nil {
		missing = err
	}
	switch {
	case missing != nil && os.Getenv("CI") != "":
		t.Fatalf("the journeys need Node and `npm ci` in web: %v", missing)
	case missing != nil:
		t.Skipf("the journeys need Node and `npm ci` in web: %v", missing)
	}
}
