package database

import (
	"context"
	"strings"
	"sync"
	"time"
)

const (
	// gatherTime is how long hints are gathered before other replicas are told of them.
	gatherTime = 8 * time.Millisecond
	// mostHints bounds what waits to be told. What comes on top is told as "anything may have changed".
	mostHints = 4096
	// maxNotification is the most that PostgreSQL carries at once.
	maxNotification = 7999
	// tellTimeout is how long telling may take, and how long the end of a process waits for it.
	tellTimeout = 5 * time.Second
	// tellPause is how long is waited after other replicas could not be told.
	tellPause = time.Second
)

// hints tells other replicas what was committed here, a few milliseconds later and many things at once.
// PostgreSQL takes one lock on the whole cluster for each transaction that notifies, through its WAL flush:
// were the hints in the transactions that they speak of, those would commit one after the other.
type hints struct {
	db   *DB
	send func([]message) error

	mutex   sync.Mutex
	waiting []message
	known   map[message]struct{} // what is in waiting
	telling chan struct{}        // closed when the goroutine that tells has ended; nil when there is none
	closing chan struct{}        // closed when the database is being closed
	close   func()               // closes it, once
}

func newHints(db *DB) *hints {
	closing := make(chan struct{})
	h := &hints{db: db, known: map[message]struct{}{}, closing: closing, close: sync.OnceFunc(func() { close(closing) })}
	h.send = h.notify
	return h
}

// add takes what a committed transaction has to tell. It never waits.
func (h *hints) add(messages []message) {
	if h.db.engine != Postgres || len(messages) == 0 {
		return
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for _, m := range messages {
		if len(h.waiting) >= mostHints {
			m.payload = ""
		}
		if _, waits := h.known[m]; !waits {
			h.known[m] = struct{}{}
			h.waiting = append(h.waiting, m)
		}
	}
	if h.telling == nil {
		h.telling = make(chan struct{})
		go h.tell(h.telling) // ends when nothing is left to tell; flush waits for it
	}
}

// tell tells what waits until nothing does.
func (h *hints) tell(ended chan struct{}) {
	defer close(ended)
	pause := gatherTime
	for {
		closing := h.wait(pause)
		messages := h.take()
		if len(messages) == 0 {
			return
		}
		err := h.send(messages)
		pause = gatherTime
		if err != nil {
			h.db.logger.Warn("other replicas could not be told what was committed: they will find it by themselves", "error", err)
			if closing {
				return
			}
			h.putBack(messages)
			pause = tellPause
		}
	}
}

// wait gathers hints for a while, or until the database is being closed.
func (h *hints) wait(pause time.Duration) (closing bool) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return false
	case <-h.closing:
		return true
	}
}

// take returns what waits. When nothing does, the goroutine that asks counts as ended.
func (h *hints) take() []message {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	messages := h.waiting
	h.waiting = nil
	clear(h.known)
	if len(messages) == 0 {
		h.telling = nil
	}
	return messages
}

// putBack keeps what could not be told, before what has come meanwhile.
func (h *hints) putBack(messages []message) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for _, m := range h.waiting {
		if len(messages) >= mostHints {
			m.payload = ""
		}
		messages = append(messages, m)
	}
	h.waiting = messages[:0:0]
	clear(h.known)
	for _, m := range messages {
		if _, waits := h.known[m]; !waits {
			h.known[m] = struct{}{}
			h.waiting = append(h.waiting, m)
		}
	}
}

// notify tells with one statement. Its commit need not be on disk: what it speaks of is.
func (h *hints) notify(messages []message) error {
	ctx, cancel := context.WithTimeout(context.Background(), tellTimeout)
	defer cancel()
	_, err := h.db.write.ExecContext(ctx, `
		SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, wire) FROM unnest($2::TEXT[]) AS wire`,
		hintChannel, packed(h.db.origin, messages))
	return err
}

// packed puts many messages, a line each, into few notifications: what a notification costs hardly depends on
// its length. Who tells stands once, before the first line.
func packed(origin string, messages []message) []string {
	var (
		texts []string
		text  strings.Builder
	)
	for _, m := range messages {
		if text.Len() > 0 && text.Len()+len(m.topic)+len(m.payload)+2 > maxNotification {
			texts = append(texts, text.String())
			text.Reset()
		}
		if text.Len() == 0 {
			text.Grow(min(len(origin)+100*len(messages), maxNotification))
			text.WriteString(origin)
			text.WriteByte(' ')
		} else {
			text.WriteByte('\n')
		}
		text.WriteString(m.topic)
		text.WriteByte(' ')
		text.WriteString(m.payload)
	}
	if text.Len() > 0 {
		texts = append(texts, text.String())
	}
	return texts
}

// flush tells what waits and returns when that is over. What comes later is not told.
func (h *hints) flush() {
	h.close()
	h.mutex.Lock()
	telling := h.telling
	h.mutex.Unlock()
	if telling != nil {
		<-telling
	}
}
