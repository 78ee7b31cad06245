package ml_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ml"
)

// A request commits before it is answered: after a crash between the two, a retry would be refused because a model is
// already in training or serving.
func TestWhatIsAskedOfModelsIsCommittedWithTheAnswer(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		r.tries(finding(0.5, 1))
		served := r.train("BTCUSD", ml.OneHour)
		kept := r.train("BTCUSD", ml.OneHour)
		var predicted uuid.UUID
		predict := func(ctx context.Context) error {
			prediction, err := r.Predict(ctx, "BTCUSD", ml.OneHour)
			if err == nil {
				predicted = prediction.ID
			}
			return err
		}
		for _, request := range []struct {
			name   string
			before func() // another request
			work   func(ctx context.Context) error
		}{
			{name: "train", work: func(ctx context.Context) error {
				_, err := r.Train(ctx, r.admin, ml.NewTraining{Symbol: "ETHUSD", Horizon: ml.OneHour})
				return err
			}},
			{name: "promote", work: func(ctx context.Context) error {
				_, err := r.Promote(ctx, r.admin, served.ID)
				return err
			}},
			{name: "predict", work: predict},
			{name: "predict again, with another edge", work: predict, before: func() {
				r.exec(`UPDATE ml_models SET edge = 'edge' WHERE id = $1`, served.ID)
			}},
		} {
			if request.before != nil {
				request.before()
			}
			ctx, last := db.HoldLastTx(t.Context(), "", func(context.Context, *database.Tx) error {
				t.Errorf("%s: the request was marked as done before its work was", request.name)
				return nil
			})
			if err := request.work(ctx); err != nil {
				t.Fatalf("%s: %v", request.name, err)
			}
			if isHeld, err := last.Commit(ctx, func(context.Context, *database.Tx) error { return nil }); err != nil || !isHeld {
				t.Errorf("%s: the work waits for the answer: %v, %v", request.name, isHeld, err)
			}
		}
		if got := r.model(kept.ID); got.Status != ml.Retired {
			t.Errorf("the one that served is %s", got.Status)
		}
		if got, err := r.Prediction(t.Context(), predicted); err != nil || got.Edge != ml.HasEdge {
			t.Errorf("the prediction is %+v (%v)", got, err)
		}
	})
}
