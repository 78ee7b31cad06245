package guides_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// reader has a copy of the repository and does what the pages say.
type reader struct {
	folder  string // of the copy
	address string // where its demo serves
	app     *httptest.Server
	pages   atomic.Pointer[http.Handler] // of the app, for the block that runs in a browser
	work    string                       // folder of the programs made from blocks
	built   map[string]bool              // by their names
}

// newReader copies the repository and starts the demo there with the README's command, except that it uses a free
// port, has no rate limits, because everything comes from one address, and creates less history:
// TestTheDemoServesItsPeopleFromAnEmptyFolder creates all of it.
func newReader(t *testing.T) *reader {
	t.Helper()
	r := &reader{folder: copyRepository(t), work: t.TempDir(), built: map[string]bool{}}
	r.app = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if pages := r.pages.Load(); pages != nil {
			(*pages).ServeHTTP(w, request)
		}
	}))
	t.Cleanup(r.app.Close)
	var start []*block
	for _, b := range blocksOf(t, "README.md") {
		if r.isStart(b) {
			start = append(start, b)
		}
	}
	if len(start) != 1 {
		t.Fatalf("the README has %d blocks that start the demo, want 1", len(start))
	}
	command := strings.TrimSpace(start[0].text)
	r.address = r.startDemo(t, command)
	status, help, complaints, err := bourse.Command{Binary: "bash", Args: []string{"-c", command + " --help"}, Folder: r.folder}.Run(t.Context())
	if err != nil || status != 0 || !strings.Contains(help, demoAddress) {
		t.Errorf("the demo does not say that it serves on %s: %v\n%s%s", demoAddress, err, help, complaints)
	}
	return r
}

// isStart reports whether a block starts the demo, which is already running.
func (r *reader) isStart(b *block) bool {
	return b.kind == shell && strings.TrimSpace(b.text) == "go run ./cmd/bourse demo"
}

// isMakeTest reports whether a block runs all tests, which would include this one.
func isMakeTest(t *testing.T, b *block) bool {
	t.Helper()
	if strings.TrimSpace(b.text) != "make test" {
		return false
	}
	if !regexp.MustCompile(`(?m)^test:`).Match(kit.ReadFile(t, repository+"/Makefile")) {
		t.Error("the Makefile has no target test")
	}
	return true
}

func (r *reader) port() string { return r.address[strings.LastIndexByte(r.address, ':')+1:] }

// appOrigin is the origin of the pages' front end, with a name: passkeys belong to names and not to addresses.
func (r *reader) appOrigin(t *testing.T) string {
	t.Helper()
	at, err := url.Parse(r.app.URL)
	if err != nil {
		t.Fatal(err)
	}
	return "http://localhost:" + at.Port()
}

// startDemo starts the demo, returns its address and ends it with an interrupt, as a reader does.
func (r *reader) startDemo(t *testing.T, command string) (address string) {
	t.Helper()
	starting, cancel := context.WithTimeout(t.Context(), 20*time.Minute) // it compiles first
	defer cancel()
	process, err := bourse.Command{
		Binary: "bash", Args: []string{"-c", command}, Folder: r.folder,
		Env: []string{
			// Links to the payment page lead to its address, which must be known beforehand.
			"BOURSE_LISTEN=" + kit.FreeAddress(t), "BOURSE_RATE_LIMIT=off", "BOURSE_APP_URL=" + r.appOrigin(t),
			"BOURSE_MARKET_MINUTE_HISTORY=24h", "BOURSE_MARKET_DAILY_HISTORY=2400h",
		},
	}.Serve(starting)
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	t.Cleanup(func() {
		defer process.Kill()
		ending, cancel := context.WithTimeout(context.Background(), kit.Patience)
		defer cancel()
		if err := process.Interrupt(); err != nil {
			t.Error(err)
		}
		if _, err := process.Wait(ending); err != nil {
			t.Errorf("the demo after an interrupt: %v", err)
		}
	})
	return process.Address
}

// copyRepository copies what a checkout of the repository would contain, and what is about to be added.
func copyRepository(t *testing.T) string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = repository
	names, err := list.Output()
	if err != nil {
		t.Fatalf("list the files of the repository: %v", err)
	}
	folder := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(repository, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted, but not yet committed
		}
		target := filepath.Join(folder, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(target), 0o700)
		}
		if err == nil {
			err = os.WriteFile(target, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
