package operations_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/test/e2e/kit"
)

const (
	// backWithin is how soon everything must work again after the database vanished.
	backWithin = 15 * time.Second
	// watchedFor is how long to check that it stays so.
	watchedFor = 20 * time.Second
	// guardedPositions have a stop that the price crosses while the database is away.
	guardedPositions = 4
	eth              = "ETHUSD"
)

// failoversVariable sets how many times the database fails over; once by default.
const failoversVariable = "BOURSE_FAILOVERS"

// TestASilentFailoverIsOverInSeconds silently takes the database's address away, while two replicas publish, trade
// and log users in. Another database has everything that was acknowledged, and the name is pointed to it.
func TestASilentFailoverIsOverInSeconds(t *testing.T) {
	if !isolate(t) {
		return
	}
	rounds, _ := strconv.Atoi(os.Getenv(failoversVariable)) // zero if it is not a number
	nodes := newPair(t)
	work := newFailoverWork(t, "postgres://postgres@"+databaseName+"/bourse?sslmode=disable")
	for round := range max(1, rounds) {
		if round > 0 {
			nodes.heal(t)
		}
		work.round(t, round, nodes)
	}
	work.stop(t)
	work.audit(t, "postgres://postgres@"+nodes.primary.address+"/bourse?sslmode=disable")
}

// failoverWork is the work at two replicas.
type failoverWork struct {
	venue    *kit.Venue
	replicas [2]*kit.Server
	admin    *kit.Member
	traders  [2]*kit.Member
	guarded  *kit.Member
	journal  *journal
	answers  answers
}

// newFailoverWork starts two replicas on an empty database at a URL.
func newFailoverWork(t *testing.T, url string, flags ...string) *failoverWork {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "first")
	place := &kit.Installation{
		Server: kit.Binary, Engine: database.Postgres, Folder: folder, KeyFile: filepath.Join(folder, "keys.json"),
		DatabaseURL: url,
	}
	flags = append(flags, "--log-level", "info")
	w := &failoverWork{venue: kit.NewVenue(t, place, flags...), journal: newJournal()}
	other := *place
	other.Folder = filepath.Join(t.TempDir(), "second")
	w.replicas = [2]*kit.Server{w.venue.Server, other.Serve(t, append(w.venue.Flags(), flags...)...)}
	for i, s := range w.replicas {
		s.Troubled = true
		w.traders[i] = w.venue.Register(t)
	}
	w.admin, w.guarded = w.venue.Officer(t, "admin", ""), w.venue.Register(t)
	return w
}

// round lets the database fail over once, and reports how long everything took.
func (w *failoverWork) round(t *testing.T, round int, nodes *pair) {
	t.Helper()
	w.venue.Price(t, eth, "2000")
	signals := make([]string, 150)
	for i := range signals {
		signals[i] = w.venue.Signal(t, "entry_long", nil)
	}
	stops := make([]string, guardedPositions)
	for i := range stops {
		stops[i] = w.guarded.Opened(t, w.venue.Signal(t, "entry_long", kit.Body{"symbol": eth, "stopLoss": 1900}), 0.1)
	}
	w.journal.stops = append(w.journal.stops, stops...)
	running := w.begin(t, round, signals)
	running.await(t, "everything works before the database vanishes", func(r *recovery) bool { return r.successes() >= 3 })
	vanished := nodes.failOver(t)
	w.venue.Bar(t, eth, "1800", "1800", "1800", "1800") // while the crossed stops cannot be recorded
	running.watchStops(t, w.guarded, stops, w.replicas, vanished)
	running.until(t, vanished.Add(watchedFor))
	for i := range w.replicas {
		line := fmt.Sprintf("failover %d, replica %d:", round+1, i+1)
		for _, kind := range failoverKinds {
			took, failures := running.recoveries[i][kind].since(vanished)
			line += fmt.Sprintf(" %s after %.1f s (%d failed)", kind, took.Seconds(), failures)
			if took > backWithin {
				t.Errorf("replica %d: %s works after %v, want at most %v", i+1, kind, took, backWithin)
			}
		}
		t.Log(line)
	}
}

func (w *failoverWork) stop(t *testing.T) {
	t.Helper()
	for _, s := range w.replicas {
		s.MustStop(t)
	}
}
