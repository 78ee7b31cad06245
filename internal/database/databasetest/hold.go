package databasetest

import (
	"sync"
	"testing"

	"bourse/internal/database"
)

// Hold runs a statement, such as SELECT … FOR UPDATE, in a transaction that stays open until release is called or the
// test ends, and keeps its locks. It is not for SQLite, where it would block the only writer.
func Hold(t *testing.T, db *database.DB, statement string, args ...any) (release func()) {
	t.Helper()
	held, let, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- db.InTx(t.Context(), func(tx *database.Tx) error {
			touched, err := tx.Exec(t.Context(), statement, args...)
			if err == nil && touched > 0 {
				close(held)
				<-let
			}
			return err
		})
	}()
	select {
	case <-held:
	case err := <-ended:
		t.Fatalf("hold rows with %q: there are none, or %v", statement, err)
	}
	release = sync.OnceFunc(func() {
		close(let)
		if err := <-ended; err != nil && t.Context().Err() == nil {
			t.Errorf("let go of rows: %v", err)
		}
	})
	t.Cleanup(release)
	return release
}
