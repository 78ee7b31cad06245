package broker

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	weightHeader = "X-MBX-USED-WEIGHT-1M"
	// mostWeight is the weight of our requests in a minute, as Binance counts it, above which reading holdings waits
	// for the next minute. Binance refuses at 6,000; the rest is for orders and for customers who are waiting at a
	// screen.
	mostWeight = 4800
)

// manners is what a provider has asked of all our requests. It counts them by our address and not by customer: if we
// keep asking for one customer after a refusal for another, we are banned. It is safe for concurrent use; nil imposes
// nothing.
type manners struct {
	mutex   sync.Mutex
	until   time.Time // no request is wanted before
	weight  int       // what was counted in the minute of weighed
	weighed time.Time
}

// wait is how long no request is wanted.
func (m *manners) wait(now time.Time) time.Duration {
	if m == nil {
		return 0
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return max(m.until.Sub(now), 0)
}

// waitIfBusy is how long to defer requests that can wait: until the end of a minute in which most of the weight is
// used.
func (m *manners) waitIfBusy(now time.Time) time.Duration {
	if m == nil {
		return 0
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	minute := now.Truncate(time.Minute)
	if m.weight < mostWeight || !m.weighed.Equal(minute) {
		return 0
	}
	return minute.Add(time.Minute).Sub(now)
}

// pause stops all requests until a time.
func (m *manners) pause(until time.Time) {
	if m == nil {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if until.After(m.until) {
		m.until = until
	}
}

// weigh records the provider's count for this minute.
func (m *manners) weigh(header http.Header, now time.Time) {
	weight, err := strconv.Atoi(header.Get(weightHeader))
	if m == nil || err != nil {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.weight, m.weighed = weight, now.Truncate(time.Minute)
}
