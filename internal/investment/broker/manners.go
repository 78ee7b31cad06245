package broker

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	weightHeader = "X-MBX-USED-WEIGHT-1M"
	// mostWeight is what Binance counts of our requests in a minute before reading holdings waits for the next one.
	// It refuses at 6,000; what is left is for orders and for customers who wait in front of a screen.
	mostWeight = 4800
)

// manners is what a provider has asked of all our requests. It counts them by our address and not by customer: who goes on
// asking for one customer after a refusal for another is banned. It is safe for use by many goroutines; nil asks for nothing.
type manners struct {
	mutex   sync.Mutex
	until   time.Time // no request is wanted before
	weight  int       // what was counted in the minute of weighed
	weighed time.Time
}

// wait is for how long no request is wanted.
func (m *manners) wait(now time.Time) time.Duration {
	if m == nil {
		return 0
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return max(m.until.Sub(now), 0)
}

// waitIfBusy is for how long nothing is to be asked that can wait: until the minute is over that most of the weight of which
// is used.
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

// pause keeps everybody from asking.
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

// weigh remembers what the provider has counted in this minute.
func (m *manners) weigh(header http.Header, now time.Time) {
	weight, err := strconv.Atoi(header.Get(weightHeader))
	if m == nil || err != nil {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.weight, m.weighed = weight, now.Truncate(time.Minute)
}
