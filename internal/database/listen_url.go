package database

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// ListenURLError says what is wrong with Options.ListenURL.
type ListenURLError struct{ cause error }

func (e *ListenURLError) Error() string { return e.cause.Error() }

// Unwrap returns the cause.
func (e *ListenURLError) Unwrap() error { return e.cause }

// proofChannel is the channel on which a connection proves that it receives notifications sent through the pool.
const proofChannel = "bourse_proof"

// listenAt uses the URL for sessions once it has proved to lead to one of the same database: a notification sent
// through the pool must arrive there.
func (db *DB) listenAt(ctx context.Context, url string) (err error) {
	if where, err := parseLocation(url); err != nil || where.engine != Postgres {
		return errors.New("it must begin with postgres://")
	}
	config, err := parsePostgres(url)
	if err != nil {
		return err
	}
	config.DialFunc = newNetwork().dial(0)
	starting, cancel := context.WithTimeout(ctx, startTimeout+config.ConnectTimeout)
	defer cancel()
	connection, err := pgx.ConnectConfig(starting, config.Copy())
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = errors.Join(err, unlessGone(connection.Close(closing)))
	}()
	if isPooled, err := isBehindPooler(starting, connection); err != nil {
		return err
	} else if isPooled {
		return errors.New("it leads through a pooler, where nobody can listen; it must lead to PostgreSQL itself")
	}
	proving, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if err := db.proveListening(proving, connection); err != nil {
		return err
	}
	db.session = config
	return nil
}

// proveListening sends a notification through the pool and waits until the connection receives it.
func (db *DB) proveListening(ctx context.Context, connection *pgx.Conn) error {
	if _, err := connection.Exec(ctx, "LISTEN "+proofChannel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	sign := uuid.NewString()
	if _, err := db.write.ExecContext(ctx, "SELECT pg_notify($1, $2)", proofChannel, sign); err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	for {
		heard, err := connection.WaitForNotification(ctx)
		if ctx.Err() != nil {
			return errors.New("what is told at the database's URL is not heard there; both must lead to the same database")
		}
		if err != nil {
			return fmt.Errorf("wait: %w", err)
		}
		if heard.Payload == sign {
			return nil
		}
	}
}
