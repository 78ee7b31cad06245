package webhook

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
)

// jobKind is what a job does to an endpoint's deliveries.
type jobKind string

const (
	removeJob  jobKind = "remove"  // the endpoint was deleted: delete its deliveries
	recoverJob jobKind = "recover" // send exhausted and skipped deliveries again
	skipJob    jobKind = "skip"    // skip pending deliveries
)

// jobState is the progress of a job.
type jobState string

const (
	jobRunning jobState = "running"
	jobDone    jobState = "done"
	jobStopped jobState = "stopped" // the endpoint was switched off or broken before the job was done
)

// job is work on the deliveries of an endpoint that is too much for one transaction.
type job struct {
	id         uuid.UUID
	endpointID uuid.UUID
	tenantID   uuid.UUID
	kind       jobKind
	state      jobState
	after      uuid.UUID
	until      uuid.UUID
	handled    int
	dueAt      time.Time // the job that has waited longest comes next
	createdAt  time.Time
	finishedAt time.Time
}

var jobTable = database.NewTable("webhook_jobs", func(j *job, column database.Define) {
	column("id", database.NativeID(&j.id))
	column("endpoint_id", database.Fixed(database.NativeID(&j.endpointID)))
	column("tenant_id", database.Fixed(&j.tenantID))
	column("kind", database.Fixed(&j.kind))
	column("state", &j.state)
	column("after_id", database.NativeID(&j.after))
	column("until_id", database.Fixed(database.NativeID(&j.until)))
	column("handled", &j.handled)
	column("due_at", &j.dueAt)
	column("created_at", database.Fixed(&j.createdAt))
	column("finished_at", database.Optional(&j.finishedAt))
})

func insertJob(ctx context.Context, tx *database.Tx, j job) error {
	j.dueAt = j.createdAt
	err := jobTable.Insert(ctx, tx, &j)
	if err != nil {
		return fmt.Errorf("insert a webhook job: %w", err)
	}
	if j.state == jobRunning {
		tx.Notify(jobsTopic, j.id.String())
	}
	return nil
}

// insertSkipJob adds a job that skips pending deliveries, unless there is one.
func insertSkipJob(ctx context.Context, tx *database.Tx, endpoint, tenant uuid.UUID, now time.Time) error {
	var open int
	err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM webhook_jobs WHERE endpoint_id = $1 AND kind = 'skip' AND state = 'running'`,
		endpoint).Scan(&open)
	if err != nil || open > 0 {
		return err
	}
	return insertJob(ctx, tx, job{
		id: database.NewID(), endpointID: endpoint, tenantID: tenant, kind: skipJob, state: jobRunning, until: uuid.Max, createdAt: now,
	})
}

// claimJob locks the job that has waited longest until the transaction ends; replicas skip each other's jobs.
func claimJob(ctx context.Context, tx *database.Tx, now time.Time) (j job, found bool, err error) {
	j, err = jobTable.ScanValue(tx.QueryRow(ctx, `
		SELECT `+jobTable.Columns()+` FROM webhook_jobs WHERE state = 'running' AND due_at <= $1
		ORDER BY due_at LIMIT 1`+tx.SkipLocked(), database.Micros(now)))
	if errors.Is(err, sql.ErrNoRows) {
		return j, false, nil
	}
	return j, err == nil, err
}

// saveJob stores the progress of a job. A finished one is kept only when a client may read it.
func saveJob(ctx context.Context, tx *database.Tx, j job, due time.Time) error {
	if j.state != jobRunning && j.kind != recoverJob {
		_, err := tx.Exec(ctx, `DELETE FROM webhook_jobs WHERE id = $1`, j.id)
		return err
	}
	j.dueAt = due
	return jobTable.Update(ctx, tx, &j)
}

// postponeJob lets other jobs go first, for example after a failure.
func postponeJob(ctx context.Context, tx *database.Tx, id uuid.UUID, due time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_jobs SET due_at = $2 WHERE id = $1 AND state = 'running'`, id, database.Micros(due))
	return err
}

// findRecovery reads a recovery of a tenant's endpoint. It fails with NOT_FOUND when there is none.
func findRecovery(ctx context.Context, from database.Querier, tenant, endpoint, id uuid.UUID) (job, error) {
	j, err := jobTable.ScanValue(from.QueryRow(ctx, `
		SELECT `+jobTable.Columns()+` FROM webhook_jobs WHERE id = $1 AND endpoint_id = $2 AND tenant_id = $3 AND kind = 'recover'`,
		id, endpoint, tenant))
	return j, database.Missing(err, fault.New(fault.NotFound, "there is no such recovery"))
}

