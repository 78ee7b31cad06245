package ml_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ml"
	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
	"bourse/internal/testkit"
)

// A single try with a p-value of a hundredth is an edge. Five more that find nothing make it one of six, which may
// well be chance.
func TestAnEdgeIsCorrectedForAllTries(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		r.tries(finding(0.01, 1))
		lucky := r.train("BTCUSD", ml.OneHour)
		if lucky.Edge != ml.HasEdge || lucky.AdjustedPValue != 0.01 {
			t.Fatalf("alone: %s at %v", lucky.Edge, lucky.AdjustedPValue)
		}
		r.tries(finding(0.5, 0))
		r.history("ETHUSD", 300)
		for range 5 {
			r.train("ETHUSD", ml.OneHour)
		}
		if got := r.model(lucky.ID); got.Edge != ml.NoEdge || got.AdjustedPValue != 0.06 {
			t.Errorf("among six tries: %s at %v", got.Edge, got.AdjustedPValue)
		}
		// A year later the others no longer count.
		r.clock.Advance(366 * 24 * time.Hour)
		r.history("BTCUSD", 300)
		r.tries(finding(0.01, 1))
		if got := r.train("BTCUSD", ml.OneHour); got.Edge != ml.HasEdge || got.Version != 2 {
			t.Errorf("a year later: %s, version %d", got.Edge, got.Version)
		}
	})
}

// Trials that end at the same time count each other. A model that was refuted while it had no edge gets none when the
// tries it was corrected for no longer count.
func TestTheCorrectionGivesNoEdgeToWhatIsRefuted(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("ETHUSD", 300)
		for range 3 {
			r.train("ETHUSD", ml.OneHour)
		}
		r.clock.Advance(24 * time.Hour)
		r.base("BTCUSD")
		r.tries(finding(0.02, math.Log(3)))
		refuted := r.train("BTCUSD", ml.OneHour)
		if refuted.Edge != ml.NoEdge || refuted.AdjustedPValue != 0.08 {
			t.Fatalf("among four tries: %s at %v", refuted.Edge, refuted.AdjustedPValue)
		}
		r.predictHours("BTCUSD", 30, func(n int) bool { return n%7 == 0 })
		if err := r.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.exec(`UPDATE ml_models SET status = 'retired', retired_at = 1 WHERE id = $1`, refuted.ID)
		r.clock.Set(wednesday.Add(365*24*time.Hour + time.Hour))
		promoted, err := r.Promote(t.Context(), r.admin, refuted.ID)
		if err != nil {
			t.Fatal(err)
		}
		if promoted.Edge != ml.NoEdge || promoted.AdjustedPValue != 0.02 {
			t.Errorf("a year after the others it is %s at %v", promoted.Edge, promoted.AdjustedPValue)
		}
		if n := r.events.Count("ml.model.edge_lost"); n != 0 {
			t.Errorf("%d were told that it has lost an edge that it never had", n)
		}
	})
}

func TestTrialsThatEndAtOnceCountEachOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		symbols := []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD"}
		for _, symbol := range symbols {
			r.history(symbol, 300)
			r.queue(symbol, ml.OneHour)
		}
		arrived, begin := make(chan struct{}, len(symbols)), make(chan struct{})
		found := finding(0.02, 1)
		r.tries(func(ctx context.Context, bars []features.Bar, recipe trial.Recipe, progress func(int, int)) (*trial.Result, error) {
			arrived <- struct{}{}
			<-begin
			return found(ctx, bars, recipe, progress)
		})
		go func() {
			for range symbols {
				<-arrived
			}
			close(begin)
		}()
		for _, err := range testkit.InParallel(len(symbols), func(int) error { _, err := r.TrainNext(t.Context()); return err }) {
			if err != nil {
				t.Error(err)
			}
		}
		if got := r.count(`SELECT COUNT(*) FROM ml_models WHERE edge = 'no_edge' AND adjusted_p_value = 0.08`); got != len(symbols) {
			t.Errorf("%d of %d were corrected for four tries", got, len(symbols))
		}
	})
}

func TestPromotingAtOnceLeavesOneServing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		var versions []uuid.UUID
		for range 4 {
			queued, err := r.Train(t.Context(), r.admin, ml.NewTraining{Symbol: "BTCUSD", Horizon: ml.OneHour})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.trainQueued(queued); got.Status != ml.Ready {
				t.Fatalf("without promotion it is %s", got.Status)
			}
			versions = append(versions, queued.ID)
		}
		_, err := r.Predict(t.Context(), "BTCUSD", ml.OneHour)
		testkit.WantFault(t, err, fault.ModelNotTrained)
		for _, err := range testkit.InParallel(len(versions), func(i int) error {
			_, err := r.Promote(t.Context(), r.admin, versions[i])
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		if serving, retired := r.count(`SELECT COUNT(*) FROM ml_models WHERE status = 'serving'`), r.count(`SELECT COUNT(*) FROM ml_models WHERE status = 'retired'`); serving != 1 || retired != 3 {
			t.Errorf("%d serve and %d are retired, want 1 and 3", serving, retired)
		}
		if got := r.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'ml.model.promoted'`); got != 4 {
			t.Errorf("%d audit entries, want 4", got)
		}
		results := testkit.InParallel(6, func(int) error {
			_, err := r.Promote(t.Context(), r.admin, versions[0])
			return err
		})
		if got := testkit.Succeeded(results); got > 1 {
			t.Errorf("one version was promoted %d times", got)
		}
		_, err = r.Promote(t.Context(), r.admin, versions[0])
		testkit.WantFault(t, err, fault.InvalidTransition)
		_, err = r.Promote(t.Context(), r.admin, uuid.New())
		testkit.WantFault(t, err, fault.NotFound)
	})
}

func TestAModelThatServesIsTrainedAnew(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		r.train("BTCUSD", ml.OneHour)
		look := func() {
			t.Helper()
			if _, err := r.TrainNext(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		r.clock.Advance(27 * 24 * time.Hour)
		look()
		if got := r.count(`SELECT COUNT(*) FROM ml_models`); got != 1 {
			t.Fatalf("%d versions before it is due", got)
		}
		r.clock.Advance(24*time.Hour + time.Minute)
		r.tries(func(context.Context, []features.Bar, trial.Recipe, func(int, int)) (*trial.Result, error) {
			return nil, trial.ErrNeverMoved
		})
		look()
		look() // a failed one waits until the next day
		if got := r.count(`SELECT COUNT(*) FROM ml_models WHERE status = 'failed' AND requested_by IS NULL`); got != 1 {
			t.Fatalf("%d failed trainings, want 1", got)
		}
		r.clock.Advance(24*time.Hour + time.Minute)
		r.tries(finding(0.5, 0))
		look()
		if got := r.count(`SELECT version FROM ml_models WHERE status = 'serving'`); got != 3 {
			t.Errorf("version %d serves, want 3", got)
		}
	})
}
