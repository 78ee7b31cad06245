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
	closing     bool  // a level was reached and the closing is under way
	waits       int64 // until when its exits do, in microseconds, as far as is known since it was read
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

// put takes over what was read of a position now: one that is open is watched, any other no longer. What was known of it
// before stands in another list, or in this one. Nothing was opened after now: where the row says so the clock was set back
// since, and no price would concern it until it shows that time again.
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

// look is what a price did between two looks of the monitor, and when: a tick may cover more than the moment at which it comes.
type look struct {
	bar
	from, to int64 // microseconds
}

// check holds what the price of a symbol did against its positions and adds those that it closes to hits, and those
// whose stops have followed it. A position that was opened meanwhile is judged by the last price only: it was not there
// for the rest. It fails when a price is too large to be one.
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

// judge holds the prices at which a position could be closed against it.
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
