package database

import (
	"context"
	"slices"
	"time"
)

// KeyUse is how many keys data was sealed with, and how many of them a key ring lacks.
type KeyUse struct{ Used, Missing int }

// KeyUse counts the keys that data was sealed with, and those that are not among the known ones. It changes nothing; a
// database without a schema lacks none.
func (db *DB) KeyUse(ctx context.Context, known []string) (KeyUse, error) {
	there, err := db.hasTable(ctx, "sealing_keys")
	if err != nil || !there {
		return KeyUse{}, err
	}
	return readKeyUse(ctx, db, known)
}

// HasSealedData reports whether the database contains data that only a key file opens. A database that was migrated but
// never served has none.
func (db *DB) HasSealedData(ctx context.Context) (bool, error) {
	// The signing keys of access tokens are sealed at the first start, even by versions that did not record their keys.
	there, err := db.hasTable(ctx, "signing_keys")
	if err != nil || !there {
		return false, err
	}
	var sealed bool
	err = db.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM signing_keys)`).Scan(&sealed)
	return sealed, err
}

func (db *DB) hasTable(ctx context.Context, name string) (found bool, err error) {
	query := `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1)`
	if db.engine == Postgres {
		query = `SELECT to_regclass($1) IS NOT NULL`
	}
	err = db.QueryRow(ctx, query, name).Scan(&found)
	return found, err
}

func readKeyUse(ctx context.Context, q Querier, known []string) (KeyUse, error) {
	rows, err := q.Query(ctx, `SELECT id FROM sealing_keys`)
	used, err := Collect(rows, err, ScanOne[string])
	use := KeyUse{Used: len(used)}
	for _, id := range used {
		if !slices.Contains(known, id) {
			use.Missing++
		}
	}
	return use, err
}

// RecordKeyUse records that data is sealed with the current keys from now on, and counts the recorded keys that are not
// among the known ones. If there are any, it writes nothing.
func (db *DB) RecordKeyUse(ctx context.Context, current, known []string, now time.Time) (use KeyUse, err error) {
	err = db.InTx(ctx, func(tx *Tx) (err error) {
		if use, err = readKeyUse(ctx, tx, known); err != nil || use.Missing > 0 {
			return err
		}
		for _, id := range current { // two: one of each kind
			if _, err := tx.Exec(ctx, `
				INSERT INTO sealing_keys (id, used_since) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, Micros(now)); err != nil {
				return err
			}
		}
		return nil
	})
	return use, err
}
