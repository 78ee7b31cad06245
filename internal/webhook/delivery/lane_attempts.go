package delivery

import (
	"context"
	"time"
)

// maxUnrecorded is how many attempts of a lane may wait to be recorded, and so the most that a crash repeats. It is
// about what a fast receiver takes while a batch of a thousand events is written.
const maxUnrecorded = 1_024

// startAttempts starts as many attempts as the receiver's width, the rate limits and the reservation allow.
func (l *lane) startAttempts(ctx context.Context) (wait time.Duration, over bool) {
	d := l.dispatcher
	if !l.hasWork() { // an idle lane makes no queries
		l.mutex.Lock()
		defer l.mutex.Unlock()
		return l.rest(d.now(), idleTime)
	}
	endpoint, err := l.lockWithEndpoint(ctx)
	defer l.mutex.Unlock()
	if err != nil {
		return claimPause, false
	}
	now := d.now()
	if !endpoint.isUsable() { // deleted, switched off or broken: settled in the database
		l.dropQueue()
		return l.untilLeaseEnds(now), l.onWire == 0 && l.unrecorded == 0
	}
	for {
		delivery, after, ok := l.begin(endpoint)
		if !ok {
			return l.rest(now, after)
		}
		go l.deliver(ctx, endpoint, delivery) // run returns only when nothing is in flight
	}
}

// begin takes the next delivery to send if the receiver's width, the rate limits and the reservation allow it;
// otherwise it returns for how long they will not, unless something is recorded or ends. It is called with the mutex
// held.
func (l *lane) begin(endpoint *Endpoint) (delivery Delivery, after time.Duration, ok bool) {
	l.dropOverdue(endpoint)
	if l.queue.len() == 0 || l.onWire >= l.congestion.allowed() {
		return delivery, idleTime, false
	}
	if l.unrecorded >= l.capacity && l.queue.first().refusedAt.IsZero() { // else it already counts as unrecorded
		return delivery, idleTime, false
	}
	now := l.limitsNow()
	l.limits.SetLimits(endpoint.RateLimitPerMinute, endpoint.RateLimitPerHour)
	if at, ok := l.limits.Next(now); !ok {
		if at.IsZero() {
			return delivery, idleTime, false
		}
		return delivery, at.Sub(now), false
	}
	if !l.use.acquire() {
		return delivery, idleTime, false // woken when a place is free
	}
	delivery = l.queue.pop()
	l.onWire++
	l.unrecorded++
	l.limits.Start(now)
	return delivery, 0, true
}

// proceed ends one attempt and begins the next one in the same goroutine, unless the lane's own goroutine has something
// to decide first.
func (l *lane) proceed(ctx context.Context) (endpoint *Endpoint, delivery Delivery, more bool) {
	endpoint, err := l.lockWithEndpoint(ctx)
	defer l.mutex.Unlock()
	now := l.dispatcher.now()
	l.onWire--
	l.use.release()
	if err != nil || !endpoint.isUsable() || l.lost || l.stopping || l.isOver(now) {
		return nil, delivery, false
	}
	delivery, _, more = l.begin(endpoint)
	wantsClaim := l.backlog && l.queue.len() < lowQueue
	wantsOthers := l.queue.len() > 0 && l.onWire < l.congestion.allowed() && l.unrecorded < l.capacity
	if wantsClaim || wantsOthers {
		l.wake.Notify()
	}
	return endpoint, delivery, more
}

// dropOverdue drops the next deliveries in memory that the endpoint no longer allows to be retried, because it was
// changed while they waited here. The next claim gives them up. It is called with the mutex held.
func (l *lane) dropOverdue(endpoint *Endpoint) {
	for l.queue.len() > 0 {
		next := l.queue.first()
		if n := next.failures(); n == 0 || !next.refusedAt.IsZero() || endpoint.Retry.allows(n) {
			return
		}
		delete(l.known, next.ID)
		l.queue.pop()
		l.backlog = true
	}
}

// dropQueue drops the deliveries in memory. It is called with the mutex held.
func (l *lane) dropQueue() {
	l.queue.clear(func(delivery *Delivery) {
		delete(l.known, delivery.ID)
		l.unrecorded -= delivery.requests() - 1
	})
}

// recorded is called when attempts have been recorded, or will never be.
func (l *lane) recorded(attempts []*attempt) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, attempt := range attempts {
		l.unrecorded -= attempt.delivery.requests()
		delete(l.known, attempt.delivery.ID)
		if l.claiming {
			l.settled[attempt.delivery.ID] = struct{}{}
		}
		l.comesDue(attempt.judgement.nextAt)
	}
	l.wake.Notify()
}

// unaccounted returns how many requests were made and never recorded.
func (l *lane) unaccounted() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.unrecorded
}
