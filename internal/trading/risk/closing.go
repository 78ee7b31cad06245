package risk

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// hitKind is the consequence of a hit.
type hitKind int

// The kinds of hits.
const (
	closing  hitKind = iota // a position closes
	moving                  // a stop has followed the price
	filling                 // an order fills
	expiring                // the day of a day order is over
)

// hit is a position or an order whose level or time has been reached, and its state at that moment.
type hit struct {
	kind             hitKind
	subject, account uuid.UUID         // the position or the order, and its account
	levels           levels            // of a position
	trail            trail             // of a position
	exits            bar               // the prices at which a position could be closed
	fill             trading.OrderFill // the price that reached an order, before slippage
	at               int64             // when the tick came, in microseconds
	apart            bool              // its transaction failed, so it must not spoil another batch
	trading.Patience
}

// isOrders reports whether the hit is an order's.
func (h *hit) isOrders() bool { return h.kind == filling || h.kind == expiring }

// settleHits executes the hits and reports whether anything was closed. Those that are locked or fail are tried again soon,
// at the price that was reached, so that they do not hold up others.
func (m *Monitor) settleHits(ctx context.Context) (closed bool) {
	if len(m.hits) == 0 {
		return false
	}
	now := m.service.now()
	waiting := m.hits
	m.hits = nil
	newest := map[uuid.UUID]int{} // of a stop that moved several times only the last move counts
	for i, h := range waiting {
		if h.kind == moving {
			newest[h.subject] = i
		}
	}
	var together, apart []hit
	for i, h := range waiting {
		switch {
		case !m.isWatched(&h): // another transaction has settled it meanwhile
		case h.kind == moving && newest[h.subject] != i:
		case h.Until.After(now):
			m.hits = append(m.hits, h)
		case h.apart:
			apart = append(apart, h)
		default:
			together = append(together, h)
		}
	}
	for batch := range slices.Chunk(together, mostClosings) {
		done, failed := m.settleBatch(ctx, batch)
		closed, apart = closed || done, append(apart, failed...)
	}
	return m.settleApart(ctx, apart) || closed
}

func (m *Monitor) isWatched(h *hit) bool {
	if h.isOrders() {
		return m.orders.find(h.subject) != nil
	}
	return m.list.find(h.subject) != nil
}

