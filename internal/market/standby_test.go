package market_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/tradingtest"
	"bourse/internal/worker"
)

// openBesideStandby opens a database that is read from a standby. standStill stops the standby, so that it lags behind,
// however busy the machine is.
func openBesideStandby(t *testing.T) (db *database.DB, standStill func()) {
	t.Helper()
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
	db, err = database.Open(t.Context(), database.Options{URL: primary.URL(), ReadURL: standby.URL(), MaxLag: time.Hour})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	runWorkers(t, db.StandbyWatcher())
	return db, func() {
		t.Helper()
		testkit.Until(t, "the standby is read", func() bool { return db.StandbyTrouble() == "" })
		must(t, standby.Exec(t.Context(), "SELECT pg_wal_replay_pause()"))
	}
}

// runWorkers runs workers until the test ends.
func runWorkers(t *testing.T, workers ...worker.Worker) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, workers...)
	}()
	t.Cleanup(func() { stop(); <-ended })
}

func TestWhoDecidesByCandlesReadsThemWhereTheyWereStored(t *testing.T) {
	t.Parallel()
	db, standStill := openBesideStandby(t)
	s := newStation(t, db, testkit.NewClock(noon.Add(time.Minute)), "BTCUSD")
	standStill()
	must(t, s.Record(t.Context(), s.minutes([]string{"BTCUSD"}, noon)...))
	if listed, err := s.Candles(t.Context(), "BTCUSD", market.Minute, noon, time.Time{}, 1); err != nil || len(listed) != 0 {
		t.Fatalf("the standby has %v, %v: it is not one that is behind", listed, err)
	}
	if got, err := s.RecordedCandles(t.Context(), "BTCUSD", market.Minute, noon, time.Time{}, 1); err != nil || len(got) != 1 {
		t.Errorf("read %v, %v; want the minute that was just stored", got, err)
	}
}

func TestWhoHasFetchedCandlesReadsThemWhereTheyWereStored(t *testing.T) {
	t.Parallel()
	db, standStill := openBesideStandby(t)
	r := tradingtest.NewBotRig(t, db)
	learned := make(chan int, 1)
	models := ml.New(ml.Options{
		Database: db, Market: r.Market, Now: r.Clock.Now, Logger: slog.New(slog.DiscardHandler), RoundTripCost: func(market.Instrument) float64 { return 0 },
		Trial: func(_ context.Context, bars []features.Bar, _ trial.Recipe, _ func(done, total int)) (*trial.Result, error) {
			learned <- len(bars)
			return nil, trial.ErrNeverMoved
		},
	})
	standStill()
	runWorkers(t, slices.Concat(r.Backtests.SharedWorkers(), models.SharedWorkers())...)
	const days = 20
	from := market.Day.Start(tradingtest.Noon).AddDate(0, 0, -days) // hours of today are made of minutes
	r.Feed.SetPast(market.RollUp(tradingtest.RandomCandles("SOLUSD", 9, from, days*24*60), market.Hour)...)

	bot := tradingtest.BreakoutBot("", "SOLUSD")
	queued, err := r.Backtests.Create(t.Context(), r.Admin, backtest.NewBacktest{
		StrategyType: bot.StrategyType, Parameters: bot.Parameters, Symbols: bot.Symbols, Timeframe: market.Hour, RiskLevel: trading.RiskMedium, From: from,
	})
	must(t, err)
	played := queued
	testkit.Until(t, "the backtest is over", func() bool {
		played, _, err = r.Backtests.Backtest(t.Context(), r.Admin, queued.ID)
		return err != nil || !played.FinishedAt.IsZero()
	})
	if err != nil || played.Status != backtest.Done || played.Candles != days*24 {
		t.Errorf("the backtest is %+v, %v; want one of %d candles", played, err, days*24)
	}
	_, err = models.Train(t.Context(), r.Admin, ml.NewTraining{Symbol: "SOLUSD", Horizon: ml.OneHour})
	must(t, err)
	if got := testkit.Receive(t, "a training", learned); got != days*24 {
		t.Errorf("%d candles were learned from, want %d", got, days*24)
	}
}
