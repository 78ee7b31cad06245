package database

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// ErrNewerSchema means that a later version of the platform has changed the schema. This version's statements would not
// know the new columns and tables, so it does not start.
var ErrNewerSchema = errors.New("the schema is newer than this binary")

// Migration is one step of the schema and whether it has been applied.
type Migration struct {
	Version   int64
	Name      string
	AppliedAt time.Time // zero while pending
}

// Migrate brings the schema up to date and returns how many steps it applied. Any number of processes may call it at
// once: one works, the others wait and find nothing left to do. A step that fails leaves the schema at the previous
// step, except for an index that was being built concurrently, which the next try drops; a step that waits for a table
// is retried until the context ends. It fails with ErrNewerSchema, and changes nothing, when the schema has steps that
// this binary does not know.
func (db *DB) Migrate(ctx context.Context) (applied int, err error) {
	release, err := db.lockMigrations(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, release()) }()
	provider, closePool, err := db.migrationProvider()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, closePool()) }()
	if newer, err := db.newerSteps(ctx, provider); err != nil {
		return 0, err
	} else if len(newer) > 0 {
		return 0, fmt.Errorf("%w: it has step %d, this binary knows none after %d", ErrNewerSchema, newer[len(newer)-1].Version, lastVersion(provider))
	}
	for {
		results, err := provider.Up(ctx)
		partly := (*goose.PartialError)(nil)
		if errors.As(err, &partly) {
			results = partly.Applied
		}
		applied += len(results)
		if err == nil {
			return applied, nil
		}
		if !IsLocked(err) {
			return applied, fmt.Errorf("migrate: %w", err)
		}
		db.logger.WarnContext(ctx, "a step of the schema waits for a table that is in use", "error", err)
		select {
		case <-time.After(stepPause):
		case <-ctx.Done():
			return applied, fmt.Errorf("migrate: %w", ctx.Err())
		}
	}
}

// Migrations lists every step of the schema in order.
func (db *DB) Migrations(ctx context.Context) (steps []Migration, err error) {
	provider, closePool, err := db.migrationProvider()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closePool()) }()
	statuses, err := provider.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("migration status: %w", err)
	}
	steps = make([]Migration, len(statuses))
	for i, status := range statuses {
		steps[i] = Migration{Version: status.Source.Version, Name: status.Source.Path, AppliedAt: status.AppliedAt}
	}
	newer, err := db.newerSteps(ctx, provider)
	return append(steps, newer...), err
}

// newerSteps lists the steps that a later version of the platform has applied. Their names are not known here.
func (db *DB) newerSteps(ctx context.Context, provider *goose.Provider) ([]Migration, error) {
	// Asking for the version creates the version table if needed.
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return nil, fmt.Errorf("the schema's version: %w", err)
	}
	last := lastVersion(provider)
	if version <= last {
		return nil, nil
	}
	rows, err := db.Query(ctx, `SELECT version_id, tstamp FROM goose_db_version WHERE version_id > $1 ORDER BY version_id`, last)
	return Collect(rows, err, func(row Row) (Migration, error) {
		var step Migration
		err := row.Scan(&step.Version, &step.AppliedAt)
		return step, err
	})
}

// lastVersion returns the last step that this binary knows.
func lastVersion(provider *goose.Provider) int64 {
	sources := provider.ListSources()
	return sources[len(sources)-1].Version
}

// migrationWait is how long a process waits for another one to migrate.
const migrationWait = 5 * time.Minute

// lockMigrations serializes migrations on SQLite and behind a pooler; in a PostgreSQL session migrationLock does that.
func (db *DB) lockMigrations(ctx context.Context) (release func() error, err error) {
	if db.session != nil {
		return func() error { return nil }, nil
	}
	if db.engine == Postgres {
		return db.lockMigrationsInTx(ctx)
	}
	return lockFile(ctx, db.path+".migrate.lock", int(migrationWait.Milliseconds()))
}

// migrationProvider returns the steps of the engine. On PostgreSQL it uses separate connections, because a step on a
// large table takes longer than the statement limit allows; closePool closes them.
func (db *DB) migrationProvider() (provider *goose.Provider, closePool func() error, err error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, nil, err
	}
	// The file names say which engine a migration is for, so goose needs no global registry.
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if db.engine == SQLite {
		provider, err = goose.NewProvider(goose.DialectSQLite3, db.write, engineFiles{files, db.engine, db.session != nil}, options...)
		return provider, func() error { return nil }, err
	}
	pool := db.patientPool()
	if db.session != nil {
		options = append(options, goose.WithSessionLocker(migrationLock{}))
	}
	provider, err = goose.NewProvider(goose.DialectPostgres, pool, engineFiles{files, db.engine, db.session != nil}, options...)
	if err != nil {
		return nil, nil, errors.Join(err, pool.Close())
	}
	return provider, pool.Close, nil
}
