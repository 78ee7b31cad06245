package operations_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// work is requests made while something is broken: reads and writes of every area, none of which can be answered from
// memory.
type work struct {
	member, admin *kit.Member
}

type ask struct {
	method, path string
	content      kit.Body
	isAdmin      bool
}

func (work) reads() []ask {
	var all []ask
	for _, path := range []string{
		"/auth/sessions", "/trading/bots", "/trading/signals", "/trading/positions", "/trading/history", "/trading/portfolio", "/trading/my-subscriptions",
		"/investment/accounts", "/portfolio", "/education/courses", "/education/my-courses", "/payments", "/trading/candles?symbol=BTCUSD&interval=1h",
	} {
		all = append(all, ask{method: http.MethodGet, path: path})
	}
	for _, path := range []string{"/webhooks/endpoints", "/webhooks/events", "/users"} {
		all = append(all, ask{method: http.MethodGet, path: path, isAdmin: true})
	}
	return all
}

func (w work) writes() []ask {
	return []ask{
		{method: http.MethodPost, path: "/auth/login", content: kit.Body{"email": w.member.Email, "password": w.member.Password}},
		{method: http.MethodPost, path: "/auth/register", content: kit.Body{"email": kit.NewEmail(), "password": "a fine password"}},
		{method: http.MethodPost, path: "/auth/refresh", content: kit.Body{"refreshToken": w.member.RefreshToken}},
		{method: http.MethodPost, path: "/investment/accounts", content: kit.Body{"tradingAgent": "atlas", "initialCapital": 1000, "riskProfile": "moderate"}},
		{method: http.MethodPost, path: "/webhooks/events", content: kit.Body{"type": "custom.thing.happened", "data": kit.Body{"n": 1}}, isAdmin: true},
		{method: http.MethodPost, path: "/webhooks/endpoints", content: kit.Body{"name": "shop", "url": "https://example.com/", "subscribedEvents": []string{"*"}}, isAdmin: true},
	}
}

// send makes a request once, with its own idempotency key for writes.
func (w work) send(t *testing.T, one ask) *kit.Answer {
	t.Helper()
	by := w.member.Client
	if one.isAdmin {
		by = w.admin.Client
	}
	content := any(nil)
	if one.method == http.MethodPost {
		by, content = by.With("Idempotency-Key", kit.NewKey()), one.content
	}
	a := by.Fetch(t, one.method, "/api/v1"+one.path, content)
	if err := json.Unmarshal(a.Text, &a.Envelope); err != nil {
		t.Errorf("%s: the answer is not JSON: %v", a.Call, err)
	}
	return a
}

// wantUnavailable checks that the platform said that it is unavailable, and when to come back.
func wantUnavailable(t *testing.T, a *kit.Answer) {
	t.Helper()
	a.Failed(t, 503, "SERVICE_UNAVAILABLE", "")
	if after := a.Header.Get("Retry-After"); after == "" || after == "0" {
		t.Errorf("%s: Retry-After is %q", a.Call, after)
	}
}

// line is one of the log.
type line struct {
	Level, Msg, ErrorCode string
	Status, Repeated      int
}

// complaints are the log lines of level warn and above after the first count bytes.
func complaints(t *testing.T, s *kit.Server, after int) (all []line) {
	t.Helper()
	for text := range strings.Lines(s.Log()[after:]) {
		var one line
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatalf("the log holds %q: %v", text, err)
		}
		if one.Level == "WARN" || one.Level == "ERROR" {
			all = append(all, one)
		}
	}
	return all
}

// wantFewComplaints checks that the log reports all failed requests in few lines: one a second per cause.
func wantFewComplaints(t *testing.T, s *kit.Server, name string, after int, began time.Time, failed int) {
	t.Helper()
	var told int
	testkit.Within(t, kit.Patience, "the log tells of all failed requests", func() bool {
		told = 0
		for _, one := range complaints(t, s, after) {
			if one.Msg == "request" && one.Status == 503 {
				told += 1 + one.Repeated
			}
		}
		return told >= failed
	})
	if told != failed {
		t.Errorf("the log tells of %d failed requests, want %d", told, failed)
	}
	seconds := int(time.Since(began)/time.Second) + 1
	lines, byMessage := complaints(t, s, after), map[string]int{}
	for _, one := range lines {
		byMessage[one.Msg]++
	}
	for message, count := range byMessage {
		if count > 2*(seconds+1) { // each level of a message counts separately
			t.Errorf("%q is logged %d times in %d seconds", message, count, seconds)
		}
	}
	t.Logf("%s: %d requests answered 503 in %d s, %d lines: %v", name, failed, seconds, len(lines), byMessage)
}