// settleBatch executes, in one transaction, those hits whose accounts are not locked. If it fails although the database
// answers, one of the hits is to blame, and all are to be tried separately.
func (m *Monitor) settleBatch(ctx context.Context, batch []hit) (closed bool, apart []hit) {
	if ctx.Err() != nil {
		m.hits = append(m.hits, batch...)
		return false, nil
	}
	done, err := m.service.settle(ctx, batch)
	if err == nil {
		for _, h := range batch {
			if done.locked[h.account] {
				m.leave(h)
				continue
			}
			m.settled(h, done)
			closed = closed || h.kind == closing
		}
		return closed, nil
	}
	if !database.IsLocked(err) {
		m.Complain("settle what prices have reached", err, "count", len(batch))
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

// settleApart executes hits, each in a transaction of its own.
func (m *Monitor) settleApart(ctx context.Context, hits []hit) (closed bool) {
	done := make([]settlement, len(hits))
	results := m.eachApart(ctx, len(hits), func(i int) (err error) {
		if done[i], err = m.service.settle(ctx, hits[i:i+1]); err == nil && len(done[i].locked) > 0 {
			err = database.ErrLocked
		}
		return err
	})
	for i, h := range hits {
		switch err := results[i]; {
		case err == nil:
			m.settled(h, done[i])
			closed = closed || h.kind == closing
		case err == trading.ErrNotBegun:
			m.hits = append(m.hits, h)
		case database.IsLocked(err):
			m.leave(h)
		default:
			h.Postpone(m.service.now())
			m.Complain("settle what a price has reached", err, "subjectId", h.subject, "retryAt", h.Until)
			m.hits = append(m.hits, h)
		}
	}
	return closed
}

// settled drops what a hit has ended. A position stays watched if its levels were moved away meanwhile, or if its exit is
// put off: after that, its levels are checked against the prices of that time.
func (m *Monitor) settled(h hit, done settlement) {
	switch {
	case h.isOrders():
		m.orders.remove(h.subject)
	case done.spared[h.subject]:
		if position := m.list.find(h.subject); position != nil {
			position.closing = false
		}
		m.ReadAgain(h.subject)
	case !done.putOff[h.subject].IsZero():
		if position := m.list.find(h.subject); position != nil {
			position.closing, position.waits = false, database.Micros(done.putOff[h.subject])
		}
	case h.kind == closing:
		m.forget(h.subject)
	}
}

// leave keeps a hit whose account is locked for a later try.
func (m *Monitor) leave(h hit) {
	if h.Wait(m.service.now()) {
		m.service.logger.Warn("risk monitor: an account stays locked, what a price has reached there is not settled yet",
			"subjectId", h.subject, "accountId", h.account)
	}
	m.hits = append(m.hits, h)
}

// settlement is the result of settling hits.
type settlement struct {
	locked map[uuid.UUID]bool      // accounts locked elsewhere, whose hits stay as they are
	spared map[uuid.UUID]bool      // positions whose levels are no longer where the price was
	putOff map[uuid.UUID]time.Time // until when the exits of positions that have reached a level are put off
}

// settle executes hits in one transaction, each at the price of its level, unless its account is locked elsewhere. The
// state under the lock decides: what was closed, filled or cancelled meanwhile stays so, of what was closed in part the
// rest is closed, and a moved stop is checked where it is now. It finishes even when the context ends.
func (s *Service) settle(ctx context.Context, hits []hit) (done settlement, err error) {
	defer money.Catch(&err)
	ctx, cancel := worker.Finish(ctx, closingLimit)
	defer cancel()
	accountIDs := make([]uuid.UUID, len(hits))
	for i, h := range hits {
		accountIDs[i] = h.account
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		done = settlement{spared: map[uuid.UUID]bool{}}
		var accounts map[uuid.UUID]*trading.Account
		if accounts, done.locked, err = trading.LockFreeAccounts(ctx, tx, accountIDs); err != nil || len(accounts) == 0 {
			return err
		}
		subjects, err := readSubjects(ctx, tx, hits)
		if err != nil {
			return err
		}
		if err := countOpen(ctx, tx, hits, accounts); err != nil {
			return err
		}
		b := s.trading.NewBook(s.now())
		for _, h := range hits {
			account := accounts[h.account]
			if account == nil {
				continue
			}
			if err := s.settleOne(b, account, h, subjects, done.spared); err != nil {
				return err
			}
		}
		if err := s.trading.Write(ctx, tx, b); err != nil {
			return err
		}
		done.putOff = b.PutOff()
		return nil
	})
	return done, err
}

// countOpen counts the open positions of the locked accounts on which orders are to be filled.
func countOpen(ctx context.Context, tx *database.Tx, hits []hit, held map[uuid.UUID]*trading.Account) error {
	fill := map[uuid.UUID]*trading.Account{}
	for _, h := range hits {
		if account := held[h.account]; account != nil && h.kind == filling {
			fill[h.account] = account
		}
	}
	return trading.CountOpen(ctx, tx, fill)
}

// subjects are the positions and the orders of hits, as read under the locks of their accounts.
type subjects struct {
	positions map[uuid.UUID]*trading.Position
	orders    map[uuid.UUID]*trading.Order
}

func readSubjects(ctx context.Context, tx *database.Tx, hits []hit) (found subjects, err error) {
	var positionIDs, orderIDs []uuid.UUID
	for _, h := range hits {
		if h.isOrders() {
			orderIDs = append(orderIDs, h.subject)
		} else if !slices.Contains(positionIDs, h.subject) {
			positionIDs = append(positionIDs, h.subject)
		}
	}
	positions, err := trading.PositionsByID(ctx, tx, positionIDs)
	if err != nil {
		return subjects{}, err
	}
	orders, err := trading.OrdersByID(ctx, tx, orderIDs)
	found = subjects{make(map[uuid.UUID]*trading.Position, len(positions)), make(map[uuid.UUID]*trading.Order, len(orders))}
	for _, position := range positions {
		found.positions[position.ID] = position
	}
	for _, order := range orders {
		found.orders[order.ID] = order
	}
	return found, err
}

// settleOne executes one hit in a book.
func (s *Service) settleOne(b *trading.Book, account *trading.Account, h hit, of subjects, spared map[uuid.UUID]bool) error {
	if h.isOrders() {
		order := of.orders[h.subject]
		if order == nil || !order.IsWorking() {
			return nil
		}
		return s.settleOrder(b, account, order, h)
	}
	position := of.positions[h.subject]
	if position == nil || position.Status != trading.Open {
		return nil
	}
	if h.kind == moving {
		if h.moveStop(position) {
			b.Amend(position)
		}
		return nil
	}
	price, reason, reached := h.exit(position)
	if !reached {
		spared[h.subject] = true
		return nil
	}
	if _, err := b.Close(account, position, price, position.Quantity, reason); err != nil {
		return err
	}
	b.ReachedLevel(reason, h.at)
	return nil
}
