package ml

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/ml/trial"
)

// Status is the state of a version of a model.
type Status string

// The statuses. At most one version of a symbol and horizon is queued or in training, and at most one serves.
const (
	Queued   Status = "queued"
	Training Status = "training"
	Ready    Status = "ready"
	Serving  Status = "serving"
	Retired  Status = "retired"
	Failed   Status = "failed"
)

// Stage is the current step of a training.
type Stage string

// The stages of a training.
const (
	Waiting Stage = "waiting"
	History Stage = "history" // fetching the candles
	Folds   Stage = "folds"   // running the walk-forward
	Done    Stage = "done"
)

// Edge says what is known about a model's advantage.
type Edge string

// The edges. A model that has lost its edge does not regain it; the next version may have one.
const (
	HasEdge  Edge = "edge"
	NoEdge   Edge = "no_edge"
	EdgeLost Edge = "edge_lost"
)

// Model is one version of the model for an instrument and a horizon.
type Model struct {
	ID             uuid.UUID
	Symbol         string
	Horizon        Horizon
	Version        int
	Status         Status
	Stage          Stage
	Progress       int // in percent
	FailureCode    fault.Code
	Failure        string
	RequestedBy    uuid.UUID // nil for the schedule
	WantsPromotion bool
	// CandlesFrom and CandlesTo are the opening times of the first and last training candle. They are fixed before the
	// first fold, so that a process that takes over a training repeats it bit for bit.
	CandlesFrom    time.Time
	CandlesTo      time.Time
	Candles        int
	Samples        int
	PValue         float64
	AdjustedPValue float64
	Edge           Edge // empty until it is trained
	BaseRate       float64
	CreatedAt      time.Time
	TrainedAt      time.Time
	ServingSince   time.Time
	RetiredAt      time.Time

	attempts   int
	leaseUntil time.Time
	fence      int64
}

// ModelDetail is a model with the result of its trial; Result is nil until it is trained.
type ModelDetail struct {
	Model
	Result *trial.Result
}

// ModelFilter narrows a list of models; empty fields match everything.
type ModelFilter struct {
	Symbol  string
	Horizon Horizon
	Status  Status
}

// isTrained reports whether there is a result.
func (m *Model) isTrained() bool { return !m.TrainedAt.IsZero() }

// promote puts the version into service. It fails with INVALID_TRANSITION unless it is ready or retired.
func (m *Model) promote(now time.Time) error {
	if m.Status != Ready && m.Status != Retired {
		return fault.New(fault.InvalidTransition, "version %d of %s for %s is %s: only one that is ready or retired can be promoted",
			m.Version, m.Symbol, m.Horizon, m.Status)
	}
	m.Status, m.ServingSince, m.RetiredAt = Serving, now, time.Time{}
	return nil
}

// finish stores the result of the trial. The edge depends on all trials and is set by correct.
func (m *Model) finish(result *trial.Result, now time.Time) {
	m.Status, m.Stage, m.Progress, m.TrainedAt = Ready, Done, 100, now
	m.Samples, m.PValue, m.BaseRate = result.Samples, result.PValue, result.Forecaster.BaseRate
}

// fail ends a training that cannot succeed.
func (m *Model) fail(reason *fault.Error) {
	m.Status, m.FailureCode, m.Failure = Failed, reason.Code, reason.Message
}

// correct applies the correction for all tries to the models' p-values, and returns the models that changed. A lost
// edge is never regained, and a model that its scorecard has refuted gets none: fewer tries do not make its
// predictions come true.
func correct(models []*Model, refuted map[uuid.UUID]bool) (changed []*Model) {
	values := make([]float64, len(models))
	for i, model := range models {
		values[i] = model.PValue
	}
	for i, adjusted := range trial.Holm(values) {
		model, edge := models[i], NoEdge
		if trial.HasEdge(adjusted) && !refuted[model.ID] {
			edge = HasEdge
		}
		if model.Edge == EdgeLost {
			edge = EdgeLost
		}
		if model.Edge == edge && model.AdjustedPValue == adjusted {
			continue
		}
		model.Edge, model.AdjustedPValue = edge, adjusted
		changed = append(changed, model)
	}
	return changed
}