// hammer sends the work from many goroutines until it has been sent this often, and checks each answer.
func (w work) hammer(t *testing.T, asks []ask, times int, check func(a *kit.Answer)) {
	t.Helper()
	var sending sync.WaitGroup
	for worker := range 20 {
		sending.Go(func() {
			for i := worker; i < times; i += 20 {
				check(w.send(t, asks[i%len(asks)]))
			}
		})
	}
	sending.Wait()
}

func newWork(t *testing.T, s *kit.Server) work {
	t.Helper()
	w := work{s.Register(t), s.Officer(t, "admin", "")}
	for _, one := range slices.Concat(w.reads(), w.writes()[:1], w.writes()[3:5]) {
		if a := w.send(t, one); a.Status >= 300 {
			t.Fatalf("before the outage %s answers %d: %s", a.Call, a.Status, a.Text)
		}
	}
	return w
}

func startCluster(t *testing.T, settings ...string) *databasetest.Cluster {
	t.Helper()
	cluster, err := databasetest.StartCluster(t.Context(), settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() })
	return cluster
}

func newPlaceAt(t *testing.T, databaseURL string) *kit.Installation {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data")
	return &kit.Installation{
		Server: kit.Binary, Engine: database.Postgres, Folder: folder, KeyFile: filepath.Join(folder, "keys.json"), DatabaseURL: databaseURL,
	}
}

func TestADatabaseThatIsAwayIsA503AndFewLines(t *testing.T) {
	t.Parallel()
	cluster := startCluster(t)
	s := newPlaceAt(t, cluster.URL()).Serve(t)
	s.Troubled = true
	w := newWork(t, s)
	if err := cluster.Halt(); err != nil {
		t.Fatal(err)
	}
	after, began := len(s.Log()), time.Now()
	for _, one := range slices.Concat(w.reads(), w.writes()) {
		wantUnavailable(t, w.send(t, one))
	}
	asks := append(w.reads(), w.writes()[4])
	w.hammer(t, asks, 600, func(a *kit.Answer) { wantUnavailable(t, a) })
	scrapeWhileAway(t, s)
	wantFewComplaints(t, s, "database away", after, began, 600+len(w.reads())+len(w.writes()))
	if reason := s.AwaitReadiness(t, "unready", "database"); reason != "the database cannot be reached" {
		t.Errorf("the reason is %q", reason)
	}
	if err := cluster.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Within(t, kit.Patience, "the platform works again", func() bool {
		return w.send(t, w.writes()[4]).Status == 201 && w.send(t, w.reads()[0]).Status == 200
	})
	s.AwaitReadiness(t, "ready", "")
}

