package database_test

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

// openBehind opens a database behind a proxy, with several connections in its pool.
func openBehind(t *testing.T, p *proxy, limits database.Limits) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), database.Options{URL: p.url, MaxConnections: 4, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() }) // errors about cut connections are expected
	together := make(chan struct{}, 4)
	results := testkit.InParallel(4, func(int) error {
		return db.InTx(t.Context(), func(tx *database.Tx) error {
			together <- struct{}{}
			for len(together) < cap(together) && t.Context().Err() == nil { // until each has a connection of its own
				var one int
				if err := tx.QueryRow(t.Context(), "SELECT 1").Scan(&one); err != nil {
					return err
				}
			}
			return nil
		})
	})
	for _, err := range results {
		if err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// No call here has a context that ends, just like those of workers.
func TestADatabaseThatFallsSilentIsGivenUpAndFoundAgain(t *testing.T) {
	t.Parallel()
	p := newProxy(t, databasetest.PostgresURL(t))
	db := openBehind(t, p, database.Limits{Statement: 3 * time.Second})
	read := func() error {
		var one int
		return db.QueryRow(context.Background(), "SELECT 1").Scan(&one)
	}
	write := func() error {
		return db.InTx(context.Background(), func(tx *database.Tx) error {
			var one int
			return tx.QueryRow(context.Background(), "SELECT 1").Scan(&one)
		})
	}
	for name, call := range map[string]func() error{"read": read, "write": write} {
		p.freeze()
		ended := make(chan error, 1)
		go func() { ended <- call() }()
		select {
		case err := <-ended:
			if err == nil {
				t.Errorf("%s: a silent server answered", name)
			}
		case <-time.After(testkit.Patience):
			t.Fatalf("%s: it waits for ever", name)
		}
		p.admit()
		// The other connections of the pool are dead too: none of them may be tried first.
		if err := call(); err != nil {
			t.Errorf("%s: the first call after the server came back: %v", name, err)
		}
	}
}

// After a pause nobody must wait for an answer on a connection that died meanwhile: with these limits that would take
// ten minutes.
func TestAConnectionIsProbedAfterAPause(t *testing.T) {
	t.Parallel()
	p := newProxy(t, databasetest.PostgresURL(t))
	db := openBehind(t, p, database.PatientLimits)
	p.freeze()
	p.admit() // new connections work, the four of the pool do not
	pause := time.NewTimer(database.ProbeAfter)
	defer pause.Stop()
	<-pause.C
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	for range 8 {
		started := time.Now()
		var one int
		if err := db.QueryRow(ctx, "SELECT 1").Scan(&one); err != nil {
			t.Fatalf("a request after a pause failed after %v: %v", time.Since(started), err)
		}
		t.Logf("a request after a pause took %v", time.Since(started).Round(time.Millisecond))
	}
}

func TestTheServerEndsWhatTakesTooLong(t *testing.T) {
	t.Parallel()
	wantLimits(t, databasetest.PostgresURL(t))
}

// wantLimits checks that a database without a schema enforces each limit.
func wantLimits(t *testing.T, url string) {
	t.Helper()
	limited, err := database.Open(t.Context(), database.Options{URL: url, Limits: database.Limits{
		Statement: time.Second, Lock: 100 * time.Millisecond, IdleInTransaction: time.Second, // enough on a busy machine
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = limited.Close() })
	plain := databasetest.OpenURL(t, url)
	withCounters(t, plain)

	t.Run("a statement", func(t *testing.T) {
		var nothing string
		if err := limited.QueryRow(t.Context(), "SELECT pg_sleep(60)::text").Scan(&nothing); err == nil {
			t.Error("it slept for a minute")
		}
	})
	t.Run("waiting for a lock", func(t *testing.T) {
		err := plain.InTx(t.Context(), func(tx *database.Tx) error {
			if err := add(t.Context(), tx, "a", 1); err != nil {
				return err
			}
			if err := limited.InTx(t.Context(), func(tx *database.Tx) error { return add(t.Context(), tx, "a", 1) }); err == nil {
				t.Error("it got a row that another transaction holds")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	t.Run("a transaction that does nothing", func(t *testing.T) {
		stopped := make(chan struct{})
		go func() { // like a process that was suspended halfway
			_ = limited.InTx(context.Background(), func(tx *database.Tx) error {
				err := add(context.Background(), tx, "b", 1)
				close(stopped)
				<-t.Context().Done()
				return err
			})
		}()
		<-stopped
		if err := plain.InTx(t.Context(), func(tx *database.Tx) error { return add(t.Context(), tx, "b", 1) }); err != nil {
			t.Error(err)
		}
		wantCounter(t, plain, "b", 1)
	})
}

func TestOnlyAnAnswerIsWaitedForInVain(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	const limit = time.Second
	client, err := database.DialGuarded(t.Context(), listener.Addr().String(), limit)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	read := make(chan error, 1)
	go func() { // a leftover read without a pending request
		_, err := client.Read(make([]byte, 1))
		read <- err
	}()
	select {
	case err := <-read:
		t.Fatalf("a read that waits for nothing ended: %v", err)
	case <-time.After(3 * limit):
	}
	if _, err := server.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := <-read; err != nil {
		t.Errorf("what came late was not read: %v", err)
	}
	if _, err := client.Write([]byte("a question")); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Read(make([]byte, 1)); err == nil {
		t.Error("an answer came from nowhere")
	}
	if _, err := client.Write([]byte("another")); err == nil {
		t.Error("a dead connection was not cut")
	}
}

func TestAConnectionWaitsForAFileButNotForLong(t *testing.T) {
	t.Parallel()
	noFile := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("socket", syscall.EMFILE)}
	for name, one := range map[string]struct {
		scarce time.Duration // how long there is no file descriptor
		limit  time.Duration // of the context
		fails  bool
		within time.Duration
	}{
		"a file comes free":       {scarce: 20 * time.Millisecond, limit: time.Minute, within: 22 * time.Millisecond},
		"none does":               {scarce: time.Hour, limit: time.Minute, fails: true, within: database.FileLimit + 2*time.Millisecond},
		"who waits has gone away": {scarce: time.Hour, limit: 100 * time.Millisecond, fails: true, within: 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), one.limit)
				defer cancel()
				ours, theirs := net.Pipe()
				defer theirs.Close()
				defer ours.Close()
				started := time.Now()
				_, err := database.DialWith(ctx, func(context.Context, string, string) (net.Conn, error) {
					if time.Since(started) < one.scarce {
						return nil, noFile
					}
					return ours, nil
				})
				if one.fails != errors.Is(err, syscall.EMFILE) || !one.fails && err != nil || time.Since(started) > one.within {
					t.Errorf("it ends with %v after %v", err, time.Since(started))
				}
			})
		})
	}
}
