package httpapi

import (
	"bourse/internal/ml"
	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
	"bourse/internal/oas"
)

func model(m *ml.Model) oas.Model {
	view := oas.Model{
		ID: m.ID, Symbol: m.Symbol, Horizon: oas.Horizon(m.Horizon), Version: m.Version, Status: oas.ModelStatus(m.Status),
		Stage: oas.ModelStage(m.Stage), ProgressPercent: m.Progress, Promote: m.WantsPromotion, Failure: optText(m.Failure),
		TrainedFrom: optTime(m.CandlesFrom), TrainedTo: optTime(m.CandlesTo), Candles: m.Candles, Samples: m.Samples,
		PValue: m.PValue, AdjustedPValue: m.AdjustedPValue, BaseRate: m.BaseRate, CreatedAt: m.CreatedAt.UTC(),
		TrainedAt: optTime(m.TrainedAt), ServingSince: optTime(m.ServingSince), RetiredAt: optTime(m.RetiredAt),
	}
	if m.Edge != "" {
		view.Edge = oas.NewOptModelEdge(oas.ModelEdge(m.Edge))
	}
	if m.FailureCode != "" {
		view.FailureCode = oas.NewOptErrorCode(oas.ErrorCode(m.FailureCode))
	}
	return view
}

// modelDetail is a model with the result of its trial; an untrained one has none.
func modelDetail(d *ml.ModelDetail) oas.ModelDetail {
	m := model(&d.Model)
	view := oas.ModelDetail{
		ID: m.ID, Symbol: m.Symbol, Horizon: m.Horizon, Version: m.Version, Status: m.Status, Stage: m.Stage,
		ProgressPercent: m.ProgressPercent, Promote: m.Promote, FailureCode: m.FailureCode, Failure: m.Failure,
		TrainedFrom: m.TrainedFrom, TrainedTo: m.TrainedTo, Candles: m.Candles, Samples: m.Samples, Edge: m.Edge,
		PValue: m.PValue, AdjustedPValue: m.AdjustedPValue, BaseRate: m.BaseRate, CreatedAt: m.CreatedAt,
		TrainedAt: m.TrainedAt, ServingSince: m.ServingSince, RetiredAt: m.RetiredAt,
		Features: []oas.ModelFeature{}, Folds: []oas.ModelFold{}, Calibration: []oas.CalibrationBin{},
	}
	if d.Result == nil {
		return view
	}
	r := d.Result
	view.Features, view.Metrics = modelFeatures(r.Forecaster.Model), oas.NewOptModelMetrics(modelMetrics(r))
	view.Intercept, view.Penalty = oas.NewOptFloat64(r.Forecaster.Model.Intercept), oas.NewOptFloat64(r.Forecaster.Model.Penalty)
	view.Calibration = mapped(r.Calibration, func(b logistic.Bin) oas.CalibrationBin {
		return oas.CalibrationBin{Count: b.Count, MeanPredicted: b.Predicted, Observed: b.Observed}
	})
	for i, fold := range r.Folds {
		view.Folds = append(view.Folds, oas.ModelFold{
			Number: i + 1, TrainedFrom: fold.TrainedFrom.UTC(), TrainedTo: fold.TrainedTo.UTC(), TrainingSamples: fold.TrainingSamples,
			TestFrom: fold.TestedFrom.UTC(), TestTo: fold.TestedTo.UTC(), TestSamples: fold.TestSamples,
			Penalty: fold.Penalty, Scores: forecasterScores(fold.Scores),
		})
	}
	return view
}

func modelFeatures(m logistic.Model) []oas.ModelFeature {
	features := make([]oas.ModelFeature, len(m.Names))
	for i, name := range m.Names {
		features[i] = oas.ModelFeature{Name: name, Mean: m.Means[i], Deviation: m.Deviations[i], Weight: m.Weights[i]}
	}
	return features
}

func modelMetrics(r *trial.Result) oas.ModelMetrics {
	return oas.ModelMetrics{
		TestSamples: r.TestSamples, Scores: forecasterScores(r.Scores), BestBaseline: oas.Forecaster(ml.BaselineNamed(r.BestBaseline)),
		LogLossPValue: r.LogLossTest.PValue, RoundTripCost: r.Recipe.RoundTripCost, Trades: r.CostTest.Trades,
		MeanNetReturn: r.CostTest.Mean, CostsPValue: r.CostTest.PValue, MeanAbsoluteMove: r.Forecaster.MeanAbsoluteMove,
	}
}

func forecasterScores(s trial.Scores) []oas.ForecasterScore {
	of := func(forecaster ml.Forecaster, score trial.Score) oas.ForecasterScore {
		return oas.ForecasterScore{
			Forecaster: oas.Forecaster(forecaster), LogLoss: score.LogLoss, BrierScore: score.Brier, HitRate: score.HitRate,
		}
	}
	return []oas.ForecasterScore{
		of(ml.TheModel, s.Model), of(ml.BaseRate, s.BaseRate), of(ml.AlwaysUp, s.AlwaysUp),
		of(ml.Momentum, s.Momentum), of(ml.MeanReversion, s.MeanReversion),
	}
}
