package health

import (
	"context"
	"sync"
	"time"
)

// probeLimit is how long a probe may take. Callers do not wait as long.
const probeLimit = 5 * time.Second

// Prober finds out on request whether the database can be used, unless a recent probe or write has shown it. However
// many callers ask, one probe runs at a time. It is safe for concurrent use.
type Prober struct {
	probe  func(ctx context.Context) error
	writes Writes
	every  time.Duration

	mutex     sync.Mutex
	under     chan struct{} // closed when the running probe has ended; nil without one
	at        time.Time     // when the last one ended
	err       error         // its result
	answering time.Time     // the first success after a failure
}

// Writes says how the process's ordinary writes went, without a probe.
type Writes interface {
	LastWrite() time.Time
	LastOutage() time.Time
}

// soonest is the minimum interval between probes.
const soonest = time.Second

// NewProber returns a prober that calls probe at most once in the given time, or once a second while writes fail. It
// assumes that the database answers now, since it has just been opened.
func NewProber(probe func(ctx context.Context) error, writes Writes, every time.Duration) *Prober {
	return &Prober{probe: probe, writes: writes, every: every, answering: time.Now()}
}

// Check fails when the database cannot be used, as already known or else by a probe. It fails with the probe's error,
// and when the context ends before the result is known.
func (p *Prober) Check(ctx context.Context) error {
	p.mutex.Lock()
	now := time.Now()
	age, hasFailed := now.Sub(p.at), p.err == nil && p.writes.LastOutage().After(p.at)
	if age < soonest || (age < p.every && !hasFailed) {
		defer p.mutex.Unlock()
		return p.err
	}
	if p.under == nil {
		if wrote := p.writes.LastWrite(); now.Sub(wrote) < p.every && wrote.After(p.at) && wrote.After(p.writes.LastOutage()) {
			defer p.mutex.Unlock()
			p.ended(wrote, nil)
			return nil
		}
		p.under = make(chan struct{})
		go p.run() // ends within probeLimit
	}
	under := p.under
	p.mutex.Unlock()
	select {
	case <-under:
	case <-ctx.Done():
		return ctx.Err()
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.err
}

// AnsweringSince returns when the database was first found to answer after its last failure.
func (p *Prober) AnsweringSince() time.Time {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.answering
}

func (p *Prober) run() {
	ctx, cancel := context.WithTimeout(context.Background(), probeLimit)
	defer cancel()
	err := p.probe(ctx)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.ended(time.Now(), err)
	close(p.under)
	p.under = nil
}

// ended records the result of a probe. It is called with the lock held.
func (p *Prober) ended(at time.Time, err error) {
	if err == nil && p.err != nil {
		p.answering = at
	}
	p.at, p.err = at, err
}
