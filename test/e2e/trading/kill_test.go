package trading_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"bourse/internal/database/databasetest"
	"bourse/test/e2e/kit"
)

const (
	wantedOrders  = 400 // executions and closings
	dealers       = 8
	dealingKills  = 3
	dealtSignals  = 80
	dealtQuantity = 30
)

// TestTradingSurvivesAKill does not run in parallel, and its engines run one after the other: it depends on
// concurrency, which takes all processors.
func TestTradingSurvivesAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := kit.NewInstallation(t, engine)
			newDealing(t, place).run(t)
		})
	}
}

// dealing is users who execute and close as fast as they can while the server is repeatedly killed.
type dealing struct {
	*kit.Storm
	venue   *kit.Venue
	signals []string

	mutex        sync.Mutex
	acknowledged acknowledged
}

// acknowledged is what the server has confirmed: positions with their signals, and trades with their positions.
type acknowledged struct{ positions, trades map[string]string }

func newDealing(t *testing.T, place *kit.Installation) *dealing {
	v := kit.NewVenue(t, place, "--log-level", "info")
	d := newDealingAt(t, v, v.Server)
	for range dealtSignals {
		d.signals = append(d.signals, d.venue.Signal(t, []string{"entry_long", "entry_short"}[rand.IntN(2)], nil))
	}
	return d
}

// newDealingAt is users who deal at one of the venue's servers.
func newDealingAt(t *testing.T, v *kit.Venue, at *kit.Server) *dealing {
	return &dealing{
		Storm: kit.NewStorm(t, at, dealers), venue: v,
		acknowledged: acknowledged{positions: map[string]string{}, trades: map[string]string{}},
	}
}

func (d *dealing) run(t *testing.T) {
	people := make([]func(ctx context.Context), dealers)
	for i := range people {
		token := d.venue.Register(t).Token
		people[i] = func(ctx context.Context) { d.deal(ctx, token) }
	}
	d.Rage(t, wantedOrders, dealingKills, func() *kit.Server {
		return d.venue.Place.Serve(t, append(d.venue.Flags(), "--log-level", "info")...)
	}, people)
	d.Current.Load().MustStop(t) // requests in flight are now either done or not
	if lost := d.Lost.Load(); lost > 0 {
		t.Errorf("the answers of %d requests were lost", lost)
	}
	check(t, kit.NewAudit(t, d.venue.Place), d.acknowledged)
}

// deal executes one signal after the other and closes most of the opened positions, some of them in two parts.
func (d *dealing) deal(ctx context.Context, token string) {
	for _, signal := range d.signals {
		var opened struct {
			Data struct{ Position struct{ ID string } }
		}
		if !d.order(ctx, token, kit.Executing(signal), kit.Body{"quantity": dealtQuantity}, &opened) {
			continue // done by a call that was not answered, or the test is over
		}
		id := opened.Data.Position.ID
		d.note(ctx, func() { d.acknowledged.positions[id] = signal })
		var parts []any
		switch rand.IntN(4) {
		case 0: // stays open
		case 1:
			parts = []any{kit.Body{"quantity": 10}, nil}
		case 2:
			parts = []any{kit.Body{"quantity": 10}}
		case 3:
			parts = []any{nil}
		}
		for _, content := range parts {
			var closed struct {
				Data struct{ Trade struct{ ID string } }
			}
			if d.order(ctx, token, kit.Closing(id), content, &closed) {
				d.note(ctx, func() { d.acknowledged.trades[closed.Data.Trade.ID] = id })
			}
		}
	}
}

// note records what the server has acknowledged.
func (d *dealing) note(ctx context.Context, keep func()) {
	d.mutex.Lock()
	keep()
	d.mutex.Unlock()
	d.Acknowledge(ctx)
}

// order repeats the same request under one key until the server says what became of it, and reports whether that was
// a success.
func (d *dealing) order(ctx context.Context, token, path string, content, answered any) bool {
	return d.Insist(ctx, kit.Call{Path: path, Token: token, Key: kit.NewKey(), Content: content}, answered) == http.StatusOK
}
