package trading_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// changesOf are a user's changes in the order of their numbers.
func changesOf(t *testing.T, db *database.DB, user uuid.UUID) []*trading.RecordedChange {
	t.Helper()
	changes, err := trading.ChangesBehind(t.Context(), db, map[uuid.UUID]int64{user: 0})
	tradingtest.Must(t, err)
	return changes
}

// holeIn finds a missing number; 0 is none.
func holeIn(changes []*trading.RecordedChange) int64 {
	for i, change := range changes {
		if change.Number != int64(i+1) {
			return int64(i + 1)
		}
	}
	return 0
}

func TestNumbersOfChangesAreInTheOrderOfCommitsWithoutGaps(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		users := make([]uuid.UUID, 6)
		for i := range users {
			users[i] = database.NewID()
		}
		changed := errors.New("changed my mind")
		ended, watching := make(chan struct{}), sync.WaitGroup{}
		watching.Go(func() { // concurrent readers see no hole
			for seen := 0; ; {
				changes, err := trading.ChangesBehind(t.Context(), db, map[uuid.UUID]int64{users[0]: 0})
				if err != nil {
					t.Error(err)
				}
				if hole := holeIn(changes); hole != 0 || len(changes) < seen {
					t.Errorf("of %d changes, %d is not there yet; %d were", len(changes), hole, seen)
				}
				seen = len(changes)
				select {
				case <-ended:
					return
				default:
				}
			}
		})
		began := time.Now()
		results := testkit.InParallel(8, func(i int) error {
			for round := range 20 {
				var changes []trading.Change
				for _, at := range rand.Perm(len(users))[:1+rand.N(len(users))] {
					for range 1 + rand.N(3) {
						changes = append(changes, trading.Change{UserID: users[at], Kind: trading.NoticeChange, Subject: database.NewID(), Data: []int{i, round}})
					}
				}
				rand.Shuffle(len(changes), func(a, b int) { changes[a], changes[b] = changes[b], changes[a] })
				err := db.InTx(t.Context(), func(tx *database.Tx) error {
					if err := d.Service.RecordChanges(t.Context(), tx, changes...); err != nil {
						return err
					}
					if rand.N(5) == 0 {
						return changed
					}
					return nil
				})
				if err != nil && !errors.Is(err, changed) {
					return err
				}
			}
			return nil
		})
		took := time.Since(began)
		close(ended)
		watching.Wait()
		tradingtest.Must(t, errors.Join(results...))
		for _, user := range users {
			changes := changesOf(t, db, user)
			last, err := trading.LastTold(t.Context(), db, user)
			tradingtest.Must(t, err)
			if hole := holeIn(changes); hole != 0 || int64(len(changes)) != last.Change || len(changes) == 0 {
				t.Errorf("there are %d changes up to %d, without %d", len(changes), last.Change, hole)
			}
		}
		if deadlocks := deadlocksOn(t, db); deadlocks != 0 {
			t.Errorf("%d transactions waited for each other, within %s", deadlocks, took)
		}
	})
}

// deadlocksOn is the number of transactions that PostgreSQL aborted because of deadlocks.
func deadlocksOn(t *testing.T, db *database.DB) (count int) {
	t.Helper()
	if db.Engine() == database.Postgres {
		tradingtest.Must(t, db.QueryRow(t.Context(), `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&count))
	}
	return count
}

func TestABookRecordsPositionsAsTheyWere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		held := d.Enter(trading.EntryLong, "SOLUSD", "10")
		for _, quantity := range []string{"4", "6"} {
			_, err := d.Service.Close(t.Context(), d.Caller, held.ID, tradingtest.Quantity(quantity))
			tradingtest.Must(t, err)
		}
		var told []string
		for _, change := range changesOf(t, db, d.Caller.UserID) {
			if change.Kind != trading.PositionChange || change.Subject != held.ID {
				t.Errorf("recorded %s %s, want the position", change.Kind, change.Subject)
			}
			var position struct {
				Status   string
				Quantity json.Number
			}
			tradingtest.Must(t, json.Unmarshal(change.Data, &position))
			told = append(told, position.Status+" "+position.Quantity.String())
		}
		if want := []string{"open 10", "open 6", "closed 10"}; !slices.Equal(told, want) {
			t.Errorf("recorded %q, want %q", told, want)
		}
	})
}

func TestSignalsPublishedAtOnceAreNumberedWithoutGaps(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		results := testkit.InParallel(20, func(int) error {
			_, err := d.Service.CreateSignal(t.Context(), d.Analyst, trading.NewSignal{Symbol: "SOLUSD", Type: trading.EntryLong, ExpiresIn: time.Hour})
			return err
		})
		tradingtest.Must(t, errors.Join(results...))
		signals, err := trading.SignalsBehind(t.Context(), db, 0, 100)
		tradingtest.Must(t, err)
		for i, signal := range signals {
			if signal.Number != int64(i+1) {
				t.Errorf("signal %d has the number %d", i+1, signal.Number)
			}
		}
		if len(signals) != 20 {
			t.Errorf("%d signals are numbered, want 20", len(signals))
		}
	})
}
