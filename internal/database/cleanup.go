package database

import "context"

// CleanUp has rows removed, or changed, at most batch of them in each transaction, until there are fewer: nobody waits long
// for the only writer of SQLite, nor for the locks of PostgreSQL. It returns how many there were, also when it fails,
// which it does when remove or the database does.
func (db *DB) CleanUp(ctx context.Context, batch int64, remove func(tx *Tx) (int64, error)) (removed int64, err error) {
	for {
		var count int64
		err := db.InTx(ctx, func(tx *Tx) (err error) {
			count, err = remove(tx)
			return err
		})
		if err != nil {
			return removed, err // what this batch removed is there again
		}
		if removed += count; count < batch {
			return removed, nil
		}
	}
}
