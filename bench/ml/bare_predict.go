package ml

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
)

// barePredictor makes predictions with the least possible effort.
type barePredictor struct {
	read, write *sql.DB
	parsed      sync.Map // trial.Forecaster by model
}

func barePredicting(encoded []byte) (http.Handler, error) {
	var settings bareSettings
	if err := json.Unmarshal(encoded, &settings); err != nil {
		return nil, err
	}
	read, err := settings.OpenReader()
	if err != nil {
		return nil, err
	}
	write, err := settings.OpenWriter()
	if err != nil {
		return nil, err
	}
	predictor := &barePredictor{read: read, write: write}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var wanted struct{ Symbol, Horizon string }
		err := json.NewDecoder(r.Body).Decode(&wanted)
		var content []byte
		if err == nil {
			var prediction *barePrediction
			if prediction, err = predictor.predict(r.Context(), wanted.Symbol, wanted.Horizon); err == nil {
				content, err = json.Marshal(kit.Answer{Success: true, Data: prediction})
			}
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write(content)
	}), nil
}

// predict finds the prediction after the newest candle, or makes it.
func (b *barePredictor) predict(ctx context.Context, symbol, horizon string) (*barePrediction, error) {
	var model, edge string
	var baseRate float64
	err := b.read.QueryRowContext(ctx, `SELECT id, edge, base_rate FROM ml_models WHERE symbol = $1 AND horizon = $2 AND status = 'serving'`,
		symbol, horizon).Scan(&model, &edge, &baseRate)
	if err != nil {
		return nil, err
	}
	of := all[0]
	for _, of = range all {
		if of.symbol == symbol && of.horizon == horizon {
			break
		}
	}
	var newest int64
	err = b.read.QueryRowContext(ctx, `SELECT MAX(opened_at) FROM candles WHERE symbol = $1 AND seconds = $2`, symbol, of.seconds).Scan(&newest)
	if err != nil {
		return nil, err
	}
	found := &barePrediction{}
	err = found.scan(b.read.QueryRowContext(ctx, `SELECT `+bareColumns+` FROM ml_predictions WHERE model_id = $1 AND candle_at = $2`, model, newest))
	if !errors.Is(err, sql.ErrNoRows) {
		return found, err
	}
	return b.make(ctx, of, model, edge, baseRate, newest)
}

// make reads the candles, applies the model to them, and writes the prediction.
func (b *barePredictor) make(ctx context.Context, of series, model, edge string, baseRate float64, newest int64) (*barePrediction, error) {
	forecaster, err := b.forecaster(ctx, model)
	if err != nil {
		return nil, err
	}
	rows, err := b.read.QueryContext(ctx, `
		SELECT opened_at, open, high, low, close, volume FROM candles
		WHERE symbol = $1 AND seconds = $2 AND opened_at >= $3 AND opened_at < $4
		ORDER BY opened_at DESC LIMIT $5`, of.symbol, of.seconds, 0, newest+1, of.features().LookBack())
	bars, err := kit.Collect(rows, err, func(rows *sql.Rows, bar *features.Bar) error {
		var at, open, high, low, last, volume int64
		err := rows.Scan(&at, &open, &high, &low, &last, &volume)
		bar.OpenedAt, bar.Sequence, bar.Open, bar.High = time.UnixMicro(at), at/1e6/of.seconds, kit.Number(open), kit.Number(high)
		bar.Low, bar.Close, bar.Volume = kit.Number(low), kit.Number(last), kit.Number(volume)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, j := 0, len(bars)-1; i < j; i, j = i+1, j-1 {
		bars[i], bars[j] = bars[j], bars[i]
	}
	forecast, isWhole := forecaster.At(bars)
	if !isWhole {
		return nil, errors.New("there are too few candles")
	}
	weighed, err := json.Marshal(forecaster.Contributions(forecast)[:5])
	if err != nil {
		return nil, err
	}
	forecasts, err := json.Marshal(forecast.Baselines)
	if err != nil {
		return nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	now, due, price := time.Now(), newest+int64(of.bars+1)*of.seconds*1e6, bars[len(bars)-1].Close
	transaction, err := b.write.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = transaction.Rollback() }()
	_, err = transaction.ExecContext(ctx, `
		INSERT INTO ml_predictions (`+bareColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING`,
		id.String(), model, of.symbol, of.horizon, newest, int64(price*kit.Unit), baseRate, string(forecasts), baseRate, edge, string(weighed), due, "open", 0, nil, now.UnixMicro())
	if err == nil {
		err = transaction.Commit()
	}
	return &barePrediction{
		ID: id.String(), ModelID: model, Symbol: of.symbol, Horizon: of.horizon, CandleAt: kit.NewTimestamp(time.UnixMicro(newest)),
		Close: kit.Amount(price), ProbabilityUp: baseRate, BaseRate: baseRate, Edge: edge, Features: weighed,
		DueAt: kit.NewTimestamp(time.UnixMicro(due)), Outcome: "open", CreatedAt: kit.NewTimestamp(now),
	}, err
}

func (b *barePredictor) forecaster(ctx context.Context, model string) (trial.Forecaster, error) {
	if known, ok := b.parsed.Load(model); ok {
		return known.(trial.Forecaster), nil
	}
	var text string
	if err := b.read.QueryRowContext(ctx, `SELECT result FROM ml_models WHERE id = $1`, model).Scan(&text); err != nil {
		return trial.Forecaster{}, err
	}
	result, err := trial.Parse([]byte(text))
	if err != nil {
		return trial.Forecaster{}, err
	}
	b.parsed.Store(model, result.Forecaster)
	return result.Forecaster, nil
}
