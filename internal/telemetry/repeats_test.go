package telemetry_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/telemetry"
)

var errAway = errors.New("the database is away")

func isAway(err error) bool { return errors.Is(err, errAway) }

// heard is what a log says about one message: how many lines it has, and how many it stands for.
type heard struct{ lines, happened int }

func hear(t *testing.T, out *sink) map[string]heard {
	t.Helper()
	all := map[string]heard{}
	for text := range strings.Lines(out.text()) {
		var line struct {
			Msg      string
			Repeated int
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("broken line %q: %v", text, err)
		}
		of := all[line.Msg]
		all[line.Msg] = heard{of.lines + 1, of.happened + 1 + line.Repeated}
	}
	return all
}

// inLog runs the work with a JSON logger, in its own bubble, and returns what was written.
func inLog(t *testing.T, work func(logger *slog.Logger, out *sink)) *sink {
	t.Helper()
	out := &sink{}
	synctest.Test(t, func(t *testing.T) {
		logger, stop, err := telemetry.NewLogger(out, "info", "json", isAway)
		if err != nil {
			t.Fatal(err)
		}
		work(logger, out)
		stop()
	})
	return out
}

func TestAnOutageIsHeardOnceASecondAndCountedWhole(t *testing.T) {
	t.Parallel()
	out := inLog(t, func(logger *slog.Logger, _ *sink) {
		for i := range 20_000 { // spread over ten seconds
			logger.Error("request", "status", 503, "errorCode", "SERVICE_UNAVAILABLE", "requestId", fmt.Sprint(i),
				"error", fmt.Errorf("dial 127.0.0.1:%d: %w", 30_000+i, errAway))
			logger.With("worker", fmt.Sprintf("worker-%d", i%30)).Error("worker failed", "error", errAway, "retryIn", time.Second)
			time.Sleep(500 * time.Microsecond)
		}
	})
	for message, of := range hear(t, out) {
		if of.lines < 10 || of.lines > 12 || of.happened != 20_000 {
			t.Errorf("%s: %d lines that stand for %d, want 11 for 20,000", message, of.lines, of.happened)
		}
	}
}

func TestTheEndOfABurstIsToldWithoutAnotherLine(t *testing.T) {
	t.Parallel()
	inLog(t, func(logger *slog.Logger, out *sink) {
		for range 5 {
			logger.Warn("queue cannot be read", "error", errAway)
		}
		if got := hear(t, out)["queue cannot be read"]; got != (heard{1, 1}) {
			t.Errorf("at once: %+v, want the first line", got)
		}
		time.Sleep(1001 * time.Millisecond)
		if got := hear(t, out)["queue cannot be read"]; got != (heard{2, 5}) {
			t.Errorf("after a second: %+v, want a second line for the other four", got)
		}
		time.Sleep(time.Minute)
		logger.Warn("queue cannot be read", "error", errAway)
		if got := hear(t, out)["queue cannot be read"]; got != (heard{3, 6}) {
			t.Errorf("a minute later: %+v, want the line at once", got)
		}
	})
}

func TestStoppingTellsWhatWasKept(t *testing.T) {
	t.Parallel()
	out := inLog(t, func(logger *slog.Logger, _ *sink) {
		for range 3 {
			logger.Error("worker failed", "error", errAway)
		}
	})
	if got := hear(t, out)["worker failed"]; got != (heard{2, 3}) {
		t.Errorf("%+v, want two lines for three", got)
	}
}

func TestDifferentTroublesAreAllToldAtOnce(t *testing.T) {
	t.Parallel()
	inLog(t, func(logger *slog.Logger, out *sink) {
		odd := errors.New("odd")
		logger.Warn("a refund has to wait", "refund", "r1", "error", odd)
		logger.Warn("a refund has to wait", "refund", "r2", "error", odd)
		logger.Warn("money came twice", "payment", "p1")
		logger.Warn("money came twice", "payment", "p2")
		logger.With("worker", "one").Error("worker failed", "error", odd)
		logger.With("worker", "two").Error("worker failed", "error", odd)
		logger.With("worker", "two").Error("worker failed", "error", errors.New("even"))
		logger.With("operation", "login").Error("request", "requestId", "1", "errorCode", "INTERNAL_ERROR", "error", odd)
		logger.With("operation", "getMe").Error("request", "requestId", "2", "errorCode", "INTERNAL_ERROR", "error", odd)
		logger.With("operation", "getMe").Error("request", "requestId", "3", "errorCode", "INTERNAL_ERROR", "error", odd)
		logger.Warn("request", "requestId", "4", "errorCode", "MARKET_DATA_STALE")
		logger.Warn("request", "requestId", "5", "errorCode", "MARKET_DATA_STALE")
		want := map[string]heard{
			"a refund has to wait": {2, 2}, "money came twice": {2, 2}, "worker failed": {3, 3}, "request": {3, 3},
		}
		got := hear(t, out)
		for message := range want {
			if got[message] != want[message] {
				t.Errorf("%s: %+v, want %+v", message, got[message], want[message])
			}
		}
	})
}

func TestErrorsThatDifferInNumbersAreOneCause(t *testing.T) {
	t.Parallel()
	out := inLog(t, func(logger *slog.Logger, _ *sink) {
		for i := range 50 {
			logger.Warn("cannot be reached", "error", fmt.Errorf("read 10.0.0.%d:%d->0198c2f0-7c9a-7b1e-8f00-%012d: reset", i, i, i))
		}
	})
	if got := hear(t, out)["cannot be reached"]; got != (heard{2, 50}) {
		t.Errorf("%+v, want two lines for fifty", got)
	}
}

func TestOrdinaryLinesAreNeverHeldBack(t *testing.T) {
	t.Parallel()
	out := inLog(t, func(logger *slog.Logger, _ *sink) {
		for range 100 {
			logger.Info("request", "status", 200)
		}
	})
	if got := hear(t, out)["request"]; got != (heard{100, 100}) {
		t.Errorf("%+v, want a hundred lines", got)
	}
}

func TestEndlessCausesTakeNoEndlessMemoryAndLoseNoLine(t *testing.T) {
	t.Parallel()
	out := inLog(t, func(logger *slog.Logger, _ *sink) {
		for i := range 5000 {
			letters := strings.Repeat("x", i)
			for range 2 {
				logger.Warn("odd", "subject", letters)
			}
		}
	})
	if got := hear(t, out)["odd"]; got.happened != 10_000 {
		t.Errorf("%+v, want all ten thousand", got)
	}
}

func TestManyGoroutinesLoseNoRepetition(t *testing.T) {
	t.Parallel()
	out := inLog(t, func(logger *slog.Logger, _ *sink) {
		var running sync.WaitGroup
		for range 16 {
			running.Go(func() {
				for range 500 {
					logger.Error("worker failed", "error", errAway)
					time.Sleep(5 * time.Millisecond)
				}
			})
		}
		running.Wait()
	})
	if got := hear(t, out)["worker failed"]; got.happened != 8000 || got.lines > 5 {
		t.Errorf("%+v, want 8000 in at most five lines", got)
	}
}
