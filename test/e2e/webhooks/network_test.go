package webhooks_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// The kinds of messages that are commands to PostgreSQL.
const (
	simpleQuery = 'Q'
	bind        = 'B'
	execute     = 'E'
)

// commitCutter cuts, once, the connection of a transaction that has used a text, after its commit was done and before
// the client knows.
type commitCutter struct {
	text  string
	armed atomic.Bool
	done  atomic.Bool
}

func (c *commitCutter) watch(l *tapLink, kind byte, payload []byte) (cut bool) {
	if kind == bind && bytes.Contains(payload, []byte(c.text)) {
		l.isMarked = true
	}
	isEnd := kind == simpleQuery && (bytes.HasPrefix(payload, []byte("commit")) || bytes.HasPrefix(payload, []byte("rollback")))
	if !isEnd {
		return false
	}
	marked := l.isMarked
	l.isMarked = false
	if marked && c.armed.CompareAndSwap(true, false) {
		c.done.Store(true)
		return true
	}
	return false
}

// behindCutter starts a server whose commits can be cut off.
func behindCutter(t *testing.T, text string) (*kit.Server, *commitCutter) {
	t.Helper()
	cutter := &commitCutter{text: text}
	place := kit.NewInstallation(t, database.Postgres)
	place.DatabaseURL = newTap(t, place.DatabaseURL, cutter.watch)
	s := place.Serve(t, kit.LocalReceivers...)
	s.Troubled = true
	return s, cutter
}

func TestOutcomesWhoseCommitWasCutOffAreCountedOnce(t *testing.T) {
	t.Parallel()
	s, cutter := behindCutter(t, `"Webhook-Id"`) // only attempts contain what was sent
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	endpoint := admin.Endpoint(t, office.URL, nil)
	cutter.armed.Store(true)
	admin.Publish(t, "custom.first", kit.Body{})
	awaitDelivery(t, admin, onlyDelivery(t, admin, endpoint), "succeeded")
	admin.Publish(t, "custom.second", kit.Body{})
	testkit.Within(t, kit.Patience, "both have succeeded", func() bool { return statuses(t, admin, endpoint)["succeeded"] == 2 })
	wantCounters(t, admin, endpoint, 2, 0)
	if got := len(office.All()); got != 2 || !cutter.done.Load() {
		t.Errorf("the receiver got %d requests, want 2; the commit was cut off: %v", got, cutter.done.Load())
	}
}

func TestAnEventWhoseCommitWasCutOffIsSentSoon(t *testing.T) {
	t.Parallel()
	s, cutter := behindCutter(t, "custom.cut_off")
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	admin.Endpoint(t, office.URL, nil)
	admin.Publish(t, "custom.first", kit.Body{})
	office.Await(t, 1) // so that the process holds the lane and sends what it commits without reading it
	cutter.armed.Store(true)
	refused := admin.Post(t, "/webhooks/events", kit.Body{"type": "custom.cut_off", "data": kit.Body{}})
	if refused.Status < http.StatusInternalServerError || !cutter.done.Load() {
		t.Fatalf("the call was answered %d: %s", refused.Status, refused.Text)
	}
	if got := office.Await(t, 2); got.Body["type"] != "custom.cut_off" {
		t.Errorf("the receiver got %s", got.Text)
	}
}

// idlePeriod is how long an idle process is watched: the longest interval of its periodic checks, so that the starting
// time does not matter. It cannot be shortened by a clock: the test is about what a process does while time passes.
const idlePeriod = time.Minute

// idleQueries is how many queries an idle process may make in a time: one a second, and one more for each of its checks
// that falls on the edge of it.
func idleQueries(watched time.Duration) int64 { return int64(watched/time.Second) + 15 }

func TestAnIdleProcessAsksTheDatabaseAboutOnceASecond(t *testing.T) {
	t.Parallel()
	var queries, pings atomic.Int64
	place := kit.NewInstallation(t, database.Postgres)
	place.DatabaseURL = newTap(t, place.DatabaseURL, func(_ *tapLink, kind byte, payload []byte) bool {
		switch {
		case kind == execute:
			queries.Add(1)
		case kind != simpleQuery, bytes.HasPrefix(payload, []byte("begin")), bytes.HasPrefix(payload, []byte("commit")):
		case bytes.HasPrefix(payload, []byte("-- ping")), bytes.HasPrefix(payload, []byte("-- listener")):
			// Empty: checks whether an idle connection is still alive.
			pings.Add(1)
		default:
			queries.Add(1)
		}
		return false
	})
	// A moving market is not idle: this one has no prices.
	silence := filepath.Join(t.TempDir(), "silence.csv")
	if err := os.WriteFile(silence, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// Monitoring has the numbers read all the time: here there is none.
	s := place.Serve(t, append([]string{"--market-feed", "replay", "--market-replay-file", silence, "--metrics-listen="}, kit.LocalReceivers...)...)
	admin := s.TenantAdmin(t)
	office := newInbox(t)
	endpoint := admin.Endpoint(t, office.URL, unlimited)
	press := newPress(t, admin, office)
	press.at(s)
	press.start(t.Context(), 4, 200)()
	press.wantAllArrived(t, office)
	testkit.Within(t, kit.Patience, "every delivery has its outcome", func() bool { return statuses(t, admin, endpoint)["pending"] == 0 })
	s.AwaitReadiness(t, "degraded", "feed") // that there are no prices is recorded and announced once
	settle := queries.Load()
	calm := time.Now()
	testkit.Within(t, kit.Patience, "what was left to do is done", func() bool { // nothing for a second
		if now := queries.Load(); now > settle+1 {
			settle, calm = now, time.Now()
		}
		return time.Since(calm) > time.Second
	})
	began, before, pinged := time.Now(), queries.Load(), pings.Load()
	<-time.After(idlePeriod)                                   // the test is about what time alone causes
	asked, watched := queries.Load()-before, time.Since(began) // longer on a busy machine
	t.Logf("%d queries and %d pings in %v", asked, pings.Load()-pinged, watched)
	if most := idleQueries(watched); asked > most {
		t.Errorf("an idle process asked %d times in %v, want at most %d", asked, watched, most)
	}
	if asked == 0 {
		t.Error("nothing was counted: the process looks for work now and then")
	}
}
