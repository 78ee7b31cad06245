package database_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

// writing is one of several transactions that want to write at the same time.
type writing struct {
	ctx  context.Context // nil means the test's
	work func(tx *database.Tx) error
}

// inTurn makes transactions wait for their turn in the given order, behind the first, and returns their errors.
func inTurn(t *testing.T, db *database.DB, all ...writing) []error {
	t.Helper()
	failures, hasBegun, mayEnd := make([]error, len(all)), make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	for i, one := range all {
		ctx := one.ctx
		if ctx == nil {
			ctx = t.Context()
		}
		tries := 0
		group.Go(func() {
			defer func() {
				if panicked := recover(); panicked != nil {
					failures[i] = panicked.(error)
				}
			}()
			failures[i] = db.InTx(ctx, func(tx *database.Tx) error {
				if tries++; i == 0 && tries == 1 {
					close(hasBegun)
					<-mayEnd
				}
				return one.work(tx)
			})
		})
		<-hasBegun
		testkit.Until(t, "it waits", func() bool { return db.WaitingWriters() == i })
	}
	close(mayEnd)
	group.Wait()
	return failures
}

func openSQLite(t *testing.T) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), database.Options{URL: filepath.Join(t.TempDir(), "turns.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	withCounters(t, db)
	return db
}

// adding adds to a counter, and checks that it sees what earlier ones have added.
func adding(t *testing.T, name string, before int64) func(tx *database.Tx) error {
	return func(tx *database.Tx) error {
		var found int64
		if err := tx.QueryRow(t.Context(), "SELECT value FROM counters WHERE name = $1", name).Scan(&found); err != nil {
			return err
		}
		if found != before {
			t.Errorf("it finds %d in counter %s, want %d", found, name, before)
		}
		return add(t.Context(), tx, name, 1)
	}
}

// sharing runs a test whose transactions share one commit: in virtual time the first of them waits for the last,
// however busy the machine is.
func sharing(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, openSQLite(t)) })
}

func TestWhoWaitsToWriteToSQLiteSharesACommit(t *testing.T) {
	t.Parallel()
	sharing(t, func(t *testing.T, db *database.DB) {
		failures := inTurn(t, db,
			writing{work: func(tx *database.Tx) error {
				<-time.After(time.Second) // while the others wait
				return adding(t, "a", 0)(tx)
			}},
			writing{work: adding(t, "a", 1)},
			writing{work: func(tx *database.Tx) error {
				wantCounter(t, db, "a", 0) // not visible outside yet: it is one commit
				return adding(t, "a", 2)(tx)
			}},
		)
		if err := errors.Join(failures...); err != nil {
			t.Fatal(err)
		}
		wantCounter(t, db, "a", 3)
		if pool := db.Stats()["write"]; pool.WaitCount != 2 || pool.WaitDuration < 2*time.Second {
			t.Errorf("of those who waited is told %d, and %v", pool.WaitCount, pool.WaitDuration)
		}
	})
}

// A transaction refused because another was faster finds what that one has done.
func TestARefusalIsToldOnceWhatItStandsOnIsOnDisk(t *testing.T) {
	t.Parallel()
	sharing(t, func(t *testing.T, db *database.DB) {
		refused, isTold := errors.New("somebody was faster"), false
		failures := inTurn(t, db,
			writing{work: adding(t, "a", 0)},
			writing{work: func(tx *database.Tx) error {
				tx.AfterRollback(func() {
					isTold = true
					wantCounter(t, db, "a", 2)
				})
				return errors.Join(refused, adding(t, "a", 1)(tx))
			}},
			writing{work: func(tx *database.Tx) error {
				synctest.Wait() // let the previous one get as far as it can
				if isTold {
					t.Error("who was refused is told before the commit")
				}
				return adding(t, "a", 1)(tx)
			}},
		)
		if failures[0] != nil || !errors.Is(failures[1], refused) || failures[2] != nil || !isTold {
			t.Errorf("they fail with %v", failures)
		}
	})
}

// A refusal caused by a commit that is then lost is retried: its reason may be gone.
func TestARefusalThatStandsOnALostCommitIsNone(t *testing.T) {
	t.Parallel()
	sharing(t, func(t *testing.T, db *database.DB) {
		tries := 0
		failures := inTurn(t, db,
			writing{work: func(tx *database.Tx) error { return add(t.Context(), tx, "a", 1) }},
			writing{work: func(*database.Tx) error {
				if tries++; tries == 1 {
					return errors.New("somebody was faster")
				}
				return nil
			}},
			writing{work: func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), "ROLLBACK")
				return errors.Join(err, errors.New("the disk is full"))
			}},
		)
		if failures[0] != nil || failures[1] != nil || failures[2] == nil || tries != 2 {
			t.Errorf("they fail with %v, the second after %d tries", failures, tries)
		}
		wantCounter(t, db, "a", 1)
	})
}

// turnTaker is a worker with one turn.
type turnTaker func(turn context.Context) error

func (turnTaker) Name() string { return "turn-taker" }

