package trading

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// closeHits closes what reached a level and tells whether anything was closed. What fails is tried again
// with a later tick, alone, so that it cannot hold up others, and at the price that was reached.
func (m *monitor) closeHits(ctx context.Context) (closed bool) {
	if len(m.hits) == 0 {
		return false
	}
	now := m.service.now()
	waiting := m.hits
	m.hits = nil
	var together []hit
	for _, h := range waiting {
		switch {
		case h.failures == 0:
			together = append(together, h)
		case h.until.After(now):
			m.hits = append(m.hits, h)
		default:
			closed = m.closeAlone(ctx, h) || closed
		}
	}
	for batch := range slices.Chunk(together, mostClosings) {
		closed = m.closeBatch(ctx, batch) || closed
	}
	return closed
}

// closeBatch closes positions in one transaction. When that fails and the database answers, one of them is
// to blame, and each is tried alone.
func (m *monitor) closeBatch(ctx context.Context, batch []hit) (closed bool) {
	if ctx.Err() != nil {
		m.hits = append(m.hits, batch...)
		return false
	}
	err := m.service.closeAt(ctx, batch)
	if err == nil {
		for _, h := range batch {
			m.list.remove(h.position)
		}
		return true
	}
	m.complain("close positions", err, "count", len(batch))
	if unreachable := m.service.db.Ping(ctx); unreachable != nil {
		m.hits = append(m.hits, batch...)
		return false
	}
	for _, h := range batch {
		closed = m.closeAlone(ctx, h) || closed
	}
	return closed
}

func (m *monitor) closeAlone(ctx context.Context, h hit) (closed bool) {
	if ctx.Err() != nil {
		m.hits = append(m.hits, h)
		return false
	}
	if err := m.service.closeAt(ctx, []hit{h}); err != nil {
		h.postpone(m.service.now())
		m.complain("close a position", err, "positionId", h.position, "retryAt", h.until)
		m.hits = append(m.hits, h)
		return false
	}
	m.list.remove(h.position)
	return true
}

// closeAt closes positions, each at the price of its level, in one transaction. Whoever holds the accounts
// decides: a position that somebody has closed meanwhile stays as it is, and of one that was closed in part
// the rest is closed. It is finished even when the context ends.
func (s *Service) closeAt(ctx context.Context, hits []hit) (err error) {
	defer money.Catch(&err)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingLimit)
	defer cancel()
	accountIDs, positionIDs := make([]uuid.UUID, len(hits)), make([]uuid.UUID, len(hits))
	byPosition := make(map[uuid.UUID]hit, len(hits))
	for i, h := range hits {
		accountIDs[i], positionIDs[i], byPosition[h.position] = h.account, h.position, h
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		accounts, err := lockAccounts(ctx, tx, accountIDs)
		if err != nil {
			return err
		}
		positions, err := positionsByID(ctx, tx, positionIDs)
		if err != nil {
			return err
		}
		b := s.newBook(s.now())
		for _, position := range positions {
			account := accounts[position.AccountID]
			if position.Status != Open || account == nil {
				continue
			}
			h := byPosition[position.ID]
			if _, err := b.close(account, position, h.price, position.Quantity, h.reason); err != nil {
				return err
			}
		}
		if len(b.trades) == 0 {
			return nil
		}
		return s.write(ctx, tx, b)
	})
}

// stopCopies ends the subscriptions that have lost what they may lose.
func (m *monitor) stopCopies(ctx context.Context) {
	judged := m.list.touched
	m.list.touched = nil
	now := m.service.now()
	for _, subscription := range judged {
		subscription.touched = false
		if ctx.Err() != nil || subscription.until.After(now) {
			m.list.touch(subscription)
			continue
		}
		if err := m.stopCopy(ctx, subscription); err != nil {
			subscription.postpone(now)
			m.complain("stop a subscription", err, "subscriptionId", subscription.id, "retryAt", subscription.until)
			m.list.touch(subscription)
			continue
		}
		if subscription.positions == 0 {
			delete(m.list.subscriptions, subscription.id)
		}
	}
}

// stopCopy ends a subscription if it has to. What it has open is read again then: whoever ended it, by this
// call or before, it is no longer watched; and if it had recovered it still is.
func (m *monitor) stopCopy(ctx context.Context, subscription *watchedSubscription) (err error) {
	defer money.Catch(&err)
	reached := copyStopReached(subscription.allocated, subscription.percent, subscription.realized, subscription.unrealized)
	subscription.patience = patience{failures: subscription.failures}
	if !reached {
		subscription.failures = 0
		return nil
	}
	working, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingLimit)
	defer cancel()
	if err := m.service.stopSubscription(working, subscription.id); err != nil {
		return err
	}
	subscription.patience = patience{until: m.service.now().Add(copyStopPause)}
	for _, id := range m.list.positionsOf(subscription) {
		m.changed(id.String())
	}
	return nil
}
