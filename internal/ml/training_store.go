package ml

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

// trainingWaits reports whether there is a training whose lease nobody holds, without locking anything.
func trainingWaits(ctx context.Context, from database.Querier, now time.Time) (waits bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM ml_models WHERE status IN ('queued', 'training') AND lease_until <= $1)`,
		database.Micros(now)).Scan(&waits)
	return waits, err
}

// lockWaitingTraining locks the training that has waited longest. It fails with sql.ErrNoRows when none is waiting.
func lockWaitingTraining(ctx context.Context, tx *database.Tx, now time.Time) (*Model, error) {
	return modelTable.Scan(tx.QueryRow(ctx, `
		SELECT `+modelColumns+` FROM ml_models
		WHERE status IN ('queued', 'training') AND lease_until <= $1
		ORDER BY id LIMIT 1`+tx.SkipLocked(), database.Micros(now)))
}

// lockTraining locks a training under the fence of its lease. It fails with worker.ErrLeaseLost when the fence is not
// the current one.
func lockTraining(ctx context.Context, tx *database.Tx, id uuid.UUID, fence int64) (*Model, error) {
	model, err := modelTable.Scan(tx.QueryRow(ctx, `
		SELECT `+modelColumns+` FROM ml_models
		WHERE id = $1 AND fence = $2 AND status = 'training'`+tx.ForUpdate(), id, fence))
	return model, database.Missing(err, worker.ErrLeaseLost)
}

// extendLease fails with worker.ErrLeaseLost.
func extendLease(ctx context.Context, tx *database.Tx, id uuid.UUID, fence int64, until time.Time) error {
	touched, err := tx.Exec(ctx, `
		UPDATE ml_models SET lease_until = $3 WHERE id = $1 AND fence = $2 AND status = 'training'`,
		id, fence, database.Micros(until))
	if err == nil && touched == 0 {
		return worker.ErrLeaseLost
	}
	return err
}

// saveProgress does nothing when another process holds the training.
func saveProgress(ctx context.Context, tx *database.Tx, id uuid.UUID, fence int64, stage Stage, percent int) error {
	_, err := tx.Exec(ctx, `
		UPDATE ml_models SET stage = $3, progress = $4 WHERE id = $1 AND fence = $2 AND status = 'training'`,
		id, fence, string(stage), percent)
	return err
}

// endLeases releases the trainings of a process that is gone.
func endLeases(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE ml_models SET lease_until = 0 WHERE status = 'training'`)
	return err
}

// dueModels reads the serving models that are old enough to be trained again, and of which no version was requested
// within a day (or within after, if that is shorter): a failed training is not retried sooner.
func dueModels(ctx context.Context, from database.Querier, now time.Time, after time.Duration) ([]*Model, error) {
	return modelTable.All(from.Query(ctx, `
		SELECT `+modelColumns+` FROM ml_models
		WHERE status = 'serving' AND trained_at <= $1 AND NOT EXISTS (
			SELECT 1 FROM ml_models later
			WHERE later.symbol = ml_models.symbol AND later.horizon = ml_models.horizon AND later.created_at > $2)
		ORDER BY trained_at`, database.Micros(now.Add(-after)), database.Micros(now.Add(-min(after, 24*time.Hour)))))
}
