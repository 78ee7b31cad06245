package stream_test

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"sync"
	"syscall"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

//go:embed page.html
var page []byte

// report is what the page reports from the browser.
type report struct {
	told
	Text string
}

// browser is a Chromium that shows the page, from another origin than the API.
type browser struct {
	page *httptest.Server

	mutex   sync.Mutex
	reports []report
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	if _, err := exec.LookPath(bourse.Browser); err != nil {
		t.Fatalf("there is no %s; make test installs it", bourse.Browser)
	}
	b := &browser{}
	b.page = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/report" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(page)
			return
		}
		var told report
		if err := json.NewDecoder(r.Body).Decode(&told); err != nil {
			t.Errorf("a report cannot be read: %v", err)
		}
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.reports = append(b.reports, told)
	}))
	t.Cleanup(b.page.Close)
	return b
}

// open opens the page in a browser that ends with the test.
func (b *browser) open(t *testing.T, api, token string) {
	t.Helper()
	settings, err := json.Marshal(map[string]string{"api": api, "token": token})
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(bourse.Browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-extensions", "--disable-background-networking", "--user-data-dir="+t.TempDir(), "--remote-debugging-port=0",
		b.page.URL+"/?settings="+url.QueryEscape(string(settings)))
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

// all returns the reports so far.
func (b *browser) all(events ...string) (found []report) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, one := range b.reports {
		for _, event := range events {
			if one.Event == event {
				found = append(found, one)
			}
		}
	}
	return found
}

// await waits until there are this many reports of events, and returns them.
func (b *browser) await(t *testing.T, count int, events ...string) []report {
	t.Helper()
	testkit.Within(t, kit.Patience, events[0]+" in the browser", func() bool { return len(b.all(events...)) >= count })
	return b.all(events...)
}

// TestAnEventSourceInABrowserListensWithATicketAndComesBack: a page of another origin opens the stream as browsers
// can, loses its server, and sees every event once and in order.
func TestAnEventSourceInABrowserListensWithATicketAndComesBack(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		b := newBrowser(t)
		v := kit.NewVenue(t, place, "--cors-origins", b.page.URL, "--listen", kit.FreeAddress(t))
		m := v.Register(t)
		m.Opened(t, v.Signal(t, "entry_long", nil), 30) // before it listens
		b.open(t, v.URL()+"/api/v1", m.Token)
		opened := b.await(t, 1, "open")
		b.await(t, 1, "quotes")
		b.await(t, 1, "account")
		second := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
		b.await(t, 2, "signal", "position")
		if used := v.Client().Get(t, "/trading/stream?ticket="+url.QueryEscape(opened[0].Text)); used.Status != http.StatusUnauthorized {
			t.Errorf("a used ticket is %d", used.Status)
		}

		v.Kill()
		again := place.Serve(t, append(v.Flags(), "--cors-origins", b.page.URL, "--listen", v.Address)...)
		v.Server = again
		v.AwaitMark(t, kit.Xrp, "2")
		m.Post(t, kit.Closing(second), kit.Body{}).Ok(t, 200) // before or after the browser is back
		m.Opened(t, v.Signal(t, "entry_long", nil), 30)
		told := b.await(t, 5, "signal", "position")
		b.await(t, 2, "open")
		want := []string{"signal 1-2", "position 2-2", "position 3-2", "signal 3-3", "position 4-3"}
		got := make([]string, len(told))
		for i, one := range told {
			got[i] = one.Event + " " + one.ID
		}
		// A signal is published before its position and may overtake an unrelated change.
		wantOnceAndInOrder(t, got, want)
		if ends := b.all("end"); len(ends) > 0 {
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
