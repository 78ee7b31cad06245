package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// bank is a platform that pays out. It carries out the first withdrawal and loses the answer; then the clock jumps: a
// token of an old log-in is refused, and so is one that was refreshed from it.
type bank struct {
	withdrawals atomic.Int64
	logIns      atomic.Int64
}

func (b *bank) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	say := func(status int, body string) {
		out.WriteHeader(status)
		fmt.Fprint(out, body)
	}
	switch strings.TrimPrefix(request.URL.Path, "/api/v1") {
	case "/auth/login":
		b.logIns.Add(1)
		say(http.StatusOK, `{"data":{"accessToken":"recent","refreshToken":"r"}}`)
	case "/auth/refresh":
		say(http.StatusOK, `{"data":{"accessToken":"old","refreshToken":"r"}}`)
	case "/payments/withdrawals":
		switch {
		case b.withdrawals.CompareAndSwap(0, 1):
			panic(http.ErrAbortHandler) // no answer
		case request.Header.Get("Authorization") != "Bearer recent":
			say(http.StatusForbidden, `{"error":{"code":"REAUTHENTICATION_REQUIRED","message":"show your password again"}}`)
		default:
			out.Header().Set("Idempotent-Replay", "true")
			say(http.StatusOK, `{"data":{"id":"w1","amount":"7"}}`)
		}
	default:
		say(http.StatusNotFound, `{"error":{"code":"NOT_FOUND"}}`)
	}
}

// customerOf is a customer of a platform with an old log-in.
func customerOf(t *testing.T, platform http.Handler) *person {
	t.Helper()
	server := httptest.NewServer(platform)
	t.Cleanup(server.Close)
	folder := t.TempDir()
	w := &world{options: options{folder: folder}, tally: newTally(), keyPrefix: "test", transport: &http.Transport{}}
	w.replicas = []*replica{{name: "replica-1", listen: server.Listener.Addr().String()}}
	t.Cleanup(w.transport.CloseIdleConnections)
	var err error
	if w.journal, err = newJournal(filepath.Join(folder, "journal.jsonl")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.journal.close() })
	return &person{world: w, tenant: &tenant{slug: "north"}, random: w.random(1), id: "ada", own: session{access: "old", refresh: "r"}, things: things{account: "a1"}}
}

func TestWhoseAnswerWasLostBeforeTheLogInGrewOldLearnsWhatWasDone(t *testing.T) {
	t.Parallel()
	platform := &bank{}
	customer := customerOf(t, platform)
	customer.world.tally.clockWentForward()
	customer.takeOut(context.Background())
	lines, err := readJournal(customer.world.journalPath())
	if err != nil {
		t.Fatal(err)
	}
	ended := lines[len(lines)-1]
	if ended.Phase != acknowledged || !ended.IsReplay || ended.Moves["a1"] != "-7" {
		t.Errorf("the withdrawal ended as %+v, want the acknowledgement of what was done", ended)
	}
	if !slices.ContainsFunc(lines, func(one line) bool { return one.Phase == acknowledged && one.Name == "log in" }) {
		t.Error("the journal does not know the log-in")
	}
	if made, logIns := platform.withdrawals.Load(), platform.logIns.Load(); made != 1 || logIns != 1 {
		t.Errorf("%d withdrawals and %d log-ins, want 1 and 1", made, logIns)
	}
	if after := customer.world.tally.afterJump; after != 1 {
		t.Errorf("%d withdrawals are counted after the jump, want 1", after)
	}
}

func TestWhatIsAskedForOnceMoreWithAnOldLogInIsAnsweredAsThen(t *testing.T) {
	t.Parallel()
	customer := customerOf(t, &bank{})
	customer.takeOut(context.Background())
	customer.set(session{access: "old", refresh: "r"})
	if repeated, findings := customer.world.repeat(context.Background()); repeated != 1 || len(findings) != 0 {
		t.Errorf("%d repeated, found %v", repeated, findings)
	}
}

// sulking refuses everything until a new log-in, which is impossible.
type sulking struct{ asked atomic.Int64 }

func (s *sulking) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	if !strings.Contains(request.URL.Path, "/auth/") {
		s.asked.Add(1)
	}
	out.WriteHeader(http.StatusForbidden)
	fmt.Fprint(out, `{"error":{"code":"REAUTHENTICATION_REQUIRED"}}`)
}

func TestNobodyLogsInForEver(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(p *person){
		"to do":   func(p *person) { p.takeOut(context.Background()) },
		"to read": func(p *person) { _, _ = p.world.read(context.Background(), p, "/payments") },
		"to repeat": func(p *person) {
			p.world.repeatOnce(context.Background(), repeatedDeed{deed: deed{by: p}, intent: line{Call: "POST /payments/withdrawals", Key: "k"}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			platform := &sulking{}
			ask(customerOf(t, platform))
			if asked := platform.asked.Load(); asked != mostRenewals+1 {
				t.Errorf("asked %d times, want %d", asked, mostRenewals+1)
			}
		})
	}
}
