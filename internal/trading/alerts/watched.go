package alerts

import (
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// watched is an alert that works, as the monitor keeps it.
type watched struct {
	id        uuid.UUID
	levels    levels
	createdAt int64 // microseconds
	firing    bool  // a level was reached
}

// watchedSymbol is the alerts of a symbol, with the levels that are nearest to its price: as long as the price stays
// between them nothing else is looked at.
type watchedSymbol struct {
	alerts  []watched
	nearest levels
}

// watchedAlerts is every alert that works, by symbol. Only the monitor's goroutine uses it.
type watchedAlerts struct {
	symbols map[string]*watchedSymbol
	places  map[uuid.UUID]place
}

// place is where an alert is.
type place struct {
	symbol *watchedSymbol
	index  int
}

func newWatchedAlerts() *watchedAlerts {
	return &watchedAlerts{symbols: map[string]*watchedSymbol{}, places: map[uuid.UUID]place{}}
}

// put takes over what was read of an alert: one that works is watched, any other no longer. It fails when its levels
// are too large to be prices.
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

// or are the levels that a price between both meets first.
func (l levels) or(other levels) levels {
	if l.upper.IsZero() || other.upper.IsPositive() && other.upper.LessThan(l.upper) {
		l.upper = other.upper
	}
	l.lower = money.Max(l.lower, other.lower)
	return l
}

// remove forgets an alert. The last one of the symbol takes its place; the nearest levels are found anew when a price
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

// look is between what prices a symbol went since the monitor looked last, where it stands, and since when.
type look struct {
	high, low, last money.Decimal
	from            int64 // microseconds
}

// lookAt reads a tick whose prices are from a moment on. What a feed leaves out is the close.
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

// check holds what a price did against the alerts of its symbol and returns those whose level it has reached. One that
// was made meanwhile is judged by the last price only: it was not there for the rest.
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
