package delivery

import (
	"context"
	"time"
)

// maxUnrecorded is how many attempts of a lane may wait to be recorded: what a crash repeats at most. It is about what a fast
// receiver takes while a batch of a thousand events is written.
const maxUnrecorded = 1_024

// startAttempts puts on the wire whatever the receiver's width, the rate limits and the reservation allow.
func (l *lane) startAttempts(ctx context.Context) (wait time.Duration, over bool) {
	d := l.dispatcher
	if !l.hasWork() { // an idle lane asks the database for nothing
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
	if !endpoint.isUsable() { // deleted, switched off or broken: its deliveries are settled in the database
		l.dropQueue()
		return l.untilLeaseEnds(now), l.onWire == 0 && l.unrecorded == 0
	}
	for {
		delivery, after, ok := l.begin(endpoint)
		if !ok {
			return l.rest(now, after)
		}
		go l.deliver(ctx, endpoint, delivery) // run returns only when nothing is on the wire
	}
}

// begin puts the next delivery on the wire if the receiver's width, the rate limits and the reservation allow;
// else it tells for how long they will not, unless something is recorded or ends. It is called with the mutex
// held.
func (l *lane) begin(endpoint *Endpoint) (delivery Delivery, after time.Duration, ok bool) {
	if l.queue.len() == 0 || l.onWire >= l.congestion.allowed() {
		return delivery, idleTime, false
	}
	if l.unrecorded >= l.capacity && l.queue.first().refusedAt.IsZero() { // else it is one of the unrecorded
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
		return delivery, idleTime, false // woken when there is a place
	}
	delivery = l.queue.pop()
	l.onWire++
	l.unrecorded++
	l.limits.Start(now)
	return delivery, 0, true
}

// proceed ends one attempt and begins the next one for the same goroutine, unless the lane's own has
// something to decide first.
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

// dropQueue forgets what is in memory. It is called with the mutex held.
func (l *lane) dropQueue() {
	l.queue.clear(func(delivery *Delivery) {
		delete(l.known, delivery.ID)
		l.unrecorded -= delivery.requests() - 1
	})
}

// recorded is called when attempts have been recorded, or were refused for good.
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

// unaccounted is how many requests were made and never recorded.
func (l *lane) unaccounted() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.unrecorded
}
