package database_test

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// slowWriter is a connection to PostgreSQL on a machine so busy that a write returns only after its answer has arrived.
// pgx reads ahead meanwhile, and leaves behind a read that waits for nothing.
type slowWriter struct {
	net.Conn
	mutex   sync.Mutex
	changed *sync.Cond
	arm     func()     // called once, during the next write, when its answer has been read and another read waits
	reads   []readKind // since armed
}

// readKind is how far a read has come.
type readKind int

const (
	begun readKind = iota
	answered
	cutOff
)

func newSlowWriter(inner net.Conn) *slowWriter {
	w := &slowWriter{Conn: inner}
	w.changed = sync.NewCond(&w.mutex)
	return w
}

func (w *slowWriter) note(kind readKind) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.reads = append(w.reads, kind)
	w.changed.Broadcast()
}

// await waits until the reads since the write are those wanted.
func (w *slowWriter) await(want ...readKind) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for len(w.reads) < len(want) || w.reads[len(want)-1] != want[len(want)-1] {
		w.changed.Wait()
	}
}

func (w *slowWriter) Read(into []byte) (int, error) {
	w.note(begun)
	n, err := w.Conn.Read(into)
	switch {
	case n > 0:
		w.note(answered)
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.note(cutOff)
	}
	return n, err
}

func (w *slowWriter) Write(from []byte) (int, error) {
	w.mutex.Lock()
	cancel := w.arm
	w.arm, w.reads = nil, nil
	w.mutex.Unlock()
	n, err := w.Conn.Write(from)
	if cancel != nil && err == nil {
		w.await(begun, answered, begun)
		cancel()
		w.await(begun, answered, begun, cutOff)
	}
	return n, err
}

// A caller who is cut off between an answer and the next query leaves a connection whose last read has failed.
func TestACancelledRequestCostsNobodyElseOne(t *testing.T) {
	t.Parallel()
	var last *slowWriter
	pool, err := database.PoolOver(databasetest.Direct(databasetest.PostgresURL(t)), func(inner net.Conn) net.Conn {
		last = newSlowWriter(inner)
		return last
	})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	ask := func(ctx context.Context, query string) (answer int, err error) {
		return answer, pool.QueryRowContext(ctx, query).Scan(&answer)
	}
	for question, before := range map[string]string{"SELECT 2": "SELECT 1", "SELECT 1": "SELECT 1"} { // prepared anew, prepared already
		if _, err := ask(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		last.mutex.Lock()
		last.arm = cancel
		last.mutex.Unlock()
		_, err := ask(ctx, question)
		t.Logf("%s is cut off: %v", question, err)
		if answer, err := ask(t.Context(), "SELECT 3"); err != nil || answer != 3 {
			t.Errorf("after %s was cut off, the next user is told %d, %v", question, answer, err)
		}
	}
}
