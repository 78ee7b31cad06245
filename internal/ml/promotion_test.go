package ml_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ml"
)

// promotions counts the entries in the audit log that say that this user promoted this model.
func (r *rig) promotions(model *ml.Model) int {
	r.t.Helper()
	return r.count(`
		SELECT COUNT(*) FROM audit_log
		WHERE action = 'ml.model.promoted' AND subject_kind = 'model' AND subject_id = $1 AND actor_id = $2 AND tenant_id = $3
			AND before_fields = '{"status":"ready"}' AND after_fields = '{"status":"serving"}'`,
		model.ID, r.admin.UserID, r.admin.TenantID)
}

func TestAPromotionAfterATrainingIsInTheLogOfWhoAskedForIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		model := r.train("BTCUSD", ml.OneHour)
		if got := r.promotions(model); model.Status != ml.Serving || got != 1 {
			t.Errorf("it is %s with %d entries of its promotion, want 1", model.Status, got)
		}
		kept, err := r.Train(t.Context(), r.admin, ml.NewTraining{Symbol: "BTCUSD", Horizon: ml.OneHour})
		if err != nil {
			t.Fatal(err)
		}
		if kept = r.trainQueued(kept); kept.Status != ml.Ready || r.promotions(kept) != 0 {
			t.Errorf("one that is not to serve is %s with %d entries of its promotion", kept.Status, r.promotions(kept))
		}
		for promote, id := range map[string]*ml.Model{"true": model, "false": kept} {
			var details string
			err := db.QueryRow(t.Context(), `SELECT details FROM audit_log WHERE action = 'ml.model.training_requested' AND subject_id = $1`, id.ID).Scan(&details)
			var noted map[string]string
			if err == nil {
				err = json.Unmarshal([]byte(details), &noted)
			}
			if err != nil || noted["promote"] != promote {
				t.Errorf("the request says %q, %v; want promote %s", details, err, promote)
			}
		}
	})
}

// A training takes minutes, and longer while the feed is down: its result is kept, and serves once somebody with the
// right to do so promotes it.
func TestNobodysModelServesOnceTheyMayNotPromote(t *testing.T) {
	t.Parallel()
	for name, now := range map[string]struct {
		role   identity.Role
		absent error
	}{
		"no super_admin": {role: identity.RoleAdmin},
		"locked out":     {role: identity.RoleSuperAdmin, absent: fault.New(fault.AccountSuspended, "they may not come in")},
		"not there":      {absent: fault.New(fault.NotFound, "there is no such user")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				r := newRig(t, db)
				r.history("BTCUSD", 300)
				serving := r.train("BTCUSD", ml.OneHour)
				queued := r.queue("BTCUSD", ml.OneHour)
				r.people.become(now.role, now.absent)
				kept := r.trainQueued(queued)
				if kept.Status != ml.Ready || !kept.WantsPromotion || kept.Edge != ml.NoEdge || r.promotions(kept) != 0 {
					t.Errorf("it is %+v with %d entries of its promotion, want it kept and ready", kept, r.promotions(kept))
				}
				if got := r.model(serving.ID).Status; got != ml.Serving {
					t.Errorf("the one that served is %s", got)
				}
				r.wantEvents("ml.model.trained", "ml.model.trained")
				if promoted, err := r.Promote(t.Context(), r.admin, kept.ID); err != nil || promoted.Status != ml.Serving || r.promotions(kept) != 1 {
					t.Errorf("by hand it is %+v, %v", promoted, err)
				}
			})
		})
	}
}

func TestAnOutageOfIdentityDecidesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		queued := r.queue("BTCUSD", ml.OneHour)
		r.people.become("", errors.New("the database is away"))
		if _, err := r.TrainNext(t.Context()); err == nil {
			t.Error("a training ended without it being known whether its model may serve")
		}
		r.people.become(identity.RoleSuperAdmin, nil)
		r.clock.Advance(time.Minute)
		if got := r.trainQueued(queued); got.Status != ml.Serving {
			t.Errorf("it is %s", got.Status)
		}
	})
}
