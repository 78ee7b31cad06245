package database

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// later is a statement that waits to be sent.
type later struct {
	query     string
	arguments []any
	then      func(touched int64) error // may be nil
}

// Later changes rows like Exec, for whoever has nothing to decide by the result. On PostgreSQL it waits for others of its
// kind, and all go to the server at once: before the next statement of the transaction that does not wait, so that
// this sees what they did, or at the end of the transaction's work. What one of them fails with is what that statement,
// and in any case the transaction, fails with. Then, unless it is nil, is told how many rows were touched, and its failure
// is the transaction's too. On SQLite nothing waits.
func (tx *Tx) Later(ctx context.Context, then func(touched int64) error, query string, arguments ...any) error {
	if tx.engine == Postgres {
		tx.waiting = append(tx.waiting, later{query, arguments, then})
		return nil
	}
	touched, err := tx.Exec(ctx, query, arguments...)
	if err != nil || then == nil {
		return err
	}
	return then(touched)
}

// Gather runs write with every statement that changes rows waiting as in Later: how many rows it touched is told as 0.
// It fails as write does.
func (tx *Tx) Gather(write func() error) error {
	if tx.engine == SQLite || tx.gathers {
		return write()
	}
	tx.gathers = true
	defer func() { tx.gathers = false }()
	return write()
}

// send has the statements that wait run. Once one has failed, the transaction is of no use any more.
func (tx *Tx) send(ctx context.Context) error {
	if tx.failure != nil || len(tx.waiting) == 0 {
		return tx.failure
	}
	waiting := tx.waiting
	tx.waiting = nil
	tx.failure = translate(tx.native(func(connection *pgx.Conn) error { return tx.sendTogether(ctx, connection, waiting) }))
	return tx.failure
}

func (tx *Tx) sendTogether(ctx context.Context, connection *pgx.Conn, waiting []later) (err error) {
	var batch pgx.Batch
	for _, statement := range waiting {
		batch.Queue(statement.query, statement.arguments...)
	}
	results := connection.SendBatch(ctx, &batch)
	defer func() {
		if failed := results.Close(); err == nil {
			err = failed
		}
	}()
	for _, statement := range waiting {
		tag, err := results.Exec()
		if err != nil {
			return err
		}
		tx.changed = tx.changed || tag.RowsAffected() > 0
		if statement.then == nil {
			continue
		}
		if err := statement.then(tag.RowsAffected()); err != nil {
			return err
		}
	}
	return nil
}

// native runs work on the connection of a transaction on PostgreSQL, past database/sql. That may have ended the
// transaction already, because its context has: then work would be done outside of any, so it is not begun and the
// error is sql.ErrTxDone.
func (tx *Tx) native(work func(connection *pgx.Conn) error) error {
	return tx.connection.Raw(func(driver any) error {
		wrapped, is := driver.(*stdlib.Conn)
		if !is {
			return fmt.Errorf("a %T is no connection to PostgreSQL", driver)
		}
		connection := wrapped.Conn()
		if connection.PgConn().TxStatus() == 'I' {
			return sql.ErrTxDone
		}
		return work(connection)
	})
}
