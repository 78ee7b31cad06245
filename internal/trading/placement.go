package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
)

const (
	// mostWorking is how many orders may be working on an account at the same time.
	mostWorking = 1_000
	// mostOpen is how many positions may be open on an account at the same time: valuing the account, listing it or selling
	// all of it reads every one of them, and much of that happens while holding the turn of a database's only writer.
	mostOpen = 1_000
	// mostAtVenue is mostWorking for a connected account: every working order is polled, and an exchange limits the
	// requests of an address, which all our customers share.
	mostAtVenue = 100
)

// NewOrder is a user's request: a quantity or a notional, and the prices that the order type needs. What is not requested
// is nil; a nil account is the paper account, an empty time in force is gtc.
type NewOrder struct {
	AccountID       uuid.UUID
	Symbol          string
	Side            Side
	Type            OrderType
	Quantity        *money.Decimal
	Notional        *money.Decimal
	LimitPrice      *money.Decimal
	StopPrice       *money.Decimal
	StopLoss        *money.Decimal
	TargetPrice     *money.Decimal
	TrailingPercent *money.Decimal
	TimeInForce     TimeInForce
}

// placement is an order that is being placed on a locked account. The result is in the book; nothing is written.
type placement struct {
	service *Service
	tx      *database.Tx
	book    *Book
	account *Account
	wanted  NewOrder

	instrument market.Instrument
	quote      market.Quote
	noPrice    error         // why nothing can be filled now
	order      *Order        // as far as known
	price      money.Decimal // at which it fills, or is expected to
}

// place fails as PlaceOrder does.
func (p *placement) place(ctx context.Context) (err error) {
	if p.instrument, err = p.service.market.Instrument(p.wanted.Symbol); err != nil {
		return err
	}
	if !p.instrument.IsActive { // it would reserve money for ever, since no price will come to fill it
		return fault.Invalid("symbol", "%s is no longer traded", p.instrument.Symbol)
	}
	p.quote, p.noPrice = p.service.market.Quote(p.instrument.Symbol)
	if err := p.wanted.check(p.instrument); err != nil {
		return err
	}
	if p.wanted.Type == MarketOrder && p.noPrice != nil {
		return p.noPrice
	}
	if err := p.makeOrder(); err != nil {
		return err
	}
	if p.account.Kind == ConnectedAccount {
		return p.handOver(ctx)
	}
	if err := p.account.MayEnter(); err != nil {
		return err
	}
	if err := p.account.mayOpen(); err != nil {
		return err
	}
	if err := p.checkLevels(); err != nil {
		return err
	}
	if p.isFilledNow() {
		return p.book.FillNew(p.account, p.order, OrderFill{p.price, p.exit()}, p.instrument.TickSize)
	}
	if err := p.checkWorking(ctx, mostWorking); err != nil {
		return err
	}
	notional := p.price.Mul(p.order.Quantity)
	p.order.Held = notional.Add(p.book.terms.feeOf(notional))
	return p.book.Place(p.account, p.order)
}

// checkWorking fails with CONFLICT when the account has the maximum number of working orders.
func (p *placement) checkWorking(ctx context.Context, most int) error {
	working, err := countWorkingOrders(ctx, p.tx, p.account.ID)
	if err == nil && working >= most {
		err = fault.New(fault.Conflict, "%d orders work on this account, which is as many as there may be: cancel one", working)
	}
	return err
}

// makeOrder makes the order with its price and its quantity. It fails with QUANTITY_TOO_SMALL and VALIDATION_ERROR.
func (p *placement) makeOrder() error {
	now, wanted := p.book.now, p.wanted
	p.order = p.book.marketOrder(p.account, p.instrument.Symbol, wanted.Side, money.Zero)
	order := p.order
	order.Type, order.TimeInForce = wanted.Type, wanted.TimeInForce
	if order.TimeInForce == "" {
		order.TimeInForce = GoodTillCancelled
	}
	order.Notional, order.LimitPrice, order.StopPrice = valueOf(wanted.Notional), valueOf(wanted.LimitPrice), valueOf(wanted.StopPrice)
	order.StopLoss, order.TargetPrice, order.TrailingPercent = valueOf(wanted.StopLoss), valueOf(wanted.TargetPrice), valueOf(wanted.TrailingPercent)
	if order.TimeInForce == GoodForDay && order.Type != MarketOrder {
		order.ExpiresAt = sessionEnd(p.instrument.Session, now)
	}
	asked := p.fillPrice()
	if wanted.Quantity != nil {
		order.Quantity = *wanted.Quantity
		return checkQuantity(order.Quantity, p.instrument)
	}
	quantity, err := wanted.Notional.Div(asked)
	if err != nil {
		return err
	}
	if order.Quantity = quantity.FloorTo(p.instrument.LotStep); !order.Quantity.IsPositive() {
		return fault.New(fault.QuantityTooSmall, "%s buys less than the smallest lot of %s, %s", *wanted.Notional, order.Symbol, p.instrument.LotStep)
	}
	return nil
}

