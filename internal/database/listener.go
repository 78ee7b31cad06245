package database

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Listener receives the notifications of other replicas, over its own connection to PostgreSQL. It is a worker: when
// the connection breaks it returns an error and is run again. With SQLite, and behind a pooler without a ListenURL, it
// has nothing to do.
type Listener struct{ db *DB }

// Listener returns the worker that receives the notifications of other replicas.
func (db *DB) Listener() *Listener { return &Listener{db} }

// Name is the worker's name.
func (l *Listener) Name() string { return "database-listener" }

const (
	// startTimeout is how long connecting may take. Without it a server that accepts and then says nothing would block
	// the listener forever.
	startTimeout = 5 * time.Second
	// proofTimeout is how long the server may take to prove that the connection works.
	proofTimeout = 300 * time.Millisecond
)

// Run listens until the context ends. It fails when the connection cannot be made or breaks.
func (l *Listener) Run(ctx context.Context) error {
	if l.db.session == nil {
		<-ctx.Done()
		return nil
	}
	starting, cancelStart := context.WithTimeout(ctx, startTimeout)
	defer cancelStart()
	connection, err := pgx.ConnectConfig(starting, l.db.session.Copy())
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() {
		l.db.wakes.lost()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if err := connection.Close(closing); err != nil {
			l.db.logger.Debug("closing the listener's connection failed", "error", err)
		}
	}()
	since := time.Now()
	if _, err := connection.Exec(starting, "LISTEN "+channel+"; LISTEN "+hintChannel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	// Earlier notifications are lost, so everything cached must be dropped before the listener counts as working.
	l.db.wakes.deliverToAll()
	l.db.wakes.proved(since)
	for {
		if err := l.wait(ctx, connection); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
}

// wait handles one notification, or one request to prove that the connection still works.
func (l *Listener) wait(ctx context.Context, connection *pgx.Conn) error {
	waiting, interrupt := context.WithCancel(ctx)
	defer interrupt()
	asked := make(chan bool, 1)
	go func() { // ends with waiting, which ends with this function
		select {
		case <-l.db.wakes.prove:
			asked <- true
			interrupt()
		case <-waiting.Done():
			asked <- false
		}
	}()
	notification, err := connection.WaitForNotification(waiting)
	interrupt()
	wantsProof := <-asked
	if err == nil {
		l.handle(notification.Payload)
	} else if !errors.Is(err, context.Canceled) {
		return fmt.Errorf("wait: %w", err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if wantsProof {
		return l.proveConnection(ctx, connection)
	}
	return nil
}

// proveConnection waits for an answer from the server. Only that proves that no message was lost before the request: a
// connection can be cut without either side noticing.
func (l *Listener) proveConnection(ctx context.Context, connection *pgx.Conn) error {
	since := time.Now()
	limited, cancel := context.WithTimeout(ctx, proofTimeout)
	defer cancel()
	// An empty statement, like a ping; its text shows operators whose connection it is.
	if _, err := connection.Exec(limited, "-- listener"); err != nil {
		return fmt.Errorf("prove the connection: %w", err)
	}
	l.handleReceived(ctx, connection)
	l.db.wakes.proved(since)
	return nil
}

// handleReceived handles the messages that arrived with an answer of the server. They must be handled before the
// connection counts as proven, because they are older than the answer.
func (l *Listener) handleReceived(ctx context.Context, connection *pgx.Conn) {
	ended, end := context.WithCancel(ctx)
	end() // so that it waits for nothing
	for {
		notification, err := connection.WaitForNotification(ended)
		if err != nil {
			return
		}
		l.handle(notification.Payload)
	}
}

// handle delivers the messages of a notification, one per line, unless this process sent it.
func (l *Listener) handle(text string) {
	origin, lines, ok := strings.Cut(text, " ")
	if ok && origin == l.db.origin {
		return
	}
	for line := range strings.SplitSeq(lines, "\n") {
		topic, payload, ok := strings.Cut(line, " ")
		if !ok {
			l.db.logger.Warn("a notification was not understood", "length", len(text))
			return
		}
		l.db.wakes.deliver(topic, payload)
	}
}
