package market_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

// A standby that stands still stands for one that is a moment behind, however busy the machine is.
func TestWhoDecidesByCandlesReadsThemWhereTheyWereStored(t *testing.T) {
	t.Parallel()
	primary, err := databasetest.StartCluster(t.Context(), databasetest.ReplicatingSettings...)
	must(t, err)
	t.Cleanup(func() { _ = primary.Stop() })
	migrating, err := database.Open(t.Context(), database.Options{URL: primary.URL()})
	must(t, err)
	_, err = migrating.Migrate(t.Context())
	must(t, err)
	must(t, migrating.Close())
	standby, err := primary.StartStandby(t.Context())
	must(t, err)
	t.Cleanup(func() { _ = standby.Stop() })
	db, err := database.Open(t.Context(), database.Options{URL: primary.URL(), ReadURL: standby.URL(), MaxLag: time.Hour})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, db.StandbyWatcher())
	}()
	t.Cleanup(func() { stop(); <-ended })

	s := newStation(t, db, testkit.NewClock(noon.Add(time.Minute)), "BTCUSD")
	testkit.Until(t, "the standby is read", func() bool { return db.StandbyTrouble() == "" })
	must(t, standby.Exec(t.Context(), "SELECT pg_wal_replay_pause()"))
	must(t, s.Record(t.Context(), s.minutes([]string{"BTCUSD"}, noon)...))
	if listed, err := s.Candles(t.Context(), "BTCUSD", market.Minute, noon, time.Time{}, 1); err != nil || len(listed) != 0 {
		t.Fatalf("the standby has %v, %v: it is not one that is behind", listed, err)
	}
	if got, err := s.RecordedCandles(t.Context(), "BTCUSD", market.Minute, noon, time.Time{}, 1); err != nil || len(got) != 1 {
		t.Errorf("read %v, %v; want the minute that was just stored", got, err)
	}
}