// fillPrice sets the order's expected fill price, and returns the price by which a notional is divided.
func (p *placement) fillPrice() (asked money.Decimal) {
	switch p.order.Type {
	case LimitOrder:
		p.price, asked = p.order.LimitPrice, p.order.LimitPrice
		if p.noPrice == nil && p.isMarketable() {
			p.price = p.entryQuote()
		}
	case StopOrder:
		p.price, asked = p.book.terms.Slipped(p.order.StopPrice, p.order.Side, p.instrument.TickSize), p.order.StopPrice
	default:
		p.price = p.book.terms.Price(p.quote, p.order.Side)
		asked = p.price
	}
	return asked
}

// entryQuote is the side of the quote at which the order trades.
func (p *placement) entryQuote() money.Decimal { return quoted(p.quote, p.order.Side) }

// exit is the price at which the position could be closed when it is opened: a spread away from where the order fills.
func (p *placement) exit() money.Decimal {
	taken := p.order.LimitPrice.Add(p.order.StopPrice) // it has at most one of the two
	if p.isFilledNow() {
		taken = p.entryQuote()
	}
	return taken.Sub(p.entryQuote()).Add(quoted(p.quote, p.order.Side.Opposite()))
}

// isMarketable reports whether the market is at the order's limit, or better.
func (p *placement) isMarketable() bool {
	return TargetReached(p.order.Side == Sell, p.entryQuote(), p.order.LimitPrice)
}

// isFilledNow reports whether the order fills at once.
func (p *placement) isFilledNow() bool {
	return p.order.Type == MarketOrder || p.order.Type == LimitOrder && p.noPrice == nil && p.isMarketable()
}

// checkLevels fails with PRICE_MOVED when the market has already reached the order's stop, or the stop or target of a
// position that it would open at once: that would be closed at the same moment.
func (p *placement) checkLevels() error {
	if p.noPrice != nil {
		return nil
	}
	order := p.order
	if order.Type == StopOrder && StopReached(order.Side == Sell, p.entryQuote(), order.StopPrice) {
		return fault.New(fault.PriceMoved, "%s has reached the stop price already", order.Symbol)
	}
	if !p.isFilledNow() {
		return nil
	}
	exit, long := p.exit(), order.Side == Buy
	stop, _ := TrailedStop(long, exit, order.StopLoss, order.TrailingPercent, p.instrument.TickSize)
	if StopReached(long, exit, stop) || TargetReached(long, exit, order.TargetPrice) {
		return fault.New(fault.PriceMoved, "%s has reached the position's stop or target already", order.Symbol)
	}
	return nil
}

// handOver places the order of a connected account. It fails with ACCOUNT_NOT_ACTIVE, with VALIDATION_ERROR for a day
// order, with INSUFFICIENT_FUNDS for a sale of more than is open and not already being sold, and with CONFLICT when the
// maximum number of orders is working there, or of positions is open.
func (p *placement) handOver(ctx context.Context) error {
	if p.order.TimeInForce == GoodForDay {
		return fault.Invalid("timeInForce", "must be gtc: an exchange works orders until they are cancelled")
	}
	if p.order.Type != MarketOrder { // a market order does not stay there
		if err := p.checkWorking(ctx, mostAtVenue); err != nil {
			return err
		}
	}
	if p.order.Side == Buy {
		if err := p.account.MayEnter(); err != nil {
			return err
		}
		if err := p.account.mayOpen(); err != nil {
			return err
		}
		return p.book.Place(p.account, p.order)
	}
	if err := p.account.MayExit(); err != nil {
		return err
	}
	free, err := p.order.holding().free(ctx, p.tx)
	if err != nil {
		return err
	}
	if p.order.Quantity.GreaterThan(free) {
		return fault.New(fault.InsufficientFunds, "%s of %s can be sold", money.Max(free, money.Zero), p.order.Symbol)
	}
	return p.book.Place(p.account, p.order)
}

// sessionEnd is when a day order expires: at the end of the session that is open or opens next; if the market does not
// close by then, at the end of its UTC day.
func sessionEnd(session market.Session, now time.Time) time.Time {
	opening, found := session.NextOpening(now)
	if !found {
		opening = now
	}
	_, closes := session.Hours(opening)
	return closes
}

func valueOf(given *money.Decimal) money.Decimal {
	if given == nil {
		return money.Zero
	}
	return *given
}
