package risk

import (
	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// FillOf reports whether a tick fills a working order, and at which price. halfSpread is the distance of bid and ask from
// the mark: a buyer pays the ask, a seller gets the bid.
//
// When the tick opens beyond the order's price, the market has jumped over it and the order fills at the open, which is
// better than a limit and worse than a stop. Otherwise the price is exactly the order's. Slippage of a stop order comes on
// top. It panics with a *money.OverflowError when a price is too large.
func FillOf(order *trading.Order, tick market.Tick, halfSpread money.Decimal) (price money.Decimal, reached bool) {
	kind := kindOf(order)
	if kind.sells() {
		halfSpread = halfSpread.Neg()
	}
	return kind.fill(barOf(tick).shift(halfSpread), levelOf(order))
}

// orderKind says in which direction a price must move to reach an order, and whether it is the ask or the bid.
type orderKind int

// The kinds of working orders.
const (
	limitBuy orderKind = iota
	limitSell
	stopBuy
	stopSell
	orderKinds
)

func kindOf(order *trading.Order) orderKind {
	kind := limitBuy
	if order.Type == trading.StopOrder {
		kind = stopBuy
	}
	if order.Side == trading.Sell {
		kind++
	}
	return kind
}

func levelOf(order *trading.Order) money.Decimal {
	if order.Type == trading.StopOrder {
		return order.StopPrice
	}
	return order.LimitPrice
}

func (k orderKind) sells() bool { return k == limitSell || k == stopSell }

// falls reports whether a price has to fall to reach the order.
func (k orderKind) falls() bool { return k == limitBuy || k == stopSell }

// reaches reports whether a price is at a level or beyond it.
func (k orderKind) reaches(price, level money.Decimal) bool {
	if k.falls() {
		return !price.GreaterThan(level)
	}
	return !price.LessThan(level)
}

// fill reports whether a bar of the prices at which the order could be filled reaches its level.
func (k orderKind) fill(b bar, level money.Decimal) (price money.Decimal, reached bool) {
	if k.reaches(b.open, level) {
		return b.open, true
	}
	return level, k.reaches(k.farthest(b), level)
}

// farthest is the price of a bar that comes closest to orders of the kind.
func (k orderKind) farthest(b bar) money.Decimal {
	if k.falls() {
		return b.low
	}
	return b.high
}

// settleOrder fills a working order, or ends it when its day is over. If its account takes no entries it keeps working: it
// is watched again once the account does.
func (s *Service) settleOrder(b *trading.Book, account *trading.Account, order *trading.Order, h hit) error {
	expires := database.Micros(order.ExpiresAt)
	isOver := !order.ExpiresAt.IsZero()
	if h.kind == expiring {
		if isOver && database.Micros(b.Now()) >= expires {
			b.EndOrder(account, order, trading.OrderExpired, "its day is over")
		}
		return nil
	}
	if isOver && h.at >= expires || account.MayEnter() != nil {
		return nil
	}
	instrument, err := s.market.Instrument(order.Symbol)
	if err != nil {
		return err
	}
	fill := h.fill
	if order.Type == trading.StopOrder {
		fill.Price = s.terms.Slipped(fill.Price, order.Side, instrument.TickSize)
	}
	return b.Fill(account, order, fill, instrument)
}
