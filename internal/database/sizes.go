package database

import "os"

// Sizes are the sizes of SQLite's files in bytes.
type Sizes struct{ File, Log int64 }

// Sizes returns the size of the database on this machine's disk, without a query; false for PostgreSQL, whose files are
// elsewhere. It fails when the files cannot be inspected.
func (db *DB) Sizes() (sizes Sizes, here bool, err error) {
	if db.engine != SQLite {
		return sizes, false, nil
	}
	file, err := os.Stat(db.path)
	if err != nil {
		return sizes, true, err
	}
	sizes.File = file.Size()
	log, err := db.Keeper().lookAtLog()
	sizes.Log = log.size
	return sizes, true, err
}
