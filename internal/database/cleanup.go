package database

import "context"

// CleanUp calls remove, which deletes or changes at most batch rows, in one transaction each, until it finds fewer:
// nobody waits long for SQLite's only writer or for PostgreSQL's locks. It returns the total, even when it fails, which
// it does when remove or the database does.
func (db *DB) CleanUp(ctx context.Context, batch int64, remove func(tx *Tx) (int64, error)) (removed int64, err error) {
	for {
		var count int64
		err := db.InTx(ctx, func(tx *Tx) (err error) {
			count, err = remove(tx)
			return err
		})
		if err != nil {
			return removed, err // this batch was rolled back
		}
		if removed += count; count < batch {
			return removed, nil
		}
	}
}
