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
	trail       trail
	openedAt    int64 // microseconds
	closing     bool  // a level was reached and the closing is in progress
	waits       int64 // until when its exits are put off, in microseconds, as far as known since it was read
}

// watchlist is all open positions, by symbol, so that a tick only meets those that it concerns. Only the monitor's
// goroutine uses it.
type watchlist struct {
	symbols map[string]*watchedSymbol
	places  map[uuid.UUID]place
}

type watchedSymbol struct{ positions []watched }

// place is where a position is in the list.
type place struct {
	symbol *watchedSymbol
	index  int
}

func newWatchlist() *watchlist {
	return &watchlist{symbols: map[string]*watchedSymbol{}, places: map[uuid.UUID]place{}}
}

// put takes over a position as just read: it is watched if open, otherwise no longer. What was known of it before is in
// another list, or in this one. An opening time after now is replaced by now: the clock was set back since, and otherwise
// no price would apply to the position until it shows that time again.
func (w *watchlist) put(row trading.Watched, tickSize money.Decimal, before *watchlist, now int64) {
	position := watched{
		id: row.ID, account: row.AccountID, levels: levelsOf(&row.Position), trail: trailOf(&row.Position, tickSize),
		openedAt: min(database.Micros(row.OpenedAt), now),
	}
	if known := before.find(position.id); known != nil {
		position.closing, position.openedAt = known.closing, min(position.openedAt, known.openedAt)
		position.keep(known, &row.Position)
	}
	w.remove(position.id)
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

// find is what is known of a position; nil when it is not watched.
func (w *watchlist) find(id uuid.UUID) *watched {
	found, ok := w.places[id]
	if !ok {
		return nil
	}
	return &found.symbol.positions[found.index]
}

// remove removes a position. The last one of the symbol moves to its place.
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

// look is a price movement between two looks of the monitor, and its time: a tick may cover more than the moment at which
// it arrives.
type look struct {
	bar
	from, to int64 // microseconds
}

// check checks a symbol's price movement against its positions and adds those that it closes, and those whose stops it
// moves, to hits. A position opened meanwhile is checked against the last price only: it did not exist for the rest. It
// fails when a price is too large.
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
		position.judge(exits, seen.to, hits)
	}
	return nil
}

// judge checks the prices at which a position could be closed against its levels.
func (p *watched) judge(exits bar, at int64, hits *[]hit) {
	_, _, reached := p.levels.exit(exits)
	if !reached && p.trail.percent.IsPositive() {
		rest, moves := p.follow(exits)
		if !moves {
			return
		}
		*hits = append(*hits, p.hit(moving, rest, at))
		exits = rest
		_, _, reached = p.levels.exit(exits)
	}
	if reached && p.waits <= at {
		p.closing = true
		*hits = append(*hits, p.hit(closing, exits, at))
	}
}

func (p *watched) hit(kind hitKind, exits bar, at int64) hit {
	return hit{kind: kind, subject: p.id, account: p.account, levels: p.levels, trail: p.trail, exits: exits, at: at}
}
