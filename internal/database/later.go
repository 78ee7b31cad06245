package database

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
)

// later is a statement that waits to be sent.
type later struct {
	query     string
	arguments []any
	then      func(touched int64) error // may be nil
}

// Later changes rows like Exec, for callers that do not need the result at once. On PostgreSQL such statements wait and
// go to the server together: before the transaction's next ordinary statement, which therefore sees their effects, or
// at the end of the transaction's work. If one fails, that ordinary statement and the transaction fail with its error.
// Then, unless nil, is called with the number of rows touched; if it fails, so does the transaction. On SQLite nothing
// waits.
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

// Gather runs write with every statement that changes rows waiting as in Later: their row counts are returned as 0. It
// fails as write does.
func (tx *Tx) Gather(write func() error) error {
	if tx.engine == SQLite || tx.gathers {
		return write()
	}
	tx.gathers = true
	defer func() { tx.gathers = false }()
	return write()
}

// Question is a query whose rows are scanned; without a scan its rows are only locked or changed.
type Question struct {
	Query     string
	Arguments []any
	Scan      func(row Row) error
}

// Ask runs questions in order, each seeing the effects of those before. On PostgreSQL all of them go to the server
// together, so none can depend on another's answer. It fails with the first question's error, and so does the
// transaction.
func (tx *Tx) Ask(ctx context.Context, questions ...Question) error {
	if tx.engine == Postgres {
		return tx.exchange(ctx, questions)
	}
	for _, question := range questions {
		rows, err := tx.Query(ctx, question.Query, question.Arguments...)
		err = EachRow(rows, err, func(row Row) error {
			if question.Scan == nil {
				return nil
			}
			return question.Scan(row)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// send runs the waiting statements.
func (tx *Tx) send(ctx context.Context) error {
	if tx.failure != nil || len(tx.waiting) == 0 {
		return tx.failure
	}
	return tx.exchange(ctx, nil)
}

// exchange sends the waiting statements, followed by questions. Once one has failed, the transaction cannot be used any
// further.
func (tx *Tx) exchange(ctx context.Context, questions []Question) error {
	if tx.failure != nil {
		return tx.failure
	}
	waiting := tx.waiting
	tx.waiting = nil
	tx.failure = translate(tx.native(func(connection *pgx.Conn) error {
		var batch pgx.Batch
		for _, statement := range waiting {
			batch.Queue(statement.query, statement.arguments...)
		}
		for _, question := range questions {
			batch.Queue(question.Query, question.Arguments...)
		}
		results := connection.SendBatch(ctx, &batch)
		err := tx.readResults(results, waiting, questions)
		if closed := results.Close(); err == nil {
			err = closed
		}
		return err
	}))
	return tx.failure
}

func (tx *Tx) readResults(results pgx.BatchResults, waiting []later, questions []Question) error {
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
	for _, question := range questions {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		for err == nil && rows.Next() {
			if question.Scan != nil {
				err = question.Scan(rows)
			}
		}
		rows.Close()
		if err == nil {
			err = rows.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// native runs work on a transaction's PostgreSQL connection, bypassing database/sql. If the transaction's context has
// ended, database/sql has rolled back and given up the connection, so work fails; with a driver whose connections
// survive that, work must not run outside a transaction, so without one the error is sql.ErrTxDone.
func (tx *Tx) native(work func(connection *pgx.Conn) error) error {
	return tx.connection.Raw(func(driver any) error {
		connection, err := nativeOf(driver)
		if err != nil {
			return err
		}
		if connection.PgConn().TxStatus() == 'I' {
			return sql.ErrTxDone
		}
		return work(connection)
	})
}
