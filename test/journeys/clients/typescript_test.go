package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// typeScript is the folder of the TypeScript client.
const typeScript = "../../../sdk/typescript"

// oldestNode is the oldest supported version of Node.
const oldestNode = 20

// The client's own tests check every promise, in Node and in a browser, against a server of each engine.
func TestTheTypeScriptClientKeepsItsPromises(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath(bourse.Browser); err != nil {
		t.Fatalf("there is no %s; make journeys installs it", bourse.Browser)
	}
	builtClient(t)
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, kit.LocalReceivers...)
		limited := kit.NewInstallation(t, place.Engine).ServeLimited(t)
		who := s.Officer(t, "super_admin", "")
		said := runNode(t, []string{
			"BOURSE_URL=" + s.URL(), "BOURSE_LIMITED_URL=" + limited.URL(), "BOURSE_BROWSER=" + bourse.Browser,
			"BOURSE_SUPER_EMAIL=" + who.Email, "BOURSE_SUPER_PASSWORD=" + who.Password,
		}, "node", "--test", "--test-timeout=600000", "--test-reporter=spec", "test/node.test.mjs", "test/browser.test.mjs")
		if !strings.Contains(said, "skipped 0") {
			t.Errorf("a test was left out:\n%s", said)
		}
	})
}

// The package is small, complete and typed: a fresh project compiles with it, and one that misuses it does not.
func TestTheTypeScriptPackageIsWhole(t *testing.T) {
	t.Parallel()
	builtClient(t)
	runNode(t, nil, "node", "--test", "--test-timeout=600000", "--test-reporter=spec", "test/session.test.mjs", "test/package.test.mjs")
}

// The example runs as its first lines say.
func TestTheTypeScriptExampleRunsAgainstTheDemo(t *testing.T) {
	t.Parallel()
	builtClient(t)
	place := kit.NewEmptyInstallation(t, database.SQLite)
	demo := place.Start(t, place.Call("demo", "--listen", "127.0.0.1:0"))
	runNode(t, nil, "npm", "exec", "--offline", "--", "tsc", "-p", "examples")
	said := runNode(t, []string{"BOURSE_URL=" + demo.URL()}, "node", "examples/dist/first-trade.js")
	for _, want := range []string{"logged in as trader@demo.test", "bought 0.01 at ", "refused: VALIDATION_ERROR limitPrice", "sold at ", "logged out"} {
		if !strings.Contains(said, want) {
			t.Errorf("the example does not say %q:\n%s", want, said)
		}
	}
}

// builtClient installs the client's build dependencies and builds it, once for all tests. It fails when Node is
// missing.
var buildClient sync.Once

func builtClient(t *testing.T) {
	t.Helper()
	buildClient.Do(func() {
		version, err := exec.Command("node", "--version").Output()
		major, _, _ := strings.Cut(strings.TrimPrefix(string(version), "v"), ".")
		if number, _ := strconv.Atoi(major); err != nil || number < oldestNode {
			t.Fatalf("the TypeScript client needs Node %d or newer, and npm, to be tested (node --version: %q, %v); install them from nodejs.org or the system's packages nodejs and npm", oldestNode, version, err)
		}
		if isInstalled() {
			runNode(t, nil, "npm", "run", "build")
			return
		}
		runNode(t, nil, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund")
		runNode(t, nil, "npm", "run", "build")
	})
	if _, err := os.Stat(filepath.Join(typeScript, "dist", "index.js")); err != nil {
		t.Fatalf("the TypeScript client was not built: %v", err)
	}
}

// isInstalled reports whether npm has installed what the lock file says: it records that last.
func isInstalled() bool {
	wanted, err := os.Stat(filepath.Join(typeScript, "package-lock.json"))
	if err != nil {
		return false
	}
	noted, err := os.Stat(filepath.Join(typeScript, "node_modules", ".package-lock.json"))
	return err == nil && noted.ModTime().After(wanted.ModTime())
}

// runNode runs a program in the client's folder to its end and returns its output. The test fails when the program
// does.
func runNode(t *testing.T, environment []string, program string, arguments ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Dir = typeScript
	command.Env = append(os.Environ(), environment...)
	said, err := command.CombinedOutput()
	testkit.Spent(testkit.SpentByBrowsers, command.ProcessState)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(arguments, " "), err, said)
	}
	return string(said)
}
