package ml

import (
	"context"
	"database/sql"
	"encoding/json"

	"bourse/bench/kit"
)

type bareSettings struct{ kit.Database }

// barePrediction is a prediction in JSON.
type barePrediction struct {
	ID            string          `json:"id"`
	ModelID       string          `json:"modelId"`
	Symbol        string          `json:"symbol"`
	Horizon       string          `json:"horizon"`
	CandleAt      kit.Timestamp   `json:"candleAt"`
	Close         kit.Amount      `json:"close"`
	ProbabilityUp float64         `json:"probabilityUp"`
	BaseRate      float64         `json:"baseRate"`
	Edge          string          `json:"edge"`
	Features      json.RawMessage `json:"features"`
	DueAt         kit.Timestamp   `json:"dueAt"`
	Outcome       string          `json:"outcome"`
	OutcomeClose  kit.Amount      `json:"outcomeClose"`
	SettledAt     kit.Timestamp   `json:"settledAt,omitempty"`
	CreatedAt     kit.Timestamp   `json:"createdAt"`
}

// bareColumns are all columns that the product reads.
const bareColumns = `id, model_id, symbol, horizon, candle_at, close, probability, forecasts, base_rate, edge, features, due_at, outcome, outcome_close, settled_at, created_at`

func (p *barePrediction) scan(row interface{ Scan(...any) error }) error {
	var forecasts, weighed string
	err := row.Scan(&p.ID, &p.ModelID, &p.Symbol, &p.Horizon, &p.CandleAt, &p.Close, &p.ProbabilityUp, &forecasts, &p.BaseRate, &p.Edge,
		&weighed, &p.DueAt, &p.Outcome, &p.OutcomeClose, &p.SettledAt, &p.CreatedAt)
	p.Features = json.RawMessage(weighed)
	return err
}

type bareMeta struct {
	Page       int `json:"page"`
	Limit      int `json:"limit"`
	Total      int `json:"total"`
	TotalPages int `json:"totalPages"`
}

// readBareList reads the first page of a symbol's predictions whose outcome was up.
func readBareList(ctx context.Context, pool *sql.DB, _ bareSettings) (any, error) {
	meta := bareMeta{Page: 1, Limit: 20}
	err := pool.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM (SELECT 1 FROM ml_predictions WHERE symbol = $1 AND outcome = $2 LIMIT $3) AS counted`,
		listedSymbol, "up", 10_000).Scan(&meta.Total)
	if err != nil {
		return nil, err
	}
	rows, err := pool.QueryContext(ctx, `
		SELECT `+bareColumns+` FROM ml_predictions WHERE symbol = $1 AND outcome = $2 ORDER BY id DESC LIMIT $3 OFFSET $4`,
		listedSymbol, "up", meta.Limit, 0)
	predictions, err := kit.Collect(rows, err, func(rows *sql.Rows, p *barePrediction) error { return p.scan(rows) })
	meta.TotalPages = (meta.Total + meta.Limit - 1) / meta.Limit
	return kit.Answer{Success: true, Data: predictions, Meta: meta}, err
}
