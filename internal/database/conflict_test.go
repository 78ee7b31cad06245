package database_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// meeting lets two goroutines wait for each other once; later visits pass.
type meeting struct {
	once    [2]sync.Once
	arrived [2]chan struct{}
}

func newMeeting() *meeting {
	return &meeting{arrived: [2]chan struct{}{make(chan struct{}), make(chan struct{})}}
}

func (m *meeting) meet(ctx context.Context, who int) error {
	m.once[who].Do(func() { close(m.arrived[who]) })
	select {
	case <-m.arrived[1-who]:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// inPair runs the transaction of 0 and that of 1 at the same time and returns how often work was tried.
func inPair(t *testing.T, db *database.DB, work func(tx *database.Tx, who int) error) (tries int64) {
	t.Helper()
	var counted atomic.Int64
	errs := make(chan error, 2)
	for who := range 2 {
		go func() {
			errs <- db.InTx(t.Context(), func(tx *database.Tx) error {
				counted.Add(1)
				return work(tx, who)
			})
		}()
	}
	if err := errors.Join(<-errs, <-errs); err != nil {
		t.Fatal(err)
	}
	return counted.Load()
}

func TestADeadlockIsTriedAgain(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	withCounters(t, db)
	rows := [2]string{"a", "b"}
	together := newMeeting()
	tries := inPair(t, db, func(tx *database.Tx, who int) error {
		if err := add(t.Context(), tx, rows[who], 1); err != nil {
			return err
		}
		if err := together.meet(t.Context(), who); err != nil {
			return err
		}
		return add(t.Context(), tx, rows[1-who], 1)
	})
	if tries < 3 {
		t.Errorf("two transactions that block each other were tried %d times, want a third", tries)
	}
	wantCounter(t, db, "a", 2)
	wantCounter(t, db, "b", 2)
}

func TestASerializationFailureIsTriedAgain(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	withCounters(t, db)
	rows := [2]string{"a", "b"}
	together := newMeeting()
	// Each reads the sum of both counters and adds to its own only while the sum is zero. One after the
	// other, only the first of them adds.
	tries := inPair(t, db, func(tx *database.Tx, who int) error {
		if _, err := tx.Exec(t.Context(), "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"); err != nil {
			return err
		}
		var sum int64
		if err := tx.QueryRow(t.Context(), "SELECT CAST(SUM(value) AS BIGINT) FROM counters").Scan(&sum); err != nil {
			return err
		}
		if err := together.meet(t.Context(), who); err != nil || sum > 0 {
			return err
		}
		return add(t.Context(), tx, rows[who], 1)
	})
	if tries < 3 {
		t.Errorf("two transactions that cannot be put in order were tried %d times, want a third", tries)
	}
	var sum int64
	if err := db.QueryRow(t.Context(), "SELECT CAST(SUM(value) AS BIGINT) FROM counters").Scan(&sum); err != nil || sum != 1 {
		t.Errorf("the sum is %d (error %v), want that of one of the two", sum, err)
	}
}

func TestMessagesOfAFailedTryAreNotTold(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	withCounters(t, db)
	told := recorded(t, db, "topic")
	rows := [2]string{"a", "b"}
	together := newMeeting()
	inPair(t, db, func(tx *database.Tx, who int) error {
		tx.Notify("topic", rows[who])
		if err := add(t.Context(), tx, rows[who], 1); err != nil {
			return err
		}
		if err := together.meet(t.Context(), who); err != nil {
			return err
		}
		return add(t.Context(), tx, rows[1-who], 1)
	})
	if len(told) != 2 {
		t.Errorf("%d messages were told, want one of each transaction", len(told))
	}
}
