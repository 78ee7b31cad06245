package database

import (
	"context"
	"fmt"
)

// SchemaState compares the schema of a database with what this binary knows.
type SchemaState struct {
	Applied int64 // the last applied step; 0 without a schema
	Known   int64 // the last step that this binary knows
	Pending int   // steps that this binary knows and that were not applied
}

// IsNewer reports whether a later version of the platform has changed the schema.
func (s SchemaState) IsNewer() bool { return s.Applied > s.Known }

// Schema returns the state of the schema and changes nothing, even in a database without one, where Migrations would
// create the version table.
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
