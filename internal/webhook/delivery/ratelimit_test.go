package delivery_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

// plan is a history of two processes that share an endpoint.
type plan struct {
	perMinute, perHour int
	arrivals           []time.Duration // after the previous one
	slowest            time.Duration   // of the receiver
	crashes            map[int]bool    // calls that arrive just before the sender dies
	seed               uint64
}

func drawPlan(t *rapid.T) plan {
	between := func(name string, least, most int) time.Duration {
		return time.Duration(rapid.IntRange(least, most).Draw(t, name)) * time.Millisecond
	}
	p := plan{
		perMinute: rapid.IntRange(1, 6).Draw(t, "per minute"),
		slowest:   between("slowest answer", 1, 4000),
		seed:      rapid.Uint64().Draw(t, "seed"),
	}
	p.perHour = rapid.IntRange(p.perMinute*2, p.perMinute*6).Draw(t, "per hour")
	for range rapid.IntRange(1, p.perHour+5).Draw(t, "events") {
		p.arrivals = append(p.arrivals, between("pause", 0, 3000))
	}
	p.crashes = map[int]bool{}
	for range rapid.IntRange(1, 4).Draw(t, "crashes") {
		p.crashes[rapid.IntRange(1, p.perMinute+2).Draw(t, "crash")] = true
	}
	return p
}

func TestNoRollingWindowHoldsMoreThanItsLimitAcrossReplicasAndCrashes(t *testing.T) {
	t.Parallel()
	if err := flag.Set("rapid.checks", "6"); err != nil { // each simulates hours of two processes
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlan(rt)
		path := databasetest.MigratedURL(t, database.SQLite)
		var failure string
		synctest.Test(t, func(t *testing.T) { failure = p.play(t, databasetest.OpenURL(t, path)) })
		if failure != "" {
			rt.Fatal(failure)
		}
	})
}

// play simulates the plan and returns what went wrong.
func (p plan) play(t *testing.T, db *database.DB) string {
	chance := rand.New(rand.NewPCG(p.seed, 1))
	durations := make(chan time.Duration, 10_000)
	for range cap(durations) {
		durations <- time.Duration(chance.Int64N(int64(p.slowest)))
	}
	dying := make(chan struct{}, len(p.crashes))
	r := &webhooktest.Receiver{Reply: func(n int, _ webhooktest.Received) wire.Result {
		if p.crashes[n] {
			dying <- struct{}{}
		}
		return wire.Result{}
	}}
	send := func(ctx context.Context, call wire.Call) wire.Result {
		// The request arrives at some time in between; the answer may or may not come back.
		took := <-durations
		select {
		case <-ctx.Done():
			return wire.Result{Class: wire.Cancelled}
		case <-time.After(took / 2):
		}
		r.Take(ctx, call)
		select {
		case <-ctx.Done():
			return wire.Result{Class: wire.Cancelled}
		case <-time.After(took/2 + time.Millisecond):
			return webhooktest.Answer(200)
		}
	}
	h := newHouse(t, db, send)
	endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) {
		e.RateLimitPerMinute, e.RateLimitPerHour = &p.perMinute, &p.perHour
	})
	replicas := []*webhook.Service{h.Service, h.Replica(t, send)}
	for _, replica := range replicas {
		engine(replica).NotAlone()
		webhooktest.Run(t, replica)
	}
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			select {
			case <-over:
				return
			case <-dying:
			}
			for i, replica := range replicas {
				if !engine(replica).HasLane(endpoint.ID) {
					continue
				}
				if err := engine(replica).Abandon(t.Context()); err != nil {
					panic(err)
				}
				if i > 0 { // the first one stays as publisher, although its lanes are dead
					replicas[i] = h.Replica(t, send)
					engine(replicas[i]).NotAlone()
					webhooktest.Run(t, replicas[i])
				}
			}
		}
	}()
	for _, pause := range p.arrivals {
		time.Sleep(pause)
		h.PublishData(t, `{}`)
	}
	for range 60 {
		time.Sleep(5 * time.Minute)
		if len(h.ListDeliveries(t, endpoint.ID, "succeeded")) == len(p.arrivals) {
			break
		}
	}
	if done := len(h.ListDeliveries(t, endpoint.ID, "succeeded")); done != len(p.arrivals) {
		return fmt.Sprintf("%d of %d delivered", done, len(p.arrivals))
	}
	calls := r.All()
	slices.SortFunc(calls, func(a, b webhooktest.Received) int { return a.At.Compare(b.At) })
	for _, w := range []struct {
		length time.Duration
		limit  int
	}{{time.Minute, p.perMinute}, {time.Hour, p.perHour}} {
		for i := w.limit; i < len(calls); i++ {
			if span := calls[i].At.Sub(calls[i-w.limit].At); span < w.length {
				return fmt.Sprintf("%d calls within %s, limit %d in %s", w.limit+1, span, w.limit, w.length)
			}
		}
	}
	return ""
}
