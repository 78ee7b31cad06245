package health

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	beatEvery = time.Minute
	// aliveFor is for how long a process counts as alive after it was last seen.
	aliveFor = 150 * time.Second
	// keptFor is for how long one that was lost is remembered.
	keptFor = 24 * time.Hour
	// forgetEvery is how often it is looked whether any is to be forgotten.
	forgetEvery = time.Hour
	// farewellLimit is how long a process that ends may take to say so.
	farewellLimit = 2 * time.Second
)

// Process is one of the installation, as it said of itself.
type Process struct {
	ID        uuid.UUID
	Role      string
	Version   string
	StartedAt time.Time
	SeenAt    time.Time
	Jobs      []Job
}

// IsAlive reports whether the process has been seen lately.
func (p Process) IsAlive(now time.Time) bool { return now.Sub(p.SeenAt) < aliveFor }

// JobState is how a background job does, in a word.
type JobState string

// The states there are.
const (
	JobWaiting JobState = "waiting"
	JobWorking JobState = "working"
	JobFailing JobState = "failing"
	JobStuck   JobState = "stuck"
	JobStopped JobState = "stopped"
)

// Job is a background job of a process.
type Job struct {
	Name         string    `json:"name"`
	State        JobState  `json:"state"`
	LastProgress time.Time `json:"lastProgress,omitzero"`
	Detail       string    `json:"detail,omitempty"`
}

// self is this process as it is now.
func (s *Service) self(now time.Time) Process {
	process := Process{ID: s.process, Role: s.is.Role, Version: s.is.Version, StartedAt: s.startedAt, SeenAt: now, Jobs: []Job{}}
	for _, state := range s.workers() {
		process.Jobs = append(process.Jobs, s.job(state))
	}
	return process
}

// job tells how a worker does.
func (s *Service) job(state worker.State) Job {
	job := Job{Name: state.Name, State: JobWaiting, LastProgress: state.LastSuccess}
	switch {
	case !state.IsRunning:
		job.State = JobStopped
	case state.IsStuck(time.Now(), s.patience):
		job.State, job.Detail = JobStuck, fmt.Sprintf("no progress since %s", clock(state.BusySince))
	case state.FailedInRow > 0:
		job.State, job.Detail = JobFailing, fmt.Sprintf("the last %d turns failed, the first at %s", state.FailedInRow, clock(state.FailingSince))
	case !state.BusySince.IsZero():
		job.State = JobWorking
	}
	return job
}

// heart is the worker that says every minute that the process is there, and takes it back when the process ends.
type heart struct{ service *Service }

// Name is the worker's name.
func (h *heart) Name() string { return "heartbeat" }

// Run beats until the context ends. It fails when the database refuses what it is told; while it cannot be used at all,
// the process is not seen.
func (h *heart) Run(ctx context.Context) error {
	err := worker.Loop(ctx, nil, worker.Every(beatEvery, h.beat))
	if ctx.Err() != nil {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewellLimit)
		defer cancel()
		_ = h.service.leave(ending) // or else it counts as lost, as it would without
	}
	return err
}

func (h *heart) beat(ctx context.Context) error {
	err := h.service.beat(ctx)
	if database.IsOutage(err) {
		return worker.Handled(err)
	}
	return err
}

// beat says that the process is there. Once an hour it also forgets those that have long been lost: an idle process asks
// the database as little as it can.
func (s *Service) beat(ctx context.Context) error {
	now := s.now()
	isForgetting := now.Sub(time.UnixMicro(s.forgotAt.Load())) > forgetEvery
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := saveProcess(ctx, tx, s.self(now)); err != nil || !isForgetting {
			return err
		}
		return deleteProcesses(ctx, tx, now.Add(-keptFor))
	})
	if err == nil && isForgetting {
		s.forgotAt.Store(now.UnixMicro())
	}
	return err
}

func (s *Service) leave(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error { return deleteProcess(ctx, tx, s.process) })
}
