package trading

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// TradeType tells what a closing fill left of the position.
type TradeType string

// The types of closing fills.
const (
	TradeClose        TradeType = "close"
	TradePartialClose TradeType = "partial_close"
	TradeLiquidation  TradeType = "liquidation"
)

// Trade is one closing fill.
type Trade struct {
	ID           uuid.UUID
	TenantID     uuid.UUID
	UserID       uuid.UUID // nil for a bot's
	AccountID    uuid.UUID
	PositionID   uuid.UUID
	SignalID     uuid.UUID
	BotID        uuid.UUID
	Type         TradeType
	Symbol       string
	Side         Side // of the position
	Quantity     money.Decimal
	EntryPrice   money.Decimal
	ExitPrice    money.Decimal
	Fees         money.Decimal // the closing's and its share of the opening's
	GrossPnL     money.Decimal
	RealizedPnL  money.Decimal
	PositionPnL  *money.Decimal // what the position brought in all, where this fill ended it
	ExitReason   ExitReason
	BalanceAfter money.Decimal // cash and margin of the account, and what is held for its orders
	OpenedAt     time.Time
	ClosedAt     time.Time
}

// RealizedPercent is the net profit by what was paid for the closed part, in percent.
func (t *Trade) RealizedPercent() money.Decimal {
	share, err := t.RealizedPnL.Div(t.EntryPrice.Mul(t.Quantity))
	if err != nil {
		return money.Zero // a notional too small to divide by
	}
	return share.Mul(money.FromInt(100)).Round(4)
}
