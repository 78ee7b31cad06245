package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// watched is an open position as the monitor keeps it.
type watched struct {
	id, account  uuid.UUID
	levels       levels
	entry        money.Decimal
	quantity     money.Decimal
	unrealized   money.Decimal // at the last mark; kept only for a copy-stop
	openedAt     int64         // microseconds
	subscription *watchedSubscription
	closing      bool // a level was reached and the closing is under way
}

// watchedSubscription is a subscription with a copy-stop, and what its open positions have won or lost.
type watchedSubscription struct {
	id                  uuid.UUID
	allocated, realized money.Decimal
	percent             int
	unrealized          money.Decimal
	positions           int
	touched             bool // it is among those to be judged
	patience
}

// watchlist is every open position, by symbol, so that a tick meets those it concerns and no others. Only
// the monitor's goroutine uses it.
type watchlist struct {
	symbols       map[string]*watchedSymbol
	places        map[uuid.UUID]place
	subscriptions map[uuid.UUID]*watchedSubscription
	touched       []*watchedSubscription
}

type watchedSymbol struct{ positions []watched }

// place is where a position is.
type place struct {
	symbol *watchedSymbol
	index  int
}

func newWatchlist() *watchlist {
	return &watchlist{
		symbols: map[string]*watchedSymbol{}, places: map[uuid.UUID]place{},
		subscriptions: map[uuid.UUID]*watchedSubscription{},
	}
}

// put takes over what was read of a position: one that is open is watched, any other no longer. The mark is
// the price it stands at; 0 when there is none.
func (w *watchlist) put(row watchedRow, mark money.Decimal) {
	position := row.position
	if known, ok := w.places[position.id]; ok {
		position.closing = known.symbol.positions[known.index].closing
		w.remove(position.id)
	}
	subscription := w.subscriptionOf(row.subscription)
	if row.status != Open {
		return
	}
	symbol := w.symbols[row.symbol]
	if symbol == nil {
		symbol = &watchedSymbol{}
		w.symbols[row.symbol] = symbol
	}
	if position.subscription = subscription; subscription != nil {
		subscription.positions++
		if mark.IsPositive() {
			_ = position.value(mark) // where it cannot be valued, it counts as nothing won or lost
		}
	}
	w.places[position.id] = place{symbol, len(symbol.positions)}
	symbol.positions = append(symbol.positions, position)
}

// subscriptionOf takes over what was read of a subscription beside a position. It is judged anew, because
// its realized profit may have changed.
func (w *watchlist) subscriptionOf(row watchedSubscription) *watchedSubscription {
	if row.id == uuid.Nil {
		return nil
	}
	subscription := w.subscriptions[row.id]
	if subscription == nil {
		subscription = &watchedSubscription{id: row.id}
		w.subscriptions[row.id] = subscription
	}
	subscription.allocated, subscription.percent, subscription.realized = row.allocated, row.percent, row.realized
	w.touch(subscription)
	return subscription
}

func (w *watchlist) touch(subscription *watchedSubscription) {
	if !subscription.touched {
		subscription.touched = true
		w.touched = append(w.touched, subscription)
	}
}

// remove forgets a position. The last one of the symbol takes its place.
func (w *watchlist) remove(id uuid.UUID) {
	found, ok := w.places[id]
	if !ok {
		return
	}
	positions := found.symbol.positions
	if subscription := positions[found.index].subscription; subscription != nil {
		subscription.positions--
		subscription.unrealized = subscription.unrealized.Sub(positions[found.index].unrealized)
		w.touch(subscription)
	}
	last := len(positions) - 1
	positions[found.index] = positions[last]
	w.places[positions[last].id] = found
	positions[last] = watched{} // the subscription it points to may go
	found.symbol.positions = positions[:last]
	delete(w.places, id)
}

// positionsOf lists what is watched for a subscription. It looks at everything: copy-stops are rare.
func (w *watchlist) positionsOf(subscription *watchedSubscription) []uuid.UUID {
	var ids []uuid.UUID
	for id, found := range w.places {
		if found.symbol.positions[found.index].subscription == subscription {
			ids = append(ids, id)
		}
	}
	return ids
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
	bids := seen.shift(money.Min(quote.Bid.Sub(quote.Mark), money.Zero))
	asks := seen.shift(money.Max(quote.Ask.Sub(quote.Mark), money.Zero))
	for i := range symbol.positions {
		position := &symbol.positions[i]
		if subscription := position.subscription; subscription != nil {
			if position.value(seen.close) == nil {
				w.touch(subscription)
			}
		}
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

// value marks a position, and its subscription with it. It fails, and leaves the last mark, when the numbers
// are too large.
func (p *watched) value(mark money.Decimal) (err error) {
	defer money.Catch(&err)
	side := Sell
	if p.levels.long {
		side = Buy
	}
	unrealized := profit(side, p.entry, mark, p.quantity)
	p.subscription.unrealized = p.subscription.unrealized.Add(unrealized.Sub(p.unrealized))
	p.unrealized = unrealized
	return nil
}

// watchedRow is what the monitor reads of a position.
type watchedRow struct {
	position     watched
	symbol       string
	status       PositionStatus
	subscription watchedSubscription // its id is nil without a copy-stop
}

const watchedRows = `
	SELECT p.id, p.account_id, p.symbol, p.side, p.status, p.quantity, p.entry_price, p.stop_loss, p.target_price,
		p.liquidation_price, p.opened_at, s.id, COALESCE(s.allocated_capital, 0), COALESCE(s.copy_stop_percent, 0),
		COALESCE(s.realized_pnl, 0)
	FROM positions p
	LEFT JOIN bot_subscriptions s ON s.id = p.subscription_id AND s.status = 'active' AND s.copy_stop_percent > 0 `

func scanWatched(row database.Row) (watchedRow, error) {
	var read watchedRow
	var p Position
	position, subscription := &read.position, &read.subscription
	err := row.Scan(&position.id, &position.account, &read.symbol, &p.Side, &read.status, &position.quantity, &position.entry,
		&p.StopLoss, &p.TargetPrice, &p.LiquidationPrice, &position.openedAt, database.ID(&subscription.id),
		&subscription.allocated, &subscription.percent, &subscription.realized)
	position.levels = levelsOf(&p)
	return read, err
}

// openToWatch reads a page of the open positions, in the order of their ids.
func openToWatch(ctx context.Context, from database.Querier, after uuid.UUID, limit int) ([]watchedRow, error) {
	rows, err := from.Query(ctx, watchedRows+`WHERE p.status = 'open' AND p.id > $1 ORDER BY p.id LIMIT $2`, after, limit)
	return database.Collect(rows, err, scanWatched)
}

// toWatch reads positions by their ids, whatever their status.
func toWatch(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]watchedRow, error) {
	var all []watchedRow
	err := database.FromRows(from, []string{"TEXT"}, ids, idRow, func(source string, arguments []any) error {
		rows, err := from.Query(ctx, watchedRows+`WHERE p.id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		found, err := database.Collect(rows, err, scanWatched)
		all = append(all, found...)
		return err
	})
	return all, err
}
