package risk

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// queuePoll is how often the monitor looks for queued closings whose notification it may have missed.
const queuePoll = time.Minute

// closingQueue is what the monitor knows of closings that wait for a price: the symbols that have any. The rest is in the
// database, so it survives a restart and any replica may process it.
type closingQueue struct {
	symbols map[string]*trading.Patience
	readAt  time.Time
}

// closeQueued sells what was waiting for a price and now has one. A tick costs one check per waiting symbol, and no query
// until one of them can be traded.
func (m *Monitor) closeQueued(ctx context.Context) {
	now := m.service.now()
	m.mu.Lock()
	told := m.queueTold
	m.queueTold = false
	m.mu.Unlock()
	if told || now.Sub(m.queue.readAt) >= queuePoll {
		if err := m.readQueue(ctx, now); err != nil {
			m.Complain("read what waits to be sold", err)
			return
		}
	}
	for symbol, waits := range m.queue.symbols {
		if _, _, err := m.service.trading.Tradable(symbol); err != nil || waits.Until.After(now) || ctx.Err() != nil {
			continue
		}
		switch locked, err := m.closeQueuedOf(ctx, symbol); {
		case err != nil:
			waits.Postpone(now)
			m.Complain("sell what waited for its market", err, "symbol", symbol, "retryAt", waits.Until)
		case locked:
			if waits.Wait(now) {
				m.service.logger.Warn("risk monitor: accounts stay locked, what waited for its market is not sold yet", "symbol", symbol)
			}
		default:
			delete(m.queue.symbols, symbol)
		}
	}
}

func (m *Monitor) readQueue(ctx context.Context, now time.Time) error {
	symbols, err := queuedSymbols(ctx, m.service.db)
	if err != nil {
		return err
	}
	before := m.queue.symbols
	m.queue = closingQueue{symbols: make(map[string]*trading.Patience, len(symbols)), readAt: now}
	for _, symbol := range symbols {
		m.queue.symbols[symbol] = before[symbol]
		if before[symbol] == nil {
			m.queue.symbols[symbol] = &trading.Patience{}
		}
	}
	return nil
}

// closeQueuedOf sells everything of a symbol that was waiting, some hundred per transaction, and reports whether some is
// left because its accounts are locked. When a transaction fails, each of its closings is tried alone, so that one position
// cannot hold up others. It fails with the last failure.
func (m *Monitor) closeQueuedOf(ctx context.Context, symbol string) (isLocked bool, failed error) {
	var behind uuid.UUID
	for {
		closings, err := queuedClosings(ctx, m.service.db, symbol, behind, mostClosings)
		if err != nil || len(closings) == 0 {
			return isLocked, cmp.Or(failed, err)
		}
		behind = closings[len(closings)-1].position
		err = m.service.settleQueued(ctx, symbol, closings)
		if market.NoPriceNow(err) {
			return isLocked, err
		}
		if err != nil && err != database.ErrLocked {
			if !database.IsLocked(err) && m.service.db.Ping(ctx) != nil {
				return isLocked, err
			}
			err = m.settleQueuedApart(ctx, symbol, closings)
		}
		if database.IsLocked(err) || err == trading.ErrNotBegun {
			isLocked = true
		} else {
			failed = cmp.Or(err, failed)
		}
		if len(closings) < mostClosings {
			return isLocked, failed
		}
	}
}

// settleQueuedApart sells waiting positions, each in a transaction of its own. It returns the worst of the results: a
// failure, a lock, too little time.
func (m *Monitor) settleQueuedApart(ctx context.Context, symbol string, closings []pendingClosing) (worst error) {
	for _, err := range m.eachApart(ctx, len(closings), func(i int) error {
		err := m.service.settleQueued(ctx, symbol, closings[i:i+1])
		if fault.Is(err, fault.AccountNotActive) {
			err = m.service.dropQueued(ctx, closings[i:i+1])
		}
		return err
	}) {
		if err != nil && (worst == nil || worst == trading.ErrNotBegun || database.IsLocked(worst)) {
			worst = err
		}
	}
	return worst
}

// dropQueued removes closings from the queue whose accounts may no longer trade. The positions stay, with their own stops
// and targets: selling them as soon as their owner lets the account trade again, perhaps weeks later, would be a surprise.
func (s *Service) dropQueued(ctx context.Context, closings []pendingClosing) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error { return dropClosings(ctx, tx, closings) })
}

// settleQueued sells waiting positions, and closes accounts that have thereby sold their last one, in one transaction. The
// state under the lock decides: what was sold meanwhile is only removed from the queue. It finishes even when the context
// ends. It returns database.ErrLocked when some are left because their accounts are locked elsewhere, and fails with
// MARKET_DATA_STALE or MARKET_CLOSED when there is no price after all.
func (s *Service) settleQueued(ctx context.Context, symbol string, closings []pendingClosing) (err error) {
	defer money.Catch(&err)
	ctx, cancel := worker.Finish(ctx, closingLimit)
	defer cancel()
	accountIDs := make([]uuid.UUID, len(closings))
	reasons := make(map[uuid.UUID]trading.ExitReason, len(closings))
	for i, closing := range closings {
		accountIDs[i], reasons[closing.position] = closing.account, closing.reason
	}
	var free []pendingClosing
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		accounts, locked, err := trading.LockFreeAccounts(ctx, tx, accountIDs)
		if err != nil {
			return err
		}
		free = slices.DeleteFunc(slices.Clone(closings), func(closing pendingClosing) bool { return locked[closing.account] })
		if len(free) == 0 {
			return nil
		}
		positionIDs := make([]uuid.UUID, len(free))
		for i, closing := range free {
			positionIDs[i] = closing.position
		}
		positions, err := trading.PositionsByID(ctx, tx, positionIDs)
		if err != nil {
			return err
		}
		_, quote, err := s.trading.Tradable(symbol)
		if err != nil {
			return err
		}
		b := s.trading.NewBook(s.now())
		for _, position := range positions {
			if position.Status != trading.Open {
				continue
			}
			price := s.terms.Price(quote, position.Side.Opposite())
			if _, err := b.Close(accounts[position.AccountID], position, price, position.Quantity, reasons[position.ID]); err != nil {
				return err
			}
		}
		if err := s.trading.Write(ctx, tx, b); err != nil {
			return err
		}
		if err := dropClosings(ctx, tx, free); err != nil {
			return err
		}
		return s.trading.CloseEmptied(ctx, tx, slices.Collect(maps.Keys(accounts)))
	})
	if err == nil && len(free) < len(closings) {
		err = database.ErrLocked
	}
	return err
}
