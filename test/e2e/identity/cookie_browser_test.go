package identity_test

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

//go:embed cookie_page.html
var cookiePage []byte

// stop is a page that the browser visits and what the page does there.
type stop struct {
	Page string `json:"page"`
	Act  string `json:"act"`
}

// visit is what a page has seen.
type visit struct {
	Act     string `json:"act"`
	Status  int    `json:"status"`  // of the call
	Me      int    `json:"me"`      // of GET /auth/me with the returned token
	Script  string `json:"script"`  // what scripts can read: the cookies, and anything of the session
	Failure string `json:"failure"` // why there was no readable answer
}

// cookieBrowser is a Chromium that visits pages of three origins. The app's and the neighbour's are on the host of
// the API, so that the browser sends them its cookies for it; the stranger's is on another site.
type cookieBrowser struct {
	app, neighbour, stranger string

	mutex  sync.Mutex
	visits []visit
}

func newCookieBrowser(t *testing.T) *cookieBrowser {
	t.Helper()
	if _, err := exec.LookPath(bourse.Browser); err != nil {
		t.Fatalf("there is no %s; make test installs it", bourse.Browser)
	}
	b := &cookieBrowser{}
	serve := func() string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/report" {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write(cookiePage)
				return
			}
			var seen visit
			if err := json.NewDecoder(r.Body).Decode(&seen); err != nil {
				t.Errorf("a report cannot be read: %v", err)
			}
			b.mutex.Lock()
			defer b.mutex.Unlock()
			b.visits = append(b.visits, seen)
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	b.app, b.neighbour = serve(), serve()
	b.stranger = strings.Replace(serve(), "127.0.0.1", "localhost", 1)
	return b
}

// visit opens a browser, which ends with the test, and goes from stop to stop.
func (b *cookieBrowser) visit(t *testing.T, api string, m *kit.Member, stops []stop) {
	t.Helper()
	settings, err := json.Marshal(map[string]any{"api": api, "email": m.Email, "password": m.Password, "stops": stops})
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(bourse.Browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-extensions", "--disable-background-networking", "--user-data-dir="+t.TempDir(), "--remote-debugging-port=0",
		stops[0].Page+"/?settings="+url.QueryEscape(string(settings)))
	// Its processes are a process group, which ends as a whole.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // otherwise it has already ended
		_ = command.Wait()
	})
}

// all returns the visits so far.
func (b *cookieBrowser) all() []visit {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return slices.Clone(b.visits)
}

var loggedStatus = regexp.MustCompile(`"status":(\d+)`)

// statusesOf are the statuses of an operation's answers, in the order of the log.
func statusesOf(log, operation string) (statuses []string) {
	for line := range strings.Lines(log) {
		if strings.Contains(line, `"operation":"`+operation+`"`) {
			if found := loggedStatus.FindStringSubmatch(line); found != nil {
				statuses = append(statuses, found[1])
			}
		}
	}
	return statuses
}
