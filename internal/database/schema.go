package database

import (
	"context"
	"fmt"
)

// SchemaState tells how far the schema of a database is, beside what this binary knows.
type SchemaState struct {
	Applied int64 // the last step that was taken; 0 without a schema
	Known   int64 // the last step that this binary knows
	Pending int   // steps that this binary knows and that were not taken
}

// IsNewer tells whether a later version of the platform has changed the schema.
func (s SchemaState) IsNewer() bool { return s.Applied > s.Known }

// Schema reads how far the schema is and changes nothing, not even in a database that has none: Migrations makes the
// table of versions.
func (db *DB) Schema(ctx context.Context) (state SchemaState, err error) {
	provider, closePool, err := db.migrationProvider()
	if err != nil {
		return state, err
	}
	sources := provider.ListSources()
	state.Known = lastVersion(provider)
	if err := closePool(); err != nil {
		return state, err
	}
	there, err := db.hasTable(ctx, "goose_db_version")
	if err != nil || !there {
		state.Pending = len(sources)
		return state, err
	}
	rows, err := db.Query(ctx, `SELECT version_id FROM goose_db_version WHERE version_id > 0 GROUP BY version_id`)
	taken, err := Collect(rows, err, ScanOne[int64])
	if err != nil {
		return state, fmt.Errorf("the schema's version: %w", err)
	}
	isTaken := make(map[int64]bool, len(taken))
	for _, version := range taken {
		isTaken[version] = true
		state.Applied = max(state.Applied, version)
	}
	for _, source := range sources {
		if !isTaken[source.Version] {
			state.Pending++
		}
	}
	return state, nil
}
