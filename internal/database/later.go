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

// Question is a query of which each row is scanned; without a scan what it finds is only held, or changed.
type Question struct {
	Query     string
	Arguments []any
	Scan      func(row Row) error
}

// Ask asks questions one after the other, each as this transaction sees things then. On PostgreSQL all of them go to the
// server at once, so none can depend on the answer to another. It fails as the first that fails does, and so does the
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

// send has the statements that wait run.
func (tx *Tx) send(ctx context.Context) error {
	if tx.failure != nil || len(tx.waiting) == 0 {
		return tx.failure
	}
	return tx.exchange(ctx, nil)
}

// exchange sends the statements that wait, and questions behind them. Once one has failed, the transaction is of no use
// any more.
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

// native runs work on the connection of a transaction on PostgreSQL, past database/sql. When the context of the transaction
// has ended, that has rolled it back and given the connection up, so work fails; a driver whose connections outlive that
// must not have it done outside of any transaction either, so without one the error is sql.ErrTxDone.
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
