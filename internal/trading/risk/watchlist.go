package risk

import (
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// watched is an open position as the monitor keeps it.
type watched struct {
	id, account uuid.UUID
	levels      levels
	openedAt    int64 // microseconds
	closing     bool  // a level was reached and the closing is under way
}

// watchlist is every open position, by symbol, so that a tick meets those it concerns and no others. Only
// the monitor's goroutine uses it.
type watchlist struct {
	symbols map[string]*watchedSymbol
	places  map[uuid.UUID]place
}

type watchedSymbol struct{ positions []watched }

// place is where a position is.
type place struct {
	symbol *watchedSymbol
	index  int
}

func newWatchlist() *watchlist {
	return &watchlist{symbols: map[string]*watchedSymbol{}, places: map[uuid.UUID]place{}}
}

// put takes over what was read of a position: one that is open is watched, any other no longer.
func (w *watchlist) put(row trading.Watched) {
	position := watched{id: row.ID, account: row.AccountID, levels: levelsOf(&row.Position), openedAt: database.Micros(row.OpenedAt)}
	if known, ok := w.places[position.id]; ok {
		position.closing = known.symbol.positions[known.index].closing
		w.remove(position.id)
	}
	if row.Status != trading.Open {
		return
	}
	symbol := w.symbols[row.Symbol]
	if symbol == nil {
		symbol = &watchedSymbol{}
		w.symbols[row.Symbol] = symbol
	}
	w.places[position.id] = place{symbol, len(symbol.positions)}
	symbol.positions = append(symbol.positions, position)
}

// remove forgets a position. The last one of the symbol takes its place.
func (w *watchlist) remove(id uuid.UUID) {
	found, ok := w.places[id]
	if !ok {
		return
	}
	positions := found.symbol.positions
	last := len(positions) - 1
	positions[found.index] = positions[last]
	w.places[positions[last].id] = found
	found.symbol.positions = positions[:last]
	delete(w.places, id)
}

// look is what a price did between two looks of the monitor, and when.
type look struct {
	bar
	from, to int64 // microseconds
}

// check holds what the price of a symbol did against its positions and adds those that it closes to hits. A
// position that was opened meanwhile is judged by the last price only: it was not there for the rest. It
// fails when a price is too large to be one.
func (w *watchlist) check(name string, seen look, quote market.Quote, hits *[]hit) (err error) {
	defer money.Catch(&err)
	symbol := w.symbols[name]
	if symbol == nil {
		return nil
	}
	bids, asks := seen.shift(toBids(quote)), seen.shift(toAsks(quote))
	for i := range symbol.positions {
		position := &symbol.positions[i]
		if position.closing || position.openedAt > seen.to {
			continue
		}
		exits := asks
		if position.levels.long {
			exits = bids
		}
		if position.openedAt > seen.from {
			exits = plain(exits.close)
		}
		if price, reason, reached := position.levels.exit(exits); reached {
			position.closing = true
			*hits = append(*hits, hit{position: position.id, account: position.account, price: price, reason: reason, at: seen.from})
		}
	}
	return nil
}
