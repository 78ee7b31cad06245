package copying

import (
	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/trading"
)

// watchedCopy is an open position of a subscription with a copy-stop.
type watchedCopy struct {
	id           uuid.UUID
	side         trading.Side
	entry        money.Decimal
	quantity     money.Decimal
	unrealized   money.Decimal // at the last mark
	subscription *watchedSubscription
}

// watchedSubscription is a subscription with a copy-stop, and the unrealized profit of its open positions.
type watchedSubscription struct {
	id                  uuid.UUID
	allocated, realized money.Decimal
	percent             int
	unrealized          money.Decimal
	positions           int
	touched             bool // it is among those to be checked
	trading.Patience
}

// watchedCopies holds them all by symbol, so that a tick only meets those that it concerns.
type watchedCopies struct {
	symbols       map[string]*copiesOfSymbol
	places        map[uuid.UUID]copyPlace
	subscriptions map[uuid.UUID]*watchedSubscription
	touched       []*watchedSubscription
}

type copiesOfSymbol struct{ positions []watchedCopy }

// copyPlace is where a position is in the list.
type copyPlace struct {
	symbol *copiesOfSymbol
	index  int
}

func newWatchedCopies() *watchedCopies {
	return &watchedCopies{
		symbols: map[string]*copiesOfSymbol{}, places: map[uuid.UUID]copyPlace{},
		subscriptions: map[uuid.UUID]*watchedSubscription{},
	}
}

// put takes over a position as read: it is watched if it is open and its subscription has a copy-stop, otherwise no longer.
func (w *watchedCopies) put(row trading.Watched, mark money.Decimal) {
	w.remove(row.ID)
	subscription := w.subscriptionOf(row.Limit)
	if subscription == nil || row.Status != trading.Open {
		return
	}
	symbol := w.symbols[row.Symbol]
	if symbol == nil {
		symbol = &copiesOfSymbol{}
		w.symbols[row.Symbol] = symbol
	}
	position := watchedCopy{id: row.ID, side: row.Side, entry: row.EntryPrice, quantity: row.Quantity, subscription: subscription}
	subscription.positions++
	if mark.IsPositive() {
		_ = position.value(mark) // if it cannot be valued, it counts as no profit or loss
	}
	w.places[position.id] = copyPlace{symbol, len(symbol.positions)}
	symbol.positions = append(symbol.positions, position)
}

// subscriptionOf takes over a subscription as read with a position. It is checked again, because its realized profit may
// have changed.
func (w *watchedCopies) subscriptionOf(limit trading.LossLimit) *watchedSubscription {
	if limit.SubscriptionID == uuid.Nil {
		return nil
	}
	subscription := w.subscriptions[limit.SubscriptionID]
	if subscription == nil {
		subscription = &watchedSubscription{id: limit.SubscriptionID}
		w.subscriptions[limit.SubscriptionID] = subscription
	}
	subscription.allocated, subscription.percent, subscription.realized = limit.Capital, limit.Percent, limit.Realized
	w.touch(subscription)
	return subscription
}

func (w *watchedCopies) touch(subscription *watchedSubscription) {
	if !subscription.touched {
		subscription.touched = true
		w.touched = append(w.touched, subscription)
	}
}

// remove removes a position. The last one of the symbol moves to its place.
func (w *watchedCopies) remove(id uuid.UUID) {
	found, ok := w.places[id]
	if !ok {
		return
	}
	positions := found.symbol.positions
	subscription := positions[found.index].subscription
	subscription.positions--
	subscription.unrealized = subscription.unrealized.Sub(positions[found.index].unrealized)
	w.touch(subscription)
	last := len(positions) - 1
	positions[found.index] = positions[last]
	w.places[positions[last].id] = found
	positions[last] = watchedCopy{} // so that the subscription it points to can be freed
	found.symbol.positions = positions[:last]
	delete(w.places, id)
}

// positionsOf lists the watched positions of a subscription. It scans all of them: copy-stops are rare.
func (w *watchedCopies) positionsOf(subscription *watchedSubscription) []uuid.UUID {
	var ids []uuid.UUID
	for id, found := range w.places {
		if found.symbol.positions[found.index].subscription == subscription {
			ids = append(ids, id)
		}
	}
	return ids
}

// forgetEmpty forgets a subscription without open positions.
func (w *watchedCopies) forgetEmpty(subscription *watchedSubscription) {
	if subscription.positions == 0 {
		delete(w.subscriptions, subscription.id)
	}
}

// mark values the positions of a symbol. One whose numbers are too large keeps its last value.
func (w *watchedCopies) mark(name string, price money.Decimal) {
	symbol := w.symbols[name]
	if symbol == nil {
		return
	}
	for i := range symbol.positions {
		position := &symbol.positions[i]
		if position.value(price) == nil {
			w.touch(position.subscription)
		}
	}
}

// value marks a position and updates its subscription. When the numbers are too large it fails, and keeps the last mark.
func (p *watchedCopy) value(mark money.Decimal) (err error) {
	defer money.Catch(&err)
	unrealized := trading.Profit(p.side, p.entry, mark, p.quantity)
	p.subscription.unrealized = p.subscription.unrealized.Add(unrealized.Sub(p.unrealized))
	p.unrealized = unrealized
	return nil
}

// hasLostAll reports whether a subscription has reached its loss limit. It fails when the numbers are too large.
func (s *watchedSubscription) hasLostAll() (reached bool, err error) {
	defer money.Catch(&err)
	return copyStopReached(s.allocated, s.percent, s.realized, s.unrealized), nil
}
