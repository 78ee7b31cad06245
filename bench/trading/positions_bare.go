package trading

import (
	"context"
	"database/sql"
	"math"

	"bourse/bench/kit"
)

type barePosition struct {
	ID               string        `json:"id" sql:"id"`
	Symbol           string        `json:"symbol" sql:"symbol"`
	Side             string        `json:"side" sql:"side"`
	Quantity         kit.Amount    `json:"quantity" sql:"quantity"`
	EntryPrice       kit.Amount    `json:"entryPrice" sql:"entry_price"`
	CurrentPrice     kit.Amount    `json:"currentPrice" sql:"exit_price"` // of a closed one
	UnrealizedPnl    float64       `json:"unrealizedPnl"`
	RealizedPnl      kit.Amount    `json:"realizedPnl" sql:"realized_pnl"`
	Status           string        `json:"status" sql:"status"`
	OpenedQuantity   kit.Amount    `json:"openedQuantity" sql:"opened_quantity"`
	StopLoss         kit.Amount    `json:"stopLoss" sql:"stop_loss"`
	TargetPrice      kit.Amount    `json:"targetPrice" sql:"target_price"`
	TrailingPercent  kit.Amount    `json:"trailingPercent" sql:"trailing_percent"`
	LiquidationPrice kit.Amount    `json:"liquidationPrice" sql:"liquidation_price"`
	Margin           kit.Amount    `json:"margin" sql:"margin"`
	OpenFee          kit.Amount    `json:"openFee" sql:"entry_fee"`
	AccountID        string        `json:"accountId" sql:"account_id"`
	SignalID         *string       `json:"signalId,omitempty" sql:"signal_id"`
	BotID            *string       `json:"botId,omitempty" sql:"bot_id"`
	SubscriptionID   *string       `json:"subscriptionId,omitempty" sql:"subscription_id"`
	OpenedAt         kit.Timestamp `json:"openedAt" sql:"opened_at"`
	ClosedAt         kit.Timestamp `json:"closedAt,omitempty" sql:"closed_at"`
}

const positionsQuery = `SELECT * FROM positions WHERE user_id = $1 ORDER BY id DESC LIMIT $2`

var positionRows = kit.NewRowReader[barePosition]()

func readBarePositions(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, positionsQuery, settings.UserID, settings.Limit)
	positions, err := positionRows.Read(rows, err, (*barePosition).mark)
	return kit.Answer{Success: true, Data: positions, Meta: newBareCursor(settings.Limit, positions, func(p *barePosition) string { return p.ID })}, err
}

// mark values an open position at the constant price. The amounts are exact to eight places again.
func (p *barePosition) mark() {
	if p.Status != "open" {
		return
	}
	const mark = float64(kit.Mark) / kit.Unit
	gained := mark - float64(p.EntryPrice)
	if p.Side == "sell" {
		gained = float64(p.EntryPrice) - mark
	}
	p.CurrentPrice, p.UnrealizedPnl = kit.Amount(mark), math.Round(gained*float64(p.Quantity)*kit.Unit)/kit.Unit
}
