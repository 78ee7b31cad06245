package alerts

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	// mostFirings is how many alerts fire in one transaction: few enough that their identifiers fit into one notification.
	mostFirings = 150
	// firingLimit limits the duration of that transaction, which continues when the process is told to stop.
	firingLimit = 30 * time.Second
	// outagePause is how long to wait before trying again when the database does not answer.
	outagePause = time.Second
)

// hit is an alert whose level was reached, and the price there.
type hit struct {
	alert uuid.UUID
	price money.Decimal
	apart bool // its transaction failed, so it must not spoil another batch
	trading.Patience
}

// fireHits fires the alerts whose levels were reached. What is locked or fails is tried again soon, whatever the price does
// meanwhile.
func (m *Monitor) fireHits(ctx context.Context) {
	if len(m.hits) == 0 {
		return
	}
	now := m.service.now()
	waiting := m.hits
	m.hits = nil
	var together, apart []hit
	for _, h := range waiting {
		_, isWorking := m.list.places[h.alert]
		switch {
		case !isWorking: // somebody else has fired or cancelled it
		case h.Until.After(now):
			m.hits = append(m.hits, h)
		case h.apart:
			apart = append(apart, h)
		default:
			together = append(together, h)
		}
	}
	for batch := range slices.Chunk(together, mostFirings) {
		apart = append(apart, m.fireBatch(ctx, batch)...)
	}
	m.fireApart(ctx, apart)
}

// fireBatch fires alerts in one transaction. If it fails although the database answers, one of them is to blame, and all
// are to be tried separately.
func (m *Monitor) fireBatch(ctx context.Context, batch []hit) (apart []hit) {
	if ctx.Err() != nil {
		m.hits = append(m.hits, batch...)
		return nil
	}
	locked, err := m.service.fire(ctx, batch)
	if err == nil {
		for _, h := range batch {
			m.settle(h, locked[h.alert])
		}
		return nil
	}
	if !database.IsLocked(err) {
		m.complain("fire alerts", err, "count", len(batch))
		if unreachable := m.service.db.Ping(ctx); unreachable != nil {
			for _, h := range batch {
				h.Until = m.service.now().Add(outagePause)
				m.hits = append(m.hits, h)
			}
			return nil
		}
	}
	for i := range batch {
		batch[i].apart = true
	}
	return batch
}

// fireApart fires alerts, each in a transaction of its own.
func (m *Monitor) fireApart(ctx context.Context, hits []hit) {
	results := trading.EachApart(ctx, m.service.db, len(hits), func(i int) error {
		locked, err := m.service.fire(ctx, hits[i:i+1])
		if err == nil && len(locked) > 0 {
			err = database.ErrLocked
		}
		return err
	})
	for i, h := range hits {
		switch err := results[i]; {
		case err == nil, database.IsLocked(err):
			m.settle(h, err != nil)
		case err == trading.ErrNotBegun:
			m.hits = append(m.hits, h)
			m.wake.Notify()
		default:
			h.Postpone(m.service.now())
			m.complain("fire an alert", err, "alertId", h.alert, "retryAt", h.Until)
			m.hits = append(m.hits, h)
		}
	}
}

// settle drops an alert that has fired, here or elsewhere, and keeps one that is locked for a later try.
func (m *Monitor) settle(h hit, isLocked bool) {
	if !isLocked {
		m.list.remove(h.alert)
		return
	}
	if h.Wait(m.service.now()) {
		m.service.logger.Warn("alert monitor: an alert stays locked and has not fired yet", "alertId", h.alert)
	}
	m.hits = append(m.hits, h)
}

// untilNextTry is how long the monitor may sleep without being woken.
func (m *Monitor) untilNextTry() time.Duration {
	now, next := m.service.now(), reloadInterval
	for _, h := range m.hits {
		next = min(next, max(h.Until.Sub(now), time.Millisecond))
	}
	return next
}

// fire fires alerts in one transaction, and returns those that are locked elsewhere, which it leaves. The state under the
// lock decides: one that has fired or was cancelled meanwhile stays as it is. It finishes even when the context ends.
func (s *Service) fire(ctx context.Context, hits []hit) (locked map[uuid.UUID]bool, err error) {
	ctx, cancel := worker.Finish(ctx, firingLimit)
	defer cancel()
	ids, prices := make([]uuid.UUID, len(hits)), make(map[uuid.UUID]money.Decimal, len(hits))
	for i, h := range hits {
		ids[i], prices[h.alert] = h.alert, h.price
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		locked = map[uuid.UUID]bool{}
		if err := tx.LimitLockWait(ctx, trading.BriefWait); err != nil {
			return err
		}
		free, err := tx.LockFree(ctx, alertTable.Name(), ids)
		if err != nil {
			return err
		}
		found, err := alertsByID(ctx, tx, ids)
		if err != nil {
			return err
		}
		now := s.now()
		var fired []*Alert
		for _, alert := range found {
			switch {
			case alert.Status != AlertWorking:
			case !free[alert.ID]:
				locked[alert.ID] = true
			default:
				alert.fire(prices[alert.ID], now)
				fired = append(fired, alert)
			}
		}
		return s.writeFired(ctx, tx, fired)
	})
	return locked, err
}

// writeFired stores fired alerts, which are locked, and notifies their users.
func (s *Service) writeFired(ctx context.Context, tx *database.Tx, fired []*Alert) error {
	if len(fired) == 0 {
		return nil
	}
	if err := alertTable.UpdateAll(ctx, tx, fired); err != nil {
		return err
	}
	notices, ids := make([]*Notice, len(fired)), make([]string, len(fired))
	for i, alert := range fired {
		notices[i], ids[i] = alertNotice(alert), alert.ID.String()
	}
	tx.Notify(alertsTopic, strings.Join(ids, ","))
	return s.tell(ctx, tx, notices...)
}
