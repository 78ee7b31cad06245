package alerts

import (
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// watched is a working alert as the monitor keeps it.
type watched struct {
	id        uuid.UUID
	levels    levels
	createdAt int64 // microseconds
	firing    bool  // a level was reached
}

// watchedSymbol is the alerts of a symbol, with the levels nearest to its price: as long as the price stays between them
// nothing else is checked.
type watchedSymbol struct {
	alerts  []watched
	nearest levels
}

// watchedAlerts is all working alerts, by symbol. Only the monitor's goroutine uses it.
type watchedAlerts struct {
	symbols map[string]*watchedSymbol
	places  map[uuid.UUID]place
}

// place is where an alert is in the list.
type place struct {
	symbol *watchedSymbol
	index  int
}

func newWatchedAlerts() *watchedAlerts {
	return &watchedAlerts{symbols: map[string]*watchedSymbol{}, places: map[uuid.UUID]place{}}
}

// put takes over an alert as read: it is watched if working, otherwise no longer. It fails when its levels are too large
// for prices.
func (w *watchedAlerts) put(alert *Alert) (err error) {
	defer money.Catch(&err)
	next := watched{id: alert.ID, levels: alert.levels(), createdAt: database.Micros(alert.CreatedAt)}
	if known, ok := w.places[alert.ID]; ok {
		next.firing = known.symbol.alerts[known.index].firing
		w.remove(alert.ID)
	}
	if alert.Status != AlertWorking {
		return nil
	}
	symbol := w.symbols[alert.Symbol]
	if symbol == nil {
		symbol = &watchedSymbol{}
		w.symbols[alert.Symbol] = symbol
	}
	w.places[alert.ID] = place{symbol, len(symbol.alerts)}
	symbol.alerts = append(symbol.alerts, next)
	symbol.nearest = symbol.nearest.or(next.levels)
	return nil
}

// or is the nearer of both levels on each side, for a price between them.
func (l levels) or(other levels) levels {
	if l.upper.IsZero() || other.upper.IsPositive() && other.upper.LessThan(l.upper) {
		l.upper = other.upper
	}
	l.lower = money.Max(l.lower, other.lower)
	return l
}

// remove removes an alert. The last one of the symbol moves to its place; the nearest levels are found again when a price
// reaches them.
func (w *watchedAlerts) remove(id uuid.UUID) {
	found, ok := w.places[id]
	if !ok {
		return
	}
	alerts := found.symbol.alerts
	last := len(alerts) - 1
	alerts[found.index] = alerts[last]
	w.places[alerts[last].id] = found
	found.symbol.alerts = alerts[:last]
	delete(w.places, id)
}

// look is a symbol's price range since the monitor last looked, its current price, and since when the range applies.
type look struct {
	high, low, last money.Decimal
	from            int64 // microseconds
}

// lookAt converts a tick whose prices apply from a moment on. Missing prices are those of the close.
func lookAt(tick market.Tick, from int64) look {
	seen := look{high: money.Max(tick.High, tick.Open, tick.Close), low: tick.Close, last: tick.Close, from: from}
	for _, price := range [...]money.Decimal{tick.Open, tick.Low} {
		if price.IsPositive() {
			seen.low = money.Min(seen.low, price)
		}
	}
	return seen
}

// join adds what the price did next.
func (l look) join(next look) look {
	return look{high: money.Max(l.high, next.high), low: money.Min(l.low, next.low), last: next.last, from: l.from}
}

// check checks a price movement against the alerts of its symbol and returns those whose level it has reached. An alert
// created meanwhile is checked against the last price only: it did not exist for the rest.
func (w *watchedAlerts) check(name string, seen look) (hits []hit) {
	symbol := w.symbols[name]
	if symbol == nil {
		return nil
	}
	if _, isReached := symbol.nearest.reached(seen.high, seen.low); !isReached {
		return nil
	}
	symbol.nearest = levels{}
	for i := range symbol.alerts {
		alert := &symbol.alerts[i]
		if alert.firing {
			continue
		}
		high, low := seen.high, seen.low
		if alert.createdAt > seen.from {
			high, low = seen.last, seen.last
		}
		if price, isReached := alert.levels.reached(high, low); isReached {
			alert.firing = true
			hits = append(hits, hit{alert: alert.id, price: price})
			continue
		}
		symbol.nearest = symbol.nearest.or(alert.levels)
	}
	return hits
}
