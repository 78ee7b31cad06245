package trading

import (
	"context"
	"database/sql"
	"time"

	"bourse/bench/kit"
)

type bareSignal struct {
	ID          string        `json:"id" sql:"id"`
	BotID       *string       `json:"botId,omitempty" sql:"bot_id"`
	Symbol      string        `json:"symbol" sql:"symbol"`
	SignalType  string        `json:"signalType" sql:"signal_type"`
	Confidence  string        `json:"confidence" sql:"confidence"`
	Price       kit.Amount    `json:"price" sql:"price"`
	TargetPrice kit.Amount    `json:"targetPrice" sql:"target_price"`
	StopLoss    kit.Amount    `json:"stopLoss" sql:"stop_loss"`
	Reason      string        `json:"reason" sql:"reason"`
	Status      string        `json:"status"`
	Scope       string        `json:"scope"`
	CreatedAt   kit.Timestamp `json:"createdAt" sql:"created_at"`
	ExpiresAt   kit.Timestamp `json:"expiresAt" sql:"expires_at"`
}

var (
	signalsQuery = newestOf(`signals`)
	signalRows   = kit.NewRowReader[bareSignal]()
)

func readBareSignals(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, signalsQuery, platformOwner, settings.TenantID, settings.Limit)
	now := kit.NewTimestamp(time.Now())
	signals, err := signalRows.Read(rows, err, func(signal *bareSignal) {
		signal.Status, signal.Scope = "active", scope
		if signal.ExpiresAt <= now {
			signal.Status = "expired"
		}
	})
	return kit.Answer{Success: true, Data: signals, Meta: newBareCursor(settings.Limit, signals, func(s *bareSignal) string { return s.ID })}, err
}
