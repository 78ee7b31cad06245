package webhooks_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// inbox is a receiver of very many events, which remembers of each only that it came, and in which life of the
// sender. Lives are counted from 0.
type inbox struct {
	*httptest.Server
	connections atomic.Int64

	mutex  sync.Mutex
	last   map[string]int // by event, the life in which it last came
	life   int
	again  []int // by life, how many of its events came again in a later one
	within int   // how many came again in the same life
}

func newInbox(t *testing.T) *inbox {
	t.Helper()
	b := &inbox{last: map[string]int{}, again: []int{0}}
	b.Server = httptest.NewUnstartedServer(http.HandlerFunc(b.receive))
	b.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			b.connections.Add(1)
		case http.StateClosed:
			b.connections.Add(-1)
		}
	}
	b.Start()
	t.Cleanup(b.Close)
	return b
}

func (b *inbox) receive(_ http.ResponseWriter, request *http.Request) {
	if _, err := io.Copy(io.Discard, request.Body); err != nil {
		return // incomplete: the sender died
	}
	id := request.Header.Get("Webhook-Id")
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if before, twice := b.last[id]; twice && before == b.life {
		b.within++
	} else if twice {
		b.again[before]++
	}
	b.last[id] = b.life
}

// nextLife is called between the death of a sender and the start of the next.
func (b *inbox) nextLife() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.life++
	b.again = append(b.again, 0)
}

func (b *inbox) distinct() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return len(b.last)
}

func (b *inbox) repeats() []int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return slices.Clone(b.again)
}

func (b *inbox) repeatsWithinALife() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.within
}

func (b *inbox) ids() map[string]bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	all := make(map[string]bool, len(b.last))
	for id := range b.last {
		all[id] = true
	}
	return all
}

// furthestAhead is how many more events may be acknowledged than have arrived, so that publishing and sending overlap
// until the end.
const furthestAhead = 600

// press publishes events as fast as it can, to several servers in turn.
type press struct {
	*kit.Crowd
	token   string
	office  *inbox
	servers atomic.Pointer[[]*kit.Server]
	next    atomic.Int64

	mutex        sync.Mutex
	types        []string
	acknowledged map[string]bool
}

func newPress(t *testing.T, admin *kit.Member, office *inbox) *press {
	return &press{Crowd: kit.NewCrowd(t, 64), token: admin.Token, office: office, types: []string{"custom.load"}, acknowledged: map[string]bool{}}
}

// at makes the press publish to these servers from now on.
func (p *press) at(servers ...*kit.Server) { p.servers.Store(&servers) }

// start publishes until this many events have been acknowledged in all. The returned function waits for that.
func (p *press) start(ctx context.Context, clients, wanted int) (finish func()) {
	var working sync.WaitGroup
	for range clients {
		working.Go(func() {
			for ctx.Err() == nil && p.count() < wanted {
				if p.count()-p.office.distinct() >= furthestAhead || !p.publish(ctx) {
					kit.Breathe(ctx)
				}
			}
		})
	}
	return working.Wait
}

func (p *press) count() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return len(p.acknowledged)
}

// publish makes one call and reports whether it was acknowledged.
func (p *press) publish(ctx context.Context) bool {
	number := int(p.next.Add(1))
	id, err := p.send(ctx, number)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if err != nil {
		return false // the event may exist or not; it was not acknowledged
	}
	p.acknowledged[id] = true
	return true
}

func (p *press) send(ctx context.Context, number int) (id string, err error) {
	servers := *p.servers.Load()
	event := kit.Call{Path: "/webhooks/events", Token: p.token, Content: kit.Body{"type": p.types[number%len(p.types)], "data": kit.Body{"number": number}}}
	var answered struct{ Data struct{ ID string } }
	status, err := p.Ask(ctx, servers[number%len(servers)], event, &answered)
	if err == nil && status != http.StatusCreated {
		err = fmt.Errorf("status %d", status)
	}
	return answered.Data.ID, err
}

// wantAllArrived waits until everything that was acknowledged has arrived.
func (p *press) wantAllArrived(t *testing.T, office *inbox) {
	t.Helper()
	missing := 0
	testkit.Within(t, 2*kit.Patience, "everything acknowledged arrives", func() bool {
		if office.distinct() < len(p.acknowledged) {
			return false
		}
		arrived := office.ids()
		missing = 0
		for id := range p.acknowledged {
			if !arrived[id] {
				missing++
			}
		}
		return missing == 0
	})
}
