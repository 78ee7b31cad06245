package database

import (
	"context"
	"sync"
	"time"
)

// commitPatience is how much longer than its request a held transaction may take, since its work is done.
const commitPatience = 5 * time.Second

// LastTx keeps the last transaction of a request open until the request's answer is known, so that the transaction that
// does the work can also store the answer: after a crash there are both or neither.
//
// It must always be ended with Commit or RollBack.
type LastTx struct {
	db     *DB
	mark   func(ctx context.Context, tx *Tx) error
	resume string

	mutex  sync.Mutex
	tx     *Tx // nil when none is held
	cancel context.CancelFunc
}

// HoldLastTx returns a context for one request whose InLastTx transaction the LastTx holds. Every other transaction
// under this context calls mark as its last step. ResumedFrom returns resume to the request's work.
func (db *DB) HoldLastTx(ctx context.Context, resume string, mark func(ctx context.Context, tx *Tx) error) (context.Context, *LastTx) {
	last := &LastTx{db: db, mark: mark, resume: resume}
	return context.WithValue(ctx, markingKey{}, marking{hook: mark, last: last}), last
}

// InLastTx is InTx for the last transaction of a request: nothing that follows in the request may need the transaction
// to be committed, such as a call to an external system. Under HoldLastTx the commit waits for the answer; reads with
// the same context meanwhile see the transaction, and another transaction commits this one first. Elsewhere it is InTx.
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

// perform runs work in a transaction that survives the client's disconnecting after the work is done.
func (l *LastTx) perform(ctx context.Context, work func(tx *Tx) error) error {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	if limit, ok := ctx.Deadline(); ok {
		cancel()
		own, cancel = context.WithDeadline(context.WithoutCancel(ctx), limit.Add(commitPatience))
	}
	stopFollowing := context.AfterFunc(ctx, cancel) // waiting for a connection ends with the client
	isHeld := false
	defer func() { // even on a panic
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

// HoldsLastTx reports whether InLastTx would hold its transaction under this context.
func HoldsLastTx(ctx context.Context) bool {
	marked := markingOf(ctx)
	return marked.last != nil && !marked.isBeforehand
}

// CommitHeld commits the transaction that the context's InLastTx holds, if any, without an answer, because the request
// has more to do after all. It fails as InTx does.
func (db *DB) CommitHeld(ctx context.Context) error {
	last := markingOf(ctx).last
	if last == nil {
		return nil
	}
	_, err := last.Commit(ctx, last.mark)
	return err
}

// ResumedFrom returns the point that an interrupted earlier try of this request stored with Tx.ResumeFrom; empty
// without one.
func ResumedFrom(ctx context.Context) string {
	if last := markingOf(ctx).last; last != nil {
		return last.resume
	}
	return ""
}

// ResumeFrom stores the point from which a repetition of the request continues if the process dies between this
// transaction and the answer. It is for work that takes several transactions.
func (tx *Tx) ResumeFrom(point string) { tx.resume = point }

// ResumePoint returns what ResumeFrom has stored.
func (tx *Tx) ResumePoint() string { return tx.resume }

// Clock is an SQL expression for the database's time in microseconds, for times that processes with different clocks
// compare.
func (tx *Tx) Clock() string { return tx.engine.Clock() }

// Clock is Tx.Clock without a transaction.
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

// take hands the transaction over to the caller, who must end it.
func (l *LastTx) take() (*Tx, context.CancelFunc) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	tx, cancel := l.tx, l.cancel
	l.tx, l.cancel = nil, nil
	return tx, cancel
}

// Commit commits the held transaction, with last as its last step, and reports whether one was held. It fails as InTx
// does; then the transaction was rolled back, or its outcome is unknown.
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

// RollBack rolls back the held transaction, if any.
func (l *LastTx) RollBack() {
	if tx, cancel := l.take(); tx != nil {
		defer cancel()
		_ = l.db.rollBack(tx) // nobody would get the error
	}
}

// heldTx returns the transaction held under the context, or nil.
func (db *DB) heldTx(ctx context.Context) *Tx {
	last := markingOf(ctx).last
	if last == nil || last.db != db {
		return nil
	}
	last.mutex.Lock()
	defer last.mutex.Unlock()
	return last.tx
}
