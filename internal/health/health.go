// Package health knows whether the process can serve, and which of its surroundings do not work.
//
// A process is unready when it is useless to its clients: a database that cannot be read or written, a worker that
// makes no progress, a start still waiting for its first prices. It is degraded when something outside is broken (the
// feed, the mail server, the payment provider) or fails for every replica alike: taking all replicas out would turn one
// outage into two. Operators learn of the latter from the metrics, the log and an event.
package health

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// Status is the state of the process in one word.
type Status string

// The states. Only the first two serve.
const (
	Ready    Status = "ready"
	Degraded Status = "degraded"
	Unready  Status = "unready"
	Draining Status = "draining"
)

// Reason is a sentence about one component. It reveals no secrets and no internals.
type Reason struct {
	Component string `json:"component"`
	Message   string `json:"message"`
}

// Report is the state of the process, with the reasons.
type Report struct {
	Status  Status   `json:"status"`
	Reasons []Reason `json:"reasons"`
}

// Serves reports whether requests should be sent here.
func (r Report) Serves() bool { return r.Status == Ready || r.Status == Degraded }

// Part is something outside the process that it depends on.
type Part struct {
	Name string
	// Trouble says why the part does not work; empty while it does. It must be fast.
	Trouble func() string
}

// Publisher publishes events to other systems, inside the transaction that causes them.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Options are what the package needs. All are required.
type Options struct {
	Database *database.DB
	// Workers returns the states of the process's workers.
	Workers func() []worker.State
	// Patience is how long a worker may go without progress.
	Patience time.Duration
	// Starting says what a process that has just started waits for; empty once it can serve. It must be fast.
	Starting func() string
	Parts    []Part
	Events   Publisher
	// Queues are what waits to be sent, Feeds where prices come from, and Books sums all balances by currency.
	Queues []Queue
	Feeds  func() []Feed
	Books  func(ctx context.Context) (map[string]float64, error)
	// Self is what the process reports about itself to the others.
	Self Self
	// Operators is the tenant whose endpoints get the events of this package.
	Operators uuid.UUID
	Now       func() time.Time
	Logger    *slog.Logger
}

// Service knows the health of the process. It is safe for concurrent use.
type Service struct {
	db        *database.DB
	workers   func() []worker.State
	patience  time.Duration
	starting  func() string
	parts     []Part
	queues    []Queue
	feeds     func() []Feed
	books     func(ctx context.Context) (map[string]float64, error)
	is        Self
	process   uuid.UUID
	startedAt time.Time
	events    Publisher
	operators uuid.UUID
	now       func() time.Time
	logger    *slog.Logger
	prober    *Prober
	draining  atomic.Bool
	forgotAt  atomic.Int64 // when lost processes were last deleted, in microseconds

	mutex    sync.Mutex
	troubled map[string]string // what the monitor last found: the reason by part
}

// How often a write is tried at most. SQLite's is a disk access, and the disk may otherwise be idle.
const (
	probeEvery       = time.Second
	probeSQLiteEvery = 5 * time.Second
)

// New returns the service. It knows nothing until it is asked or its worker runs.
func New(options Options) *Service {
	every := probeEvery
	if options.Database.Engine() == database.SQLite {
		every = probeSQLiteEvery
	}
	return &Service{
		db: options.Database, workers: options.Workers, patience: options.Patience, starting: options.Starting, parts: options.Parts,
		events: options.Events, operators: options.Operators, now: options.Now, logger: options.Logger,
		queues: options.Queues, feeds: options.Feeds, books: options.Books,
		is: options.Self, process: database.NewID(), startedAt: options.Now(),
		prober:   NewProber(options.Database.Probe, options.Database, every),
		troubled: map[string]string{},
	}
}

// Drain makes the process report from now on that it is stopping.
func (s *Service) Drain() { s.draining.Store(true) }

// Report says whether the process can serve. However often it is called, it probes the database only once in a while,
// and waits for the result no longer than the context allows.
func (s *Service) Report(ctx context.Context) Report {
	if s.draining.Load() {
		return Report{Draining, []Reason{{"process", "the process is stopping"}}}
	}
	report := Report{Ready, []Reason{}}
	err := s.prober.Check(ctx)
	if err != nil {
		report.Status = Unready
		report.Reasons = append(report.Reasons, Reason{"database", database.Trouble(err)})
	}
	stuck, failing := s.workerTroubles(err == nil)
	if wait := s.starting(); wait != "" {
		stuck = append(stuck, Reason{"process", wait})
	}
	for _, reason := range stuck {
		report.Status = Unready
		report.Reasons = append(report.Reasons, reason)
	}
	for _, reason := range append(failing, s.partTroubles()...) {
		if report.Status == Ready {
			report.Status = Degraded
		}
		report.Reasons = append(report.Reasons, reason)
	}
	return report
}

// workerTroubles lists the workers that make no progress and those that fail repeatedly. While the database does not
// answer, and for a while after, it is to blame for the latter.
func (s *Service) workerTroubles(answers bool) (stuck, failing []Reason) {
	now, answering := time.Now(), s.prober.AnsweringSince()
	for _, state := range s.workers() {
		switch name := workerPart(state.Name); {
		case state.IsStuck(now, s.patience):
			stuck = append(stuck, Reason{name, fmt.Sprintf("no progress since %s", clock(state.BusySince))})
		case answers && state.IsFailing(now, answering):
			failing = append(failing, Reason{name, fmt.Sprintf("fails again and again since %s", clock(state.FailingSince))})
		}
	}
	return stuck, failing
}

func (s *Service) partTroubles() []Reason {
	var found []Reason
	for _, part := range s.parts {
		if trouble := part.Trouble(); trouble != "" {
			found = append(found, Reason{part.Name, trouble})
		}
	}
	return found
}

func workerPart(name string) string { return "worker " + name }

func clock(at time.Time) string { return at.UTC().Format("15:04:05 UTC") }
