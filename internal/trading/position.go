package trading

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// Side is the direction of a position: a bought one gains when the price rises, a sold one when it falls.
type Side string

// The sides.
const (
	Buy  Side = "buy"
	Sell Side = "sell"
)

// Opposite is the side that closes a position of this side.
func (s Side) Opposite() Side {
	if s == Buy {
		return Sell
	}
	return Buy
}

// PositionStatus is the state of a position.
type PositionStatus string

// The states of a position.
const (
	Open       PositionStatus = "open"
	Closed     PositionStatus = "closed"
	Liquidated PositionStatus = "liquidated"
)

// ExitReason is why a position was closed.
type ExitReason string

// The reasons to close.
const (
	ExitManual        ExitReason = "manual"
	ExitSignal        ExitReason = "signal"
	ExitStop          ExitReason = "stop_loss"
	ExitTrailingStop  ExitReason = "trailing_stop"
	ExitTarget        ExitReason = "take_profit"
	ExitLiquidation   ExitReason = "liquidation"
	ExitCopyStop      ExitReason = "copy_stop"
	ExitAccountClosed ExitReason = "account_closed"
)

// Position is an account's holding of an instrument, open or closed. Identifiers that do not apply are nil, prices that do
// not apply 0.
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
	Quantity         money.Decimal // the open quantity; for a closed position, the last one
	OpenedQuantity   money.Decimal
	EntryPrice       money.Decimal
	ExitPrice        money.Decimal // of the last closing
	StopLoss         money.Decimal
	TargetPrice      money.Decimal
	TrailingPercent  money.Decimal // how far the stop follows behind the best price
	StopTrails       bool          // the stop has followed the price to where it is
	LiquidationPrice money.Decimal
	Margin           money.Decimal // what is still set aside for it
	EntryFee         money.Decimal // the part not yet charged to a closing
	RealizedPnL      money.Decimal
	OpenedAt         time.Time
	ClosedAt         time.Time
}

// liquidationFactor times the entry price is where a short has lost all but five percent of its margin.
var (
	liquidationFactor = money.MustParse("1.95")
	bankruptcyFactor  = money.FromInt(2)
)

// Entry is a position to open.
type Entry struct {
	SignalID, BotID, SubscriptionID uuid.UUID
	Symbol                          string
	Side                            Side
	Quantity, Stop, Target          money.Decimal
	TrailingPercent                 money.Decimal // 0 is none; otherwise the next two are required
	Exit                            money.Decimal // the price at which the position could be closed when it is opened
	TickSize                        money.Decimal // prices are multiples of it
}

// open makes the position of an entry. Its margin is the whole notional.
func open(account *Account, e Entry, price, fee money.Decimal, now time.Time) Position {
	position := Position{
		ID: database.NewIDAt(now), TenantID: account.TenantID, UserID: account.UserID, AccountID: account.ID,
		SignalID: e.SignalID, BotID: e.BotID, SubscriptionID: e.SubscriptionID,
		Symbol: e.Symbol, Side: e.Side, Status: Open, Quantity: e.Quantity, OpenedQuantity: e.Quantity,
		EntryPrice: price, StopLoss: e.Stop, TargetPrice: e.Target, TrailingPercent: e.TrailingPercent,
		Margin: price.Mul(e.Quantity), EntryFee: fee, OpenedAt: now,
	}
	if e.Side == Sell && account.Kind != ConnectedAccount {
		position.LiquidationPrice = price.Mul(liquidationFactor)
	}
	position.trail(e.Exit, e.TickSize) // from the exit price: the position could never be closed at the price paid at that moment
	return position
}

// UnrealizedPnL is the profit of the open part at a price, before fees. It is 0 once closed.
func (p *Position) UnrealizedPnL(price money.Decimal) money.Decimal {
	if p.Status != Open {
		return money.Zero
	}
	return Profit(p.Side, p.EntryPrice, price, p.Quantity)
}

// Profit is the profit of a quantity between an entry and an exit price, before fees. It panics with a *money.OverflowError
// when that is too large.
func Profit(side Side, entry, exit, quantity money.Decimal) money.Decimal {
	if side == Sell {
		return entry.Sub(exit).Mul(quantity)
	}
	return exit.Sub(entry).Mul(quantity)
}

// settlement is the money that a closing moves.
type settlement struct {
	trade    Trade
	released money.Decimal // margin
	exitFee  money.Decimal
}

// closing is how much of a position is closed, at what price and why, and the fee.
type closing struct {
	price, quantity money.Decimal
	reason          ExitReason
	fee             func(notional money.Decimal) money.Decimal
}

// fixedFee is a fee that an exchange has already charged.
func fixedFee(fee money.Decimal) func(money.Decimal) money.Decimal {
	return func(money.Decimal) money.Decimal { return fee }
}

// close settles a quantity of the position at a price. The margin and the entry fee are split in proportion; the last
// closing takes the rest of both. The loss never exceeds the margin: beyond that the price is the one at which the margin
// was used up, and the fee what the rest can pay. It fails with POSITION_NOT_OPEN unless the position is open, and with
// VALIDATION_ERROR when quantity is not positive or more than is open.
func (p *Position) close(c closing, now time.Time) (settlement, error) {
	price, quantity := c.price, c.quantity
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
	exitFee := money.Min(c.fee(price.Mul(quantity)), released.Add(gross))
	fees := entryFee.Add(exitFee)
	trade := Trade{
		ID: database.NewIDAt(now), TenantID: p.TenantID, UserID: p.UserID, AccountID: p.AccountID, PositionID: p.ID,
		SignalID: p.SignalID, BotID: p.BotID, Type: TradePartialClose, Symbol: p.Symbol, Side: p.Side,
		Quantity: quantity, EntryPrice: p.EntryPrice, ExitPrice: price, Fees: fees, GrossPnL: gross,
		RealizedPnL: gross.Sub(fees), ExitReason: c.reason, OpenedAt: p.OpenedAt, ClosedAt: now,
	}
	p.Margin, p.EntryFee = p.Margin.Sub(released), p.EntryFee.Sub(entryFee)
	p.RealizedPnL, p.ExitPrice = p.RealizedPnL.Add(trade.RealizedPnL), price
	if quantity == p.Quantity {
		trade.Type = TradeClose
		whole := p.RealizedPnL
		trade.PositionPnL = &whole
		p.Status, p.Quantity, p.ClosedAt = Closed, p.OpenedQuantity, now
		if c.reason == ExitLiquidation {
			trade.Type, p.Status = TradeLiquidation, Liquidated
		}
	} else {
		p.Quantity = p.Quantity.Sub(quantity)
	}
	return settlement{trade: trade, released: released, exitFee: exitFee}, nil
}

// share is the part of margin and entry fee that belongs to a quantity.
func (p *Position) share(quantity money.Decimal) (margin, entryFee money.Decimal, err error) {
	if quantity == p.Quantity {
		return p.Margin, p.EntryFee, nil
	}
	if margin, err = p.Margin.Share(quantity, p.Quantity); err != nil {
		return money.Zero, money.Zero, err
	}
	entryFee, err = p.EntryFee.Share(quantity, p.Quantity)
	return margin, entryFee, err
}
