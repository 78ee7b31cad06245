// Package upgrade_test shows what an operator can rely on when replacing the last release by this version: on
// PostgreSQL one process after the other under load without a failed request, on SQLite by a restart, with all data
// kept.
package upgrade_test

import (
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// eachPart is how many requests are answered between one step of the upgrade and the next.
const eachPart = 150

// installation is an installation that starts with the last release.
type installation struct {
	*kit.Installation
	last    string // its binary
	load    *load
	traders []*trader
	tries   int // orders that were placed to see whether there is a price
}

// told is a receiver, with all its deliveries.
type told interface{ All() []kit.Delivered }

func newInstallation(t *testing.T, place *kit.Installation) *installation {
	t.Helper()
	last, err := lastBinary()
	if err != nil {
		t.Fatal(err)
	}
	place.KeyFile = filepath.Join(t.TempDir(), "keys.json") // the processes share it
	return &installation{Installation: place, last: last, load: newLoad(t)}
}

// flags are those of every process. Both versions must know them, so they are not those of the kit.
func flags() []string {
	return append([]string{"--listen", "127.0.0.1:0", "--rate-limit", "off", "--log-level", "info", "--market-still",
		"--market-minute-history", "0s", "--market-daily-history", "0s", "--drain-delay", "1s"}, kit.LocalReceivers...)
}

// start starts a process of one of the two versions.
func (i *installation) start(t *testing.T, binary string) *kit.Server {
	t.Helper()
	own := *i.Installation
	if own.Engine == database.Postgres {
		own.Folder = filepath.Join(t.TempDir(), "data")
	}
	return own.Start(t, with(binary, own.Call("serve", flags()...)))
}

func with(binary string, one bourse.Command) bourse.Command {
	one.Binary = binary
	return one
}

// people creates the traders and the back office, whose receiver gets all events, with the last release.
func (i *installation) people(t *testing.T) (back *office, receiver told) {
	t.Helper()
	l := i.load
	email, password := kit.NewEmail(), "the password of an officer"
	created := kit.Run(t, with(i.last, i.Call("user create", "--role", "admin", "--tenant", "default", email)), password+"\n")
	if created.Status != 0 {
		t.Fatalf("make an officer: %s", created.Log)
	}
	token := l.ask(t.Context(), call{method: http.MethodPost, path: "/auth/login", content: kit.Body{"email": email, "password": password}, want: 200}).Data.AccessToken
	endpoint := kit.NewReceiver(t, nil)
	l.ask(t.Context(), call{method: http.MethodPost, path: kit.EndpointsPath, token: token, want: 201,
		content: kit.Body{"name": "Back office", "url": endpoint.URL, "subscribedEvents": []string{"custom.*"}, "signingSecret": "", "rateLimitPerMinute": 10000, "rateLimitPerHour": 100000}})
	for range traders {
		i.traders = append(i.traders, newTrader(t, l))
	}
	l.wantNoFailure(t)
	return &office{l, token}, endpoint
}

// awaitPrices waits until a process accepts an order. Version 0.2.0 was ready earlier, and refused orders as stale.
func (i *installation) awaitPrices(t *testing.T, s *kit.Server) {
	t.Helper()
	testkit.Within(t, kit.Patience, "there is a price", func() bool {
		var a answer
		one := call{method: http.MethodPost, path: "/trading/orders", token: i.traders[0].token,
			content: kit.Body{"symbol": "BTCUSD", "side": "buy", "type": "market", "notional": 100}}
		return i.load.exchange(t.Context(), s.URL(), one, &a) == nil && a.status == http.StatusCreated
	})
	i.tries++
}

// begin starts everybody's work. The streams last until stop is called.
func (i *installation) begin(t *testing.T, back *office) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var listening sync.WaitGroup
	i.load.stopping.Store(false)
	for _, p := range i.traders {
		listening.Go(func() { p.listen(ctx) })
	}
	for _, p := range i.traders { // earlier events are not sent
		select {
		case <-p.open:
		case <-time.After(kit.Patience):
			t.Fatal("a stream does not open")
		}
		i.load.live(t.Context(), p.day)
	}
	i.load.live(t.Context(), back.day)
	return func() {
		cancel()
		listening.Wait()
	}
}

func TestTheLastReleaseIsReplacedWithoutAFailedRequest(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		i := newInstallation(t, place)
		replace := i.restart
		if place.Engine == database.Postgres {
			replace = i.replaceOneByOne
		}
		now, receiver := replace(t)
		i.load.base = now.URL()
		for _, p := range i.traders {
			p.wantFirstOrderAgain(t)
		}
		i.load.wantNoFailure(t)
		i.wantAllDelivered(t, receiver)
		i.wantWayBack(t, now)
		i.wantBooks(t)
	})
}

