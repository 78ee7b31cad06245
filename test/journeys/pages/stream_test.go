package pages_test

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
	"bourse/test/journeys/browser"
)

//go:embed stream.html
var streamPage []byte

// report is what the page reports from the browser.
type report struct {
	ID, Event, Text string
}

// listener is a Chromium that shows the page, from another origin than the API.
type listener struct {
	page *httptest.Server

	mutex   sync.Mutex
	reports []report
}

func newListener(t *testing.T) *listener {
	t.Helper()
	l := &listener{}
	l.page = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/report" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(streamPage)
			return
		}
		var told report
		if err := json.NewDecoder(r.Body).Decode(&told); err != nil {
			t.Errorf("a report cannot be read: %v", err)
		}
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.reports = append(l.reports, told)
	}))
	t.Cleanup(l.page.Close)
	return l
}

// open opens the page in a browser that ends with the test.
func (l *listener) open(t *testing.T, api, token string) {
	t.Helper()
	settings := quoted(map[string]string{"api": api, "token": token})
	browser.New(t).Open(t, l.page.URL+"/?settings="+url.QueryEscape(settings))
}

// all returns the reports so far.
func (l *listener) all(events ...string) (found []report) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, one := range l.reports {
		for _, event := range events {
			if one.Event == event {
				found = append(found, one)
			}
		}
	}
	return found
}

// await waits until there are this many reports of events, and returns them.
func (l *listener) await(t *testing.T, count int, events ...string) []report {
	t.Helper()
	testkit.Within(t, kit.Patience, events[0]+" in the browser", func() bool { return len(l.all(events...)) >= count })
	return l.all(events...)
}

// TestAnEventSourceInABrowserListensWithATicketAndComesBack: a page of another origin opens the stream as browsers
// can, loses its server, and sees every event once and in order.
func TestAnEventSourceInABrowserListensWithATicketAndComesBack(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		l := newListener(t)
		v := kit.NewVenue(t, place, "--cors-origins", l.page.URL, "--listen", kit.FreeAddress(t))
		m := v.Register(t)
		m.Opened(t, v.Signal(t, "entry_long", nil), 30) // before it listens
		l.open(t, v.URL()+"/api/v1", m.Token)
		opened := l.await(t, 1, "open")
		l.await(t, 1, "quotes")
		l.await(t, 1, "account")
		second := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
		l.await(t, 2, "signal", "position")
		if used := v.Client().Get(t, "/trading/stream?ticket="+url.QueryEscape(opened[0].Text)); used.Status != http.StatusUnauthorized {
			t.Errorf("a used ticket is %d", used.Status)
		}

		v.Kill()
		again := place.Serve(t, append(v.Flags(), "--cors-origins", l.page.URL, "--listen", v.Address)...)
		v.Server = again
		v.AwaitMark(t, kit.Xrp, "2")
		m.Post(t, kit.Closing(second), kit.Body{}).Ok(t, 200) // before or after the browser is back
		m.Opened(t, v.Signal(t, "entry_long", nil), 30)
		told := l.await(t, 5, "signal", "position")
		l.await(t, 2, "open")
		want := []string{"signal 1-2", "position 2-2", "position 3-2", "signal 3-3", "position 4-3"}
		got := make([]string, len(told))
		for i, one := range told {
			got[i] = one.Event + " " + one.ID
		}
		// A signal is published before its position and may overtake an unrelated change.
		wantOnceAndInOrder(t, got, want)
		if ends := l.all("end"); len(ends) > 0 {
			t.Errorf("the stream ended with %+v", ends)
		}
	})
}

func wantOnceAndInOrder(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("the browser was told %q, want %q", got, want)
	}
	overtaken := []string{want[0], want[1], "signal 2-3", "position 3-3", want[4]}
	for i := range got {
		if got[i] != want[i] && got[i] != overtaken[i] {
			t.Errorf("the browser was told %q, want %q", got, want)
			return
		}
	}
}
