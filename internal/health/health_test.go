package health_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/health"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/worker"
)

// house is a process whose workers and mail server are controlled by the test.
type house struct {
	*health.Service
	workers  []worker.State
	starting string
	mail     atomic.Pointer[string]
}

func newHouse(db *database.DB, events *published.Events, now func() time.Time) *house {
	h := &house{}
	h.setMail("")
	h.Service = health.New(health.Options{
		Database: db, Workers: func() []worker.State { return h.workers }, Patience: time.Minute, Starting: func() string { return h.starting },
		Parts:  []health.Part{{Name: "mail", Trouble: func() string { return *h.mail.Load() }}},
		Events: events, Operators: uuid.New(), Now: now, Logger: slog.New(slog.DiscardHandler),
	})
	return h
}

func (h *house) setMail(trouble string) { h.mail.Store(&trouble) }

func TestReadinessKnowsWhatServesAndWhatDoesNot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(db, &published.Events{}, time.Now)
		now := time.Now()
		stuck := worker.State{Name: "copier", BusySince: now.Add(-61 * time.Second)}
		failing := worker.State{Name: "pruner", FailedInRow: 30, FailingSince: now.Add(-time.Hour), LastFailure: now}
		for _, c := range []struct {
			workers []worker.State
			mail    string
			want    health.Status
			about   []string
		}{
			{nil, "", health.Ready, nil},
			{[]worker.State{{Name: "copier", BusySince: now}}, "", health.Ready, nil},
			{nil, "it is away", health.Degraded, []string{"mail"}},
			{[]worker.State{stuck}, "", health.Unready, []string{"worker copier"}},
			{[]worker.State{stuck}, "it is away", health.Unready, []string{"worker copier", "mail"}},
			{[]worker.State{failing}, "", health.Ready, nil}, // the database has been answering for less than a minute
		} {
			h.workers = c.workers
			h.setMail(c.mail)
			report := h.Report(t.Context())
			var about []string
			for _, reason := range report.Reasons {
				about = append(about, reason.Component)
			}
			if report.Status != c.want || !slices.Equal(about, c.about) || report.Serves() != (c.want == health.Ready || c.want == health.Degraded) {
				t.Errorf("it reports %+v, want %s about %v", report, c.want, c.about)
			}
		}
		h.workers, h.starting = nil, "the first prices have not come yet"
		h.setMail("")
		if report := h.Report(t.Context()); report.Status != health.Unready || !slices.Equal(report.Reasons, []health.Reason{{Component: "process", Message: h.starting}}) {
			t.Errorf("while it starts it reports %+v", report)
		}
		h.Drain()
		if report := h.Report(t.Context()); report.Status != health.Draining || report.Serves() {
			t.Errorf("while it drains it reports %+v", report)
		}
	})
}

func TestADatabaseThatCannotBeUsedMakesUnready(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(db, &published.Events{}, time.Now)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		report := h.Report(t.Context())
		if report.Status != health.Unready || len(report.Reasons) != 1 || report.Reasons[0].Component != "database" {
			t.Errorf("it reports %+v", report)
		}
	})
}

func TestOperatorsAreToldOnceByAllProcesses(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		clock := testkit.NewClock(time.Now().Truncate(time.Microsecond))
		events := &published.Events{}
		houses := []*house{newHouse(db, events, clock.Now), newHouse(db, events, clock.Now), newHouse(db, events, clock.Now)}
		look := func() {
			t.Helper()
			var looking sync.WaitGroup
			for _, h := range houses {
				looking.Go(func() {
					if err := h.Look(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			looking.Wait()
		}
		want := func(types ...string) {
			t.Helper()
			if diff := cmp.Diff(types, events.Types()); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		}
		look()
		want()
		for _, h := range houses {
			h.setMail("it is away")
		}
		look()
		want("platform.degraded")
		if !houses[1].Troubled()["mail"] {
			t.Error("the metrics do not know")
		}
		for range 20 { // one after the other finds it working again, the last one late
			clock.Advance(10 * time.Second)
			look()
		}
		houses[0].setMail("")
		houses[1].setMail("")
		for range 10 {
			clock.Advance(10 * time.Second)
			look()
		}
		want("platform.degraded")
		houses[2].setMail("")
		clock.Advance(10 * time.Second)
		look()
		want("platform.degraded")
		clock.Advance(40 * time.Second)
		look()
		want("platform.degraded", "platform.recovered")
		if houses[2].Troubled()["mail"] {
			t.Error("the metrics do not know that it works again")
		}
		houses[0].setMail("it is away again")
		look()
		want("platform.degraded", "platform.recovered", "platform.degraded")
	})
}

func TestAPartIsBrokenAfterThreeFailuresInARow(t *testing.T) {
	t.Parallel()
	var part health.Outside
	part.Failed("timed out")
	part.Failed("timed out")
	part.Worked()
	part.Failed("timed out")
	part.Failed("timed out")
	if got := part.Trouble(); got != "" {
		t.Errorf("after two failures: %s", got)
	}
	part.Failed("the connection was closed")
	if got := part.Trouble(); got != "the last 3 calls failed: the connection was closed" {
		t.Errorf("after three failures: %q", got)
	}
	part.Worked()
	for range 19 {
		part.Refused("550")
	}
	if got := part.Trouble(); got != "" {
		t.Errorf("anybody can make it degraded: %s", got)
	}
	part.Refused("550")
	if got := part.Trouble(); got == "" {
		t.Error("nothing gets through and nobody is told")
	}
}

func TestRequestsAreJudgedByTheirAnswers(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	defer server.Close()
	var part health.Outside
	client := &http.Client{Transport: part.Watch(nil)}
	send := func(ctx context.Context) {
		for range 3 {
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			if response, err := client.Do(request); err == nil {
				response.Body.Close()
			} else if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
	}
	for answer, isBroken := range map[int]bool{200: false, 402: false, 404: false, 401: true, 429: true, 500: true, 503: true} {
		status = answer
		send(t.Context())
		if got := part.Trouble(); (got != "") != isBroken {
			t.Errorf("after three answers %d: %q", answer, got)
		}
		part.Worked()
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	send(gone)
	if got := part.Trouble(); got != "" {
		t.Errorf("callers that hang up break it: %s", got)
	}
}
