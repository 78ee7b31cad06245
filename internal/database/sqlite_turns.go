package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"bourse/internal/worker"
)

// SQLite has one writer, and the cost of a commit hardly depends on its size: it waits for the disk. So requests that
// wait for their turn to write share one commit. Each works in a savepoint after the previous one, sees its effects,
// and returns, successful or not, when the shared commit is done; one that fails is rolled back alone. A worker's
// transaction may be long and does not share.

const (
	// mostSharing is the maximum number of transactions in one commit; longestShared is how long the first of them,
	// whose work is done and whose client waits, lets others begin.
	mostSharing   = 16
	longestShared = 5 * time.Millisecond
)

// The statements that begin and end transactions.
const (
	beginWriting  = "BEGIN IMMEDIATE"
	commitWriting = "COMMIT"
	undoWriting   = "ROLLBACK"
	beginMember   = "SAVEPOINT member"
	keepMember    = "RELEASE member"
	undoMember    = "ROLLBACK TO member"
)

func isControl(statement string) bool {
	switch statement {
	case beginWriting, commitWriting, undoWriting, beginMember, keepMember, undoMember:
		return true
	}
	return false
}

// errShareLost is the error of transactions whose shared commit was lost to another one's failure, such as a full disk.
var errShareLost = errors.New("the commit was lost to another transaction's failure")

// turns gives each writer its turn: those of Ahead first, then first come, first served.
type turns struct {
	mutex   sync.Mutex
	isTaken bool
	waiting []*turnWaiter
	open    *sharedCommit // still to be committed; touched only by the turn's holder
	waits   int64         // number of waits
	waited  time.Duration // their total duration
}

type turnWaiter struct {
	isSharing bool
	isAhead   bool
	begin     chan struct{} // closed when its turn comes
}

type aheadKey struct{}

// Ahead returns a context whose transactions write next on SQLite, before those that have waited longer. It is for a
// single worker that others depend on and whose transactions are short; with several such workers, all others would
// wait.
func Ahead(ctx context.Context) context.Context { return context.WithValue(ctx, aheadKey{}, true) }

func goesAhead(ctx context.Context) bool { return ctx.Value(aheadKey{}) != nil }

// sharedCommit is a SQLite transaction with one or several of ours in it.
type sharedCommit struct {
	connection *sql.Conn
	members    int
	since      time.Time     // when the first of ours was done
	done       chan struct{} // closed when it has ended, after err was set
	err        error
}

