package httpapi

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/ml"
	"bourse/internal/ml/logistic"
	"bourse/internal/oas"
)

// ListModels implements GET /ml/models.
func (a *API) ListModels(ctx context.Context, params oas.ListModelsParams) (oas.ListModelsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	models, total, err := a.ML.Models(ctx, ml.ModelFilter{
		Symbol: symbolOf(params.Symbol.Value), Horizon: ml.Horizon(params.Horizon.Value), Status: ml.Status(params.Status.Value),
	}, page)
	if err != nil {
		return nil, err
	}
	return &oas.ModelListEnvelope{Success: true, Data: mapped(models, model), Meta: pagination(page, total)}, nil
}

// TrainModel implements POST /ml/models.
func (a *API) TrainModel(ctx context.Context, req *oas.TrainModelRequest) (oas.TrainModelRes, error) {
	queued, err := a.ML.Train(ctx, caller(ctx), ml.NewTraining{
		Symbol: symbolOf(req.Symbol), Horizon: ml.Horizon(req.Horizon), Promote: req.Promote.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.ModelEnvelope{Success: true, Data: model(queued)}, nil
}

// GetModel implements GET /ml/models/{modelId}.
func (a *API) GetModel(ctx context.Context, params oas.GetModelParams) (oas.GetModelRes, error) {
	found, err := a.ML.Model(ctx, params.ModelId)
	if err != nil {
		return nil, err
	}
	return &oas.ModelDetailEnvelope{Success: true, Data: modelDetail(found)}, nil
}

// PromoteModel implements POST /ml/models/{modelId}/promote.
func (a *API) PromoteModel(ctx context.Context, params oas.PromoteModelParams) (oas.PromoteModelRes, error) {
	serving, err := a.ML.Promote(ctx, caller(ctx), params.ModelId)
	if err != nil {
		return nil, err
	}
	return &oas.ModelEnvelope{Success: true, Data: model(serving)}, nil
}

// GetScorecard implements GET /ml/models/{modelId}/scorecard.
func (a *API) GetScorecard(ctx context.Context, params oas.GetScorecardParams) (oas.GetScorecardRes, error) {
	card, err := a.ML.Scorecard(ctx, params.ModelId)
	if err != nil {
		return nil, err
	}
	return &oas.ScorecardEnvelope{Success: true, Data: scorecard(card)}, nil
}

// ListPredictions implements GET /ml/predictions.
func (a *API) ListPredictions(ctx context.Context, params oas.ListPredictionsParams) (oas.ListPredictionsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	predictions, total, err := a.ML.Predictions(ctx, ml.PredictionFilter{
		Symbol: symbolOf(params.Symbol.Value), Horizon: ml.Horizon(params.Horizon.Value), Outcome: ml.Outcome(params.Outcome.Value),
	}, page)
	if err != nil {
		return nil, err
	}
	return &oas.PredictionListEnvelope{Success: true, Data: mapped(predictions, prediction), Meta: pagination(page, total)}, nil
}

// Predict implements POST /ml/predictions.
func (a *API) Predict(ctx context.Context, req *oas.PredictRequest) (oas.PredictRes, error) {
	made, err := a.ML.Predict(ctx, symbolOf(req.Symbol), ml.Horizon(req.Horizon))
	if err != nil {
		return nil, err
	}
	return &oas.PredictionEnvelope{Success: true, Data: prediction(made)}, nil
}

// GetPrediction implements GET /ml/predictions/{predictionId}.
func (a *API) GetPrediction(ctx context.Context, params oas.GetPredictionParams) (oas.GetPredictionRes, error) {
	found, err := a.ML.Prediction(ctx, params.PredictionId)
	if err != nil {
		return nil, err
	}
	return &oas.PredictionEnvelope{Success: true, Data: prediction(found)}, nil
}

func prediction(p *ml.Prediction) oas.Prediction {
	return oas.Prediction{
		ID: p.ID, ModelId: p.ModelID, Symbol: p.Symbol, Horizon: oas.Horizon(p.Horizon), CandleAt: p.CandleAt.UTC(), Close: p.Close,
		ProbabilityUp: p.Probability, BaseRate: p.BaseRate, Edge: oas.ModelEdge(p.Edge),
		Features: mapped(p.Features, func(c logistic.Contribution) oas.FeatureContribution {
			return oas.FeatureContribution{Name: c.Name, Value: c.Value, Contribution: c.Contribution}
		}),
		DueAt: p.DueAt.UTC(), Outcome: oas.PredictionOutcome(p.Outcome), OutcomeClose: p.OutcomeClose,
		SettledAt: optTime(p.SettledAt), CreatedAt: p.CreatedAt.UTC(),
	}
}

func scorecard(c *ml.Scorecard) oas.Scorecard {
	settled := float64(max(1, c.Settled))
	return oas.Scorecard{
		ModelId: c.ModelID, Symbol: c.Symbol, Horizon: oas.Horizon(c.Horizon), Edge: oas.ModelEdge(c.Edge),
		ServingSince: optTime(c.ServingSince), Settled: c.Settled, BestBaseline: oas.Forecaster(c.BestBaseline),
		MeanDifference: c.MeanDifference(), TStatistic: c.TStatistic(),
		Scores: mapped(ml.Forecasters, func(forecaster ml.Forecaster) oas.ForecasterScore {
			tally := c.Tallies[forecaster]
			return oas.ForecasterScore{
				Forecaster: oas.Forecaster(forecaster), LogLoss: tally.LogLoss / settled, BrierScore: tally.Brier / settled,
				HitRate: float64(tally.Hits) / settled,
			}
		}),
	}
}
