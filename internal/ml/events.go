package ml

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/webhook"
)

// The events of this package. They go to all tenants.
const (
	modelTrained  = "ml.model.trained"
	modelEdgeLost = "ml.model.edge_lost"
)

// modelEvent is the data of both events: the model as the API shows it, and its id under its long name.
type modelEvent struct {
	ID              uuid.UUID         `json:"id"`
	ModelID         uuid.UUID         `json:"modelId"`
	Symbol          string            `json:"symbol"`
	Horizon         Horizon           `json:"horizon"`
	Version         int               `json:"version"`
	Status          Status            `json:"status"`
	Stage           Stage             `json:"stage"`
	ProgressPercent int               `json:"progressPercent"`
	Promote         bool              `json:"promote"`
	TrainedFrom     webhook.Timestamp `json:"trainedFrom"`
	TrainedTo       webhook.Timestamp `json:"trainedTo"`
	Candles         int               `json:"candles"`
	Samples         int               `json:"samples"`
	Edge            Edge              `json:"edge"`
	PValue          float64           `json:"pValue"`
	AdjustedPValue  float64           `json:"adjustedPValue"`
	BaseRate        float64           `json:"baseRate"`
	CreatedAt       webhook.Timestamp `json:"createdAt"`
	TrainedAt       webhook.Timestamp `json:"trainedAt"`
	ServingSince    webhook.Timestamp `json:"servingSince,omitzero"`
	RetiredAt       webhook.Timestamp `json:"retiredAt,omitzero"`
}

// data is the event data for a trained model.
func (m *Model) data() modelEvent {
	return modelEvent{
		ID: m.ID, ModelID: m.ID, Symbol: m.Symbol, Horizon: m.Horizon, Version: m.Version, Status: m.Status, Stage: m.Stage,
		ProgressPercent: m.Progress, Promote: m.WantsPromotion, TrainedFrom: webhook.At(m.CandlesFrom), TrainedTo: webhook.At(m.CandlesTo),
		Candles: m.Candles, Samples: m.Samples, Edge: m.Edge, PValue: m.PValue, AdjustedPValue: m.AdjustedPValue, BaseRate: m.BaseRate,
		CreatedAt: webhook.At(m.CreatedAt), TrainedAt: webhook.At(m.TrainedAt), ServingSince: webhook.At(m.ServingSince), RetiredAt: webhook.At(m.RetiredAt),
	}
}

// Events describes what this package publishes.
func Events() []webhook.EventType {
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	example := Model{
		ID: uuid.MustParse("019bc0f2-6a80-7000-8000-000000000401"), Symbol: "BTCUSD", Horizon: OneHour, Version: 3, Status: Serving,
		Stage: Done, Progress: 100, WantsPromotion: true, CandlesFrom: at.AddDate(-1, 0, 0).Truncate(time.Hour), CandlesTo: at.Add(-2 * time.Hour).Truncate(time.Hour),
		Candles: 8760, Samples: 8591, Edge: NoEdge, PValue: 0.412, AdjustedPValue: 1, BaseRate: 0.507,
		CreatedAt: at.Add(-time.Minute), TrainedAt: at, ServingSince: at,
	}
	lost := example
	lost.Edge, lost.PValue, lost.AdjustedPValue = EdgeLost, 0.004, 0.012
	return []webhook.EventType{
		webhook.NewEventType(modelTrained, "A version of a model was trained. Its edge says whether it predicts anything but the base rate.", example.data()),
		webhook.NewEventType(modelEdgeLost, "What came true of a model's predictions speaks against it: it serves the base rate from now on.", lost.data()),
	}
}
