package ml_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// One model is trained on the simulated market, for all brands.
func TestModelsArePutOnTrialAndServe(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, slices.Concat(kit.SimulatedMarket, kit.LocalReceivers)...)
		user, admin, elsewhere := s.Register(t), s.Officer(t, "super_admin", ""), s.TenantAdmin(t)
		office := kit.NewReceiver(t, nil)
		elsewhere.Endpoint(t, office.URL, kit.Body{"subscribedEvents": []string{"ml.*"}})

		user.Post(t, predictionsPath, wanted("btcusd", "1h")).Failed(t, 409, "MODEL_NOT_TRAINED", "")
		for _, m := range []*kit.Member{user, elsewhere} { // the models belong to all brands, and every trial counts against the others
			m.Post(t, modelsPath, wanted("BTCUSD", "1h")).Failed(t, 403, "FORBIDDEN", "")
		}
		var id string
		for _, a := range kit.AtOnce(2, func(int) *kit.Answer { return admin.Post(t, modelsPath, wanted("BtcUsd", "1h")) }) {
			if a.Status == 202 {
				id = a.Ok(t, 202).Object(t, aQueued)["id"].(string)
				continue
			}
			a.Failed(t, 409, "CONFLICT", "")
		}
		if id == "" {
			t.Fatal("neither of two trainings began")
		}
		awaitStatus(t, user, id, "serving")
		model := user.Get(t, modelsPath+"/"+id).Ok(t, 200).Object(t, aDetail)
		kit.WantFields(t, model, kit.Body{"symbol": "BTCUSD", "version": 1, "stage": "done", "progressPercent": 100, "promote": true})
		if model["candles"].(float64) < 8000 || len(model["folds"].([]any)) < 5 || len(model["features"].([]any)) < 10 || len(model["calibration"].([]any)) == 0 {
			t.Errorf("trained on %v candles in %d folds with %d features", model["candles"], len(model["folds"].([]any)), len(model["features"].([]any)))
		}
		predictsAndProves(t, user, elsewhere, model)
		actsAreAudited(t, admin, elsewhere, id)
		told := office.Await(t, 1).Body // every brand gets it
		if told["type"] != "ml.model.trained" || told["data"].(map[string]any)["modelId"] != id {
			t.Errorf("told %v", told)
		}
	})
}

func predictsAndProves(t *testing.T, user, elsewhere *kit.Member, model map[string]any) {
	t.Helper()
	id := model["id"].(string)
	var made map[string]any
	testkit.Within(t, kit.Patience, "there is a prediction", func() bool { // at the full hour the candle takes a moment
		a := user.Post(t, predictionsPath, wanted("btcusd", "1h"))
		if a.Status == 201 {
			made = a.Ok(t, 201).Object(t, aPrediction)
		}
		return a.Status == 201
	})
	kit.WantFields(t, made, kit.Body{"modelId": id, "symbol": "BTCUSD", "edge": model["edge"], "baseRate": model["baseRate"], "outcomeClose": 0})
	if model["edge"] != "edge" && made["probabilityUp"] != made["baseRate"] {
		t.Errorf("without an edge %v is served, not the base rate %v", made["probabilityUp"], made["baseRate"])
	}
	// Every brand sees the same.
	again := elsewhere.Get(t, predictionsPath+"/"+made["id"].(string)).Ok(t, 200).Object(t, aPrediction)
	kit.WantFields(t, again, kit.Body{"probabilityUp": made["probabilityUp"], "candleAt": made["candleAt"]})
	listed := elsewhere.Get(t, predictionsPath+"?symbol=btcusd&horizon=1h&outcome=open").Ok(t, 200).List(t, aPrediction, kit.WithMeta)
	if len(listed) == 0 || listed[len(listed)-1]["modelId"] != id {
		t.Errorf("the list has %v", listed)
	}
	if none := user.Get(t, predictionsPath+"?outcome=void").Ok(t, 200).List(t, aPrediction, kit.WithMeta); len(none) != 0 {
		t.Errorf("%d predictions are void", len(none))
	}
	user.Get(t, predictionsPath+"/"+uuid.NewString()).Failed(t, 404, "NOT_FOUND", "")
	card := user.Get(t, modelsPath+"/"+id+"/scorecard").Ok(t, 200).Object(t, aScorecard)
	if len(card["scores"].([]any)) != 5 {
		t.Errorf("the scorecard has %v", card["scores"])
	}
	if listed := elsewhere.Get(t, modelsPath+"?status=serving&symbol=BTCUSD").Ok(t, 200).List(t, aServing, kit.WithMeta); len(listed) != 1 || listed[0]["id"] != id {
		t.Errorf("the models that serve are %v", listed)
	}
}