// skipSome skips pending deliveries of an endpoint and returns how many.
func skipSome(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, now time.Time, most int) (int64, error) {
	count, err := tx.Exec(ctx, `
		UPDATE webhook_deliveries SET status = 'skipped', next_attempt_at = NULL, finished_at = $2
		WHERE endpoint_id = $1 AND status = 'pending' AND id IN (
			SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'pending' LIMIT $3)`,
		endpoint, database.Micros(now), most)
	if err != nil {
		return 0, fmt.Errorf("skip deliveries: %w", err)
	}
	return count, nil
}

// removeSome deletes attempts, deliveries and sends of an endpoint, at most `most` of each, and returns how many rows;
// zero means none are left. A delivery is deleted after its attempts.
func removeSome(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, most int) (int64, error) {
	var total int64
	for _, statement := range []string{
		`DELETE FROM webhook_attempts WHERE (delivery_id, number) IN (
			SELECT a.delivery_id, a.number FROM (
				SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id LIMIT $2
			) AS d JOIN webhook_attempts a ON a.delivery_id = d.id ORDER BY a.delivery_id LIMIT $2)`,
		`DELETE FROM webhook_deliveries WHERE endpoint_id = $1 AND id IN (
			SELECT d.id FROM (
				SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id LIMIT $2
			) AS d WHERE NOT EXISTS (SELECT 1 FROM webhook_attempts a WHERE a.delivery_id = d.id))`,
		`DELETE FROM webhook_sends WHERE endpoint_id = $1 AND latest IN (
			SELECT latest FROM webhook_sends WHERE endpoint_id = $1 LIMIT $2)`,
	} {
		count, err := tx.Exec(ctx, statement, endpoint, most)
		if err != nil {
			return 0, fmt.Errorf("remove an endpoint's deliveries: %w", err)
		}
		total += count
	}
	return total, nil
}

// unsentDelivery is a delivery that may be sent again.
type unsentDelivery struct {
	id        uuid.UUID
	status    delivery.Status
	attempts  int
	eventType string
	body      []byte
}

// findUnsent lists deliveries of the job's endpoint that did not reach the receiver, oldest first.
func findUnsent(ctx context.Context, tx *database.Tx, j job, most int) ([]unsentDelivery, error) {
	rows, err := tx.Query(ctx, `
		SELECT d.id, d.status, d.attempts, e.type,
			CASE WHEN d.status = 'skipped' AND d.attempts = 0 THEN e.body ELSE '' END
		FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
		WHERE d.endpoint_id = $1 AND d.id > $2 AND d.id <= $3 AND d.status IN ('exhausted', 'skipped')
		ORDER BY d.id LIMIT $4`, j.endpointID, j.after, j.until, most)
	return database.Collect(rows, err, func(row database.Row) (u unsentDelivery, err error) {
		var body string
		err = row.Scan(&u.id, &u.status, &u.attempts, &u.eventType, &body)
		u.body = []byte(body)
		return u, err
	})
}

// reopening says which deliveries of an endpoint become pending again, and when.
type reopening struct {
	endpoint uuid.UUID
	was      delivery.Status
	now      time.Time
}

// reopen makes deliveries pending again and returns how many still had the expected status.
func reopen(ctx context.Context, tx *database.Tx, r reopening, ids []uuid.UUID) (count int64, err error) {
	values := func(id uuid.UUID) []any { return []any{r.endpoint, id, database.Micros(r.now), string(r.was)} }
	err = database.FromRows(tx, []string{"UUID", "UUID", "BIGINT", "TEXT"}, ids, values, func(source string, args []any) error {
		some, err := tx.Exec(ctx, `
			UPDATE webhook_deliveries AS d
			SET status = 'pending', next_attempt_at = v.column3, attempts_before = d.attempts, finished_at = NULL
			FROM `+source+`
			WHERE d.endpoint_id = v.column1 AND d.id = v.column2 AND d.status = v.column4`, args...)
		count += some
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("reopen deliveries: %w", err)
	}
	return count, nil
}

// uncountFailures removes reopened deliveries from an endpoint's counters, since they will reach a new outcome.
func uncountFailures(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, failed int64) error {
	if failed == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE webhook_endpoints SET total_deliveries = total_deliveries - $2, failed_deliveries = failed_deliveries - $2
		WHERE id = $1`, endpoint, failed)
	return err
}
