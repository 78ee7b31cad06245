package stream_test

import (
	"context"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading/stream"
	"bourse/internal/trading/tradingtest"
)

// process is a stream service that shares the desk's database with others.
func process(d *tradingtest.MonitorDesk, now func() time.Time) *stream.Service {
	return stream.New(stream.Options{Trading: d.Service, Database: d.DB, Market: d.Market, Now: now})
}

func TestAUserHasAtMostFiveStreamsAcrossProcesses(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		processes := []*stream.Service{process(d, time.Now), process(d, time.Now), process(d, time.Now)}
		open := func(i int) error {
			_, err := processes[i%len(processes)].Stream(t.Context(), d.Caller, stream.Opening{})
			return err
		}
		results := testkit.InParallel(30, open)
		if opened := testkit.Succeeded(results); opened != 5 {
			t.Errorf("%d streams are open, want 5", opened)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.RateLimited)
			}
		}
		if _, err := processes[0].Stream(t.Context(), tradingtest.NewCaller(identity.RoleUser), stream.Opening{}); err != nil {
			t.Errorf("another user is refused: %v", err)
		}
	})
}

func TestAPlaceIsFreeWhenItsStreamIsClosed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		one, other := process(d, time.Now), process(d, time.Now)
		ctx, cancel := context.WithCancel(t.Context())
		var open []*stream.Stream
		for range 5 {
			live, err := one.Stream(ctx, d.Caller, stream.Opening{})
			tradingtest.Must(t, err)
			open = append(open, live)
		}
		_, err := other.Stream(t.Context(), d.Caller, stream.Opening{})
		testkit.WantFault(t, err, fault.RateLimited)
		open[0].Close()
		open[0].Close()
		again, err := one.Stream(t.Context(), d.Caller, stream.Opening{}) // in the same process at once
		tradingtest.Must(t, err)
		_, err = one.Stream(t.Context(), d.Caller, stream.Opening{})
		testkit.WantFault(t, err, fault.RateLimited)
		again.Close()
		tradingtest.Must(t, one.FreePlaces(t.Context())) // in another one after it was given back
		_, err = other.Stream(t.Context(), d.Caller, stream.Opening{})
		tradingtest.Must(t, err)
		cancel()
		testkit.Until(t, "the streams of a context that has ended are closed", func() bool { return one.Streams() == 0 })
		for _, live := range open {
			if _, err := live.Next(t.Context()); err == nil {
				t.Error("a stream goes on after its context ended")
			}
		}
	})
}

func TestAProcessThatDiesFreesItsPlacesAfterItsLease(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		clock := testkit.NewClock(time.Now())
		dead, lives := process(d, clock.Now), process(d, clock.Now)
		for range 5 {
			_, err := dead.Stream(t.Context(), d.Caller, stream.Opening{})
			tradingtest.Must(t, err)
		}
		clock.Advance(14 * time.Second)
		_, err := lives.Stream(t.Context(), d.Caller, stream.Opening{})
		testkit.WantFault(t, err, fault.RateLimited)
		tradingtest.Must(t, dead.Renew(t.Context()))
		clock.Advance(14 * time.Second)
		_, err = lives.Stream(t.Context(), d.Caller, stream.Opening{})
		testkit.WantFault(t, err, fault.RateLimited)
		clock.Advance(2 * time.Second)
		for range 5 {
			_, err := lives.Stream(t.Context(), d.Caller, stream.Opening{})
			tradingtest.Must(t, err)
		}
		_, err = lives.Stream(t.Context(), d.Caller, stream.Opening{})
		testkit.WantFault(t, err, fault.RateLimited)
		clock.Advance(2 * time.Hour)
		tradingtest.Must(t, lives.Cleanup(t.Context()))
		if left := d.Count(`SELECT COUNT(*) FROM stream_processes`) + d.Count(`SELECT COUNT(*) FROM stream_places`); left != 0 {
			t.Errorf("%d rows are left of dead processes", left)
		}
	})
}

func TestAProcessThatStopsFreesItsPlaces(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		one, other := process(d, time.Now), process(d, time.Now)
		hub := one.Workers()[0]
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- hub.Run(ctx) }()
		for range 5 {
			_, err := one.Stream(t.Context(), d.Caller, stream.Opening{})
			tradingtest.Must(t, err)
		}
		stop()
		tradingtest.Must(t, testkit.Receive(t, "the end of the hub", ended))
		_, err := other.Stream(t.Context(), d.Caller, stream.Opening{})
		tradingtest.Must(t, err)
	})
}
