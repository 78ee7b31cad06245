package trading_test

import (
	"context"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// servedWithin is when the other replica must serve everybody: a little more than the server's limit for idle
// transactions.
const servedWithin = 25 * time.Second

// ordersBefore is how many orders are acknowledged before the replica is suspended.
const ordersBefore = 60

// halting is users who trade on one of two replicas, which is suspended in the middle.
type halting struct {
	*dealing
	halted  *kit.Server // where they trade at first
	other   *dealing
	members []*kit.Member
	admin   *kit.Member
}

// Only PostgreSQL is shared by processes. Not parallel: the test is about timing.
func TestAReplicaThatIsStoppedInTheMiddleHoldsUpNobody(t *testing.T) {
	h := newHalting(t)
	dealing, cancel := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for _, m := range h.members {
		working.Go(func() { h.deal(dealing, m.Token) })
	}
	busy := make(chan struct{})
	go func() {
		for count := 0; ; count++ {
			if count == ordersBefore {
				close(busy)
			}
			select {
			case <-h.Arrived:
			case <-h.other.Arrived:
			case <-t.Context().Done():
				return
			}
		}
	}()
	<-busy
	idle := h.haltInTransactions(t)
	began := testkit.StartStopwatch()
	t.Logf("stopped with %d transactions open", idle)
	h.serveEverybody(t, began)
	if err := h.halted.Resume(); err != nil {
		t.Fatal(err)
	}
	testkit.Within(t, kit.Patience, "the replica goes on", func() bool {
		return h.admin.At(h.halted).Get(t, "/auth/me").Status == http.StatusOK
	})
	cancel()
	working.Wait()
	h.halted.MustStop(t)
	h.other.Current.Load().MustStop(t)
	said := h.acknowledged
	for id, of := range h.other.acknowledged.positions {
		said.positions[id] = of
	}
	for id, of := range h.other.acknowledged.trades {
		said.trades[id] = of
	}
	check(t, kit.NewAudit(t, h.venue.Place), said)
}

func newHalting(t *testing.T) *halting {
	t.Helper()
	place := kit.NewInstallation(t, database.Postgres)
	place.Limits = nil // it is about the product's own limits
	shared := place.DatabaseURL
	place.DatabaseURL = shared + "&application_name=bourse-halted"
	h := &halting{dealing: newDealing(t, place)}
	h.halted = h.venue.Server
	h.halted.Troubled = true // its transactions are ended
	t.Cleanup(func() { _ = h.halted.Resume() })
	elsewhere := *place
	elsewhere.Folder, elsewhere.DatabaseURL = filepath.Join(t.TempDir(), "other"), shared
	second := elsewhere.Serve(t, h.venue.Flags()...)
	second.Troubled = true // its requests that wait for the other's locks fail
	h.other = newDealingAt(t, h.venue, second)
	for range dealers {
		h.members = append(h.members, h.venue.Register(t))
	}
	h.admin = h.venue.Officer(t, "admin", "")
	h.admin.At(second).Get(t, "/auth/me").Ok(t, 200)
	return h
}

// haltInTransactions suspends the replica at a time when it has transactions open, and returns how many.
func (h *halting) haltInTransactions(t *testing.T) (idle int) {
	t.Helper()
	db := databasetest.OpenURL(t, h.venue.Place.DatabaseURL)
	testkit.Within(t, kit.Patience, "the replica is stopped inside of transactions", func() bool {
		if err := h.halted.Suspend(); err != nil {
			t.Fatal(err)
		}
		// What the server still works on ends on its own; only transactions that wait for the process count.
		err := db.QueryRow(t.Context(), `
			SELECT COUNT(*) FROM pg_stat_activity
			WHERE application_name = 'bourse-halted' AND datname = current_database() AND state = 'idle in transaction'
				AND backend_xid IS NOT NULL`).Scan(&idle)
		if err != nil {
			t.Fatal(err)
		}
		if idle < 2 {
			if err := h.halted.Resume(); err != nil {
				t.Fatal(err)
			}
		}
		return idle >= 2
	})
	return idle
}

// serveEverybody lets every user log in, execute, close and an administrator publish on the other replica, and
// reports when each was done.
func (h *halting) serveEverybody(t *testing.T, began testkit.Stopwatch) {
	t.Helper()
	signal := h.newSignal(t)
	var working sync.WaitGroup
	for i, m := range h.members {
		working.Go(func() {
			var session struct{ Data struct{ AccessToken string } }
			if !h.other.order(t.Context(), "", "/auth/login", kit.Body{"email": m.Email, "password": m.Password}, &session) {
				t.Errorf("user %d cannot log in", i+1)
				return
			}
			loggedIn := began.Elapsed()
			var opened struct {
				Data struct{ Position struct{ ID string } }
			}
			var closed struct {
				Data struct{ Trade struct{ ID string } }
			}
			token := session.Data.AccessToken
			if !h.other.order(t.Context(), token, kit.Executing(signal), kit.Body{"quantity": dealtQuantity}, &opened) {
				t.Errorf("user %d cannot execute", i+1)
				return
			}
			id := opened.Data.Position.ID
			h.other.note(t.Context(), func() { h.other.acknowledged.positions[id] = signal })
			executed := began.Elapsed()
			if !h.other.order(t.Context(), token, kit.Closing(id), nil, &closed) {
				t.Errorf("user %d cannot close", i+1)
				return
			}
			h.other.note(t.Context(), func() { h.other.acknowledged.trades[closed.Data.Trade.ID] = id })
			h.wantServed(t, began, "user %d: log-in after %.2f s, executed after %.2f s, closed", i+1, loggedIn.Seconds(), executed.Seconds())
		})
	}
	working.Go(func() {
		var published any
		event := kit.Call{Path: "/webhooks/events", Token: h.admin.Token, Key: kit.NewKey(), Content: kit.Body{"type": "custom.halted", "data": kit.Body{}}}
		for status := 0; status != http.StatusCreated && t.Context().Err() == nil; {
			status, _ = h.other.Try(t.Context(), event, &published) // until it is accepted
		}
		h.wantServed(t, began, "published")
	})
	working.Wait()
}

// newSignal publishes a signal on the other replica.
func (h *halting) newSignal(t *testing.T) string {
	t.Helper()
	analyst := h.venue.Analyst.At(h.other.Current.Load())
	return analyst.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "entry_long"}).Ok(t, 201).Object(t, kit.ShapeOfSignal)["id"].(string)
}

func (h *halting) wantServed(t *testing.T, began testkit.Stopwatch, what string, arguments ...any) {
	t.Helper()
	took := began.Elapsed()
	t.Logf(what+" after %.2f s", append(arguments, took.Seconds())...)
	if took > servedWithin {
		t.Errorf("it took %v beside a stopped replica, want at most %v", took, servedWithin)
	}
}
