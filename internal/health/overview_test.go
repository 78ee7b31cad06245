package health_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/health"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/worker"
)

// member is a process of an installation whose mail, books and jobs are controlled by the test.
type member struct {
	*house
	sums map[string]float64
}

func newMember(db *database.DB, role string, clock *testkit.Clock) *member {
	m := &member{house: &house{}, sums: map[string]float64{"USD": 0, "EUR": 0}}
	m.setMail("")
	m.workers = []worker.State{{Name: role + "-job", IsRunning: true, LastSuccess: clock.Now()}}
	m.Service = health.New(health.Options{
		Database: db, Workers: func() []worker.State { return m.workers }, Patience: time.Minute, Starting: func() string { return "" },
		Parts: []health.Part{{Name: "mail", Trouble: func() string { return *m.mail.Load() }}},
		Queues: []health.Queue{{Name: "webhooks", IsOfTenant: true, Read: func(_ context.Context, tenant uuid.UUID) (database.Waiting, error) {
			return database.Waiting{Count: int64(tenant[0])}, nil
		}}},
		Feeds:  func() []health.Feed { return []health.Feed{{Name: "simulated", LastQuote: clock.Now()}} },
		Books:  func(context.Context) (map[string]float64, error) { return m.sums, nil },
		Self:   health.Self{Role: role, Version: "1.2.3"},
		Events: &published.Events{}, Operators: uuid.New(), Now: clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
	return m
}

// overview returns what an administrator sees.
func (m *member) overview(t *testing.T) health.Overview {
	t.Helper()
	found, err := m.Overview(t.Context(), identity.Caller{TenantID: uuid.UUID{7}, Role: identity.RoleAdmin})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// about returns the components of the reasons.
func about(found health.Overview) (components []string) {
	for _, reason := range found.Reasons {
		components = append(components, reason.Component)
	}
	return components
}

func TestEveryProcessIsToldOfByTheOthers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		clock := testkit.NewClock(time.Now().Truncate(time.Microsecond))
		api, jobs := newMember(db, "api", clock), newMember(db, "worker", clock)
		if found := api.overview(t); found.Status != health.Degraded || !slices.Equal(about(found), []string{"workers"}) {
			t.Errorf("nobody does the work, and it says %s about %v", found.Status, about(found))
		}
		must(t, api.Beat(t.Context()))
		must(t, jobs.Beat(t.Context()))
		clock.Advance(30 * time.Second)
		must(t, jobs.Beat(t.Context())) // updates the same row
		found := api.overview(t)
		if found.Status != health.Ready || len(found.Reasons) != 0 || len(found.Processes) != 2 {
			t.Fatalf("it says %+v", found)
		}
		self, other := found.Processes[0], found.Processes[1]
		if self.Role != "api" || !self.SeenAt.Equal(clock.Now()) || other.Role != "worker" || other.Version != "1.2.3" || !other.IsAlive(clock.Now()) {
			t.Errorf("the processes are %+v", found.Processes)
		}
		if len(other.Jobs) != 1 || other.Jobs[0].Name != "worker-job" || other.Jobs[0].State != health.JobWaiting || other.Jobs[0].LastProgress.IsZero() {
			t.Errorf("the other's jobs are %+v", other.Jobs)
		}
		if found.Queues[0].Count != 7 || found.Feeds[0].Name != "simulated" || found.Parts[0].Trouble != "" {
			t.Errorf("it says %+v", found)
		}

		clock.Advance(3 * time.Minute)
		if found = api.overview(t); found.Processes[1].IsAlive(clock.Now()) || found.Status != health.Degraded {
			t.Errorf("the other is lost, and it says %+v", found)
		}
		must(t, jobs.Beat(t.Context()))
		must(t, jobs.Leave(t.Context()))
		if found = api.overview(t); len(found.Processes) != 1 {
			t.Errorf("the other has ended in order, and there is %+v", found.Processes)
		}
		must(t, jobs.Beat(t.Context()))
		clock.Advance(25 * time.Hour)
		must(t, api.Beat(t.Context()))
		if found = jobs.overview(t); len(found.Processes) != 2 { // itself, and the one just seen
			t.Errorf("there is %+v", found.Processes)
		}
		var rows int
		must(t, db.QueryRow(t.Context(), `SELECT COUNT(*) FROM process_heartbeats`).Scan(&rows))
		if rows != 1 {
			t.Errorf("%d rows are kept of what was seen a day ago", rows-1)
		}
	})
}

