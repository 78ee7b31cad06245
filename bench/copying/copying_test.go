package copying

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestTheLoopWritesBooksThatAddUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		followed := newSeed(time.Now(), 40)
		if err := followed.write(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		for round := range 2 {
			signal := followed.newSignal(round)
			if _, err := writeCopies(t.Context(), db, followed, signal); err != nil {
				t.Fatal(err)
			}
			var copied int
			if err := db.QueryRow(t.Context(), copiedRows[0], signal.id.String()).Scan(&copied); err != nil || copied != 40 {
				t.Errorf("%d positions are open: %v", copied, err)
			}
		}
		if err := soundBooks(t.Context(), db); err != nil {
			t.Error(err)
		}
	})
}
