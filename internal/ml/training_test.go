package ml_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
	"bourse/internal/testkit"
)

func TestATrainingEndsInAModelThatServes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		queued := r.queue("BTCUSD", ml.OneHour)
		if queued.Version != 1 || queued.Status != ml.Queued {
			t.Errorf("queued %+v", queued)
		}
		trained := r.trainQueued(queued)
		if trained.Status != ml.Serving || trained.Stage != ml.Done || trained.Progress != 100 || trained.Edge != ml.NoEdge ||
			trained.Candles != 300 || !trained.CandlesTo.Equal(wednesday.Truncate(time.Hour).Add(-time.Hour)) || trained.PValue != 0.5 {
			t.Errorf("trained %+v", trained)
		}
		r.wantEvents("ml.model.trained")
		if got := r.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'ml.model.training_requested' AND subject_id = $1 AND actor_id = $2`, queued.ID, r.admin.UserID); got != 1 {
			t.Errorf("%d audit entries, want 1", got)
		}
		card, err := r.Scorecard(t.Context(), queued.ID)
		if err != nil || card.Settled != 0 || card.BestBaseline != ml.BaseRate {
			t.Errorf("scorecard %+v, %v", card, err)
		}
	})
}

// trainQueued runs a queued training.
func (r *rig) trainQueued(queued *ml.Model) *ml.Model {
	r.t.Helper()
	if _, err := r.TrainNext(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	return r.model(queued.ID)
}

func TestOnlySuperAdminsTrainAndPromote(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		model := r.train("BTCUSD", ml.OneHour)
		for _, role := range []identity.Role{identity.RoleUser, identity.RoleTrader, identity.RoleAnalyst, identity.RoleAdmin} {
			caller := identity.Caller{UserID: r.admin.UserID, TenantID: r.admin.TenantID, Role: role}
			_, err := r.Train(t.Context(), caller, ml.NewTraining{Symbol: "BTCUSD", Horizon: ml.OneHour})
			testkit.WantFault(t, err, fault.Forbidden)
			_, err = r.Promote(t.Context(), caller, model.ID)
			testkit.WantFault(t, err, fault.Forbidden)
		}
	})
}

func TestTwoRequestsForTheSameTrainingAreOneTraining(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		results := testkit.InParallel(8, func(int) error {
			_, err := r.Train(t.Context(), r.admin, ml.NewTraining{Symbol: "BTCUSD", Horizon: ml.OneHour, Promote: true})
			return err
		})
		if got := testkit.Succeeded(results); got != 1 {
			t.Errorf("%d succeeded, want 1", got)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.Conflict)
			}
		}
		if got := r.count(`SELECT COUNT(*) FROM audit_log`); got != 1 {
			t.Errorf("%d audit entries, want 1", got)
		}
	})
}

func TestTwoReplicasTrainEachModelOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		other := r.replica()
		symbols := []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "ADAUSD"}
		for _, symbol := range symbols {
			r.history(symbol, 300)
			r.queue(symbol, ml.OneHour)
		}
		for range symbols {
			for _, err := range testkit.InParallel(2, func(i int) error {
				_, err := []*ml.Service{r.Service, other}[i].TrainNext(t.Context())
				return err
			}) {
				if err != nil {
					t.Error(err)
				}
			}
		}
		if got := r.trials.Load(); got != int64(len(symbols)) {
			t.Errorf("%d trials for %d models", got, len(symbols))
		}
		if got := r.count(`SELECT COUNT(*) FROM ml_models WHERE status = 'serving' AND attempts = 1`); got != len(symbols) {
			t.Errorf("%d models serve after one attempt, want %d", got, len(symbols))
		}
	})
}

// A replica goes silent in the middle of a training: another one takes it over, trains on the same candles even though
// there are newer ones, and gets the same bits. What the first one finds when it comes back is not written.
func TestATrainingIsTakenOverFromAReplicaThatDies(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 1700)
		hangs, goOn := make(chan struct{}), make(chan struct{})
		wakeUp := sync.OnceFunc(func() { close(goOn) })
		defer wakeUp()
		var undisturbed []byte
		r.tries(func(ctx context.Context, bars []features.Bar, recipe trial.Recipe, progress func(int, int)) (*trial.Result, error) {
			result, err := trial.Run(ctx, bars, recipe, progress)
			if err == nil {
				undisturbed, _ = json.Marshal(result)
			}
			close(hangs)
			<-goOn
			return result, err
		})
		queued := r.queue("BTCUSD", ml.OneHour)
		first := make(chan error, 1)
		go func() { _, err := r.TrainNext(t.Context()); first <- err }()
		testkit.Receive(t, "the first replica in its training", hangs)

		other := r.replica()
		if wait, err := other.TrainNext(t.Context()); err != nil || wait == 0 {
			t.Errorf("a training that is held was claimed: %v, %v", wait, err)
		}
		r.tries(trial.Run)
		r.clock.Advance(time.Hour)
		r.store(candleAt("BTCUSD", market.Hour, wednesday.Truncate(time.Hour), 120))
		if _, err := other.TrainNext(t.Context()); err != nil {
			t.Fatal(err)
		}
		model := r.model(queued.ID)
		if model.Status != ml.Serving || model.Candles != 1700 {
			t.Fatalf("taken over: %+v", model)
		}
		if got := r.result(queued.ID.String()); got != string(undisturbed) {
			t.Errorf("the result of the take-over differs:\n%.300s\n%.300s", got, undisturbed)
		}
		wakeUp()
		if err := testkit.Receive(t, "the end of the first replica", first); err != nil {
			t.Errorf("a training that was lost: %v", err)
		}
		r.wantEvents("ml.model.trained")
		if got := r.count(`SELECT attempts FROM ml_models`); got != 2 {
			t.Errorf("%d attempts, want 2", got)
		}
	})
}

func (r *rig) result(id string) (text string) {
	r.t.Helper()
	if err := r.db.QueryRow(r.t.Context(), `SELECT result FROM ml_models WHERE id = $1`, id).Scan(&text); err != nil {
		r.t.Fatal(err)
	}
	return text
}

func TestALeaseThatIsRenewedIsNotTakenOver(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		queued := r.queue("BTCUSD", ml.OneHour)
		hangs, goOn := make(chan struct{}), make(chan struct{})
		found := finding(0.5, 0)
		r.tries(func(ctx context.Context, bars []features.Bar, recipe trial.Recipe, progress func(int, int)) (*trial.Result, error) {
			close(hangs)
			<-goOn
			return found(ctx, bars, recipe, progress)
		})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- r.QuickTrainer(time.Millisecond).Run(ctx) }()
		testkit.Receive(t, "a training", hangs)
		r.clock.Advance(ml.LeaseTime - time.Second)
		until := r.clock.Now().Add(ml.LeaseTime)
		testkit.Until(t, "a renewed lease", func() bool {
			return r.count(`SELECT COUNT(*) FROM ml_models WHERE lease_until >= $1`, database.Micros(until)) == 1
		})
		close(goOn)
		testkit.Until(t, "a model", func() bool { return r.model(queued.ID).Status == ml.Serving })
		stop()
		if err := testkit.Receive(t, "the trainer's end", ended); err != nil {
			t.Error(err)
		}
	})
}

// A process that is shut down returns its training at once, and that does not count as an attempt.
func TestATrainingIsGivenBackWhenTheProcessStops(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		queued := r.queue("BTCUSD", ml.OneHour)
		ctx, stop := context.WithCancel(t.Context())
		r.tries(func(ctx context.Context, _ []features.Bar, _ trial.Recipe, _ func(int, int)) (*trial.Result, error) {
			stop()
			<-ctx.Done()
			return nil, ctx.Err()
		})
		if _, err := r.TrainNext(ctx); err != nil {
			t.Errorf("a training that was broken off: %v", err)
		}
		r.tries(finding(0.5, 0))
		if got := r.trainQueued(queued); got.Status != ml.Serving {
			t.Errorf("it is %s", got.Status)
		}
		if got := r.count(`SELECT attempts FROM ml_models`); got != 1 {
			t.Errorf("%d attempts, want 1", got)
		}
	})
}

func TestAFeedThatFailsIsAskedAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.feed.set(true)
		queued := r.queue("BTCUSD", ml.OneHour)
		if _, err := r.TrainNext(t.Context()); err == nil {
			t.Error("a feed that does not answer is no failure")
		}
		if wait, err := r.TrainNext(t.Context()); err != nil || wait == 0 {
			t.Errorf("it is tried again at once: %v, %v", wait, err)
		}
		r.feed.set(false, r.candles("BTCUSD", market.Hour, wednesday.Truncate(24*time.Hour), 1700)...)
		r.clock.Advance(time.Minute)
		if got := r.trainQueued(queued); got.Status != ml.Serving || got.Candles != 1700 {
			t.Errorf("trained %+v", got)
		}
	})
}

func TestAnOutageOfTheFeedFailsNoTraining(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.feed.set(true)
		queued := r.queue("BTCUSD", ml.OneHour)
		for range 12 {
			if _, err := r.TrainNext(t.Context()); err == nil {
				t.Fatal("a feed that does not answer is no failure")
			}
			r.clock.Advance(time.Minute)
		}
		r.feed.set(false, r.candles("BTCUSD", market.Hour, wednesday.Truncate(24*time.Hour), 1700)...)
		if got := r.trainQueued(queued); got.Status != ml.Serving {
			t.Errorf("it is %s: %s", got.Status, got.Failure)
		}
	})
}

// A symbol that its venue never delivers does not stay in training forever.
func TestAFeedThatStaysAwayForDaysFailsTheTraining(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.feed.set(true)
		queued := r.queue("BTCUSD", ml.OneHour)
		r.clock.Advance(24 * time.Hour)
		for range 11 {
			_, _ = r.TrainNext(t.Context())
			r.clock.Advance(time.Minute)
		}
		if got := r.model(queued.ID); got.Status != ml.Failed {
			t.Errorf("it is %s", got.Status)
		}
	})
}

func TestATrainingThatNeverEndsIsGivenUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		r.tries(func(context.Context, []features.Bar, trial.Recipe, func(int, int)) (*trial.Result, error) {
			return nil, errors.New("something broke")
		})
		queued := r.queue("BTCUSD", ml.OneHour)
		for range 11 {
			_, _ = r.TrainNext(t.Context())
			r.clock.Advance(time.Minute)
		}
		if got := r.model(queued.ID); got.Status != ml.Failed || !strings.Contains(got.Failure, "10 times") {
			t.Errorf("after ten attempts it is %s: %q", got.Status, got.Failure)
		}
	})
}

func TestTooLittleHistorySaysHowMuchIsThereAndHowMuchIsWanted(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.tries(trial.Run)
		r.history("BTCUSD", 700)
		model := r.train("BTCUSD", ml.OneHour)
		if model.Status != ml.Failed || model.FailureCode != fault.InsufficientHistory ||
			!strings.Contains(model.Failure, "1669 hourly candles") || !strings.Contains(model.Failure, "700 are there") {
			t.Errorf("%s %s %q", model.Status, model.FailureCode, model.Failure)
		}
		if model := r.train("ETHUSD", ml.OneDay); model.FailureCode != fault.InsufficientHistory || !strings.Contains(model.Failure, "0 are there") {
			t.Errorf("%s %q", model.FailureCode, model.Failure)
		}
		// No feed has a delisted instrument, so this is known at once.
		_, err := r.Train(t.Context(), r.admin, ml.NewTraining{Symbol: "LUNAUSD", Horizon: ml.OneHour})
		if told := testkit.WantFault(t, err, fault.InsufficientHistory); !strings.Contains(told.Message, "1669") || !strings.Contains(told.Message, "0 are there") {
			t.Errorf("told %q", told.Message)
		}
		// A price that stands still cannot be trained on.
		still := r.candles("SOLUSD", market.Hour, wednesday, 1700)
		for i := range still {
			still[i] = candleAt("SOLUSD", market.Hour, still[i].OpenedAt, 100)
		}
		r.store(still...)
		if model := r.train("SOLUSD", ml.OneHour); model.Status != ml.Failed || !strings.Contains(model.Failure, "never moved") {
			t.Errorf("%s %q", model.Status, model.Failure)
		}
	})
}
