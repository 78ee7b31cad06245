package ml

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ml/trial"
)

// modelTable maps models to their table, without the result of their trial, which few readers need.
var modelTable = database.NewTable("ml_models", func(m *Model, column database.Define) {
	column("id", &m.ID)
	column("symbol", database.Fixed(&m.Symbol))
	column("horizon", database.Fixed(&m.Horizon))
	column("version", database.Fixed(&m.Version))
	column("status", &m.Status)
	column("stage", &m.Stage)
	column("progress", &m.Progress)
	column("failure_code", &m.FailureCode)
	column("failure", &m.Failure)
	column("requested_by", database.Fixed(database.Optional(&m.RequestedBy)))
	column("wants_promotion", database.Fixed(&m.WantsPromotion))
	column("candles_from", database.Optional(&m.CandlesFrom))
	column("candles_to", database.Optional(&m.CandlesTo))
	column("candle_count", &m.Candles)
	column("samples", &m.Samples)
	column("attempts", &m.attempts)
	column("lease_until", &m.leaseUntil)
	column("fence", &m.fence)
	column("p_value", &m.PValue)
	column("adjusted_p_value", &m.AdjustedPValue)
	column("edge", &m.Edge)
	column("base_rate", &m.BaseRate)
	column("created_at", database.Fixed(&m.CreatedAt))
	column("trained_at", database.Optional(&m.TrainedAt))
	column("serving_since", database.Optional(&m.ServingSince))
	column("retired_at", database.Optional(&m.RetiredAt))
})

var (
	modelColumns = modelTable.Columns()
	errNoModel   = fault.New(fault.NotFound, "there is no such model")
)

// insertModel writes a version to be trained, with the next number. It fails with ErrUnique while another version of
// its symbol and horizon is queued or in training.
func insertModel(ctx context.Context, tx *database.Tx, m *Model) error {
	err := tx.QueryRow(ctx, `
		SELECT COALESCE(MAX(version), 0) + 1 FROM ml_models WHERE symbol = $1 AND horizon = $2`,
		m.Symbol, string(m.Horizon)).Scan(&m.Version)
	if err != nil {
		return err
	}
	return modelTable.Insert(ctx, tx, m)
}

// readModel fails with NOT_FOUND.
func readModel(ctx context.Context, from database.Querier, id uuid.UUID) (*Model, error) {
	model, err := modelTable.Scan(from.QueryRow(ctx, `SELECT `+modelColumns+` FROM ml_models WHERE id = $1`, id))
	return model, database.Missing(err, errNoModel)
}

// lockModel reads a model and locks it until the transaction ends. It fails with NOT_FOUND.
func lockModel(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Model, error) {
	model, err := modelTable.Scan(tx.QueryRow(ctx, `SELECT `+modelColumns+` FROM ml_models WHERE id = $1`+tx.ForUpdate(), id))
	return model, database.Missing(err, errNoModel)
}

// readResult reads the result of a trained model's trial. It fails with MODEL_NOT_TRAINED when it cannot be parsed, as
// for a model whose features are no longer computed.
func readResult(ctx context.Context, from database.Querier, id uuid.UUID) (*trial.Result, error) {
	var text string
	if err := from.QueryRow(ctx, `SELECT result FROM ml_models WHERE id = $1`, id).Scan(&text); err != nil {
		return nil, err
	}
	result, err := trial.Parse([]byte(text))
	if err != nil {
		return nil, fault.New(fault.ModelNotTrained, "what the model has learned cannot be read any more (%v): an administrator trains it anew with POST /ml/models", err)
	}
	return result, nil
}

func saveResult(ctx context.Context, tx *database.Tx, id uuid.UUID, result []byte) error {
	_, err := tx.Exec(ctx, `UPDATE ml_models SET result = $2 WHERE id = $1`, id, string(result))
	return err
}

// listModels reads a page of the models, newest first, and their total number.
func listModels(ctx context.Context, from database.Querier, filter ModelFilter, page database.Page) (models []*Model, total int, err error) {
	var where database.Where
	where.EqualIf(filter.Symbol != "", `symbol`, filter.Symbol)
	where.EqualIf(filter.Horizon != "", `horizon`, string(filter.Horizon))
	where.EqualIf(filter.Status != "", `status`, string(filter.Status))
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM ml_models`+where.String(), where.Arguments...).Scan(&total)
	if err != nil {
		return nil, 0, err
	}
	query := `SELECT ` + modelColumns + ` FROM ml_models` + where.String() + ` ORDER BY id DESC` + where.Page(page)
	models, err = modelTable.All(from.Query(ctx, query, where.Arguments...))
	return models, total, err
}

// servingModel reads the version that serves. It fails with sql.ErrNoRows when there is none.
func servingModel(ctx context.Context, from database.Querier, symbol string, horizon Horizon) (*Model, error) {
	return modelTable.Scan(from.QueryRow(ctx, `
		SELECT `+modelColumns+` FROM ml_models WHERE symbol = $1 AND horizon = $2 AND status = 'serving'`, symbol, string(horizon)))
}

// servingModels reads all versions that serve.
func servingModels(ctx context.Context, from database.Querier) ([]*Model, error) {
	return modelTable.All(from.Query(ctx, `
		SELECT `+modelColumns+` FROM ml_models WHERE status = 'serving' ORDER BY symbol, horizon`))
}

// modelInTraining reads the version that is queued or in training. It fails with sql.ErrNoRows when there is none.
func modelInTraining(ctx context.Context, from database.Querier, symbol string, horizon Horizon) (*Model, error) {
	return modelTable.Scan(from.QueryRow(ctx, `
		SELECT `+modelColumns+` FROM ml_models
		WHERE symbol = $1 AND horizon = $2 AND status IN ('queued', 'training')`, symbol, string(horizon)))
}

// lockRegistry serialises changes to which models have an edge or serve.
func lockRegistry(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE ml_registry SET changes = changes + 1`)
	return err
}

// triedModels reads the versions whose trials ended since a given time, oldest first.
func triedModels(ctx context.Context, tx *database.Tx, since time.Time) ([]*Model, error) {
	return modelTable.All(tx.Query(ctx, `
		SELECT `+modelColumns+` FROM ml_models WHERE trained_at >= $1 ORDER BY id`+tx.ForUpdate(), database.Micros(since)))
}

// retireServing retires the serving version, if there is one.
func retireServing(ctx context.Context, tx *database.Tx, symbol string, horizon Horizon, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE ml_models SET status = 'retired', retired_at = $3
		WHERE symbol = $1 AND horizon = $2 AND status = 'serving'`, symbol, string(horizon), database.Micros(now))
	return err
}
