package telemetry_test

import (
	"bytes"
	"context"
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

// sink records every write.
type sink struct {
	mutex  sync.Mutex
	writes []string
}

func (s *sink) Write(p []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.writes = append(s.writes, string(p))
	return len(p), nil
}

func (s *sink) count() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.writes)
}

func (s *sink) text() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return strings.Join(s.writes, "")
}

func newLogger(t *testing.T, out *sink, level, format string) (*slog.Logger, func()) {
	t.Helper()
	logger, stop, err := telemetry.NewLogger(out, level, format, nil)
	if err != nil {
		t.Fatal(err)
	}
	return logger, stop
}

func TestABadLevelOrFormatIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ level, format, want string }{
		{"loud", "json", `log level "loud"`},
		{"", "json", `log level ""`},
		{"INFO+2", "json", `log level "INFO+2"`},
		{"info", "xml", `log format "xml"`},
	} {
		logger, stop, err := telemetry.NewLogger(&sink{}, c.level, c.format, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s/%s: error %v, want it to name %s", c.level, c.format, err, c.want)
		}
		if logger != nil || stop != nil {
			t.Errorf("%s/%s: a logger came with the error", c.level, c.format)
		}
	}
}

// A stopping process cancels its work wherever it is, and nobody should be alerted to that.
func TestWorkThatWasBrokenOffIsNoTrouble(t *testing.T) {
	t.Parallel()
	broken, stopped := context.WithCancel(t.Context())
	stopped()
	late, ended := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer ended()
	brokenOff := fmt.Errorf("read the models: %w", context.Canceled)
	for _, c := range []struct {
		name    string
		ctx     context.Context
		failure any
		level   string
		want    string
	}{
		{"its own end", broken, brokenOff, "info", "INFO"},
		{"its own end, where only trouble is told", broken, brokenOff, "warn", ""},
		{"another's end", t.Context(), brokenOff, "info", "ERROR"},
		{"a failure while it stops", broken, errors.New("disk full"), "info", "ERROR"},
		{"not in time", late, fmt.Errorf("read: %w", context.DeadlineExceeded), "info", "ERROR"},
		{"no error", broken, "context canceled", "info", "ERROR"},
	} {
		out := &sink{}
		logger, stop := newLogger(t, out, c.level, "text")
		logger.ErrorContext(c.ctx, "not known", "of", "models", "error", c.failure)
		logger.ErrorContext(c.ctx, "not written", "of", "models", "recordError", c.failure)
		stop()
		got := out.text()
		if wanted := strings.Count(got, "level="+c.want+" "); c.want == "" && got != "" || c.want != "" && wanted != 2 {
			t.Errorf("%s: wrote %q, want two lines of level %q", c.name, got, c.want)
		}
	}
}

func TestOnlyLinesOfTheLevelAndAboveAreWritten(t *testing.T) {
	t.Parallel()
	levels := []string{"debug", "info", "warn", "error"}
	for lowest, level := range levels {
		out := &sink{}
		logger, stop := newLogger(t, out, level, "text")
		logger.Debug("said debug")
		logger.Info("said info")
		logger.Warn("said warn")
		logger.Error("said error")
		stop()
		for i, each := range levels {
			if got, want := strings.Contains(out.text(), "said "+each), i >= lowest; got != want {
				t.Errorf("at level %s, %s written: %v, want %v", level, each, got, want)
			}
		}
	}
}

func TestTheFormatIsTheOneAskedFor(t *testing.T) {
	t.Parallel()
	asJSON, asText := &sink{}, &sink{}
	logger, stop := newLogger(t, asJSON, "info", "json")
	logger.Info("hello", "answer", 42)
	stop()
	logger, stop = newLogger(t, asText, "info", "text")
	logger.Info("hello", "answer", 42)
	stop()

	var line map[string]any
	if err := json.Unmarshal([]byte(asJSON.text()), &line); err != nil || line["msg"] != "hello" || line["answer"] != 42.0 {
		t.Errorf("json line %q: %v", asJSON.text(), err)
	}
	if !strings.Contains(asText.text(), "msg=hello answer=42\n") {
		t.Errorf("text line %q", asText.text())
	}
}

func TestAnOrdinaryLineWaitsForCompanyAndNoLonger(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out := &sink{}
		logger, stop := newLogger(t, out, "info", "text")
		defer stop()
		for round := 1; round <= 3; round++ {
			logger.Info("first")
			time.Sleep(50*time.Millisecond - time.Nanosecond)
			logger.Info("second")
			synctest.Wait()
			if got := out.count(); got != round-1 {
				t.Fatalf("round %d: %d writes before the delay was over, want %d", round, got, round-1)
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			if got := out.count(); got != round {
				t.Fatalf("round %d: %d writes after the delay, want %d", round, got, round)
			}
			time.Sleep(time.Hour) // an idle hour writes nothing
		}
		if got := strings.Count(out.writes[2], "\n"); got != 2 {
			t.Errorf("%d lines in one write, want 2", got)
		}
	})
}

