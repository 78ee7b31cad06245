package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"bourse/internal/worker"
)

// Tx is a transaction that writes. It lives only inside InTx and InLastTx.
type Tx struct {
	statements interface { // of the transaction, or on SQLite of its connection
		QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
		ExecContext(ctx context.Context, query string, arguments ...any) (sql.Result, error)
	}
	tx         *sql.Tx         // nil on SQLite
	connection *sql.Conn       // the connection of tx; nil on SQLite
	life       context.Context // the one that it began with, on SQLite; elsewhere database/sql checks it
	shared     *sharedCommit   // the shared commit that it is part of; nil on PostgreSQL, and once it has ended
	isSharing  bool            // others may join the shared commit
	isInside   bool            // it is not the first in it
	isBroken   bool            // a statement has failed on SQLite; PostgreSQL would end the transaction
	engine     Engine
	doors      []message // sent to other replicas by the commit itself
	hints      []message // sent to subscribers once committed
	after      []func()  // called once committed
	undo       []func()  // called when it was not committed
	resume     string    // where a repetition of its request continues
	changed    bool      // a statement has changed rows
	waiting    []later   // statements to send together
	gathers    bool      // Exec adds to them
	failure    error     // the failure of one of them, and so of the transaction
}

// maxTries bounds how often InTx runs a transaction that keeps colliding with others.
const maxTries = 10

// InTx runs work in one transaction: committed when work returns nil, rolled back when it fails or panics. A
// transaction that PostgreSQL aborted because of a conflict is run again, so work must have no effects outside it. It
// returns work's errors unchanged, and a unique conflict as ErrUnique.
func (db *DB) InTx(ctx context.Context, work func(tx *Tx) error) error {
	if err := db.CommitHeld(ctx); err != nil {
		return err
	}
	return db.inTries(ctx, func() error {
		tx, err := db.perform(ctx, work)
		if err != nil {
			return err
		}
		return db.finish(ctx, tx, runBeforeCommit)
	})
}

// inTries repeats a transaction that collided with others.
func (db *DB) inTries(ctx context.Context, attempt func() error) error {
	for try := 1; ; try++ {
		err := attempt()
		if err == nil || try == maxTries || !(isPostgresConflict(err) || isSQLiteBusy(err) || errors.Is(err, errShareLost)) {
			db.noteOutage(err)
			return interrupted(ctx, translate(err))
		}
		if err := pauseBefore(ctx, try); err != nil {
			return err
		}
	}
}

// interrupted replaces the error of a statement that was interrupted by its context with the context's error: otherwise
// it would be a network timeout, a closed connection or an ended transaction, which would wrongly blame the network.
func interrupted(ctx context.Context, err error) error {
	ended := ctx.Err()
	if ended == nil || errors.Is(err, ended) {
		return err
	}
	if IsOutage(err) || errors.Is(err, sql.ErrTxDone) || errors.Is(err, sql.ErrConnDone) {
		return fmt.Errorf("%w: %w", ended, err)
	}
	return err
}

// perform begins a transaction and runs work in it. The transaction stays open when work succeeds, and is rolled back
// when work fails or panics.
func (db *DB) perform(ctx context.Context, work func(tx *Tx) error) (_ *Tx, err error) {
	tx, err := db.begin(ctx)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	isDone := false
	defer func() { // even on a panic, which then continues
		if !isDone {
			err = cmp.Or(db.rollBack(tx), err)
		}
	}()
	err = work(tx)
	if err == nil {
		err = tx.send(ctx)
	}
	if tx.failure != nil {
		err = tx.failure // later errors only say that the transaction is unusable
	}
	if err != nil {
		return nil, err
	}
	isDone = true
	return tx, nil
}

// rollBack rolls back a transaction. It returns the connection, if need be twice, before it calls anybody: SQLite has
// only one, and the called function may want it. It fails with errShareLost when what the transaction has seen was
// lost.
func (db *DB) rollBack(tx *Tx) (lost error) {
	if db.engine == SQLite {
		lost = db.undoTurn(tx)
	} else {
		// If the rollback could not be sent, the connection had ended, and with it the transaction.
		if failed := tx.tx.Rollback(); failed != nil && !errors.Is(failed, sql.ErrTxDone) && !pgconn.SafeToRetry(failed) {
			db.logger.Warn("rollback failed", "error", failed)
		}
		_ = tx.connection.Close()
	}
	for _, call := range tx.undo {
		call()
	}
	return lost
}

// finish runs the last step of an open transaction and commits it, or rolls it back.
func (db *DB) finish(ctx context.Context, tx *Tx, last func(ctx context.Context, tx *Tx) error) (err error) {
	isCommitted := false
	defer func() {
		if !isCommitted {
			err = cmp.Or(db.rollBack(tx), err)
		}
	}()
	if err := last(ctx, tx); err != nil {
		return err
	}
	if err := db.announce(ctx, tx); err != nil {
		return err
	}
	if err := tx.send(ctx); err != nil {
		return err
	}
	err = db.commit(ctx, tx)
	isCommitted = err == nil
	// A commit whose answer was lost may have happened, and our own listener ignores our notifications: better a
	// needless wake than stale data.
	db.deliver(tx)
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	db.committed(tx)
	worker.Progress(ctx)
	for _, call := range tx.after {
		call()
	}
	return nil
}

