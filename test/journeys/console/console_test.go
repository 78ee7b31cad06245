package console_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// web is the source folder of the console.
const web = "../../../web"

// The journeys are in JavaScript, beside what they test: web/test. All of an engine share one server and one browser.
// What is shown does not depend on the engine, so on SQLite they use a mouse and axe checks every page in both themes,
// and on PostgreSQL those that use forms, dialogs, tables and menus are made by keyboard alone.
func TestJourneysInABrowser(t *testing.T) {
	t.Parallel()
	needNode(t)
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		// The app's origin must be known beforehand: passkeys are created for it, by name.
		_, port, err := net.SplitHostPort(kit.FreeAddress(t))
		if err != nil {
			t.Fatal(err)
		}
		origin := "http://localhost:" + port
		place.Start(t, place.Call("demo", append([]string{"--listen", "127.0.0.1:" + port, "--public-url", origin, "--rate-limit", "off",
			"--market-minute-history", "24h", "--market-daily-history", "2400h"}, place.Limits...)...))
		environment := []string{"BOURSE_URL=" + origin, "BOURSE_OUTBOX=" + filepath.Join(place.Folder, "outbox.jsonl")}
		if headless, err := exec.LookPath(bourse.HeadlessBrowser); err == nil {
			environment = append(environment, "CHROMIUM="+headless)
		}
		if place.Engine == database.Postgres {
			environment = append(environment, "BOURSE_KEYBOARD=1")
		}
		node(t, environment, "--test-force-exit", "--test-reporter", "./test/failures.mjs", "test/journeys.mjs")
	})
}

func TestWhatTheConsoleComputesWithoutABrowser(t *testing.T) {
	t.Parallel()
	needNode(t)
	files, err := filepath.Glob(filepath.Join(web, "test", "*.test.mjs"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no tests: %v", err)
	}
	arguments := []string{"--test", "--test-reporter", "./test/failures.mjs"}
	for _, file := range files {
		arguments = append(arguments, filepath.Join("test", filepath.Base(file)))
	}
	node(t, nil, arguments...)
}

// node runs Node in the console's source folder.
func node(t *testing.T, environment []string, arguments ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "node", arguments...)
	command.Dir = web
	command.Env = append(os.Environ(), environment...)
	said, err := command.CombinedOutput()
	testkit.Spent(testkit.SpentByBrowsers, command.ProcessState)
	if err != nil {
		t.Errorf("%v\n%s", err, said)
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
