package database

import (
	"context"
	"strings"
	"sync"
	"time"
)

const (
	// gatherTime is how long hints are gathered before they are sent to other replicas.
	gatherTime = 8 * time.Millisecond
	// mostHints bounds the hints that wait to be sent. Beyond it, hints become "anything may have changed".
	mostHints = 4096
	// maxNotification is the maximum size of a PostgreSQL notification.
	maxNotification = 7999
	// tellTimeout is how long sending may take, and how long a stopping process waits for it.
	tellTimeout = 5 * time.Second
	// tellPause is the pause after hints could not be sent.
	tellPause = time.Second
)

// hints notifies other replicas of what was committed here, in batches and a few milliseconds later. PostgreSQL holds a
// cluster-wide lock during the commit of a transaction that notifies, including its WAL flush: if the hints were sent
// in the transactions that they are about, those would commit one after the other.
type hints struct {
	db   *DB
	send func([]message) error

	mutex   sync.Mutex
	waiting []message
	known   map[message]struct{} // the content of waiting
	telling chan struct{}        // closed when the sending goroutine has ended; nil without one
	closing chan struct{}        // closed when the database is being closed
	close   func()               // closes it, once
}

func newHints(db *DB) *hints {
	closing := make(chan struct{})
	h := &hints{db: db, known: map[message]struct{}{}, closing: closing, close: sync.OnceFunc(func() { close(closing) })}
	h.send = h.notify
	return h
}

// add takes the hints of a committed transaction. It never blocks.
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
		go h.tell(h.telling) // ends when nothing is left to send; flush waits for it
	}
}

// tell sends the waiting hints until there are none.
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

// take returns the waiting hints. When there are none, the calling goroutine counts as ended.
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

// putBack keeps hints that could not be sent, before those that arrived meanwhile.
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

// notify sends hints with one statement. Its commit need not be on disk: the changes that it is about are.
func (h *hints) notify(messages []message) error {
	ctx, cancel := context.WithTimeout(context.Background(), tellTimeout)
	defer cancel()
	_, err := h.db.write.ExecContext(ctx, `
		SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, wire) FROM unnest($2::TEXT[]) AS wire`,
		hintChannel, packed(h.db.origin, messages))
	return err
}

// packed puts many messages, one per line, into few notifications: the cost of a notification hardly depends on its
// length. The sender is named once, before the first line.
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

// flush sends the waiting hints and returns when that is done. Later ones are not sent.
func (h *hints) flush() {
	h.close()
	h.mutex.Lock()
	telling := h.telling
	h.mutex.Unlock()
	if telling != nil {
		<-telling
	}
}
