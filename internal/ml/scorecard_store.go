package ml

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// scorecardTable has one row per model that was ever trained; its id is the model's.
var scorecardTable = database.NewTable("ml_scorecards", func(c *Scorecard, column database.Define) {
	column("id", &c.ModelID)
	column("best_baseline", database.Fixed(&c.BestBaseline))
	column("settled", &c.Settled)
	column("scores", database.JSON(&c.Tallies))
	column("difference_sum", &c.differenceSum)
	column("difference_squares", &c.differenceSquares)
})

var scorecardColumns = scorecardTable.Columns()

func insertScorecard(ctx context.Context, tx *database.Tx, c *Scorecard) error {
	return scorecardTable.Insert(ctx, tx, c)
}

// readScorecard fails with sql.ErrNoRows for a model that was not trained.
func readScorecard(ctx context.Context, from database.Querier, model uuid.UUID) (*Scorecard, error) {
	return scorecardTable.Scan(from.QueryRow(ctx, `SELECT `+scorecardColumns+` FROM ml_scorecards WHERE id = $1`, model))
}

// triedScorecards reads the scorecards of the versions whose trials ended since a given time.
func triedScorecards(ctx context.Context, tx *database.Tx, since time.Time) ([]*Scorecard, error) {
	return scorecardTable.All(tx.Query(ctx, `
		SELECT `+scorecardColumns+` FROM ml_scorecards
		WHERE id IN (SELECT id FROM ml_models WHERE trained_at >= $1)`, database.Micros(since)))
}

// lockScorecard reads a scorecard and locks it until the transaction ends.
func lockScorecard(ctx context.Context, tx *database.Tx, model uuid.UUID) (*Scorecard, error) {
	return scorecardTable.Scan(tx.QueryRow(ctx, `SELECT `+scorecardColumns+` FROM ml_scorecards WHERE id = $1`+tx.ForUpdate(), model))
}
