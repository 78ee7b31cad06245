package database_test

import (
	"context"
	"errors"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestATransactionThatIsBrokenOffFailsAsItsContextDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for name, before := range map[string]bool{"before a statement": true, "before the commit": false} {
			ctx, cancel := context.WithCancel(t.Context())
			err := db.InTx(ctx, func(tx *database.Tx) error {
				if !before {
					_, err := tx.Exec(ctx, `SELECT 1`)
					cancel()
					return err
				}
				cancel()
				_, err := tx.Exec(ctx, `SELECT 1`)
				return err
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		}
		refused := errors.New("not today")
		ctx, cancel := context.WithCancel(t.Context())
		if err := db.InTx(ctx, func(*database.Tx) error { cancel(); return refused }); err != refused {
			t.Errorf("what the work says comes back as %v", err)
		}
	})
}