func (w turnTaker) Run(ctx context.Context) error { return worker.Turn(ctx, w) }

func TestAWorkerSharesNoCommit(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	ctx, stop := context.WithCancel(t.Context())
	worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, turnTaker(func(turn context.Context) error {
		defer stop()
		failures := inTurn(t, db,
			writing{work: adding(t, "a", 0)},
			writing{ctx: turn, work: func(tx *database.Tx) error {
				wantCounter(t, db, "a", 1) // it may take long: earlier transactions do not wait for it
				return adding(t, "a", 1)(tx)
			}},
			writing{work: func(tx *database.Tx) error {
				wantCounter(t, db, "a", 2) // nor does it wait for others
				return nil
			}},
		)
		if err := errors.Join(failures...); err != nil {
			t.Error(err)
		}
		return nil
	}))
}

func TestOneThatFailsIsTakenBackAlone(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	refused := errors.New("not today")
	isUndone, isDone := false, 0
	gone, leave := context.WithCancel(t.Context())
	failures := inTurn(t, db,
		writing{work: func(tx *database.Tx) error {
			tx.AfterCommit(func() { isDone++ })
			return adding(t, "a", 0)(tx)
		}},
		writing{work: func(tx *database.Tx) error {
			tx.AfterRollback(func() { isUndone = true })
			return errors.Join(refused, adding(t, "a", 1)(tx))
		}},
		writing{work: func(tx *database.Tx) error { // fails by itself
			_, err := tx.Exec(t.Context(), "INSERT INTO counters VALUES ('a', 7)")
			if !errors.Is(err, database.ErrUnique) {
				t.Errorf("a second row of the name is %v", err)
			}
			return nil
		}},
		writing{ctx: gone, work: func(tx *database.Tx) error {
			leave()
			return adding(t, "a", 1)(tx)
		}},
		writing{work: adding(t, "a", 1)},
	)
	if failures[0] != nil || failures[4] != nil {
		t.Errorf("others fail with it: %v", failures)
	}
	if !errors.Is(failures[1], refused) || failures[2] == nil || !errors.Is(failures[3], context.Canceled) {
		t.Errorf("they fail with %v", failures[1:4])
	}
	if !isUndone || isDone != 1 {
		t.Errorf("undone %v, done %d times", isUndone, isDone)
	}
	wantCounter(t, db, "a", 2)
}

func TestAPanicIsTakenBackAlone(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	fell := errors.New("fell over")
	failures := inTurn(t, db,
		writing{work: adding(t, "a", 0)},
		writing{work: func(tx *database.Tx) error { panic(errors.Join(fell, adding(t, "a", 1)(tx))) }},
		writing{work: adding(t, "a", 1)},
	)
	if failures[0] != nil || !errors.Is(failures[1], fell) || failures[2] != nil {
		t.Errorf("they fail with %v", failures)
	}
	wantCounter(t, db, "a", 2)
}

// SQLite rolls back a whole transaction for some failures, such as a full disk. Those that shared its commit are
// silently retried.
func TestWhoLosesTheCommitToAnotherDoesItAgain(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	tries := 0
	failures := inTurn(t, db,
		writing{work: func(tx *database.Tx) error {
			tries++
			return add(t.Context(), tx, "a", 1)
		}},
		writing{work: func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), "ROLLBACK")
			return errors.Join(err, errors.New("the disk is full"))
		}},
		writing{work: func(tx *database.Tx) error { return add(t.Context(), tx, "b", 1) }},
	)
	if failures[0] != nil || failures[1] == nil || failures[2] != nil || tries != 2 {
		t.Errorf("they fail with %v, the first tries %d times", failures, tries)
	}
	wantCounter(t, db, "a", 1)
	wantCounter(t, db, "b", 1)
}

func TestWhoGoesWhileWaitingLetsTheOthersOn(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	gone, leave := context.WithCancel(t.Context())
	failures := inTurn(t, db,
		writing{work: func(tx *database.Tx) error {
			leave()
			testkit.Until(t, "it waits no longer", func() bool { return db.WaitingWriters() == 1 })
			return adding(t, "a", 0)(tx)
		}},
		writing{ctx: gone, work: adding(t, "a", 100)},
		writing{work: adding(t, "a", 1)},
	)
	if failures[0] != nil || !errors.Is(failures[1], context.Canceled) || failures[2] != nil {
		t.Errorf("they fail with %v", failures)
	}
	wantCounter(t, db, "a", 2)
}

func TestWhoGoesAheadWritesBeforeThoseWhoHaveWaitedLonger(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	ahead := database.Ahead(t.Context())
	failures := inTurn(t, db,
		writing{work: adding(t, "a", 0)},
		writing{work: adding(t, "a", 3)},
		writing{work: adding(t, "a", 4)},
		writing{ctx: ahead, work: adding(t, "a", 1)},
		writing{ctx: ahead, work: adding(t, "a", 2)}, // in order among themselves
	)
	if err := errors.Join(failures...); err != nil {
		t.Fatal(err)
	}
	wantCounter(t, db, "a", 5)
}
