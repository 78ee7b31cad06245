package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database/databasetest"
)

const (
	wantedOrders  = 1500 // executions and closings
	dealers       = 8
	dealingKills  = 3
	dealtSignals  = 200
	dealtQuantity = 30
)

// TestTradingSurvivesAKill does not run beside other tests, and its engines run one after the other: it is
// about what happens at the same moment, which takes all the processors there are.
func TestTradingSurvivesAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := newInstallation(t, engine)
			place.server = plainBinary
			newDealing(t, place).run(t)
		})
	}
}

// dealing is people who execute and close as fast as they can while the server is killed again and again.
type dealing struct {
	venue     *venue
	current   atomic.Pointer[server]
	transport *http.Transport
	signals   []string
	arrived   chan struct{} // one for every acknowledged order

	mutex        sync.Mutex
	acknowledged acknowledged
	lost         atomic.Int64 // requests that were carried out and never answered
}

// acknowledged is what the server has said exists: positions with their signals, and trades with their
// positions.
type acknowledged struct{ positions, trades map[string]string }

func newDealing(t *testing.T, place *installation) *dealing {
	transport := &http.Transport{MaxIdleConnsPerHost: dealers}
	t.Cleanup(transport.CloseIdleConnections)
	d := &dealing{
		venue: newVenue(t, place, "--log-level", "info"), transport: transport, arrived: make(chan struct{}),
		acknowledged: acknowledged{positions: map[string]string{}, trades: map[string]string{}},
	}
	d.current.Store(d.venue.server)
	for range dealtSignals {
		d.signals = append(d.signals, d.venue.signal(t, []string{"entry_long", "entry_short"}[rand.IntN(2)], nil))
	}
	return d
}

func (d *dealing) run(t *testing.T) {
	moments := make([]int, dealingKills)
	for i := range moments { // one somewhere in each part of the way
		part := wantedOrders / dealingKills
		moments[i] = i*part + 1 + rand.IntN(part-1)
	}
	t.Logf("killing after %v orders", moments)
	tokens := make([]string, dealers)
	for i := range tokens {
		tokens[i] = d.venue.register(t).token
	}
	ctx, cancel := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for _, token := range tokens {
		working.Go(func() { d.deal(ctx, token) })
	}
	for count := range wantedOrders {
		select {
		case <-d.arrived:
		case <-time.After(2 * patience):
			t.Errorf("nothing is acknowledged any more after %d orders", count)
			cancel()
			working.Wait()
			t.FailNow()
		}
		if len(moments) > 0 && count >= moments[0] {
			moments = moments[1:]
			d.current.Load().Kill()
			d.current.Store(d.venue.place.serve(t, append(d.venue.flags(), "--log-level", "info")...))
		}
	}
	cancel()
	working.Wait()
	d.current.Load().stop(t) // what was still under way is done or not done now
	if lost := d.lost.Load(); lost > 0 {
		t.Errorf("the answers of %d requests were lost", lost)
	}
	newAudit(t, d.venue.place).check(t, d.acknowledged)
}

// deal executes one signal after the other and closes most of what that opens, some of it in two parts.
func (d *dealing) deal(ctx context.Context, token string) {
	for _, signal := range d.signals {
		var opened struct {
			Data struct{ Position struct{ ID string } }
		}
		if !d.insist(ctx, token, executing(signal), body{"quantity": dealtQuantity}, &opened) {
			continue // done by a call that was not answered, or it is over
		}
		id := opened.Data.Position.ID
		d.acknowledge(ctx, func() { d.acknowledged.positions[id] = signal })
		var parts []any
		switch rand.IntN(4) {
		case 0: // stays open
		case 1:
			parts = []any{body{"quantity": 10}, nil}
		case 2:
			parts = []any{body{"quantity": 10}}
		case 3:
			parts = []any{nil}
		}
		for _, content := range parts {
			var closed struct {
				Data struct{ Trade struct{ ID string } }
			}
			if d.insist(ctx, token, closing(id), content, &closed) {
				d.acknowledge(ctx, func() { d.acknowledged.trades[closed.Data.Trade.ID] = id })
			}
		}
	}
}

func (d *dealing) acknowledge(ctx context.Context, note func()) {
	d.mutex.Lock()
	note()
	d.mutex.Unlock()
	select {
	case d.arrived <- struct{}{}:
	case <-ctx.Done():
	}
}

// insist makes the same request under one key until the server answers what became of it, and tells whether that was
// a success.
func (d *dealing) insist(ctx context.Context, token, path string, content, answered any) bool {
	var encoded []byte
	if content != nil {
		encoded, _ = json.Marshal(content) // cannot fail
	}
	key := newKey()
	for ctx.Err() == nil {
		var text json.RawMessage
		status, err := d.ask(ctx, token, key, path, encoded, &text)
		if status == http.StatusConflict && isLost(text) {
			d.lost.Add(1)
		}
		if err == nil && status < http.StatusInternalServerError && !isUnderWay(status, text) {
			_ = json.Unmarshal(text, answered) // what cannot be read has no id
			return status == http.StatusOK
		}
		breathe(ctx) // the next server has no price at first
	}
	return false
}

func (d *dealing) ask(ctx context.Context, token, key, path string, content []byte, answered any) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.current.Load().URL()+"/api/v1"+path, bytes.NewReader(content))
	if err != nil {
		return 0, err
	}
	if len(content) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Idempotency-Key", key)
	response, err := d.transport.RoundTrip(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return response.StatusCode, json.NewDecoder(response.Body).Decode(answered)
}
