package risk

import (
	"math"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// watchedOrder is a working order as the monitor keeps it.
type watchedOrder struct {
	id, account uuid.UUID
	level       money.Decimal
	placedAt    int64 // microseconds, like expiresAt
	expiresAt   int64 // beyond all times if it does not
	waits       bool  // its account takes no entries
	settling    bool  // it was reached, and is being settled
}

// orderList is all working orders that may be filled here, by symbol and kind. For each kind it knows the level that a
// price reaches first: a tick that does not reach it costs one comparison for all of them. Only the monitor's goroutine
// uses it.
type orderList struct {
	symbols map[string]*[orderKinds]orderGroup
	places  map[uuid.UUID]orderPlace
	fresh   map[string]bool // symbols of orders not yet checked against any price

	expiresAt int64 // the earliest of all, or earlier
}

// orderGroup is the orders of one kind and symbol.
type orderGroup struct {
	orders    []watchedOrder
	first     money.Decimal // the level that a price reaches first
	isUnknown bool          // first must be found again, because its order was removed
}

// orderPlace is where an order is in the list.
type orderPlace struct {
	group *orderGroup
	index int
}

func newOrderList() *orderList {
	return &orderList{
		symbols: map[string]*[orderKinds]orderGroup{}, places: map[uuid.UUID]orderPlace{}, fresh: map[string]bool{}, expiresAt: math.MaxInt64,
	}
}

// put takes over an order as just read: it is watched if it may be filled, otherwise no longer. What was known of it before
// is in another list, or in this one. Its placing is never after now, like a position's opening.
func (l *orderList) put(row *orderRow, before *orderList, now int64) {
	order := watchedOrder{
		id: row.ID, account: row.AccountID, level: levelOf(&row.Order), placedAt: min(database.Micros(row.CreatedAt), now), waits: row.waits,
		expiresAt: math.MaxInt64,
	}
	if known := before.find(order.id); known != nil {
		order.settling, order.placedAt = known.settling, min(order.placedAt, known.placedAt)
	}
	l.remove(order.id)
	if !row.isWatched {
		return
	}
	if !row.ExpiresAt.IsZero() {
		order.expiresAt = database.Micros(row.ExpiresAt)
		l.expiresAt = min(l.expiresAt, order.expiresAt)
	}
	groups := l.symbols[row.Symbol]
	if groups == nil {
		groups = new([orderKinds]orderGroup)
		l.symbols[row.Symbol] = groups
	}
	kind := kindOf(&row.Order)
	group := &groups[kind]
	if len(group.orders) == 0 || kind.reaches(group.first, order.level) {
		group.first, group.isUnknown = order.level, group.isUnknown && len(group.orders) > 0
	}
	l.places[order.id] = orderPlace{group, len(group.orders)}
	group.orders = append(group.orders, order)
	l.fresh[row.Symbol] = true
}

// find is what is known of an order; nil when it is not watched.
func (l *orderList) find(id uuid.UUID) *watchedOrder {
	found, ok := l.places[id]
	if !ok {
		return nil
	}
	return &found.group.orders[found.index]
}

// remove removes an order. The last one of its group moves to its place.
func (l *orderList) remove(id uuid.UUID) {
	found, ok := l.places[id]
	if !ok {
		return
	}
	orders := found.group.orders
	last := len(orders) - 1
	if orders[found.index].level == found.group.first {
		found.group.isUnknown = true
	}
	orders[found.index] = orders[last]
	l.places[orders[last].id] = found
	found.group.orders = orders[:last]
	delete(l.places, id)
}

// check checks a symbol's price movement against its orders and adds those that it fills to hits. It fails when a price is
// too large.
func (l *orderList) check(name string, seen look, quote market.Quote, hits *[]hit) (err error) {
	defer money.Catch(&err)
	groups := l.symbols[name]
	if groups == nil {
		return nil
	}
	delete(l.fresh, name)
	bids, asks := seen.shift(toBids(quote)), seen.shift(toAsks(quote))
	spread := toAsks(quote).Sub(toBids(quote))
	for kind := range orderKinds {
		entries, toExits := look{bar: asks, from: seen.from, to: seen.to}, spread.Neg()
		if kind.sells() {
			entries.bar, toExits = bids, spread
		}
		groups[kind].check(kind, entries, toExits, hits)
	}
	return nil
}

// check adds the orders of the kind that prices fill to hits. toExits is the distance to the prices at which their
// positions could be closed.
func (g *orderGroup) check(kind orderKind, entries look, toExits money.Decimal, hits *[]hit) {
	if len(g.orders) == 0 {
		return
	}
	farthest := kind.farthest(entries.bar)
	if !g.isUnknown && !kind.reaches(farthest, g.first) {
		return
	}
	g.first, g.isUnknown = g.orders[0].level, false
	for i := range g.orders {
		order := &g.orders[i]
		if kind.reaches(g.first, order.level) {
			g.first = order.level
		}
		if order.settling || order.waits || order.placedAt > entries.to || order.expiresAt <= entries.to || !kind.reaches(farthest, order.level) {
			continue
		}
		prices := entries.bar
		if order.placedAt > entries.from { // it did not exist for the rest
			prices = plain(prices.close)
		}
		if price, reached := kind.fill(prices, order.level); reached {
			order.settling = true
			fill := trading.OrderFill{Price: price, Exit: price.Add(toExits)}
			*hits = append(*hits, hit{kind: filling, subject: order.id, account: order.account, fill: fill, at: entries.to})
		}
	}
}

// expire adds the orders whose day is over to hits.
func (l *orderList) expire(now int64, hits *[]hit) {
	if now < l.expiresAt {
		return
	}
	l.expiresAt = math.MaxInt64
	for _, place := range l.places {
		order := &place.group.orders[place.index]
		switch {
		case order.settling:
		case order.expiresAt <= now:
			order.settling = true
			*hits = append(*hits, hit{kind: expiring, subject: order.id, account: order.account, at: now})
		default:
			l.expiresAt = min(l.expiresAt, order.expiresAt)
		}
	}
}

// orderRow is an order as the monitor reads it: its constant fields, and whether it is filled here.
type orderRow struct {
	trading.Order
	isWatched bool
	waits     bool // its account takes no entries
}
