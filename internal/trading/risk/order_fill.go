package risk

import (
	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// FillOf tells whether a tick fills a working order, and which price does. halfSpread is how far bid and ask lie from
// the mark: who buys pays the ask, who sells gets the bid.
//
// When the tick opens beyond the price of the order already, the market has jumped over it: nothing else is to be had
// than the open, which is better than a limit and worse than a stop. Otherwise the price is exactly the order's. What a
// stop order slips comes on top. It panics with a *money.OverflowError when a price is too large to be one.
func FillOf(order *trading.Order, tick market.Tick, halfSpread money.Decimal) (price money.Decimal, reached bool) {
	kind := kindOf(order)
	if kind.sells() {
		halfSpread = halfSpread.Neg()
	}
	return kind.fill(barOf(tick).shift(halfSpread), levelOf(order))
}

// orderKind says which way a price has to go to reach an order, and whether it is the ask or the bid.
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

// fill tells whether a bar of the prices at which the order could be filled reaches its level.
func (k orderKind) fill(b bar, level money.Decimal) (price money.Decimal, reached bool) {
	if k.reaches(b.open, level) {
		return b.open, true
	}
	return level, k.reaches(k.farthest(b), level)
}

// farthest is as near as a bar comes to orders of the kind.
func (k orderKind) farthest(b bar) money.Decimal {
	if k.falls() {
		return b.low
	}
	return b.high
}

// settleOrder fills an order that works, or ends it when its day was over. One whose account takes no entries goes on
// working: it is watched again when the account does.
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
