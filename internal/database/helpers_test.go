package database_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

// mustExec runs one statement in its own transaction.
func mustExec(t *testing.T, db *database.DB, statement string, args ...any) {
	t.Helper()
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), statement, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// withCounters creates a table with the counters a and b at zero.
func withCounters(t *testing.T, db *database.DB) {
	t.Helper()
	mustExec(t, db, "CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)")
	mustExec(t, db, "INSERT INTO counters VALUES ('a', 0), ('b', 0)")
}

// add changes a counter inside the transaction.
func add(ctx context.Context, tx *database.Tx, name string, amount int64) error {
	_, err := tx.Exec(ctx, "UPDATE counters SET value = value + $1 WHERE name = $2", amount, name)
	return err
}

func wantCounter(t *testing.T, db *database.DB, name string, want int64) {
	t.Helper()
	var got int64
	if err := db.QueryRow(t.Context(), "SELECT value FROM counters WHERE name = $1", name).Scan(&got); err != nil {
		t.Fatalf("read counter %s: %v", name, err)
	}
	if got != want {
		t.Errorf("counter %s is %d, want %d", name, got, want)
	}
}

// recorded subscribes to the topic and returns the payloads as they arrive.
func recorded(t *testing.T, db *database.DB, topic string) <-chan string {
	t.Helper()
	payloads := make(chan string, 100)
	t.Cleanup(db.Subscribe(topic, func(payload string) { payloads <- payload }))
	return payloads
}

func wantPayload(t *testing.T, payloads <-chan string, want string) {
	t.Helper()
	select {
	case got := <-payloads:
		if got != want {
			t.Fatalf("told %q, want %q", got, want)
		}
	case <-time.After(testkit.Patience):
		t.Fatalf("not told %q", want)
	}
}

// listen runs the listener as the process does, until the test ends.
func listen(t *testing.T, db *database.DB) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, db.Listener())
	}()
	t.Cleanup(func() { stop(); <-ended })
}
