package database

import "os"

// Sizes are how many bytes SQLite's files have.
type Sizes struct{ File, Log int64 }

// Sizes tells how large the database is on this machine's disk, without asking it. PostgreSQL's files are elsewhere:
// false. It fails when the files cannot be looked at.
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
