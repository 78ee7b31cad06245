package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/filter"
)

// jobBatch is the maximum number of deliveries that one transaction removes, skips or reopens.
const jobBatch = 250

// Recovery is sending again the deliveries that an endpoint missed.
type Recovery struct {
	ID         uuid.UUID
	EndpointID uuid.UUID
	State      string // running, done, or stopped because nothing can be sent to the endpoint any longer
	Recovered  int    // deliveries made pending again so far
	CreatedAt  time.Time
	FinishedAt time.Time // zero while it runs
}

func (j job) recovery() Recovery {
	return Recovery{
		ID: j.id, EndpointID: j.endpointID, State: string(j.state), Recovered: j.handled, CreatedAt: j.createdAt, FinishedAt: j.finishedAt,
	}
}

// Recover starts sending again the deliveries that were exhausted or skipped since a time, oldest first. The first few
// hundred are pending again when it returns; a worker does the rest. It fails with CONFLICT when the endpoint is
// inactive or broken.
func (s *Service) Recover(ctx context.Context, actor Actor, endpoint uuid.UUID, since time.Time) (Recovery, error) {
	if err := actor.requireAdmin(); err != nil {
		return Recovery{}, err
	}
	var begun job
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		found, err := s.store.find(ctx, tx, actor.TenantID, endpoint, "")
		if err != nil {
			return err
		}
		prepared := prepare(found, s.policy, s.parser)
		if err := mustBeUsable(found); err != nil {
			return err
		}
		begun = job{
			id: database.NewID(), endpointID: endpoint, tenantID: actor.TenantID, kind: recoverJob, state: jobRunning,
			after: database.FirstIDAt(since), until: database.NewID(), createdAt: s.now(),
		}
		if err := s.recoverSome(ctx, tx, &begun, prepared); err != nil {
			return err
		}
		if err := insertJob(ctx, tx, begun); err != nil {
			return err
		}
		return s.audit(ctx, tx, actor, found, act{
			action: "webhook.endpoint.recovery_started", details: audit.Fields{"since": since.UTC().Format(time.RFC3339)},
		})
	})
	return begun.recovery(), err
}

// mustBeUsable fails with CONFLICT when nothing can be sent to the endpoint.
func mustBeUsable(endpoint *Endpoint) error {
	switch {
	case !endpoint.IsActive:
		return fault.New(fault.Conflict, "the endpoint is not active")
	case endpoint.Broken != "":
		return errBroken(endpoint)
	}
	return nil
}

// Recovery returns the progress of a recovery. It fails with NOT_FOUND for another tenant's and for one that finished
// long ago.
func (s *Service) Recovery(ctx context.Context, actor Actor, endpoint, id uuid.UUID) (Recovery, error) {
	if err := actor.requireAdmin(); err != nil {
		return Recovery{}, err
	}
	found, err := findRecovery(ctx, s.db, actor.TenantID, endpoint, id)
	return found.recovery(), err
}

// firstKept returns the id of the oldest delivery that may be reopened. Anything older than the retention may be
// cleaned up at any moment, together with its event: the cleaner cannot see that a transaction still running has
// reopened a delivery. Events are kept longer by more than any transaction takes.
func (s *Service) firstKept() uuid.UUID { return database.FirstIDAt(s.now().Add(-s.retention)) }

// recoverSome reopens the next deliveries of a recovery and advances it.
func (s *Service) recoverSome(ctx context.Context, tx *database.Tx, j *job, endpoint *preparedEndpoint) error {
	if first := s.firstKept(); database.CompareIDs(j.after, first) < 0 {
		j.after = first
	}
	found, err := findUnsent(ctx, tx, *j, jobBatch)
	if err != nil {
		return err
	}
	chosen := map[delivery.Status][]uuid.UUID{}
	for _, unsent := range found {
		if err := ctx.Err(); err != nil {
			return err
		}
		j.after = unsent.id
		if endpoint.stillWants(unsent) {
			chosen[unsent.status] = append(chosen[unsent.status], unsent.id)
		}
	}
	opened, err := s.reopen(ctx, tx, j.endpointID, chosen)
	if err != nil {
		return err
	}
	j.handled += opened
	if len(found) < jobBatch {
		j.state, j.finishedAt = jobDone, s.now()
	}
	return nil
}

// stillWants reports whether a delivery may be sent again. One that was kept while the endpoint's rules could not be
// read is checked against its current rules, because its filters may exclude it.
func (p *preparedEndpoint) stillWants(d unsentDelivery) bool {
	wasKept := d.status == delivery.Skipped && d.attempts == 0 && d.eventType != testType
	return !wasKept || p.wants(d.eventType, filter.LazyEvent(d.body))
}

// reopen makes exhausted and skipped deliveries pending again. Those counted as failed are uncounted, and counted again
// with their new outcome.
func (s *Service) reopen(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, chosen map[delivery.Status][]uuid.UUID) (int, error) {
	failed, err := reopen(ctx, tx, reopening{endpoint, delivery.Exhausted, s.now()}, chosen[delivery.Exhausted])
	if err != nil {
		return 0, err
	}
	missed, err := reopen(ctx, tx, reopening{endpoint, delivery.Skipped, s.now()}, chosen[delivery.Skipped])
	if err != nil || failed+missed == 0 {
		return 0, err
	}
	delivery.NotifyDue(tx, endpoint)
	return int(failed + missed), uncountFailures(ctx, tx, endpoint, failed)
}

// RetryDelivery sends an exhausted or skipped delivery again, with a full set of retries. It fails with CONFLICT when
// the delivery is pending, succeeded or older than the retention, or its endpoint is inactive or broken.
func (s *Service) RetryDelivery(ctx context.Context, actor Actor, id uuid.UUID) error {
	if err := actor.requireAdmin(); err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		endpoint, was, err := lockDelivery(ctx, tx, actor.TenantID, id)
		switch {
		case err != nil:
			return err
		case was == delivery.Pending || was == delivery.Succeeded:
			return fault.New(fault.Conflict, "the delivery is %s", was)
		}
		if first := s.firstKept(); database.CompareIDs(id, first) < 0 {
			return fault.New(fault.Conflict, "the delivery is too old to be sent again")
		}
		found, err := s.store.find(ctx, tx, actor.TenantID, endpoint, "")
		if err != nil {
			return err
		}
		prepare(found, s.policy, s.parser)
		if err := mustBeUsable(found); err != nil {
			return err
		}
		if _, err := s.reopen(ctx, tx, endpoint, map[delivery.Status][]uuid.UUID{was: {id}}); err != nil {
			return err
		}
		return s.audit(ctx, tx, actor, found, act{
			action: "webhook.delivery.retried", before: audit.Fields{"status": string(was)},
			after: audit.Fields{"status": string(delivery.Pending)}, details: audit.Fields{"deliveryId": id.String()},
		})
	})
}