// take waits for the turn. It fails when the context ends first.
func (t *turns) take(ctx context.Context, isSharing bool) error {
	t.mutex.Lock()
	if !t.isTaken {
		t.isTaken = true
		t.mutex.Unlock()
		return nil
	}
	own, began := &turnWaiter{isSharing, goesAhead(ctx), make(chan struct{})}, time.Now()
	t.enqueue(own)
	t.mutex.Unlock()
	select {
	case <-own.begin:
	case <-ctx.Done():
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.waits++
	t.waited += time.Since(began)
	at := slices.Index(t.waiting, own)
	if at < 0 {
		return nil // even if granted as the context ended: its holder must use or pass it
	}
	t.waiting = slices.Delete(t.waiting, at, at+1)
	return ctx.Err()
}

// enqueue adds a waiter at the end, or behind the others that go ahead.
func (t *turns) enqueue(own *turnWaiter) {
	at := len(t.waiting)
	if own.isAhead {
		at = 0
		for at < len(t.waiting) && t.waiting[at].isAhead {
			at++
		}
	}
	t.waiting = slices.Insert(t.waiting, at, own)
}

// stats adds the waits for a turn to those for the connection.
func (t *turns) stats(pool sql.DBStats) sql.DBStats {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	pool.WaitCount += t.waits
	pool.WaitDuration += t.waited
	return pool
}

// pass gives the turn to the first waiter. With a shared commit still open it does so only if the waiter may join it,
// and otherwise keeps the turn.
func (t *turns) pass(open *sharedCommit) (isPassed bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if open != nil && (len(t.waiting) == 0 || !t.waiting[0].isSharing || open.members >= mostSharing || time.Since(open.since) > longestShared) {
		return false
	}
	t.open = open
	if len(t.waiting) == 0 {
		t.isTaken = false
		return true
	}
	close(t.waiting[0].begin)
	t.waiting = slices.Delete(t.waiting, 0, 1)
	return true
}

// steady returns the context for a statement of the transaction. On SQLite an interrupted statement rolls back the
// whole transaction, and so everybody who shares its commit: there the context is checked between statements.
func (tx *Tx) steady(ctx context.Context) (context.Context, error) {
	switch {
	case tx.engine == Postgres:
		return ctx, nil
	case tx.shared == nil || tx.isBroken || tx.life.Err() != nil:
		return nil, sql.ErrTxDone
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case tx.isSharing:
		return context.Background(), nil
	}
	return ctx, nil
}

// over is the context for queries that must no longer run.
var over = func() context.Context {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return ended
}()

// beginTurn waits for the turn and begins a transaction, alone or in the open shared commit.
func (db *DB) beginTurn(ctx context.Context) (*Tx, error) {
	isSharing := !worker.InTurn(ctx)
	if err := db.turns.take(ctx, isSharing); err != nil {
		return nil, err
	}
	if open := db.turns.open; open != nil {
		if err := open.run(beginMember); err != nil {
			db.endShared(open, fmt.Errorf("%w: %w", errShareLost, err))
			return nil, errShareLost
		}
		open.members++
		return &Tx{statements: open.connection, engine: db.engine, life: ctx, shared: open, isSharing: true, isInside: true}, nil
	}
	connection, err := db.beginWriting(ctx)
	if err != nil {
		db.turns.pass(nil)
		return nil, err
	}
	alone := &sharedCommit{connection: connection, members: 1, done: make(chan struct{})}
	return &Tx{statements: connection, engine: db.engine, life: ctx, shared: alone, isSharing: isSharing}, nil
}

// beginWriting takes the writer's connection and begins a transaction. A broken connection is replaced.
func (db *DB) beginWriting(ctx context.Context) (*sql.Conn, error) {
	for tried := 0; ; tried++ {
		connection, err := db.write.Conn(ctx)
		if err != nil {
			return nil, err
		}
		if _, err = connection.ExecContext(ctx, beginWriting); err == nil {
			return connection, nil
		}
		// Interrupted at the last moment, it may have begun nevertheless.
		_, _ = connection.ExecContext(context.Background(), undoWriting)
		_ = connection.Close()
		if !errors.Is(err, driver.ErrBadConn) || tried == 1 {
			return nil, err
		}
	}
}

// run runs a statement that begins or ends a transaction, to completion: interrupted, it would fail others too.
func (s *sharedCommit) run(statement string) error {
	_, err := s.connection.ExecContext(context.Background(), statement)
	return err
}

// commitTurn commits a transaction: with others if some that may share are waiting, else at once. It returns when it is
// on disk.
func (db *DB) commitTurn(ctx context.Context, tx *Tx) error {
	err := cmp.Or(tx.life.Err(), ctx.Err())
	if err == nil && tx.isBroken {
		err = errors.New("one of its statements has failed")
	}
	if err != nil {
		return cmp.Or(db.undoTurn(tx), err)
	}
	shared := tx.shared
	tx.shared = nil
	if tx.isInside {
		if err := shared.run(keepMember); err != nil {
			db.endShared(shared, fmt.Errorf("%w: %w", errShareLost, err))
			return shared.err
		}
	} else {
		shared.since = time.Now()
	}
	if !tx.isSharing || !db.turns.pass(shared) {
		db.endShared(shared, nil)
		return shared.err
	}
	<-shared.done
	return shared.err
}

// undoTurn rolls back a transaction without those that share its commit. It may have failed because of what those did
// before it, such as inserting a row that must be unique, so it returns once that is on disk, unless its context ends
// first. It fails with errShareLost when that was lost, and the reason for the failure with it.
func (db *DB) undoTurn(tx *Tx) error {
	shared := tx.shared
	if shared == nil {
		return nil // it has ended
	}
	tx.shared = nil
	if !tx.isInside {
		db.endShared(shared, errShareLost) // no other one shares it
		return nil
	}
	err := shared.run(undoMember)
	if err == nil {
		err = shared.run(keepMember)
	}
	if err != nil { // SQLite has rolled back by itself
		db.endShared(shared, fmt.Errorf("%w: %w", errShareLost, err))
		return nil
	}
	if shared.members--; !db.turns.pass(shared) {
		db.endShared(shared, nil)
	}
	select {
	case <-shared.done:
		if shared.err != nil {
			return errShareLost
		}
	case <-tx.life.Done():
	}
	return nil
}

// endShared commits, or rolls back if given a reason, releases everybody who waits for it, and passes the turn.
func (db *DB) endShared(shared *sharedCommit, reason error) {
	shared.err = reason
	if reason == nil {
		shared.err = shared.run(commitWriting)
	}
	if shared.err != nil {
		_ = shared.run(undoWriting) // fails when SQLite has rolled back by itself
	}
	_ = shared.connection.Close()
	close(shared.done)
	db.turns.pass(nil)
}
