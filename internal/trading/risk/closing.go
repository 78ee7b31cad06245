package risk

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// hit is a position that reached a level, and the price there.
type hit struct {
	position, account uuid.UUID
	price             money.Decimal
	reason            trading.ExitReason
	at                int64 // when the tick came, in microseconds
	apart             bool  // it was in a transaction that failed, and must not spoil another
	trading.Patience
}

// closeHits closes what reached a level and tells whether anything was closed. What is locked or fails is tried
// again soon, so that it cannot hold up others, and at the price that was reached.
func (m *Monitor) closeHits(ctx context.Context) (closed bool) {
	if len(m.hits) == 0 {
		return false
	}
	now := m.service.now()
	waiting := m.hits
	m.hits = nil
	var together, apart []hit
	for _, h := range waiting {
		_, watched := m.list.places[h.position]
		switch {
		case !watched: // somebody else has closed it meanwhile
		case h.Until.After(now):
			m.hits = append(m.hits, h)
		case h.apart:
			apart = append(apart, h)
		default:
			together = append(together, h)
		}
	}
	for batch := range slices.Chunk(together, mostClosings) {
		done, failed := m.closeBatch(ctx, batch)
		closed, apart = closed || done, append(apart, failed...)
	}
	return m.closeApart(ctx, apart) || closed
}

// closeBatch closes those positions in one transaction whose accounts are free. When that fails and the database
// answers, one of them is to blame, and all are to be tried apart from each other.
func (m *Monitor) closeBatch(ctx context.Context, batch []hit) (closed bool, apart []hit) {
	if ctx.Err() != nil {
		m.hits = append(m.hits, batch...)
		return false, nil
	}
	locked, err := m.service.closeAt(ctx, batch)
	if err == nil {
		for _, h := range batch {
			if locked[h.account] {
				m.leave(h)
			} else {
				m.forget(h.position)
			}
		}
		return slices.ContainsFunc(batch, func(h hit) bool { return !locked[h.account] }), nil
	}
	if !database.IsLocked(err) {
		m.Complain("close positions", err, "count", len(batch))
		if unreachable := m.service.db.Ping(ctx); unreachable != nil {
			m.hits = append(m.hits, batch...)
			return false, nil
		}
	}
	for i := range batch {
		batch[i].apart = true
	}
	return false, batch
}

// closeApart closes positions each in a transaction of its own.
func (m *Monitor) closeApart(ctx context.Context, hits []hit) (closed bool) {
	results := m.eachApart(ctx, len(hits), func(i int) error {
		locked, err := m.service.closeAt(ctx, hits[i:i+1])
		if err == nil && len(locked) > 0 {
			err = database.ErrLocked
		}
		return err
	})
	for i, h := range hits {
		switch err := results[i]; {
		case err == nil:
			m.forget(h.position)
			closed = true
		case err == trading.ErrNotBegun:
			m.hits = append(m.hits, h)
		case database.IsLocked(err):
			m.leave(h)
		default:
			h.Postpone(m.service.now())
			m.Complain("close a position", err, "positionId", h.position, "retryAt", h.Until)
			m.hits = append(m.hits, h)
		}
	}
	return closed
}

// leave keeps a position whose account is locked for a later try.
func (m *Monitor) leave(h hit) {
	if h.Wait(m.service.now()) {
		m.service.logger.Warn("risk monitor: an account stays locked, its position is not closed yet",
			"positionId", h.position, "accountId", h.account)
	}
	m.hits = append(m.hits, h)
}

// closeAt closes positions, each at the price of its level, in one transaction, and tells which of their accounts
// somebody else holds: those stay as they are. Whoever holds the accounts decides: a position that somebody has
// closed meanwhile stays as it is, and of one that was closed in part the rest is closed. It is finished even when
// the context ends.
func (s *Service) closeAt(ctx context.Context, hits []hit) (locked map[uuid.UUID]bool, err error) {
	defer money.Catch(&err)
	ctx, cancel := worker.Finish(ctx, closingLimit)
	defer cancel()
	accountIDs, positionIDs := make([]uuid.UUID, len(hits)), make([]uuid.UUID, len(hits))
	byPosition := make(map[uuid.UUID]hit, len(hits))
	for i, h := range hits {
		accountIDs[i], positionIDs[i], byPosition[h.position] = h.account, h.position, h
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		var accounts map[uuid.UUID]*trading.Account
		if accounts, locked, err = trading.LockFreeAccounts(ctx, tx, accountIDs); err != nil || len(accounts) == 0 {
			return err
		}
		positions, err := trading.PositionsByID(ctx, tx, positionIDs)
		if err != nil {
			return err
		}
		b := s.trading.NewBook(s.now())
		for _, position := range positions {
			account := accounts[position.AccountID]
			if position.Status != trading.Open || account == nil {
				continue
			}
			h := byPosition[position.ID]
			if _, err := b.Close(account, position, h.price, position.Quantity, h.reason); err != nil {
				return err
			}
			b.ReachedLevel(h.reason, h.at)
		}
		return s.trading.Write(ctx, tx, b)
	})
	return locked, err
}
