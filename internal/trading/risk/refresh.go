package risk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// news collects notifications of changed rows. It is kept under the monitor's lock.
type news struct {
	payloads []string // identifiers, comma-separated
	renewed  bool     // anything may have changed
}

// add adds a payload; an empty one means that anything may have changed.
func (n *news) add(payload string) {
	if payload == "" || len(n.payloads) == mostTold {
		n.renewed, n.payloads = true, nil
	}
	if !n.renewed {
		n.payloads = append(n.payloads, payload)
	}
}

// take returns the notifications received so far and clears them.
func (m *Monitor) take(told *news) news {
	m.mu.Lock()
	defer m.mu.Unlock()
	taken := *told
	*told = news{}
	return taken
}

// giveBack returns notifications of rows that could not be read, for the next attempt.
func (m *Monitor) giveBack(told *news, taken news) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if taken.renewed {
		*told = taken
	} else if !told.renewed {
		told.payloads = append(taken.payloads, told.payloads...)
	}
}

// refresh reads the positions and orders that have changed. What fails is read next time.
func (m *Monitor) refresh(ctx context.Context) error {
	return errors.Join(
		m.refreshFrom(&m.positionsTold, func() error { return m.reload(ctx) }, func(ids []uuid.UUID) error { return m.readPositions(ctx, ids) }),
		m.refreshFrom(&m.ordersTold, func() error { return m.reloadOrders(ctx) }, func(ids []uuid.UUID) error { return m.readOrders(ctx, ids) }))
}

func (m *Monitor) refreshFrom(told *news, reload func() error, read func(ids []uuid.UUID) error) (err error) {
	taken := m.take(told)
	switch {
	case taken.renewed:
		err = reload()
	case len(taken.payloads) > 0:
		err = read(database.IDs(taken.payloads...))
	}
	if err != nil {
		m.giveBack(told, taken)
	}
	return err
}

func (m *Monitor) readPositions(ctx context.Context, ids []uuid.UUID) error {
	rows, err := toWatch(ctx, m.service.db, ids)
	if err != nil {
		return fmt.Errorf("read positions: %w", err)
	}
	now := m.nowMicros()
	for _, row := range rows {
		m.list.put(row, m.tickSize(row.Symbol), m.list, now)
		m.companion.Watch(row, m.mark(row.Symbol))
	}
	return nil
}

func (m *Monitor) readOrders(ctx context.Context, ids []uuid.UUID) error {
	rows, err := ordersToWatch(ctx, m.service.db, ids)
	if err != nil {
		return fmt.Errorf("read orders: %w", err)
	}
	now := m.nowMicros()
	for _, row := range rows {
		m.orders.put(row, m.orders, now)
	}
	return nil
}

// reload reads all open positions. Those that change meanwhile are announced, and read again.
func (m *Monitor) reload(ctx context.Context) error {
	fresh := newWatchlist()
	err := m.companion.Renew(func(watch func(watched trading.Watched, mark money.Decimal)) error {
		return m.readOpen(ctx, func(row trading.Watched) {
			fresh.put(row, m.tickSize(row.Symbol), m.list, m.nowMicros())
			watch(row, m.mark(row.Symbol))
		})
	})
	if err != nil {
		return err
	}
	m.list = fresh
	// A closing in progress remains; one that was completed elsewhere meanwhile is dropped.
	m.hits = slices.DeleteFunc(m.hits, func(h hit) bool { return !m.isWatched(&h) })
	return nil
}

// readOpen reads all open positions, a page at a time.
func (m *Monitor) readOpen(ctx context.Context, take func(row trading.Watched)) error {
	return readPages(func(after uuid.UUID) (last uuid.UUID, count int, err error) {
		rows, err := openToWatch(ctx, m.service.db, after, watchPage)
		if err != nil {
			return last, 0, fmt.Errorf("read open positions: %w", err)
		}
		for _, row := range rows {
			take(row)
			last = row.ID
		}
		return last, len(rows), nil
	})
}

// reloadOrders reads all working orders. Those that change meanwhile are announced, and read again.
func (m *Monitor) reloadOrders(ctx context.Context) error {
	fresh := newOrderList()
	err := readPages(func(after uuid.UUID) (last uuid.UUID, count int, err error) {
		rows, err := workingToWatch(ctx, m.service.db, after, watchPage)
		if err != nil {
			return last, 0, fmt.Errorf("read working orders: %w", err)
		}
		now := m.nowMicros()
		for _, row := range rows {
			fresh.put(row, m.orders, now)
			last = row.ID
		}
		return last, len(rows), nil
	})
	if err != nil {
		return err
	}
	m.orders = fresh
	m.hits = slices.DeleteFunc(m.hits, func(h hit) bool { return !m.isWatched(&h) })
	return nil
}

// readPages reads rows a page at a time, each after the last row of the previous page, until one is not full.
func readPages(read func(after uuid.UUID) (last uuid.UUID, count int, err error)) error {
	var after uuid.UUID
	for {
		last, count, err := read(after)
		if err != nil || count < watchPage {
			return err
		}
		after = last
	}
}

// checkFresh checks new orders, which may have missed a tick, against the current price.
func (m *Monitor) checkFresh() {
	now := m.nowMicros()
	for symbol := range m.orders.fresh {
		delete(m.orders.fresh, symbol)
		quote, err := m.service.market.Quote(symbol)
		if err != nil {
			continue // the next tick decides
		}
		seen := look{bar: plain(quote.Mark), from: now, to: now}
		if err := m.orders.check(symbol, seen, quote, &m.hits); err != nil {
			m.Complain("judge a price", err, "symbol", symbol)
		}
	}
}

// tickSize is the tick size of a symbol; 0 when it is not listed.
func (m *Monitor) tickSize(symbol string) money.Decimal {
	instrument, err := m.service.market.Instrument(symbol)
	if err != nil {
		return money.Zero
	}
	return instrument.TickSize
}
