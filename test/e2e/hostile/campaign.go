package hostile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bourse/test/e2e/contract"
)

// The variables that configure a longer run of the test.
const (
	RequestsVariable = "BOURSE_HOSTILE_REQUESTS" // on each engine
	SeedVariable     = "BOURSE_HOSTILE_SEED"
	ResultVariable   = "BOURSE_HOSTILE_RESULT" // a file to which the counts are appended, as a line of JSON
)

// Campaign is one run against one server.
type Campaign struct {
	URL      string
	Seed     uint64
	Workers  int
	Outbox   string // the file of the mails
	Outside  *Outside
	Password string // of the operator, who is Operator
	Operator string
	Report   *Report

	contract   *contract.Contract
	operations map[string]*operation
	deck       []string // the ids of all operations
	transport  *http.Transport
	left       atomic.Int64
	workers    []*worker
	journeys   map[string]script
	planning   sync.Mutex
	plain      []string // the journeys not yet made as intended
}

// Prepare reads the contract and registers everybody. It fails when that is not possible.
func (c *Campaign) Prepare(ctx context.Context) error {
	served, err := contract.Served()
	if err != nil {
		return err
	}
	c.contract, c.operations = served, map[string]*operation{}
	all := operations(served)
	for _, o := range all {
		c.operations[o.id] = o
		c.deck = append(c.deck, o.id)
	}
	c.Report = newReport(all)
	c.transport = &http.Transport{MaxIdleConnsPerHost: 2 * c.Workers, DisableCompression: true, ResponseHeaderTimeout: callLimit}
	c.journeys = journeys()
	c.plain = sortedNames(c.journeys)
	c.left.Store(1 << 40)
	now := time.Now().UTC()
	for i := range c.Workers {
		random := rand.New(rand.NewPCG(c.Seed, uint64(i)))
		w := &worker{campaign: c, ctx: ctx, random: random, pool: pool{}, number: i}
		w.maker = &maker{random: random, pool: w.pool, now: now, receiver: c.Outside.URL}
		if err := w.bringPeople(i == 0); err != nil {
			return fmt.Errorf("worker %d: %w", i, err)
		}
		c.workers = append(c.workers, w)
	}
	return nil
}

// Run sends about this many requests, from all workers at once. The server may be another one of the same
// installation.
func (c *Campaign) Run(ctx context.Context, requests int) {
	c.left.Store(int64(requests))
	var running sync.WaitGroup
	for _, w := range c.workers {
		w.ctx = ctx
		running.Go(w.run)
	}
	running.Wait()
}

// Complete makes journeys as intended until every operation has succeeded, at most ten times.
func (c *Campaign) Complete(ctx context.Context) {
	for range 10 { // on a busy machine a step may be told to come back later, which ends its journey
		missing := c.Report.Without()
		if len(missing) == 0 || ctx.Err() != nil {
			return
		}
		c.left.Store(1 << 40)
		for _, name := range sortedNames(c.journeys) {
			for _, id := range missing {
				if strings.Contains(c.journeys[name].covers, " "+id+" ") {
					c.workers[0].ctx = ctx
					c.workers[0].travel(name, true)
					break
				}
			}
		}
	}
}

// takes reports whether one more request may be sent.
func (c *Campaign) takes() bool { return c.left.Add(-1) >= 0 }

// nextPlain is a journey that has not been made yet; empty when all have.
func (c *Campaign) nextPlain() (name string) {
	c.planning.Lock()
	defer c.planning.Unlock()
	if len(c.plain) > 0 {
		name, c.plain = c.plain[0], c.plain[1:]
	}
	return name
}

// unanswered counts a request without an answer, unless Go's client refused to send it or the server would not read
// all of its body.
func (c *Campaign) unanswered(r *request, a *answer, err error) {
	if strings.Contains(err.Error(), "net/http: invalid") || len(r.content()) > 1<<20 {
		return
	}
	c.Report.count(r, a, []string{"no answer: " + err.Error()})
}

// worker is one of the concurrent callers, with users of its own.
type worker struct {
	campaign *Campaign
	ctx      context.Context
	number   int
	random   *rand.Rand
	pool     pool
	maker    *maker
	people   map[string]*person
	cards    []card
	spent    map[string]int
	known    []investor // users with accounts, for journeys that need one
	guests   []*person
	traveled int // requests of journeys
	sent     int
}

type card struct{ operation, role string }

// run calls until the campaign has sent its requests.
func (w *worker) run() {
	for name := w.campaign.nextPlain(); name != ""; name = w.campaign.nextPlain() {
		w.travel(name, true)
	}
	names := sortedNames(w.campaign.journeys)
	for w.campaign.left.Load() > 0 && w.ctx.Err() == nil {
		if w.traveled*100 < w.sent*40 {
			w.travel(names[w.random.IntN(len(names))], false)
			continue
		}
		w.playCard()
	}
}

// expensive are the operations that start work of seconds or hash a password, and how many of ten thousand calls may.
var expensive = map[string]int{
	"trainModel": 1, "createBacktest": 6, "exportMe": 40, "register": 40, "login": 40, "changePassword": 20, "resetPassword": 20, "reauthenticate": 20,
}

// affords reports whether an expensive operation may be called once more, and counts it.
func (w *worker) affords(id string) bool {
	most, is := expensive[id]
	if is && w.spent[id]*10_000 > most*w.sent {
		return false
	}
	w.spent[id]++
	return true
}

// playCard calls the next pair of operation and role, as intended or with something wrong.
func (w *worker) playCard() {
	if len(w.cards) == 0 {
		for _, id := range w.campaign.deck {
			for _, role := range roles {
				w.cards = append(w.cards, card{id, role})
			}
		}
		w.random.Shuffle(len(w.cards), func(i, j int) { w.cards[i], w.cards[j] = w.cards[j], w.cards[i] })
	}
	next := w.cards[len(w.cards)-1]
	w.cards = w.cards[:len(w.cards)-1]
	o := w.campaign.operations[next.operation]
	w.maker.as = w.fresh(next.role)
	r := w.maker.fill(o, nil)
	if o.body != nil && (o.bodyIsRequired || w.random.IntN(2) == 0) {
		r.body = w.maker.value("", o.body)
	}
	if w.random.IntN(100) < 60 {
		r = w.maker.mutate(r)
	}
	if !w.affords(o.id) {
		return
	}
	w.sent++
	w.send(r)
}

// pause waits a moment for background work.
func (w *worker) pause() { w.pauseFor(25 * time.Millisecond) }

func (w *worker) pauseFor(wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.ctx.Done():
	}
}

// Books is what the platform says about its books, once the rate limits allow asking.
func (c *Campaign) Books(ctx context.Context) (state string) {
	c.left.Store(1 << 40)
	w := c.workers[0]
	w.ctx = ctx
	for ctx.Err() == nil {
		told := w.as(w.operator(), "getPlatformHealth", nil)
		if told.isSuccess() || told == nil {
			books, _ := told.data()["books"].(map[string]any)
			return text(books, "state")
		}
		w.pauseFor(time.Second) // the limits allow another request by then
	}
	return ""
}

// Close ends the connections.
func (c *Campaign) Close() { c.transport.CloseIdleConnections() }
