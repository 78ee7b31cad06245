package ml_test

import (
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const (
	modelsPath      = "/ml/models"
	predictionsPath = "/ml/predictions"
)

// The objects of the contract.
var (
	aHorizon = kit.OneOf("1h", "4h", "1d")
	anEdge   = kit.OneOf("edge", "no_edge", "edge_lost")
	aScore   = kit.AnObject(kit.Shape{"forecaster": kit.AText, "logLoss": kit.ANumber, "brierScore": kit.ANumber, "hitRate": kit.ANumber})
	aQueued  = kit.Shape{
		"id": kit.AUUID, "symbol": kit.AText, "horizon": aHorizon, "version": kit.AnInteger, "status": kit.AText, "stage": kit.AText,
		"progressPercent": kit.APercent, "promote": kit.ABoolean, "candles": kit.AnInteger, "samples": kit.AnInteger,
		"pValue": kit.ANumber, "adjustedPValue": kit.ANumber, "baseRate": kit.ANumber, "createdAt": kit.ATime,
	}
	aTrained = aQueued.And(kit.Shape{"edge": anEdge, "trainedFrom": kit.ATime, "trainedTo": kit.ATime, "trainedAt": kit.ATime})
	aServing = aTrained.And(kit.Shape{"servingSince": kit.ATime})
	aDetail  = aServing.And(kit.Shape{
		"features":  kit.AListOf(kit.AnObject(kit.Shape{"name": kit.AText, "mean": kit.ANumber, "deviation": kit.ANumber, "weight": kit.ANumber})),
		"intercept": kit.ANumber, "penalty": kit.ANumber,
		"folds": kit.AListOf(kit.AnObject(kit.Shape{
			"number": kit.AnInteger, "trainedFrom": kit.ATime, "trainedTo": kit.ATime, "trainingSamples": kit.AnInteger, "testFrom": kit.ATime,
			"testTo": kit.ATime, "testSamples": kit.AnInteger, "penalty": kit.ANumber, "scores": kit.AListOf(aScore),
		})),
		"metrics": kit.AnObject(kit.Shape{
			"testSamples": kit.AnInteger, "scores": kit.AListOf(aScore), "bestBaseline": kit.AText, "logLossPValue": kit.ANumber,
			"roundTripCost": kit.ANumber, "trades": kit.AnInteger, "meanNetReturn": kit.ANumber, "costsPValue": kit.ANumber, "meanAbsoluteMove": kit.ANumber,
		}),
		"calibration": kit.AListOf(kit.AnObject(kit.Shape{"count": kit.AnInteger, "meanPredicted": kit.ANumber, "observed": kit.ANumber})),
	})
	aPrediction = kit.Shape{
		"id": kit.AUUID, "modelId": kit.AUUID, "symbol": kit.AText, "horizon": aHorizon, "candleAt": kit.ATime, "close": kit.APrice,
		"probabilityUp": kit.ANumber, "baseRate": kit.ANumber, "edge": anEdge,
		"features": kit.AListOf(kit.AnObject(kit.Shape{"name": kit.AText, "value": kit.ANumber, "contribution": kit.ANumber})),
		"dueAt":    kit.ATime, "outcome": kit.Exactly("open"), "outcomeClose": kit.ANumber, "createdAt": kit.ATime,
	}
	aScorecard = kit.Shape{
		"modelId": kit.AUUID, "symbol": kit.AText, "horizon": aHorizon, "edge": anEdge, "servingSince": kit.ATime, "settled": kit.AnInteger,
		"scores": kit.AListOf(aScore), "bestBaseline": kit.AText, "meanDifference": kit.ANumber, "tStatistic": kit.ANumber,
	}
)

func wanted(symbol, horizon string) kit.Body { return kit.Body{"symbol": symbol, "horizon": horizon} }

// newModel requests a training and returns the model's id.
func newModel(t *testing.T, admin *kit.Member, symbol, horizon string) string {
	t.Helper()
	return admin.Post(t, modelsPath, wanted(symbol, horizon)).Ok(t, 202).Object(t, aQueued)["id"].(string)
}

// awaitStatus waits until a model has the status and returns it.
func awaitStatus(t *testing.T, m *kit.Member, id, status string) (found map[string]any) {
	t.Helper()
	testkit.Within(t, kit.Patience, "the model is "+status, func() bool {
		found = m.Get(t, modelsPath+"/"+id).Ok(t, 200).Envelope["data"].(map[string]any)
		return found["status"] == status
	})
	return found
}
