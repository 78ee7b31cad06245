package ml

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

var predictionTable = database.NewTable("ml_predictions", func(p *Prediction, column database.Define) {
	column("id", &p.ID)
	column("model_id", &p.ModelID)
	column("symbol", &p.Symbol)
	column("horizon", &p.Horizon)
	column("candle_at", &p.CandleAt)
	column("close", &p.Close)
	column("probability", &p.Probability)
	column("forecasts", database.JSON(&p.Forecasts))
	column("base_rate", &p.BaseRate)
	column("edge", &p.Edge)
	column("features", database.JSON(&p.Features))
	column("due_at", &p.DueAt)
	column("outcome", &p.Outcome)
	column("outcome_close", &p.OutcomeClose)
	column("settled_at", database.Optional(&p.SettledAt))
	column("created_at", &p.CreatedAt)
})

var (
	predictionColumns = predictionTable.Columns()
	errNoPrediction   = fault.New(fault.NotFound, "there is no such prediction")
)

// mostListed is how far lists of predictions reach: thousands are made every day.
const mostListed = 10_000

// insertPrediction writes a prediction unless the model already has one for that candle, and reports whether it did.
func insertPrediction(ctx context.Context, tx *database.Tx, p *Prediction) (bool, error) {
	written, err := predictionTable.InsertOr(ctx, tx, database.DoNothing, p)
	return written > 0, err
}

// predictionAfter reads a model's prediction after a candle. It fails with sql.ErrNoRows.
func predictionAfter(ctx context.Context, from database.Querier, model uuid.UUID, candleAt time.Time) (*Prediction, error) {
	return predictionTable.Scan(from.QueryRow(ctx, `
		SELECT `+predictionColumns+` FROM ml_predictions WHERE model_id = $1 AND candle_at = $2`, model, database.Micros(candleAt)))
}

// readPrediction fails with NOT_FOUND.
func readPrediction(ctx context.Context, from database.Querier, id uuid.UUID) (*Prediction, error) {
	prediction, err := predictionTable.Scan(from.QueryRow(ctx, `SELECT `+predictionColumns+` FROM ml_predictions WHERE id = $1`, id))
	return prediction, database.Missing(err, errNoPrediction)
}

// saveServed writes what is served for a prediction that is still open.
func saveServed(ctx context.Context, tx *database.Tx, p *Prediction) error {
	_, err := tx.Exec(ctx, `UPDATE ml_predictions SET edge = $2, probability = $3 WHERE id = $1 AND outcome = 'open'`,
		p.ID, string(p.Edge), p.Probability)
	return err
}

func (f PredictionFilter) where() *database.Where {
	var where database.Where
	where.EqualIf(f.Symbol != "", `symbol`, f.Symbol)
	where.EqualIf(f.Horizon != "", `horizon`, string(f.Horizon))
	where.EqualIf(f.Outcome != "", `outcome`, string(f.Outcome))
	return &where
}

// countPredictions counts up to ten thousand, and reports whether the list reaches the page.
func countPredictions(ctx context.Context, db *database.DB, filter PredictionFilter, page database.Page) (total int, isReached bool, err error) {
	return db.CountTo(ctx, mostListed, "ml_predictions", filter.where(), page)
}

// listPredictions reads a page, newest first.
func listPredictions(ctx context.Context, from database.Querier, filter PredictionFilter, page database.Page) ([]*Prediction, error) {
	where := filter.where()
	query := `SELECT ` + predictionColumns + ` FROM ml_predictions` + where.String() + ` ORDER BY id DESC` + where.Page(page)
	return predictionTable.All(from.Query(ctx, query, where.Arguments...))
}

// duePredictions reads open predictions whose horizon is over, after the last one of the previous page.
func duePredictions(ctx context.Context, from database.Querier, now time.Time, after *Prediction, limit int) ([]*Prediction, error) {
	return predictionTable.All(from.Query(ctx, `
		SELECT `+predictionColumns+` FROM ml_predictions
		WHERE outcome = 'open' AND due_at <= $1 AND (due_at, id) > ($2, $3)
		ORDER BY due_at, id LIMIT $4`, database.Micros(now), database.Micros(after.DueAt), after.ID, limit))
}

// settleOpen writes the outcomes of predictions that are still open, and returns the ids of those it wrote: of several
// transactions that settle the same prediction, only one gets its id.
func settleOpen(ctx context.Context, tx *database.Tx, predictions []*Prediction) (map[uuid.UUID]bool, error) {
	settled := make(map[uuid.UUID]bool, len(predictions))
	row := func(p *Prediction) []any {
		return []any{p.ID, string(p.Outcome), p.OutcomeClose.Units(), database.Micros(p.SettledAt)}
	}
	err := database.FromRows(tx, []string{"TEXT", "TEXT", "BIGINT", "BIGINT"}, predictions, row, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `
			UPDATE ml_predictions SET outcome = v.column2, outcome_close = v.column3, settled_at = v.column4
			FROM `+source+`
			WHERE ml_predictions.id = v.column1 AND ml_predictions.outcome = 'open'
			RETURNING ml_predictions.id`, arguments...)
		ids, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
		for _, id := range ids {
			settled[id] = true
		}
		return err
	})
	return settled, err
}

// deletePredictions removes up to limit old settled predictions, and returns how many it removed.
func deletePredictions(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		WITH old AS MATERIALIZED (
			SELECT id FROM ml_predictions WHERE created_at < $1 AND outcome <> 'open'
			ORDER BY created_at LIMIT $2`+tx.SkipLocked()+`
		)
		DELETE FROM ml_predictions WHERE id IN (SELECT id FROM old)`, database.Micros(before), limit)
}
