package trading

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// Side is the direction of a position: bought rises with the price, sold falls with it.
type Side string

// The sides there are.
const (
	Buy  Side = "buy"
	Sell Side = "sell"
)

// Opposite is the side that closes a position of this one.
func (s Side) Opposite() Side {
	if s == Buy {
		return Sell
	}
	return Buy
}

// PositionStatus is how far a position has come.
type PositionStatus string

// The states of a position.
const (
	Open       PositionStatus = "open"
	Closed     PositionStatus = "closed"
	Liquidated PositionStatus = "liquidated"
)

// ExitReason tells why a position was closed.
type ExitReason string

// The reasons to close.
const (
	ExitManual        ExitReason = "manual"
	ExitSignal        ExitReason = "signal"
	ExitStop          ExitReason = "stop_loss"
	ExitTarget        ExitReason = "take_profit"
	ExitLiquidation   ExitReason = "liquidation"
	ExitCopyStop      ExitReason = "copy_stop"
	ExitAccountClosed ExitReason = "account_closed"
)

// Position is something bought or sold that is, or was, open. Identifiers that do not apply are nil, prices
// that do not apply 0.
type Position struct {
	ID               uuid.UUID
	TenantID         uuid.UUID
	UserID           uuid.UUID // nil for a bot's
	AccountID        uuid.UUID
	SignalID         uuid.UUID
	BotID            uuid.UUID
	SubscriptionID   uuid.UUID
	Symbol           string
	Side             Side
	Status           PositionStatus
	Quantity         money.Decimal // what is open; of a closed position, what was
	OpenedQuantity   money.Decimal
	EntryPrice       money.Decimal
	ExitPrice        money.Decimal // of the last closing
	StopLoss         money.Decimal
	TargetPrice      money.Decimal
	LiquidationPrice money.Decimal
	Margin           money.Decimal // what is still set aside for it
	EntryFee         money.Decimal // the part that no closing has carried yet
	RealizedPnL      money.Decimal
	OpenedAt         time.Time
	ClosedAt         time.Time
}

// liquidationFactor of the entry price is where a short has lost its margin but for five percent.
var (
	liquidationFactor = money.MustParse("1.95")
	bankruptcyFactor  = money.FromInt(2)
)

// Order is what is to be opened.
type Order struct {
	SignalID, BotID, SubscriptionID uuid.UUID
	Symbol                          string
	Side                            Side
	Quantity, Stop, Target          money.Decimal
}

// open makes the position that an order fills to. Its margin is the whole notional.
func open(account *Account, o Order, price money.Decimal, t Terms, now time.Time) Position {
	notional := price.Mul(o.Quantity)
	position := Position{
		ID: database.NewIDAt(now), TenantID: account.TenantID, UserID: account.UserID, AccountID: account.ID,
		SignalID: o.SignalID, BotID: o.BotID, SubscriptionID: o.SubscriptionID,
		Symbol: o.Symbol, Side: o.Side, Status: Open, Quantity: o.Quantity, OpenedQuantity: o.Quantity,
		EntryPrice: price, StopLoss: o.Stop, TargetPrice: o.Target,
		Margin: notional, EntryFee: t.feeOf(notional), OpenedAt: now,
	}
	if o.Side == Sell {
		position.LiquidationPrice = price.Mul(liquidationFactor)
	}
	return position
}

// UnrealizedPnL is what the open part would bring at a price, before fees. It is 0 once closed.
func (p *Position) UnrealizedPnL(price money.Decimal) money.Decimal {
	if p.Status != Open {
		return money.Zero
	}
	return Profit(p.Side, p.EntryPrice, price, p.Quantity)
}

// Profit is what a quantity brings that was entered at one price and is left at another, before fees. It panics with a
// *money.OverflowError when that is too large.
func Profit(side Side, entry, exit, quantity money.Decimal) money.Decimal {
	if side == Sell {
		return entry.Sub(exit).Mul(quantity)
	}
	return exit.Sub(entry).Mul(quantity)
}

// settlement is what a closing moves.
type settlement struct {
	trade    Trade
	released money.Decimal // margin
	exitFee  money.Decimal
}

// close settles quantity of the position at a price. The margin and the entry fee go with the closed share;
// the last closing takes what is left of both. The loss never exceeds the margin: beyond that the price is
// the one at which the margin was gone, and the fee what the rest can pay. It fails with POSITION_NOT_OPEN
// unless the position is open, and with VALIDATION_ERROR when quantity is not positive or more than is open.
func (p *Position) close(price, quantity money.Decimal, reason ExitReason, t Terms, now time.Time) (settlement, error) {
	if p.Status != Open {
		return settlement{}, fault.New(fault.PositionNotOpen, "the position is %s", p.Status)
	}
	if !quantity.IsPositive() {
		return settlement{}, fault.Invalid("quantity", "must be more than 0")
	}
	if quantity.GreaterThan(p.Quantity) {
		return settlement{}, fault.Invalid("quantity", "only %s is open", p.Quantity)
	}
	if p.Side == Sell {
		price = money.Min(price, p.EntryPrice.Mul(bankruptcyFactor))
	}
	price = money.Max(price, money.Zero)
	released, entryFee, err := p.share(quantity)
	if err != nil {
		return settlement{}, err
	}
	gross := money.Max(Profit(p.Side, p.EntryPrice, price, quantity), released.Neg())
	exitFee := money.Min(t.feeOf(price.Mul(quantity)), released.Add(gross))
	fees := entryFee.Add(exitFee)
	trade := Trade{
		ID: database.NewIDAt(now), TenantID: p.TenantID, UserID: p.UserID, AccountID: p.AccountID, PositionID: p.ID,
		SignalID: p.SignalID, BotID: p.BotID, Type: TradePartialClose, Symbol: p.Symbol, Side: p.Side,
		Quantity: quantity, EntryPrice: p.EntryPrice, ExitPrice: price, Fees: fees, GrossPnL: gross,
		RealizedPnL: gross.Sub(fees), ExitReason: reason, OpenedAt: p.OpenedAt, ClosedAt: now,
	}
	p.Margin, p.EntryFee = p.Margin.Sub(released), p.EntryFee.Sub(entryFee)
	p.RealizedPnL, p.ExitPrice = p.RealizedPnL.Add(trade.RealizedPnL), price
	if quantity == p.Quantity {
		trade.Type = TradeClose
		whole := p.RealizedPnL
		trade.PositionPnL = &whole
		p.Status, p.Quantity, p.ClosedAt = Closed, p.OpenedQuantity, now
		if reason == ExitLiquidation {
			trade.Type, p.Status = TradeLiquidation, Liquidated
		}
	} else {
		p.Quantity = p.Quantity.Sub(quantity)
	}
	return settlement{trade: trade, released: released, exitFee: exitFee}, nil
}

// share is the part of margin and entry fee that goes with a quantity.
func (p *Position) share(quantity money.Decimal) (margin, entryFee money.Decimal, err error) {
	if quantity == p.Quantity {
		return p.Margin, p.EntryFee, nil
	}
	part, err := quantity.Div(p.Quantity)
	if err != nil {
		return money.Zero, money.Zero, err
	}
	return money.Min(p.Margin, p.Margin.Mul(part)), money.Min(p.EntryFee, p.EntryFee.Mul(part)), nil
}
