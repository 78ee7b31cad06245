package database

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// message is one notification of a transaction.
type message struct{ topic, payload string }

// The PostgreSQL channels between replicas carry every topic: channel with one message per notification, and
// hintChannel with as many as fit.
const (
	channel     = "bourse_wake"
	hintChannel = "bourse_hints"
)

// maxPayload keeps a message below PostgreSQL's limit of 8000 bytes.
const maxPayload = 7000

// Notify sends the subscribers of topic a hint that this transaction committed something that is due, changed or
// waiting: in this process right after the commit, on other replicas a few milliseconds later, together with other
// hints. A rollback sends nothing. A process that dies in between sends nothing either, so subscribers must also poll
// from time to time. The payload identifies what changed: it must be short, contain no secret, and not be empty.
func (tx *Tx) Notify(topic, payload string) {
	tx.hints = append(tx.hints, message{topic, payload})
}

// NotifyAtCommit is Notify for changes that revoke something, such as a revoked session, a changed endpoint or a
// rotated key: the commit itself notifies other replicas, or does not happen. Such transactions commit one after the
// other in the whole PostgreSQL cluster, so it must not be used for frequent changes.
func (tx *Tx) NotifyAtCommit(topic, payload string) {
	tx.doors = append(tx.doors, message{topic, payload})
}

// TellOthers sends the subscribers of topic on other replicas a hint that belongs to no transaction, a few milliseconds
// later together with other hints, and never blocks. Duplicates are sent once, and while PostgreSQL cannot send them,
// hints may arrive late or as an empty payload: it is for hints that others can do without. On SQLite there are no
// others.
func (db *DB) TellOthers(topic, payload string) {
	db.hints.add([]message{{topic, payload}})
}

// announce passes the NotifyAtCommit messages to PostgreSQL, which sends them to other replicas at commit. Messages
// that PostgreSQL would not accept are refused on SQLite too, so that both engines behave alike.
func (db *DB) announce(ctx context.Context, tx *Tx) error {
	for _, m := range slices.Concat(tx.doors, tx.hints) {
		if len(m.payload) > maxPayload {
			return fmt.Errorf("notify %s: a payload of %d bytes is too long", m.topic, len(m.payload))
		}
		if strings.Contains(m.payload, "\n") {
			return fmt.Errorf("notify %s: a payload is one line", m.topic)
		}
	}
	if db.engine != Postgres || len(tx.doors) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, "SELECT pg_notify($1, wire) FROM unnest($2::TEXT[]) AS wire", channel, wires(db.origin, tx.doors)); err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}

// deliver notifies the subscribers in this process and queues the hints for other replicas.
func (db *DB) deliver(tx *Tx) {
	for _, m := range slices.Concat(tx.doors, tx.hints) {
		db.wakes.deliver(m.topic, m.payload)
	}
	db.hints.add(tx.hints)
}

// wires encodes messages for the listener, one per notification.
func wires(origin string, messages []message) []string {
	texts := make([]string, len(messages))
	for i, m := range messages {
		texts[i] = origin + " " + m.topic + " " + m.payload
	}
	return texts
}

// Subscribe calls handler with the payload of every message of the topic: those of this process right after the commit,
// on the committing goroutine; those of other replicas as they arrive. An empty payload means that messages may have
// been missed and anything may have changed. The handler must be fast. The returned function ends the subscription.
func (db *DB) Subscribe(topic string, handler func(payload string)) (cancel func()) {
	return db.wakes.subscribe(topic, handler)
}

// Live reports whether messages of other replicas arrive: whether every change that one of them announced by
// NotifyAtCommit more than half a second ago is known here. While it is false, cached data must be read again. With
// SQLite there are no other replicas and it is always true.
func (db *DB) Live() bool { return db.wakes.live() }

const (
	// freshness is how long a proof that the listener works is valid.
	freshness = 500 * time.Millisecond
	// renewal is the age at which a new proof is requested, early enough that a busy process always has a valid one.
	renewal = 200 * time.Millisecond
)

// wakes knows the subscribers and whether the listener works.
type wakes struct {
	alwaysLive bool
	provenAt   atomic.Int64  // when the listener last proved that it works, in nanoseconds since start; 0: it does not
	prove      chan struct{} // asks the listener for a proof that it works
	start      time.Time

	mutex       sync.RWMutex
	next        int
	subscribers map[string]map[int]func(string)
}

func newWakes(engine Engine) *wakes {
	return &wakes{
		alwaysLive:  engine == SQLite,
		prove:       make(chan struct{}, 1),
		start:       time.Now(),
		subscribers: map[string]map[int]func(string){},
	}
}

func (w *wakes) live() bool {
	if w.alwaysLive {
		return true
	}
	proven := w.provenAt.Load()
	if proven == 0 {
		return false
	}
	age := time.Since(w.start) - time.Duration(proven)
	if age > renewal {
		select {
		case w.prove <- struct{}{}:
		default: // already asked
		}
	}
	return age <= freshness
}

// proved records that the listener worked at the given time.
func (w *wakes) proved(at time.Time) { w.provenAt.Store(int64(max(1, at.Sub(w.start)))) }

// lost records that the listener does not work.
func (w *wakes) lost() { w.provenAt.Store(0) }

func (w *wakes) subscribe(topic string, handler func(string)) (cancel func()) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.subscribers[topic] == nil {
		w.subscribers[topic] = map[int]func(string){}
	}
	w.next++
	number := w.next
	w.subscribers[topic][number] = handler
	return func() {
		w.mutex.Lock()
		defer w.mutex.Unlock()
		delete(w.subscribers[topic], number)
	}
}

func (w *wakes) deliver(topic, payload string) {
	for _, handler := range w.handlers(topic) {
		handler(payload)
	}
}

// deliverToAll notifies every subscriber that messages may have been missed.
func (w *wakes) deliverToAll() {
	w.mutex.RLock()
	topics := make([]string, 0, len(w.subscribers))
	for topic := range w.subscribers {
		topics = append(topics, topic)
	}
	w.mutex.RUnlock()
	for _, topic := range topics {
		w.deliver(topic, "")
	}
}

// handlers copies the list, so that a handler may itself subscribe or cancel.
func (w *wakes) handlers(topic string) []func(string) {
	w.mutex.RLock()
	defer w.mutex.RUnlock()
	all := make([]func(string), 0, len(w.subscribers[topic]))
	for _, handler := range w.subscribers[topic] {
		all = append(all, handler)
	}
	return all
}