func TestAWarningIsWrittenAtOnceAfterWhatCameBefore(t *testing.T) {
	t.Parallel()
	for _, level := range []slog.Level{slog.LevelWarn, slog.LevelError} {
		synctest.Test(t, func(t *testing.T) {
			out := &sink{}
			logger, stop := newLogger(t, out, "info", "text")
			defer stop()
			logger.Info("before")
			logger.With("a", 1).WithGroup("g").Log(t.Context(), level, "trouble")
			before, after, found := strings.Cut(out.text(), "\n")
			if !found || !strings.Contains(before, "before") || !strings.Contains(after, "trouble") {
				t.Errorf("%s: written %q", level, out.text())
			}
		})
	}
}

func TestStopWritesWhatIsPendingAndLaterLinesAtOnce(t *testing.T) {
	t.Parallel()
	// The bubble fails when a goroutine is left at its end, so it proves that stop ends ours.
	synctest.Test(t, func(t *testing.T) {
		out := &sink{}
		logger, stop := newLogger(t, out, "info", "text")
		logger.Info("pending")
		stop()
		if !strings.Contains(out.text(), "pending") {
			t.Fatalf("after stop: %q", out.text())
		}
		logger.Info("late")
		if !strings.Contains(out.text(), "late") {
			t.Errorf("a line after stop was held back: %q", out.text())
		}
		stop()
		if got := out.count(); got != 2 {
			t.Errorf("%d writes, want 2", got)
		}
	})
}

func TestAFullBufferIsWrittenWithoutWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out := &sink{}
		logger, stop := newLogger(t, out, "info", "text")
		defer stop()
		filling := strings.Repeat("x", 1000)
		for range 200 {
			logger.Info(filling)
		}
		if got := out.count(); got < 2 || got > 4 {
			t.Errorf("200 KB made %d writes before any time passed, want about 3", got)
		}
		for _, write := range out.writes {
			if !strings.HasSuffix(write, "\n") {
				t.Error("a line was cut in two")
			}
		}
	})
}

// slowSink signals when a write has begun and ends it on request.
type slowSink struct {
	sink
	begun, end chan struct{}
}

func (s *slowSink) Write(p []byte) (int, error) {
	s.begun <- struct{}{}
	<-s.end
	return s.sink.Write(p)
}

func TestLinesLoggedDuringASlowWriteNeitherWaitNorSpoilIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out := &slowSink{begun: make(chan struct{}), end: make(chan struct{})}
		logger, stop, err := telemetry.NewLogger(out, "info", "text", nil)
		if err != nil {
			t.Fatal(err)
		}
		for round := range 3 {
			logger.Info(fmt.Sprintf("first of %d", round))
			<-out.begun
			logger.Info(fmt.Sprintf("second of %d", round))
			out.end <- struct{}{}
			<-out.begun
			out.end <- struct{}{}
		}
		stop()
		for round := range 3 {
			for i, word := range []string{"first", "second"} {
				if want := fmt.Sprintf("%s of %d", word, round); !strings.Contains(out.writes[2*round+i], want) {
					t.Errorf("write %d is %q, want %q", 2*round+i, out.writes[2*round+i], want)
				}
			}
		}
	})
}

func TestLinesOfManyGoroutinesComeOutWholeAndOnce(t *testing.T) {
	t.Parallel()
	out := &sink{}
	logger, stop := newLogger(t, out, "info", "json")
	const writers, lines = 8, 500
	var running sync.WaitGroup
	for writer := range writers {
		running.Go(func() {
			for line := range lines {
				level := slog.LevelInfo
				if line%50 == 0 {
					level = slog.LevelWarn
				}
				logger.Log(t.Context(), level, "line", "id", fmt.Sprintf("%d/%d", writer, line))
			}
		})
	}
	running.Wait()
	stop()

	seen := map[string]bool{}
	for text := range bytes.Lines([]byte(out.text())) {
		var line struct{ ID string }
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatalf("broken line %q: %v", text, err)
		}
		if seen[line.ID] {
			t.Fatalf("line %s came out twice", line.ID)
		}
		seen[line.ID] = true
	}
	if len(seen) != writers*lines {
		t.Errorf("%d lines came out, want %d", len(seen), writers*lines)
	}
}
