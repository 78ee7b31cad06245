package database

import (
	"context"
	"sync"
	"time"
)

// commitPatience is how much longer than its request a transaction may take that is held: its work is done.
const commitPatience = 5 * time.Second

// LastTx holds the last transaction of a request open until the request's answer is known, so that the
// transaction that does the work can write the answer too: after a crash there is both or neither.
//
// Whoever makes one must end it with Commit or RollBack, whatever happens in between.
type LastTx struct {
	db     *DB
	mark   func(ctx context.Context, tx *Tx) error
	resume string

	mutex  sync.Mutex
	tx     *Tx // nil while nothing is held
	cancel context.CancelFunc
}

// HoldLastTx returns a context for one request whose InLastTx is held in the LastTx. Every other transaction under
// this context calls mark last, inside itself. resume is what ResumedFrom tells the request's work.
func (db *DB) HoldLastTx(ctx context.Context, resume string, mark func(ctx context.Context, tx *Tx) error) (context.Context, *LastTx) {
	last := &LastTx{db: db, mark: mark, resume: resume}
	return context.WithValue(ctx, markingKey{}, marking{hook: mark, last: last}), last
}

// InLastTx is InTx for the transaction that is the last thing a request does: between it and the end of the request
// nothing may happen that needs the transaction to be committed, such as a call to somebody outside. Under
// HoldLastTx the commit waits for the answer; what is read meanwhile with the same context is read in the
// transaction, and another transaction commits this one first. Everywhere else it is InTx.
func (db *DB) InLastTx(ctx context.Context, work func(tx *Tx) error) error {
	marked := markingOf(ctx)
	if marked.last == nil || marked.isBeforehand {
		return db.InTx(ctx, work)
	}
	if err := db.CommitHeld(ctx); err != nil {
		return err
	}
	return db.inTries(ctx, func() error { return marked.last.perform(ctx, work) })
}

// perform runs work in a transaction that outlives the client, who may go once the work is done: that must not
// undo it.
func (l *LastTx) perform(ctx context.Context, work func(tx *Tx) error) error {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	if limit, ok := ctx.Deadline(); ok {
		cancel()
		own, cancel = context.WithDeadline(context.WithoutCancel(ctx), limit.Add(commitPatience))
	}
	stopFollowing := context.AfterFunc(ctx, cancel) // who waits for a connection waits no longer than the client
	isHeld := false
	defer func() { // also on a panic
		if !isHeld {
			stopFollowing()
			cancel()
		}
	}()
	tx, err := l.db.perform(own, func(tx *Tx) error {
		if !stopFollowing() {
			return ctx.Err()
		}
		return work(tx)
	})
	if err != nil {
		return err
	}
	l.hold(tx, cancel)
	isHeld = true
	return nil
}

// HoldsLastTx tells whether InLastTx would hold its transaction under this context.
func HoldsLastTx(ctx context.Context) bool {
	marked := markingOf(ctx)
	return marked.last != nil && !marked.isBeforehand
}

// CommitHeld commits the transaction that the context's InLastTx holds, if any, without an answer: the request has
// more to do than it looked. It fails as InTx does.
func (db *DB) CommitHeld(ctx context.Context) error {
	last := markingOf(ctx).last
	if last == nil {
		return nil
	}
	_, err := last.Commit(ctx, last.mark)
	return err
}

// ResumedFrom is what an earlier try of this request left with Tx.ResumeFrom before it died; empty when there was none.
func ResumedFrom(ctx context.Context) string {
	if last := markingOf(ctx).last; last != nil {
		return last.resume
	}
	return ""
}

// ResumeFrom notes what a repetition of the request goes on from, should the process die after this transaction and
// before the answer. It is for work that takes several transactions.
func (tx *Tx) ResumeFrom(point string) { tx.resume = point }

// ResumePoint is what ResumeFrom has noted.
func (tx *Tx) ResumePoint() string { return tx.resume }

// Clock is the database's own time in microseconds, for moments that processes with clocks of their own compare.
func (tx *Tx) Clock() string { return tx.engine.Clock() }

// Clock is what Tx.Clock is, for who asks without a transaction.
func (e Engine) Clock() string {
	if e == Postgres {
		return "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT"
	}
	return "CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)"
}

func (l *LastTx) hold(tx *Tx, cancel context.CancelFunc) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.tx, l.cancel = tx, cancel
}

// take hands the transaction over to who ends it.
func (l *LastTx) take() (*Tx, context.CancelFunc) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	tx, cancel := l.tx, l.cancel
	l.tx, l.cancel = nil, nil
	return tx, cancel
}

// Commit commits what is held, with last as its last step, and reports whether anything was. It fails as InTx
// does; the transaction is then rolled back, or nobody knows.
func (l *LastTx) Commit(ctx context.Context, last func(ctx context.Context, tx *Tx) error) (wasHeld bool, err error) {
	tx, cancel := l.take()
	if tx == nil {
		return false, nil
	}
	defer cancel()
	own, stop := context.WithTimeout(context.WithoutCancel(ctx), commitPatience)
	defer stop()
	return true, translate(l.db.finish(own, tx, last))
}

// RollBack undoes what is held, if anything is.
func (l *LastTx) RollBack() {
	if tx, cancel := l.take(); tx != nil {
		defer cancel()
		_ = l.db.rollBack(tx) // nobody is told of it
	}
}

// heldTx is the transaction that is held under the context, nil when none is.
func (db *DB) heldTx(ctx context.Context) *Tx {
	last := markingOf(ctx).last
	if last == nil || last.db != db {
		return nil
	}
	last.mutex.Lock()
	defer last.mutex.Unlock()
	return last.tx
}
