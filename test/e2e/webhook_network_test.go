package e2e_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
)

// PostgreSQL is told what to do by messages of these kinds.
const (
	simpleQuery = 'Q'
	bind        = 'B'
	execute     = 'E'
)

// commitCutter cuts, once, the connection of a transaction that has used a text, after its commit has been
// done and before anybody is told.
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
func behindCutter(t *testing.T, text string) (*server, *commitCutter) {
	t.Helper()
	cutter := &commitCutter{text: text}
	place := newInstallation(t, database.Postgres)
	place.databaseURL = newTap(t, place.databaseURL, cutter.watch)
	s := place.serve(t, localReceivers...)
	s.troubled = true
	return s, cutter
}

func TestOutcomesWhoseCommitWasCutOffAreCountedOnce(t *testing.T) {
	t.Parallel()
	s, cutter := behindCutter(t, `"Webhook-Id"`) // only attempts hold what was sent
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	endpoint := admin.endpoint(t, office.URL, nil)
	cutter.armed.Store(true)
	admin.publish(t, "custom.first", body{})
	admin.awaitDelivery(t, admin.onlyDelivery(t, endpoint), "succeeded")
	admin.publish(t, "custom.second", body{})
	eventually(t, patience, "both have succeeded", func() bool { return admin.statuses(t, endpoint)["succeeded"] == 2 })
	admin.wantCounters(t, endpoint, 2, 0)
	if got := len(office.all()); got != 2 || !cutter.done.Load() {
		t.Errorf("the receiver got %d requests, want 2; the commit was cut off: %v", got, cutter.done.Load())
	}
}

func TestAnEventWhoseCommitWasCutOffIsSentSoon(t *testing.T) {
	t.Parallel()
	s, cutter := behindCutter(t, "custom.cut_off")
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	admin.endpoint(t, office.URL, nil)
	admin.publish(t, "custom.first", body{})
	office.await(t, 1) // so that the process holds the lane and sends what it commits without reading it
	cutter.armed.Store(true)
	refused := admin.post(t, "/webhooks/events", body{"type": "custom.cut_off", "data": body{}})
	if refused.status < http.StatusInternalServerError || !cutter.done.Load() {
		t.Fatalf("the call was answered %d: %s", refused.status, refused.text)
	}
	if got := office.await(t, 2); got.body["type"] != "custom.cut_off" {
		t.Errorf("the receiver got %s", got.text)
	}
}

// idlePeriod is how long an idle process is watched: for as long as the slowest of its looks take to come again, so that
// it does not matter when it begins.
const idlePeriod = time.Minute

// idleQueries is what an idle process may ask meanwhile: once a second, and once more for each of its looks that falls
// onto the edge of the period.
const idleQueries = 60 + 15

func TestAnIdleProcessAsksTheDatabaseAboutOnceASecond(t *testing.T) {
	t.Parallel()
	var queries, pings atomic.Int64
	place := newInstallation(t, database.Postgres)
	place.databaseURL = newTap(t, place.databaseURL, func(_ *tapLink, kind byte, payload []byte) bool {
		switch {
		case kind == execute:
			queries.Add(1)
		case kind != simpleQuery, bytes.HasPrefix(payload, []byte("begin")), bytes.HasPrefix(payload, []byte("commit")):
		case bytes.HasPrefix(payload, []byte("-- ping")), bytes.HasPrefix(payload, []byte("-- listener")):
			// Empty: is a connection that was idle still there?
			pings.Add(1)
		default:
			queries.Add(1)
		}
		return false
	})
	// A market that moves is not idle: this one has nothing to tell.
	silence := filepath.Join(t.TempDir(), "silence.csv")
	if err := os.WriteFile(silence, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// Whoever watches the numbers has them read all the time: here nobody does.
	s := place.serve(t, append([]string{"--market-feed", "replay", "--market-replay-file", silence, "--metrics-listen="}, localReceivers...)...)
	admin := s.tenantAdmin(t)
	office := newInbox(t)
	endpoint := admin.endpoint(t, office.URL, unlimited)
	press := newPress(t, admin, office)
	press.at(s)
	press.start(t.Context(), 4, 200)()
	press.wantAllArrived(t, office)
	eventually(t, patience, "every delivery has its outcome", func() bool { return admin.statuses(t, endpoint)["pending"] == 0 })
	settle := queries.Load()
	calm := time.Now()
	eventually(t, patience, "what was left to do is done", func() bool { // nothing for a second
		if now := queries.Load(); now > settle+1 {
			settle, calm = now, time.Now()
		}
		return time.Since(calm) > time.Second
	})
	before, pinged := queries.Load(), pings.Load()
	<-time.After(idlePeriod) // what is tested is what time alone brings
	asked := queries.Load() - before
	t.Logf("%d queries and %d pings in %v", asked, pings.Load()-pinged, idlePeriod)
	if asked > idleQueries {
		t.Errorf("an idle process asked %d times in %v, want at most %d", asked, idlePeriod, idleQueries)
	}
	if asked == 0 {
		t.Error("nothing was counted: the process looks for work now and then")
	}
}