func actsAreAudited(t *testing.T, admin, elsewhere *kit.Member, id string) {
	t.Helper()
	elsewhere.Post(t, modelsPath+"/"+id+"/promote", nil).Failed(t, 403, "FORBIDDEN", "")
	admin.Post(t, modelsPath+"/"+id+"/promote", nil).Failed(t, 409, "INVALID_TRANSITION", "")
	admin.Post(t, modelsPath+"/"+uuid.NewString()+"/promote", nil).Failed(t, 404, "NOT_FOUND", "")
	entries := admin.Get(t, "/audit-log?subjectId="+id).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta)
	// Requesting it promoted it.
	if len(entries) != 2 || entries[0]["action"] != "ml.model.promoted" || entries[1]["action"] != "ml.model.training_requested" {
		t.Errorf("the audit log has %v", entries)
	}
}

// Errors in a request are reported, on a market without history.
func TestWhatCannotBeTrainedOrPredictedIsSaid(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"unknown": func(t *testing.T, s *kit.Server) {
			admin := s.Officer(t, "super_admin", "")
			for _, path := range []string{modelsPath, predictionsPath} {
				if told := admin.Post(t, path, wanted("NOPE", "1h")).Failed(t, 404, "NOT_FOUND", "symbol"); !strings.Contains(string(told.Text), "NOPE") {
					t.Errorf("told %s", told.Text)
				}
				admin.Post(t, path, wanted("BTCUSD", "2h")).Failed(t, 400, "VALIDATION_ERROR", "horizon")
				admin.Post(t, path, kit.Body{"symbol": "BTCUSD"}).Failed(t, 400, "VALIDATION_ERROR", "horizon")
				admin.Post(t, path, kit.Body{"horizon": "1h"}).Failed(t, 400, "VALIDATION_ERROR", "symbol")
				admin.Get(t, path+"?horizon=soon").Failed(t, 400, "VALIDATION_ERROR", "horizon")
				admin.Get(t, path+"?limit=101").Failed(t, 400, "VALIDATION_ERROR", "limit")
			}
			admin.Get(t, modelsPath+"/"+uuid.NewString()).Failed(t, 404, "NOT_FOUND", "")
			admin.Get(t, modelsPath+"/"+uuid.NewString()+"/scorecard").Failed(t, 404, "NOT_FOUND", "")
			s.Client().Get(t, modelsPath).Failed(t, 401, "UNAUTHORIZED", "")
		},
		"untrained": func(t *testing.T, s *kit.Server) {
			told := s.Register(t).Post(t, predictionsPath, wanted("ETHUSD", "4h")).Failed(t, 409, "MODEL_NOT_TRAINED", "")
			if !strings.Contains(string(told.Text), "ETHUSD for 4h") || !strings.Contains(string(told.Text), "POST /ml/models") {
				t.Errorf("told %s", told.Text)
			}
		},
		"too little history": func(t *testing.T, s *kit.Server) {
			admin := s.Officer(t, "super_admin", "")
			// No feed has a delisted symbol, so it is known at once; for others it turns out in the training.
			told := admin.Post(t, modelsPath, wanted("LUNAUSD", "1h")).Failed(t, 422, "INSUFFICIENT_HISTORY", "")
			if !strings.Contains(string(told.Text), "1669 hourly candles") || !strings.Contains(string(told.Text), "0 are there") {
				t.Errorf("told %s", told.Text)
			}
			id := newModel(t, admin, "SOLUSD", "1d")
			failed := awaitStatus(t, admin, id, "failed")
			kit.WantFields(t, failed, kit.Body{"failureCode": "INSUFFICIENT_HISTORY"})
			if reason := failed["failure"].(string); !strings.Contains(reason, "daily candles") || !strings.Contains(reason, "0 are there") {
				t.Errorf("failed: %s", reason)
			}
			admin.Get(t, modelsPath+"/"+id+"/scorecard").Failed(t, 409, "MODEL_NOT_TRAINED", "")
			admin.Post(t, modelsPath+"/"+id+"/promote", nil).Failed(t, 409, "INVALID_TRANSITION", "")
			newModel(t, admin, "SOLUSD", "1d") // a failed one does not block it
		},
	})
}
