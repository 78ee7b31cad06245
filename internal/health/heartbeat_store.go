package health

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

var processTable = database.NewTable("process_heartbeats", func(p *Process, column database.Define) {
	column("id", &p.ID)
	column("role", &p.Role)
	column("version", &p.Version)
	column("started_at", &p.StartedAt)
	column("seen_at", &p.SeenAt)
	column("jobs", database.JSON(&p.Jobs))
})

// saveProcess stores what a process reports about itself.
func saveProcess(ctx context.Context, tx *database.Tx, process Process) error {
	_, err := processTable.InsertOr(ctx, tx, `ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, jobs = excluded.jobs`, &process)
	return err
}

// deleteProcess removes a process that is stopping.
func deleteProcess(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM process_heartbeats WHERE id = $1`, id)
	return err
}

// deleteProcesses removes those last seen before the given time.
func deleteProcesses(ctx context.Context, tx *database.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM process_heartbeats WHERE seen_at < $1`, database.Micros(before))
	return err
}

// listProcesses lists the processes, except one, that were seen since the given time, most recently seen first.
func listProcesses(ctx context.Context, from database.Querier, but uuid.UUID, since time.Time) ([]Process, error) {
	return processTable.AllValues(from.Query(ctx, `
		SELECT `+processTable.Columns()+` FROM process_heartbeats WHERE id <> $1 AND seen_at >= $2
		ORDER BY seen_at DESC, id LIMIT 200`, but, database.Micros(since)))
}

// listDegraded lists the parts that a process has recently reported as degraded.
func listDegraded(ctx context.Context, from database.Querier, now time.Time) ([]degradedPart, error) {
	rows, err := from.Query(ctx, `SELECT part, reason, since FROM degraded_parts WHERE until >= $1 ORDER BY part`, database.Micros(now))
	return database.Collect(rows, err, func(row database.Row) (part degradedPart, err error) {
		return part, row.Scan(&part.part, &part.reason, database.Time(&part.since))
	})
}
