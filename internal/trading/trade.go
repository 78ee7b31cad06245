package trading

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// TradeType says whether a closing fill closed all of the position.
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
	Fees         money.Decimal // of the closing, with its share of the opening's
	GrossPnL     money.Decimal
	RealizedPnL  money.Decimal
	PositionPnL  *money.Decimal // the position's total result, if this fill ended it
	ExitReason   ExitReason
	BalanceAfter money.Decimal // the account's cash and margin, with what is reserved for its orders
	OpenedAt     time.Time
	ClosedAt     time.Time
}

// RealizedPercent is the net profit as a percentage of what was paid for the closed part.
func (t *Trade) RealizedPercent() money.Decimal {
	share, err := t.RealizedPnL.Div(t.EntryPrice.Mul(t.Quantity))
	if err != nil {
		return money.Zero // a notional too small to divide by
	}
	return share.Mul(money.FromInt(100)).Round(4)
}
