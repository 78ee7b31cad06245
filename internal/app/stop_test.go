package app

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/worker"
)

// deafJob ignores the request to stop until it is released.
type deafJob struct{ release chan struct{} }

func (deafJob) Name() string { return "deaf-job" }

func (j deafJob) Run(context.Context) error {
	<-j.release
	return nil
}

func TestWhatHangsInAStopIsNamedAndLeftBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		p := &platform{ground: &ground{logger: slog.New(slog.NewTextHandler(&log, nil))}, tracker: worker.NewTracker()}
		flushed, release := false, make(chan struct{})
		p.onClose("log", func() error { flushed = true; return nil })
		p.onClose("database", func() error { <-release; return nil })
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			p.tracker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, deafJob{release})
		}()
		synctest.Wait()
		stop()
		began := time.Now()
		err := errors.Join(p.awaitWorkers(ended), p.close())
		if took := time.Since(began); took < finishLimit || took > finishLimit+time.Second {
			t.Errorf("it took %v", took)
		}
		for _, want := range []string{"deaf-job", "database"} {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(log.String(), want) {
				t.Errorf("%q is not named in %v, or in the log: %s", want, err, log.String())
			}
		}
		if !flushed {
			t.Error("the log was not written")
		}
		close(release)
		<-ended
	})
}

func TestAStopWithoutTroubleWaitsForNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &platform{ground: &ground{logger: slog.New(slog.DiscardHandler)}, tracker: worker.NewTracker()}
		order := ""
		p.onClose("first", func() error { order += "first"; return nil })
		p.onClose("second", func() error { order += "second,"; return errors.New("no luck") })
		ended := make(chan struct{})
		close(ended)
		began := time.Now()
		err := errors.Join(p.awaitWorkers(ended), p.close())
		if time.Since(began) != 0 || err == nil || err.Error() != "no luck" || order != "second,first" {
			t.Errorf("after %v, in the order %s: %v", time.Since(began), order, err)
		}
	})
}
