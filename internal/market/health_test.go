package market_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/testkit"
)

func TestAFeedIsDeadWhenNothingOpenHasAFreshPrice(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(noon)
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: clock.Now, StaleAfter: 30 * time.Second})
	want := func(part string) {
		t.Helper()
		if got := m.FeedTrouble(); (part == "") != (got == "") || !strings.Contains(got, part) {
			t.Errorf("the trouble is %q, want %q", got, part)
		}
	}
	want("") // it has just started
	clock.Advance(31 * time.Second)
	want("no price since the start")
	feed.Price("BTCUSD", "60000") // one is enough: the others may have nothing to report
	want("")
	clock.Advance(30 * time.Second)
	want("")
	clock.Advance(15 * time.Second)
	want("the newest price is 45s old")
	feed.Price("ETHUSD", "3000")
	want("")
}

func TestAFeedThatHasNeverToldAPriceIsSilentSinceTheStart(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(noon)
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: clock.Now})
	want := func(silence time.Duration) {
		t.Helper()
		if got, isKnown := m.FeedSilence(); got != silence || !isKnown {
			t.Errorf("it is silent for %s (known: %t), want %s", got, isKnown, silence)
		}
	}
	want(0)
	clock.Advance(time.Minute)
	want(time.Minute)
	if age, isKnown := m.FeedAge(); isKnown {
		t.Errorf("its first price, which has not come, is %s old", age)
	}
	feed.Price("BTCUSD", "60000")
	clock.Advance(time.Second)
	want(time.Second)
	if _, isKnown := market.New(market.Options{}).FeedSilence(); isKnown {
		t.Error("a market that has not begun misses prices")
	}
}

func TestAStartWaitsForTheFirstPricesAndNotForEver(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	must(t, market.New(market.Options{Database: db, Now: time.Now}).Start(t.Context()))
	must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `DELETE FROM instruments WHERE symbol NOT IN ('BTCUSD', 'ETHUSD') AND session <> 'us_equity'`)
		return err
	}))
	saturday := time.Date(2026, 1, 17, 12, 0, 0, 0, time.UTC) // shares are not traded, so their prices are not waited for
	clock := testkit.NewClock(saturday)
	m, feed := markettest.New(t, db, market.Options{Now: clock.Now, StaleAfter: 30 * time.Second})
	want := func(isStarting bool) {
		t.Helper()
		if got := m.Starting(); (got != "") != isStarting {
			t.Errorf("starting: %q, want %t", got, isStarting)
		}
	}
	want(true)
	feed.Price("BTCUSD", "60000")
	want(true)
	feed.Price("ETHUSD", "3000")
	want(false)

	clock.Set(saturday)
	silent, _ := markettest.New(t, db, market.Options{Now: clock.Now, StaleAfter: 30 * time.Second})
	m = silent
	want(true)
	clock.Advance(5 * time.Second)
	want(false) // the feed may be dead, and then all processes would be unready
}

func TestAClosedMarketMakesNoFeedDead(t *testing.T) {
	t.Parallel()
	saturday := time.Date(2026, 1, 17, 12, 0, 0, 0, time.UTC)
	clock := testkit.NewClock(saturday)
	db := databasetest.Open(t, database.SQLite)
	must(t, market.New(market.Options{Database: db, Now: clock.Now}).Start(t.Context()))
	must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `DELETE FROM instruments WHERE session <> 'us_equity'`)
		return err
	}))
	m, _ := markettest.New(t, db, market.Options{Now: clock.Now, StaleAfter: 30 * time.Second})
	clock.Advance(time.Hour)
	if got := m.FeedTrouble(); got != "" {
		t.Errorf("on a Saturday: %s", got)
	}
	clock.Set(time.Date(2026, 1, 20, 14, 30, 29, 0, time.UTC)) // the session opened 29 seconds ago
	if got := m.FeedTrouble(); got != "" {
		t.Errorf("right after the opening: %s", got)
	}
	clock.Advance(time.Minute)
	if got := m.FeedTrouble(); got == "" {
		t.Error("a minute after the opening nobody notices that there is no price")
	}
}
