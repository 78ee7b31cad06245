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
	// aliveFor is how long a process counts as alive after it was last seen.
	aliveFor = 150 * time.Second
	// keptFor is how long a lost process is remembered.
	keptFor = 24 * time.Hour
	// forgetEvery is how often long-lost processes are deleted.
	forgetEvery = time.Hour
	// farewellLimit is how long a stopping process may take to say so.
	farewellLimit = 2 * time.Second
)

// Process is a process of the installation, as it reported itself.
type Process struct {
	ID        uuid.UUID
	Role      string
	Version   string
	StartedAt time.Time
	SeenAt    time.Time
	Jobs      []Job
}

// IsAlive reports whether the process has been seen recently.
func (p Process) IsAlive(now time.Time) bool { return now.Sub(p.SeenAt) < aliveFor }

// JobState is the state of a background job in one word.
type JobState string

// The states.
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

// self returns the current state of this process.
func (s *Service) self(now time.Time) Process {
	process := Process{ID: s.process, Role: s.is.Role, Version: s.is.Version, StartedAt: s.startedAt, SeenAt: now, Jobs: []Job{}}
	for _, state := range s.workers() {
		process.Jobs = append(process.Jobs, s.job(state))
	}
	return process
}

// job returns the state of a worker.
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

// heart is the worker that sends the process's heartbeat every minute, and removes it when the process stops.
type heart struct{ service *Service }

// Name is the worker's name.
func (h *heart) Name() string { return "heartbeat" }

// Run sends heartbeats until the context ends. It fails when the database refuses one; during an outage of the database
// the process is merely not seen.
func (h *heart) Run(ctx context.Context) error {
	err := worker.Loop(ctx, nil, worker.Every(beatEvery, h.beat))
	if ctx.Err() != nil {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewellLimit)
		defer cancel()
		_ = h.service.leave(ending) // if it fails, the process counts as lost, as it would anyway
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

// beat stores a heartbeat. It forgets long-lost processes only once an hour, since an idle process uses the database as
// little as possible.
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
