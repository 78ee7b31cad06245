package stream_test

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

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const (
	dealtSignals = 60
	kills        = 4
)

// floor is servers of one installation, one of which is killed from time to time and restarted at its address.
type floor struct {
	venue *kit.Venue
	dealt atomic.Int64
	mutex sync.Mutex
	up    []*kit.Server
}

func newFloor(t *testing.T, place *kit.Installation) *floor {
	t.Helper()
	f := &floor{venue: kit.NewVenue(t, place, "--listen", kit.FreeAddress(t))}
	f.up = []*kit.Server{f.venue.Server}
	if place.Engine == database.Postgres {
		f.up = append(f.up, place.Serve(t, append(f.venue.Flags(), "--listen", kit.FreeAddress(t))...))
	}
	return f
}

// any is the URL of one of the servers, dead or alive.
func (f *floor) any() string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.up[rand.N(len(f.up))].URL()
}

// kill kills a server and restarts it.
func (f *floor) kill(t *testing.T) {
	t.Helper()
	f.mutex.Lock()
	i := rand.N(len(f.up))
	dead := f.up[i]
	f.mutex.Unlock()
	dead.Kill()
	again := f.venue.Place.Serve(t, append(f.venue.Flags(), "--listen", dead.Address)...)
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.up[i] = again
}

// call makes a call at any server, repeated under its key until there is an answer.
func (f *floor) call(ctx context.Context, token, path string, body any) (data json.RawMessage) {
	content, _ := json.Marshal(body)
	key := database.NewID().String()
	for ctx.Err() == nil {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, f.any()+"/api/v1"+path, bytes.NewReader(content))
		if err != nil {
			return nil
		}
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", key)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			select { // it is dead
			case <-ctx.Done():
			case <-time.After(20 * time.Millisecond):
			}
			continue
		}
		var answer struct{ Data json.RawMessage }
		err = json.NewDecoder(response.Body).Decode(&answer)
		_ = response.Body.Close()
		if err == nil && response.StatusCode < http.StatusInternalServerError && response.StatusCode != http.StatusConflict {
			return answer.Data
		}
	}
	return nil
}

// TestAClientMissesNothingWhileItIsCutOffAndServersAreKilled: a client that continues after the last event sees every
// event once and in order, whichever server sends it.
func TestAClientMissesNothingWhileItIsCutOffAndServersAreKilled(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		f := newFloor(t, place)
		m := f.venue.Register(t)
		listener := &client{token: m.Token}
		begin := ""
		listener.last.Store(&begin)
		testkit.Within(t, kit.Patience, "the stream begins", func() bool {
			if err := listener.listen(t.Context(), f.any()); err != nil {
				t.Fatal(err)
			}
			return *listener.last.Load() != ""
		})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var listening sync.WaitGroup
		listening.Go(func() {
			for ctx.Err() == nil {
				if err := listener.listen(ctx, f.any()); err != nil {
					t.Error(err)
					return
				}
			}
		})
		var dealing sync.WaitGroup
		dealing.Go(func() { f.deal(ctx, m.Token) })
		for i := range kills {
			testkit.Within(t, kit.Patience, "there is dealing", func() bool { return f.dealt.Load() >= int64((i+1)*dealtSignals/(kills+1)) })
			f.kill(t)
		}
		dealing.Wait()
		last, now := "", &client{token: m.Token}
		testkit.Within(t, kit.Patience, "the stream tells how much there is", func() bool {
			return now.listen(t.Context(), f.any()) == nil && now.last.Load() != nil && set(&last, *now.last.Load())
		})
		testkit.Within(t, kit.Patience, "everything is told", func() bool { return *listener.last.Load() == last })
		stop()
		listening.Wait()
		wantInOrder(t, listener.told, last)
		f.wantPositions(t, m, listener.told)
	})
}

func set(to *string, value string) bool {
	*to = value
	return true
}

// deal publishes signals, executes them and closes some of the positions.
func (f *floor) deal(ctx context.Context, token string) {
	for range dealtSignals {
		var signal struct{ ID string }
		_ = json.Unmarshal(f.call(ctx, f.venue.Analyst.Token, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "entry_long"}), &signal)
		var done struct{ Position struct{ ID string } }
		_ = json.Unmarshal(f.call(ctx, token, "/trading/signals/"+signal.ID+"/execute", kit.Body{"quantity": 30}), &done)
		if done.Position.ID != "" && rand.N(2) == 0 {
			f.call(ctx, token, kit.Closing(done.Position.ID), kit.Body{})
		}
		f.dealt.Add(1)
	}
}

// wantPositions fails the test unless the last event of every position agrees with the list.
func (f *floor) wantPositions(t *testing.T, m *kit.Member, events []told) {
	t.Helper()
	lastOf := map[string]string{}
	for _, one := range events {
		if one.Event == "position" {
			lastOf[one.Data.ID] = one.Data.Status
		}
	}
	positions, _ := (&kit.Member{Client: m.At(f.up[0])}).Stretch(t, "/trading/positions?limit=100", kit.ShapeOfPosition)
	if len(positions) == 0 || len(positions) != len(lastOf) {
		t.Errorf("%d positions were told, the list has %d", len(lastOf), len(positions))
	}
	for _, position := range positions {
		if id := position["id"].(string); lastOf[id] != position["status"] {
			t.Errorf("the position %s is %v and was last told as %q", id, position["status"], lastOf[id])
		}
	}
}
