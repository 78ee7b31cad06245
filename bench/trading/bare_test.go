package trading

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/bench/kit/kittest"
	"bourse/internal/database"
)

// writeSmall fills a database with enough past for every list.
func writeSmall(t *testing.T, db *database.DB) *seed {
	t.Helper()
	if err := kit.WriteInstruments(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	users := make([]kit.User, 1+pairWorkers)
	for i := range users {
		users[i] = kit.User{ID: uuid.New(), Tenant: uuid.New()}
	}
	past := newSeed(size{positions: 400, owners: 4, bots: 5}, users, time.Now())
	if err := past.write(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	return past
}

func TestTheBareSideReadsWhatIsSeeded(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, where kit.Database, db *database.DB) {
		past := writeSmall(t, db)
		owner, pool := past.owners[0], kittest.OpenReader(t, where)
		lengths := map[string]func(data any) int{
			"bots":      func(data any) int { return len(data.([]bareBot)) },
			"signals":   func(data any) int { return len(data.([]bareSignal)) },
			"positions": func(data any) int { return len(data.([]barePosition)) },
		}
		for list, length := range lengths {
			settings := bareListSettings{Database: where, List: list, UserID: owner.User.String(), TenantID: owner.Tenant.String(), Limit: 1000}
			answer, err := readBareList(t.Context(), pool, settings)
			if err != nil {
				t.Errorf("%s: %v", list, err)
			} else if got := length(answer.(kit.Answer).Data); got != past.lengthOf(list) {
				t.Errorf("there are %d %s, want %d", got, list, past.lengthOf(list))
			}
		}
	})
}

// That it leaves what the product leaves is checked in each run; see sameBooks.
func TestTheLoopExecutesAndCloses(t *testing.T) {
	t.Parallel()
	wantTwoPairs(t, func(trader *bareTrader) pairTrader { return trader }, "trading.position.opened", "trading.position.closed")
}

func TestTheLoopPlacesAndCancels(t *testing.T) {
	t.Parallel()
	wantTwoPairs(t, func(trader *bareTrader) pairTrader { return bareOrders{trader} }, "trading.order.placed", "trading.order.cancelled")
}

// wantTwoPairs fails the test unless two pairs of a trader publish the events.
func wantTwoPairs(t *testing.T, as func(*bareTrader) pairTrader, events ...string) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, where kit.Database, db *database.DB) {
		past := writeSmall(t, db)
		pairs, err := newBarePairs(t.Context(), where)
		if err != nil {
			t.Fatal(err)
		}
		defer pairs.pool.Close()
		trader := past.traders[0]
		for _, signal := range past.longs()[:2] {
			if err := as(newBareTrader(pairs, trader)).pair(t.Context(), signal); err != nil {
				t.Fatal(err)
			}
		}
		books, err := readBooks(t.Context(), db, trader)
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range events {
			if got := strings.Count(books, event); got != 2 {
				t.Errorf("%s is told %d times, want 2:\n%s", event, got, books)
			}
		}
	})
}
