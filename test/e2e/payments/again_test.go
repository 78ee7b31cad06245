package payments_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/kit"
)

// killings is how many operations are killed after their commit: each kind once, unless the environment sets more.
func killings(t *testing.T, kinds int) int {
	t.Helper()
	asked := os.Getenv("BOURSE_TEST_KILLINGS")
	if asked == "" {
		return kinds
	}
	number, err := strconv.Atoi(asked)
	if err != nil {
		t.Fatalf("BOURSE_TEST_KILLINGS: %v", err)
	}
	return number
}

// TestAnOperationThatWasKilledIsAnsweredWhenItIsRepeated kills the server between the commit of an operation that
// moves money and its answer: repeating the request returns the answer, and nothing is done twice. Killed before the
// commit, it is done by the repetition.
func TestAnOperationThatWasKilledIsAnsweredWhenItIsRepeated(t *testing.T) {
	for name, open := range map[string]func(*testing.T, *killing) []kindOfDeed{"sandbox": sandboxDeeds, "stripe": stripeDeeds} {
		t.Run(name, func(t *testing.T) {
			k := newKilling(t)
			kinds := open(t, k)
			var deeds []*deed
			total := killings(t, len(kinds))
			for i := range total + total/4 {
				kind := kinds[i%len(kinds)]
				if i >= total { // killed before its commit, as all kinds except the last are
					kind = kinds[(i-total)%(len(kinds)-1)]
				}
				d := kind.prepare(t)
				d.kind, d.nth, d.isBefore = kind.name, kind.nth, i >= total
				deeds = append(deeds, d)
				k.kill(t, d)
			}
			k.repeatAll(t, deeds)
			books := databasetest.OpenURL(t, k.databaseURL)
			wantLedger(t, books)
			kit.WantNone(t, books, impossiblePayments)
			kit.WantNone(t, books, map[string]string{
				"keys whose answer was lost": `SELECT COUNT(*) FROM idempotency_keys WHERE state = 'committed'`,
			})
			t.Logf("%d operations of %d kinds killed after their commit and %d before it; who asked waited %v at most for the key of a dead process",
				total, len(kinds), total/4, k.longest.Round(time.Millisecond))
		})
	}
}

// kindOfDeed is an operation that moves money, ready to be carried out once.
type kindOfDeed struct {
	name    string
	nth     int // the last of the operation's commits before the kill
	prepare func(t *testing.T) *deed
}

// deed is one request, and how to find what it has created: one row, whose id is in the answer.
type deed struct {
	kind         string
	nth          int
	isBefore     bool
	token        string
	method, path string
	content      any
	status       int
	found        string // a query for ids
	arguments    []any
	key          string
}

// killing is an installation on PostgreSQL whose server is repeatedly killed.
type killing struct {
	*axe
	databaseURL string // not through the axe
	place       *kit.Installation
	flags       []string
	server      *kit.Server
	people      []*kit.Member
	restarted   func(t *testing.T)
	longest     time.Duration // that a dead process's key stayed taken
}

func newKilling(t *testing.T) *killing {
	t.Helper()
	place := kit.NewInstallation(t, database.Postgres)
	k := &killing{databaseURL: place.DatabaseURL, place: place, restarted: func(*testing.T) {}}
	k.axe, place.DatabaseURL = newAxe(t, place.DatabaseURL)
	return k
}

// begin uses the first server.
func (k *killing) begin(s *kit.Server, flags []string, people ...*kit.Member) {
	s.Troubled = true // it may be cut off from its database while it dies
	k.server, k.flags, k.people = s, flags, people
}

// restart replaces the server by another, and points all members to it.
func (k *killing) restart(t *testing.T, more ...string) {
	t.Helper()
	k.server = k.place.Serve(t, append(append(k.flags[:len(k.flags):len(k.flags)], "--log-level", "info"), more...)...)
	k.server.Troubled = true
	for _, person := range k.people {
		person.Client = person.At(k.server)
	}
	k.restarted(t)
}

// join registers a member who is pointed to each new server.
func (k *killing) join(m *kit.Member) *kit.Member {
	k.people = append(k.people, m)
	return m
}

