package telemetry

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// repeatInterval is how often a cause may be logged: often enough to see that it persists, and rarely enough that
	// an outage of an hour is not a million lines.
	repeatInterval = time.Second
	// mostCauses bounds the memory. Lines of further causes are written as they come.
	mostCauses = 1000
)

// repeats keeps lines of the same cause from flooding the log. The first is written at once. Those that follow within a
// second are counted, and the last of them is written when the second is over, with the number omitted as "repeated".
// So the lines of a cause and their "repeated" add up to what happened, and the end of a burst is logged.
type repeats struct {
	mutex  sync.Mutex
	causes map[string]*cause
	order  []*cause // by the end of their second
	closed bool

	arrived chan struct{} // holds a token when a cause has been added
	stop    chan struct{}
	ended   chan struct{}
}

// cause is what lines are about. It is forgotten after a second without one.
type cause struct {
	key    string
	over   time.Time // end of the second
	hidden int       // lines not written
	last   func(repeated int)
}

func newRepeats() *repeats {
	r := &repeats{
		causes: map[string]*cause{}, arrived: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{}),
	}
	go r.run()
	return r
}

// handle writes the record now, or keeps it for the end of the second in which its cause was last logged.
func (r *repeats) handle(ctx context.Context, key string, record slog.Record, write func(context.Context, slog.Record) error) error {
	r.mutex.Lock()
	known, isKnown := r.causes[key]
	if isKnown {
		known.hidden++
		kept := record.Clone()
		known.last = func(repeated int) {
			if repeated > 0 {
				kept.AddAttrs(slog.Int("repeated", repeated))
			}
			_ = write(context.WithoutCancel(ctx), kept) // a failure has nowhere to be reported
		}
		r.mutex.Unlock()
		return nil
	}
	if !r.closed && len(r.causes) < mostCauses {
		known = &cause{key: key, over: time.Now().Add(repeatInterval)}
		r.causes[key] = known
		r.order = append(r.order, known)
		select {
		case r.arrived <- struct{}{}:
		default: // the goroutine already knows
		}
	}
	r.mutex.Unlock()
	return write(ctx, record)
}

func (r *repeats) run() {
	defer close(r.ended)
	for {
		wait := r.next()
		if wait == nil {
			select {
			case <-r.stop:
				return
			case <-r.arrived:
			}
			continue
		}
		select {
		case <-r.stop:
			return
		case <-wait:
			r.writeOver(time.Now())
		}
	}
}

// next fires when the first second is over; nil without a cause.
func (r *repeats) next() <-chan time.Time {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.order) == 0 {
		return nil
	}
	return time.After(time.Until(r.order[0].over))
}

// writeOver writes the last line of each cause whose second is over, and forgets the causes without one.
func (r *repeats) writeOver(now time.Time) {
	r.mutex.Lock()
	var lines []func()
	for len(r.order) > 0 && !r.order[0].over.After(now) {
		first := r.order[0]
		r.order = r.order[1:]
		if first.hidden == 0 {
			delete(r.causes, first.key)
			continue
		}
		lines = append(lines, first.take())
		first.over = now.Add(repeatInterval)
		r.order = append(r.order, first)
	}
	r.mutex.Unlock()
	for _, line := range lines {
		line()
	}
}

// take returns a function that writes the kept line, and drops the line.
func (c *cause) take() func() {
	write, repeated := c.last, c.hidden-1
	c.last, c.hidden = nil, 0
	return func() { write(repeated) }
}

// close writes the kept lines and returns when the goroutine has ended. Later lines are written as they come.
func (r *repeats) close() {
	r.mutex.Lock()
	first := !r.closed
	r.closed = true
	var lines []func()
	for _, kept := range r.order {
		if kept.hidden > 0 {
			lines = append(lines, kept.take())
		}
	}
	r.order = nil
	clear(r.causes)
	r.mutex.Unlock()
	if first {
		close(r.stop)
	}
	<-r.ended
	for _, line := range lines {
		line()
	}
}
