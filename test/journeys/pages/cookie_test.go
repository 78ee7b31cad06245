package pages_test

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
	"bourse/test/journeys/browser"
)

//go:embed cookie.html
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
	settings := quoted(map[string]any{"api": api, "email": m.Email, "password": m.Password, "stops": stops})
	browser.New(t).Command(t, "Page.navigate", kit.Body{"url": stops[0].Page + "/?settings=" + url.QueryEscape(settings)}, nil)
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

// TestThePageOfAnotherOriginCannotUseTheSessionOfABrowser: a real browser logs in on a page, visits two that try to
// use its session (a neighbour on the same host, which gets cookies, and one of another site) and comes back.
func TestThePageOfAnotherOriginCannotUseTheSessionOfABrowser(t *testing.T) {
	t.Parallel()
	b := newCookieBrowser(t)
	place := kit.NewInstallation(t, "sqlite")
	s := place.Serve(t, append(slices.Clone(kit.SilentMarket), "--cors-origins", b.app)...)
	m := s.Register(t)
	b.visit(t, s.URL()+"/api/v1", m, []stop{
		{b.app, "login"}, {b.app, "refresh"}, {b.neighbour, "steal"}, {b.stranger, "steal"}, {b.app, "refresh"},
		{b.app, "logout"}, {b.app, "refresh"},
	})
	testkit.Within(t, kit.Patience, "the browser has been everywhere", func() bool { return len(b.all()) == 7 })
	want := []visit{
		{Act: "login", Status: 200, Script: "control=1"}, {Act: "refresh", Status: 200, Me: 200, Script: "control=1"},
		{Act: "steal", Failure: "TypeError", Script: "control=1"}, {Act: "steal", Failure: "TypeError"},
		{Act: "refresh", Status: 200, Me: 200, Script: "control=1"},
		{Act: "logout", Status: 200, Script: "control=1"}, {Act: "refresh", Status: 401, Script: "control=1"},
	}
	for i, got := range b.all() {
		if got != want[i] {
			t.Errorf("at stop %d the browser has seen %+v, want %+v", i, got, want[i])
		}
	}
	// The neighbour's calls have the cookie and are refused; the stranger's do not have it.
	answered := []string{"200", "403", "403", "401", "401", "200", "401"}
	testkit.Within(t, kit.Patience, "every refresh is logged", func() bool { return len(statusesOf(s.Log(), "refreshTokens")) >= len(answered) })
	if got := statusesOf(s.Log(), "refreshTokens"); !slices.Equal(got, answered) {
		t.Errorf("the refreshes were answered %v, want %v", got, answered)
	}
}
