package database_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// Clients may leave at any time: while they wait, or while their transaction begins, works or commits.
func TestWhoeverGoesAtWhateverMomentLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		withCounters(t, db)
		const people, turns = 8, 150
		var (
			done  atomic.Int64
			group sync.WaitGroup
		)
		for range people {
			group.Go(func() {
				for range turns {
					ctx, cancel := context.WithCancel(t.Context())
					stop := time.AfterFunc(rand.N(400*time.Microsecond), cancel)
					err := db.InTx(ctx, func(tx *database.Tx) error { return add(ctx, tx, "a", 1) })
					if err == nil {
						done.Add(1)
					}
					stop.Stop()
					cancel()
				}
			})
		}
		group.Wait()
		if err := db.InTx(t.Context(), func(tx *database.Tx) error { return add(t.Context(), tx, "b", 1) }); err != nil {
			t.Fatal(err)
		}
		wantCounter(t, db, "b", 1)
		var kept int64
		if err := db.QueryRow(t.Context(), "SELECT value FROM counters WHERE name = 'a'").Scan(&kept); err != nil || kept < done.Load() {
			t.Errorf("%d were told that it is done, and %d are: %v", done.Load(), kept, err)
		}
	})
}