func TestTheStateOfAJobIsToldInAWord(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		clock := testkit.NewClock(time.Now().Truncate(time.Microsecond))
		m, now := newMember(db, "all", clock), time.Now()
		m.workers = []worker.State{
			{Name: "a", IsRunning: true}, {Name: "b", IsRunning: true, BusySince: now},
			{Name: "c", IsRunning: true, BusySince: now.Add(-2 * time.Minute)}, {Name: "d", IsRunning: true, FailedInRow: 2, FailingSince: now}, {Name: "e"},
		}
		want := []health.JobState{health.JobWaiting, health.JobWorking, health.JobStuck, health.JobFailing, health.JobStopped}
		for i, job := range m.overview(t).Processes[0].Jobs {
			if job.State != want[i] || (job.Detail != "") != (i == 2 || i == 3) {
				t.Errorf("%+v, want %s", job, want[i])
			}
		}
	})
}

func TestWhatAnotherProcessFindsBrokenIsBroken(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		clock := testkit.NewClock(time.Now().Truncate(time.Microsecond))
		here, there := newMember(db, "all", clock), newMember(db, "all", clock)
		there.setMail("it is away")
		must(t, there.Look(t.Context()))
		clock.Advance(time.Second)
		found := here.overview(t)
		if found.Status != health.Degraded || !slices.Equal(about(found), []string{"mail"}) || found.Parts[0].Trouble != "it is away" || !found.Parts[0].Since.Equal(clock.Now().Add(-time.Second)) {
			t.Errorf("it says %+v", found)
		}
		clock.Advance(time.Minute) // nobody has repeated it
		if found = here.overview(t); found.Status != health.Ready || found.Parts[0].Trouble != "" {
			t.Errorf("it says %+v", found)
		}
	})
}

func TestTheBooksAreLookedAtByOneForAll(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		clock := testkit.NewClock(time.Now().Truncate(time.Microsecond))
		one, two := newMember(db, "all", clock), newMember(db, "all", clock)
		if found := one.overview(t); !found.Books.CheckedAt.IsZero() {
			t.Errorf("nobody has looked: %+v", found.Books)
		}
		must(t, one.CheckBooks(t.Context()))
		if books := two.overview(t).Books; !books.CheckedAt.Equal(clock.Now()) || books.Problem != "" {
			t.Errorf("the books are %+v", books)
		}
		two.sums["EUR"] = 1
		must(t, two.CheckBooks(t.Context())) // it has just been done
		if found := one.overview(t); found.Status != health.Ready {
			t.Errorf("it says %+v", found)
		}
		clock.Advance(5 * time.Minute)
		must(t, two.CheckBooks(t.Context()))
		if found := one.overview(t); found.Status != health.Degraded || found.Books.Problem != "the balances do not sum to zero in EUR" || !slices.Equal(about(found), []string{"books"}) {
			t.Errorf("it says %+v", found)
		}
		two.sums["EUR"] = 0
		clock.Advance(-time.Hour) // the clock is set back: the last check is dated after now
		must(t, one.CheckBooks(t.Context()))
		if books := two.overview(t).Books; !books.CheckedAt.Equal(clock.Now()) || books.Problem != "" {
			t.Errorf("after the clock was set back the books are %+v", books)
		}
	})
}

func TestOnlyAdministratorsAreToldHowTheInstallationDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		m := newMember(db, "all", testkit.NewClock(time.Now()))
		for _, role := range []identity.Role{identity.RoleUser, identity.RoleTrader, identity.RoleAnalyst} {
			_, err := m.Overview(t.Context(), identity.Caller{TenantID: uuid.New(), Role: role})
			testkit.WantFault(t, err, fault.Forbidden, "")
		}
	})
}