// begin takes a connection and begins a transaction on it. It discards broken connections and tries the next one, until
// all that the pool could hold have been tried.
func (db *DB) begin(ctx context.Context) (*Tx, error) {
	if db.engine == SQLite {
		return db.beginTurn(ctx)
	}
	for tried := 0; ; tried++ {
		connection, err := db.write.Conn(ctx)
		if err != nil {
			return nil, err
		}
		began, err := connection.BeginTx(ctx, nil)
		if err == nil {
			return &Tx{statements: began, tx: began, connection: connection, engine: db.engine}, nil
		}
		_ = connection.Close() // with or without an error, the connection is not used again
		if !errors.Is(err, driver.ErrBadConn) || tried == db.write.Stats().MaxOpenConnections {
			return nil, err
		}
	}
}

// commit commits a transaction and returns its connection.
func (db *DB) commit(ctx context.Context, tx *Tx) error {
	if db.engine == SQLite {
		return db.commitTurn(ctx, tx)
	}
	err := tx.tx.Commit()
	_ = tx.connection.Close()
	return err
}

// InSnapshot runs read on one snapshot of the database: whatever others commit meanwhile, its statements see the state
// at the first of them. It writes nothing and waits for nobody. After InLastTx it reads in the held transaction. On
// SQLite, whose log cannot be truncated meanwhile, it fails when it takes longer than its context allows or, without a
// deadline, than the statement limit.
func (db *DB) InSnapshot(ctx context.Context, read func(from Querier) error) error {
	if held := db.heldTx(ctx); held != nil {
		return read(held)
	}
	options := &sql.TxOptions{ReadOnly: true}
	if db.engine == Postgres { // a read on SQLite is a snapshot anyway
		options.Isolation = sql.LevelRepeatableRead
	}
	if _, limited := ctx.Deadline(); !limited && db.readLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, db.readLimit)
		defer cancel()
	}
	began, err := db.read.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = began.Rollback() }() // there is nothing to commit
	return read(snapshot{began})
}

// snapshot reads in a transaction that does not write.
type snapshot struct{ tx *sql.Tx }

func (s snapshot) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return s.tx.QueryContext(ctx, query, args...)
}

func (s snapshot) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return s.tx.QueryRowContext(ctx, query, args...)
}

// pauseBefore waits a short random time before the next try, longer each time, so that transactions that collided do
// not collide again.
func pauseBefore(ctx context.Context, try int) error {
	longest := time.Millisecond << min(try, 7)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(longest)):
		return nil
	}
}

// Query reads rows as this transaction sees them. A statement that writes may fail with ErrUnique.
func (tx *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := tx.send(ctx); err != nil {
		return nil, err
	}
	ctx, err := tx.steady(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := tx.statements.QueryContext(ctx, query, args...)
	tx.isBroken = tx.isBroken || err != nil
	return rows, translate(err)
}

// QueryRow reads one row as this transaction sees it.
func (tx *Tx) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	_ = tx.send(ctx) // if it fails, so does the transaction, and this query with it
	ctx, err := tx.steady(ctx)
	if err != nil {
		ctx = over
	}
	return tx.statements.QueryRowContext(ctx, query, args...)
}

// Exec changes rows and returns how many were touched. It fails with ErrUnique when such a row exists already.
func (tx *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if tx.gathers {
		return 0, tx.Later(ctx, nil, query, args...)
	}
	if err := tx.send(ctx); err != nil {
		return 0, err
	}
	ctx, err := tx.steady(ctx)
	if err != nil {
		return 0, err
	}
	result, err := tx.statements.ExecContext(ctx, query, args...)
	if err != nil {
		tx.isBroken = true
		return 0, translate(err)
	}
	touched, err := result.RowsAffected()
	tx.changed = tx.changed || touched > 0
	return touched, err
}

// Engine returns the engine of this transaction.
func (tx *Tx) Engine() Engine { return tx.engine }

// ForUpdate is the clause to put after a SELECT whose rows must not change until the transaction ends. On SQLite it is
// empty: the only writer has the whole file.
func (tx *Tx) ForUpdate() string {
	if tx.engine == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// SkipLocked is ForUpdate for queues: rows that another transaction has locked are skipped.
func (tx *Tx) SkipLocked() string {
	if tx.engine == Postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// SkipLockedOf is SkipLocked for one of several tables, by its name in the query.
func (tx *Tx) SkipLockedOf(table string) string {
	if tx.engine == Postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// AfterCommit calls a function once the transaction has committed, and never when it rolls back. The function must be
// fast and cannot fail: whatever matters belongs in the transaction.
func (tx *Tx) AfterCommit(call func()) { tx.after = append(tx.after, call) }

// AfterRollback calls a function when the transaction was not committed, or when that is unknown because the answer to
// the commit was lost. A transaction that is retried calls it for every failed try.
func (tx *Tx) AfterRollback(call func()) { tx.undo = append(tx.undo, call) }

type markingKey struct{}

// marking is what a request attaches to the transactions that do its work.
type marking struct {
	hook         func(ctx context.Context, tx *Tx) error
	last         *LastTx // nil when no transaction is to be held
	isBeforehand bool
}

func markingOf(ctx context.Context) marking {
	found, _ := ctx.Value(markingKey{}).(marking)
	return found
}

// Beforehand returns the context for transactions that a request needs before its work begins, such as the account of a
// new user. They commit separately, do not count as that work being done, and must do no harm when the request is
// repeated.
func Beforehand(ctx context.Context) context.Context {
	return context.WithValue(ctx, markingKey{}, marking{last: markingOf(ctx).last, isBeforehand: true})
}

// runBeforeCommit calls the context's hook, if any.
func runBeforeCommit(ctx context.Context, tx *Tx) error {
	if hook := markingOf(ctx).hook; hook != nil {
		return hook(ctx, tx)
	}
	return nil
}
