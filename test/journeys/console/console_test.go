package console_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bourse/internal/database"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// web is the source folder of the console.
const web = "../../../web"

// The journeys are in JavaScript, beside what they test: web/test. Each file is one journey, in a real browser. What
// is shown does not depend on the engine, so on SQLite they use a mouse and axe checks every page in both themes, and
// on PostgreSQL they use only the keyboard.
func TestJourneysInABrowser(t *testing.T) {
	t.Parallel()
	needNode(t)
	journeys, err := filepath.Glob(filepath.Join(web, "test", "*.journey.mjs"))
	if err != nil || len(journeys) == 0 {
		t.Fatalf("there are no journeys: %v", err)
	}
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Server = kit.PlainBinary // under the race detector it takes minutes to create its history
		// The app's origin must be known beforehand: passkeys are created for it, by name.
		_, port, err := net.SplitHostPort(kit.FreeAddress(t))
		if err != nil {
			t.Fatal(err)
		}
		origin := "http://localhost:" + port
		place.Start(t, place.Call("demo", append([]string{"--listen", "127.0.0.1:" + port, "--public-url", origin, "--rate-limit", "off",
			"--market-minute-history", "24h", "--market-daily-history", "2400h"}, place.Limits...)...))
		visited := filepath.Join(t.TempDir(), "visited.jsonl")
		environment := append(os.Environ(), "BOURSE_URL="+origin, "BOURSE_OUTBOX="+filepath.Join(place.Folder, "outbox.jsonl"), "BOURSE_VISITED="+visited)
		if headless, err := exec.LookPath(bourse.HeadlessBrowser); err == nil {
			environment = append(environment, "CHROMIUM="+headless)
		}
		if place.Engine == database.Postgres {
			environment = append(environment, "BOURSE_KEYBOARD=1")
		}
		t.Run("journeys", func(t *testing.T) {
			turns := make(chan struct{}, journeysAtOnce)
			for _, journey := range journeys {
				t.Run(filepath.Base(journey), func(t *testing.T) {
					t.Parallel()
					turns <- struct{}{}
					defer func() { <-turns }()
					node(t, environment, filepath.Base(journey))
				})
			}
		})
		if place.Engine == database.SQLite {
			node(t, environment, "visited.mjs")
		}
	})
}

// journeysAtOnce share one server. Each creates its own users, or uses demo users that no other journey uses; most of
// the time a journey waits for its browser.
const journeysAtOnce = 2

// node runs a file of web/test as a test of Node.
func node(t *testing.T, environment []string, file string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "node", "--test", "--test-force-exit", "--test-reporter", "./test/failures.mjs", filepath.Join("test", file))
	command.Dir = web
	command.Env = environment
	if said, err := command.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", file, err, said)
	}
}

// needNode skips the test if the journeys' dependencies are not installed, which are not needed to build and run the
// server. Where changes are checked they are.
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