func TestConnectionsThatRunOutAreA503(t *testing.T) {
	t.Parallel()
	cluster := startCluster(t, "max_connections=40")
	t.Run("of a role", func(t *testing.T) {
		err := cluster.Exec(t.Context(), "CREATE ROLE eight LOGIN PASSWORD 'eight'", "CREATE DATABASE eight OWNER eight")
		if err != nil {
			t.Fatal(err)
		}
		address, err := url.Parse(cluster.URL())
		if err != nil {
			t.Fatal(err)
		}
		address.User, address.Path = url.UserPassword("eight", "eight"), "/eight"
		s := newPlaceAt(t, address.String()).Serve(t, "--database-connections", "30") // few enough for the server, too many for the role
		w := newWork(t, s)                                                            // uses a connection of its own
		if err := cluster.Exec(t.Context(), "ALTER ROLE eight CONNECTION LIMIT 8"); err != nil {
			t.Fatal(err)
		}
		wantRefusedOrServed(t, s, w)
		// However few concurrent requests there are: without any connection they are told to come back.
		err = cluster.Exec(t.Context(), "ALTER ROLE eight CONNECTION LIMIT 0",
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'eight'")
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range append(w.reads(), w.writes()...) {
			wantUnavailable(t, w.send(t, one))
		}
		if err := cluster.Exec(t.Context(), "ALTER ROLE eight CONNECTION LIMIT -1"); err != nil {
			t.Fatal(err)
		}
		testkit.Within(t, kit.Patience, "the platform works again", func() bool { return w.send(t, w.writes()[4]).Status == 201 })
	})
	t.Run("of the server", func(t *testing.T) {
		s := newPlaceAt(t, cluster.URL()).Serve(t, "--database-connections", "30")
		w := newWork(t, s)
		defer cluster.TakeConnections(t.Context())()
		wantRefusedOrServed(t, s, w)
	})
}

// wantRefusedOrServed sends more concurrent requests than there are connections: each is answered, or told to come
// back.
func wantRefusedOrServed(t *testing.T, s *kit.Server, w work) {
	t.Helper()
	s.Troubled = true
	after, began := len(s.Log()), time.Now()
	var counting sync.Mutex
	statuses := map[int]int{}
	asks := append(w.reads(), w.writes()[4])
	for range 20 { // until some were refused: the machine decides how many arrive at once
		w.hammer(t, asks, 200, func(a *kit.Answer) {
			counting.Lock()
			defer counting.Unlock()
			statuses[a.Status]++
			if a.Status >= 300 {
				wantUnavailable(t, a)
			}
		})
		if statuses[503] > 0 {
			break
		}
	}
	wantFewComplaints(t, s, fmt.Sprintf("connection limit, answers %v", statuses), after, began, statuses[503])
	testkit.Within(t, kit.Patience, "the platform works again", func() bool { return w.send(t, w.writes()[4]).Status == 201 })
}

func TestAFullDiskIsA503ForWritesAndReadsGoOn(t *testing.T) {
	t.Parallel()
	needMountingRights(t)
	disk := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	mount(t, disk, "size=48m")
	place := kit.NewEmptyInstallation(t, database.SQLite)
	place.Folder, place.KeyFile, place.DatabaseURL = disk, filepath.Join(disk, "keys.json"), filepath.Join(disk, "bourse.db")
	s := place.Serve(t)
	s.Troubled = true
	w := newWork(t, s)
	release := fillDisk(t, disk)
	after, began := len(s.Log()), time.Now()
	publish := w.writes()[4]
	failed := 0
	testkit.Within(t, kit.Patience, "nothing can be written any more", func() bool { // the log's file has some room left
		a := w.send(t, publish)
		if a.Status >= 300 {
			wantUnavailable(t, a)
			failed++
		}
		return a.Status >= 300
	})
	for _, one := range w.writes() {
		wantUnavailable(t, w.send(t, one))
		failed++
	}
	w.hammer(t, []ask{publish}, 300, func(a *kit.Answer) { wantUnavailable(t, a) })
	for _, one := range w.reads() {
		w.send(t, one).Ok(t, 200)
	}
	wantFewComplaints(t, s, "disk full", after, began, failed+300)
	if reason := s.AwaitReadiness(t, "unready", "database"); !strings.Contains(reason, "disk") {
		t.Errorf("the reason is %q", reason)
	}
	s.Client().Fetch(t, http.MethodGet, "/healthz", nil).Ok(t, 200)
	release()
	s.AwaitReadiness(t, "ready", "")
	testkit.Within(t, kit.Patience, "the platform writes again", func() bool { return w.send(t, publish).Status == 201 })
}

// fillDisk takes all the remaining space, until it is released.
func fillDisk(t *testing.T, folder string) (release func()) {
	t.Helper()
	name := filepath.Join(folder, "filler")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for size := 1 << 20; size > 0; size /= 2 {
		for piece := make([]byte, size); ; {
			if _, err := file.Write(piece); errors.Is(err, syscall.ENOSPC) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	return func() {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}