// kill carries out a deed with the axe raised.
func (k *killing) kill(t *testing.T, d *deed) {
	t.Helper()
	d.key = kit.NewKey()
	fallen := k.raise(d.nth, d.isBefore, k.server.Kill)
	status, text, _ := k.send(t, d)
	if status != 0 {
		k.lower()
		t.Fatalf("%s was answered although the server should have died: %d %s", d.kind, status, text)
	}
	select {
	case <-fallen:
	case <-time.After(kit.Patience):
		t.Fatalf("%s: the server did not die at commit %d", d.kind, d.nth)
	}
	k.restart(t)
}

// send sends a deed and returns the answer; the status is 0 if there was none.
func (k *killing) send(t *testing.T, d *deed) (status int, text []byte, header http.Header) {
	t.Helper()
	sender := k.server.Client().As(d.token).With("Idempotency-Key", d.key)
	response, err := http.DefaultTransport.RoundTrip(sender.Request(t, d.method, "/api/v1"+d.path, d.content))
	if err != nil {
		return 0, nil, nil
	}
	defer response.Body.Close()
	if text, err = io.ReadAll(response.Body); err != nil {
		return 0, nil, nil
	}
	return response.StatusCode, text, response.Header
}

// repeatAll repeats every deed and wants its answer, always the same one.
func (k *killing) repeatAll(t *testing.T, deeds []*deed) {
	t.Helper()
	books := databasetest.OpenURL(t, k.databaseURL)
	for _, d := range deeds {
		name := fmt.Sprintf("%s, commit %d, before it: %v", d.kind, d.nth, d.isBefore)
		if done := idsFound(t, books, d.found, d.arguments...); d.isBefore && d.nth == 1 && !d.beginsBeforehand() && len(done) > 0 {
			t.Errorf("%s: it is done already: %v", name, done)
		}
		status, text, header := k.insist(t, d)
		if status != d.status {
			t.Errorf("%s: the repetition got %d %s", name, status, text)
			continue
		}
		if wantsReplay := !d.isBefore && !d.resumes(); wantsReplay && header.Get("Idempotent-Replay") != "true" {
			t.Errorf("%s: the repetition was carried out", name)
		}
		ids := idsFound(t, books, d.found, d.arguments...)
		if len(ids) != 1 || !strings.Contains(string(text), `"`+ids[0]+`"`) {
			t.Errorf("%s: the books have %v, and the answer is %s", name, ids, text)
		}
		again, same, header := k.insist(t, d)
		if again != status || !bytes.Equal(same, text) || header.Get("Idempotent-Replay") != "true" {
			t.Errorf("%s: repeated again it is %d %s, and was %s", name, again, same, text)
		}
	}
}

// resumes reports whether the operation takes several transactions, and continues where it stopped.
func (d *deed) resumes() bool {
	return strings.HasPrefix(d.kind, "refund") || strings.HasPrefix(d.kind, "approve")
}

// beginsBeforehand reports whether a payment exists, without a checkout, before the operation's commit.
func (d *deed) beginsBeforehand() bool {
	return d.path == kit.DepositsPath || d.path == kit.CheckoutPath
}

// insist repeats a deed until its key is free.
func (k *killing) insist(t *testing.T, d *deed) (status int, text []byte, header http.Header) {
	t.Helper()
	began := time.Now()
	for {
		status, text, header = k.send(t, d)
		isTaken := status == http.StatusConflict && bytes.Contains(text, []byte("still under way"))
		isStarting := status == http.StatusServiceUnavailable && bytes.Contains(text, []byte("MARKET_DATA_STALE"))
		if taken := time.Since(began); isTaken {
			k.longest = max(k.longest, taken)
		}
		if (!isTaken && !isStarting) || time.Since(began) > kit.Patience {
			return status, text, header
		}
		<-time.After(50 * time.Millisecond)
	}
}

func idsFound(t *testing.T, books *database.DB, query string, arguments ...any) []string {
	t.Helper()
	rows, err := books.Query(t.Context(), query, arguments...)
	ids, err := database.Collect(rows, err, func(row database.Row) (id string, err error) { return id, row.Scan(&id) })
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
