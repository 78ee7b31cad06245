package health

import (
	"context"
	"sync"
	"time"
)

// probeLimit is how long a probe may take. Who asks does not wait as long.
const probeLimit = 5 * time.Second

// Prober finds out whether the database can be used, when somebody asks and neither a probe nor a write of somebody
// else has told it lately. However many ask, one probe is under way at a time. It is safe for concurrent use.
type Prober struct {
	probe  func(ctx context.Context) error
	writes Writes
	every  time.Duration

	mutex     sync.Mutex
	under     chan struct{} // closed when the probe that is under way has ended; nil when none is
	at        time.Time     // when the last one ended
	err       error         // how
	answering time.Time     // the first that succeeded after one that did not
}

// Writes tells how the writes of the process have gone without any probe.
type Writes interface {
	LastWrite() time.Time
	LastOutage() time.Time
}

// soonest is how soon a probe may follow another.
const soonest = time.Second

// NewProber makes a prober that calls probe at most once in the given time, or once a second while writes fail. The
// database is taken to answer now: it has just been opened.
func NewProber(probe func(ctx context.Context) error, writes Writes, every time.Duration) *Prober {
	return &Prober{probe: probe, writes: writes, every: every, answering: time.Now()}
}

// Check reports whether the database can be used, by what is known or else by a probe. It fails with what the probe
// failed with, and when the context ends before that is known.
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

// AnsweringSince is when the database was first found to answer after the last time that it did not.
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

// ended notes what was found. It is called with the lock.
func (p *Prober) ended(at time.Time, err error) {
	if err == nil && p.err != nil {
		p.answering = at
	}
	p.at, p.err = at, err
}