// replaceOneByOne replaces two processes of the last release by two of this version, one after the other, under load.
// The first of them migrates while both old ones serve.
func (i *installation) replaceOneByOne(t *testing.T) (*kit.Server, told) {
	t.Helper()
	front := newBalancer(t)
	i.load.base = front.URL
	old := []*kit.Server{i.start(t, i.last), nil}
	old[1] = i.start(t, i.last)
	front.add(t, "the first old process", old[0])
	front.add(t, "the second old process", old[1])
	back, receiver := i.people(t)
	for _, s := range old {
		i.awaitPrices(t, s)
	}
	stop := i.begin(t, back)
	defer stop()
	i.load.goOn(t, eachPart)
	var last *kit.Server
	for _, leaving := range old {
		began := time.Now()
		last = i.start(t, kit.Binary)
		t.Logf("a new process serves after %v", time.Since(began).Round(time.Millisecond))
		i.load.goOn(t, eachPart) // old and new at the same time
		arrived := front.add(t, "a new process", last)
		i.load.goOn(t, eachPart)
		if arrived.answered.Load() == 0 {
			t.Error("the new process was given no request")
		}
		began = time.Now()
		leaving.MustStop(t)
		t.Logf("an old process has stopped after %v", time.Since(began).Round(time.Millisecond))
		i.load.goOn(t, eachPart)
	}
	i.finish(t, stop)
	for _, p := range front.processes {
		t.Logf("%s answered %d", p.name, p.answered.Load())
		if p.answered.Load() < eachPart/10 {
			t.Errorf("%s answered %d requests only", p.name, p.answered.Load())
		}
	}
	t.Logf("never sent and given to another process: %d", front.refused.Load())
	if front.resent.Load() > 0 {
		t.Errorf("%d requests were sent twice", front.resent.Load())
	}
	return last, receiver
}

// restart stops the last release and starts this version on the same file.
func (i *installation) restart(t *testing.T) (*kit.Server, told) {
	t.Helper()
	old := i.start(t, i.last)
	i.load.base = old.URL()
	back, receiver := i.people(t)
	i.awaitPrices(t, old)
	stop := i.begin(t, back)
	i.load.goOn(t, eachPart)
	i.finish(t, stop)
	old.MustStop(t)
	now := i.start(t, kit.Binary)
	now.AwaitReadiness(t, "ready", "")
	i.load.base = now.URL()
	stop = i.begin(t, back)
	i.load.goOn(t, eachPart)
	i.finish(t, stop)
	return now, receiver
}

// finish ends the load and the streams, when these have sent everything.
func (i *installation) finish(t *testing.T, stop func()) {
	t.Helper()
	i.load.stop()
	testkit.Within(t, kit.Patience, "the streams tell of every order", func() bool {
		i.load.mutex.Lock()
		failed := len(i.load.failures) > 0
		i.load.mutex.Unlock()
		return failed || !slices.ContainsFunc(i.traders, func(p *trader) bool { return p.untold() > 0 })
	})
	stop()
	i.load.wantNoFailure(t)
}

// wantAllDelivered waits until the back office has received every event that was published.
func (i *installation) wantAllDelivered(t *testing.T, receiver told) {
	t.Helper()
	began := time.Now()
	testkit.Within(t, kit.Patience, "every event is delivered", func() bool {
		arrived := map[string]bool{}
		for _, one := range receiver.All() {
			id, _ := one.Body["id"].(string)
			arrived[id] = true
		}
		for id := range i.load.events {
			if !arrived[id] {
				return false
			}
		}
		return true
	})
	t.Logf("events published: %d, requests to the receiver: %d, the last after %v", len(i.load.events), len(receiver.All()), time.Since(began).Round(time.Millisecond))
}

// wantWayBack starts the last release again: it refuses a schema that it does not know, and serves one that it does.
func (i *installation) wantWayBack(t *testing.T, now *kit.Server) {
	t.Helper()
	now.MustStop(t)
	steps := kit.Run(t, with(i.last, i.Call("migrate status")), "")
	if !strings.Contains(steps.Printed, "not known to this binary") {
		t.Log("the schema has not changed since: the last release serves it")
		again := i.start(t, i.last)
		i.awaitPrices(t, again)
		i.load.base = again.URL()
		i.traders[0].day(t.Context())
		i.load.wantNoFailure(t)
		return
	}
	t.Log("the schema has changed since: the last release refuses it")
	refused := kit.Run(t, with(i.last, i.Call("serve", flags()...)), "")
	if refused.Status != 2 || !strings.Contains(refused.Log, database.ErrNewerSchema.Error()) {
		t.Errorf("the last release ends with status %d: %s", refused.Status, refused.Log)
	}
	again := i.start(t, kit.Binary) // and nothing was damaged
	again.AwaitReadiness(t, "ready", "")
	i.load.base = again.URL()
	i.traders[0].day(t.Context())
	i.load.wantNoFailure(t)
}

// wantBooks checks that everything acknowledged exists, once, and that the books are in order.
func (i *installation) wantBooks(t *testing.T) {
	t.Helper()
	db := i.Books(t)
	orders := i.tries
	for _, p := range i.traders {
		orders += len(p.orders)
	}
	for what, want := range map[string]int{"orders": orders, "trades": i.load.closings, "portfolio_goals": 0} {
		if got := kit.Count(t, db, `SELECT COUNT(*) FROM `+what); got != want {
			t.Errorf("there are %d %s, and %d were acknowledged", got, what, want)
		}
	}
	if got := kit.Count(t, db, `SELECT COUNT(*) FROM webhook_events WHERE type = 'custom.upgrade.tried'`); got != len(i.load.events) {
		t.Errorf("there are %d events, and %d were acknowledged", got, len(i.load.events))
	}
	kit.WantNone(t, db, kit.Impossible)
}
