package webhook

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// jobsTopic is notified with the id of a new job.
	jobsTopic = "webhook.jobs"
	jobsPoll  = 30 * time.Second
	// jobPause is how long a job waits after a failure, or when only another process can do it.
	jobPause = 30 * time.Second
	// jobWait is how long a batch waits for a locked row; the other jobs wait for it.
	jobWait = time.Second
	// jobsKept is how long a finished recovery can be read.
	jobsKept = 7 * 24 * time.Hour
)

// endpointCleaner is the worker that finishes removing, recovering and switching off endpoints, one batch per
// transaction. It alternates between jobs, so that a large endpoint does not hold up the others. It resumes after a
// crash, and replicas share the jobs.
type endpointCleaner struct{ service *Service }

// Name is the worker's name.
func (c *endpointCleaner) Name() string { return "webhook-endpoint-cleaner" }

// Run works until the context ends. It fails when the database does.
func (c *endpointCleaner) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer c.service.db.Subscribe(jobsTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, func(ctx context.Context) (time.Duration, error) {
		more, err := c.step(ctx)
		if more {
			return 0, err
		}
		return jobsPoll, err
	})
}

// step does one batch of the job that has waited longest and reports whether there was one. A job that fails is
// postponed, so that the others continue.
func (c *endpointCleaner) step(ctx context.Context) (worked bool, err error) {
	s := c.service
	var j job
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, jobWait); err != nil {
			return err
		}
		j, worked, err = claimJob(ctx, tx, s.now())
		if err != nil || !worked {
			return err
		}
		return c.work(ctx, tx, &j)
	})
	if err == nil || ctx.Err() != nil || j.id == uuid.Nil {
		return worked, err
	}
	s.logger.Warn("a webhook job failed and is tried again", "job", j.id, "kind", string(j.kind), "endpoint", j.endpointID, "error", err)
	err = s.db.InTx(ctx, func(tx *database.Tx) error { return postponeJob(ctx, tx, j.id, s.now().Add(jobPause)) })
	if err != nil {
		return false, fmt.Errorf("postpone a webhook job: %w", err)
	}
	return true, nil
}

// work does the next batch of a job and stores its progress.
func (c *endpointCleaner) work(ctx context.Context, tx *database.Tx, j *job) error {
	s, due := c.service, c.service.now()
	switch j.kind {
	case removeJob:
		removed, err := removeSome(ctx, tx, j.endpointID, jobBatch)
		if err != nil {
			return err
		}
		j.handled += int(removed)
		if removed == 0 {
			j.state = jobDone
		}
	case skipJob, recoverJob:
		endpoints, err := s.directory.read(ctx, tx, j.tenantID)
		if err != nil {
			return err
		}
		endpoint := endpoints.byID[j.endpointID]
		switch {
		case endpoint == nil:
			j.state, j.finishedAt = jobStopped, due
		case endpoint.IsActive && endpoint.awaitsKey: // another process has the key
			due = due.Add(jobPause)
		case j.kind == skipJob:
			err = c.skip(ctx, tx, j, endpoint)
		case !endpoint.isUsable():
			j.state, j.finishedAt = jobStopped, due
		default:
			err = s.recoverSome(ctx, tx, j, endpoint)
		}
		if err != nil {
			return err
		}
	}
	return saveJob(ctx, tx, *j, due)
}

// skip skips the next pending deliveries, unless the endpoint is in use again.
func (c *endpointCleaner) skip(ctx context.Context, tx *database.Tx, j *job, endpoint *preparedEndpoint) error {
	var count int64
	if !endpoint.isUsable() {
		var err error
		if count, err = skipSome(ctx, tx, j.endpointID, c.service.now(), jobBatch); err != nil {
			return err
		}
	}
	j.handled += int(count)
	if count < jobBatch {
		j.state = jobDone
	}
	return nil
}
