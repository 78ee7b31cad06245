package trading

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/worker"
)

// stopCopies ends the subscriptions that have lost what they may lose, each in a transaction of its own.
func (m *monitor) stopCopies(ctx context.Context) {
	judged := m.list.touched
	m.list.touched = nil
	now := m.service.now()
	var reached []*watchedSubscription
	for _, subscription := range judged {
		subscription.touched = false
		if ctx.Err() != nil || subscription.until.After(now) {
			m.list.touch(subscription)
			continue
		}
		lost, err := subscription.hasLostAll()
		if err == nil && !lost {
			subscription.patience = patience{}
			m.forgetEmpty(subscription)
			continue
		}
		reached = append(reached, subscription)
	}
	results := m.eachApart(ctx, len(reached), func(i int) error {
		working, cancel := worker.Finish(ctx, closingLimit)
		defer cancel()
		return m.service.stopSubscription(working, reached[i].id)
	})
	for i, subscription := range reached {
		m.stopped(subscription, results[i])
	}
}

// stopped deals with what became of a copy-stop. After one that succeeded, what the subscription has open is read
// again: whoever ended it, by this call or before, it is no longer watched; and if it had recovered it still is.
func (m *monitor) stopped(subscription *watchedSubscription, err error) {
	now := m.service.now()
	switch {
	case err == nil:
		subscription.patience = patience{until: now.Add(copyStopPause)}
		for _, id := range m.list.positionsOf(subscription) {
			m.changed(id.String())
		}
		m.forgetEmpty(subscription)
		return
	case err == errNotBegun:
	case database.IsLocked(err):
		if subscription.wait(now) {
			m.service.logger.Warn("risk monitor: an account stays locked, its subscription is not stopped yet", "subscriptionId", subscription.id)
		}
	default:
		subscription.postpone(now)
		m.complain("stop a subscription", err, "subscriptionId", subscription.id, "retryAt", subscription.until)
	}
	m.list.touch(subscription)
}

func (m *monitor) forgetEmpty(subscription *watchedSubscription) {
	if subscription.positions == 0 {
		delete(m.list.subscriptions, subscription.id)
	}
}

// hasLostAll reports whether a subscription has lost what it may lose. It fails when the numbers are too large.
func (s *watchedSubscription) hasLostAll() (reached bool, err error) {
	defer money.Catch(&err)
	return copyStopReached(s.allocated, s.percent, s.realized, s.unrealized), nil
}
