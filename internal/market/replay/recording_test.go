package replay_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/market/replay"
	"bourse/internal/worker"
)

// TestAReplayIsRecordedExactlyHoweverOftenItStarts plays an old recording at full speed into the recorder, stops in the
// middle of an hour, and starts again from the first line with more lines appended.
func TestAReplayIsRecordedExactlyHoweverOftenItStarts(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		path := filepath.Join(t.TempDir(), "prices.csv")
		start := time.Date(2021, 6, 1, 22, 0, 0, 0, time.UTC)
		var lines []string
		var want []market.Candle
		for i := range 5 * 60 {
			for _, symbol := range []string{"BTCUSD", "ETHUSD"} {
				if i%7 == 3 { // a recording may have gaps
					continue
				}
				line := fmt.Sprintf("%d,%s,%d,%d,%d,%d,%d", start.Unix()+int64(60*i), symbol, 100+i, 500+i%9, 50-i%11, 101+i, i)
				candle, err := replay.ParseLine(line)
				if err != nil {
					t.Fatal(err)
				}
				lines = append(lines, line)
				want = append(want, candle)
			}
		}
		for _, part := range [][2]int{{0, 210}, {210, len(lines)}} {
			write(t, path, strings.Join(lines[part[0]:part[1]], "\n")+"\n")
			m := play(t, db, path, want[part[1]-1])
			for _, symbol := range []string{"BTCUSD", "ETHUSD"} {
				wantRecorded(t, m, symbol, want[:part[1]])
			}
		}
	})
}

// play runs feed and recorder until the given candle is stored.
func play(t *testing.T, db *database.DB, path string, last market.Candle) *market.Market {
	t.Helper()
	m := market.New(market.Options{
		Database: db, Feed: replay.New(replay.Options{Path: path}), MinuteHistory: 24 * time.Hour, DailyHistory: 48 * time.Hour,
	})
	if err := m.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	stored := make(chan struct{}, 1)
	defer m.SubscribeClosed(func(candles []market.Candle) {
		if slices.Contains(candles, last) {
			stored <- struct{}{}
		}
	})()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, one := range append(m.Workers(), m.SharedWorkers()...) {
		running.Go(func() { run(ctx, t, one) })
	}
	select {
	case <-stored:
	case <-time.After(time.Minute):
		t.Error("the last line was not stored")
	}
	cancel()
	running.Wait()
	return m
}

func run(ctx context.Context, t *testing.T, one worker.Worker) {
	if err := one.Run(ctx); err != nil {
		t.Errorf("%s: %v", one.Name(), err)
	}
}

// wantRecorded compares what is stored with the lines that were played: all minutes, and the longer candles that a later
// line has ended.
func wantRecorded(t *testing.T, m *market.Market, symbol string, played []market.Candle) {
	t.Helper()
	minutes := slices.DeleteFunc(slices.Clone(played), func(c market.Candle) bool { return c.Symbol != symbol })
	end := minutes[len(minutes)-1].OpenedAt.Add(time.Minute)
	for _, interval := range []market.Interval{market.Minute, market.FiveMinutes, market.Hour, market.Day} {
		got, err := m.Candles(t.Context(), symbol, interval, time.Time{}, time.Time{}, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(market.RollUp(minutes, interval), func(c market.Candle) bool {
			return c.OpenedAt.Add(interval.Duration()).After(end)
		})
		if !slices.Equal(got, want) {
			t.Errorf("%s %s: %d candles stored, want %d like the lines", symbol, interval, len(got), len(want))
		}
	}
}
