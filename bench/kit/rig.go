package kit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// Rig is what areas measure with: the built binary, a folder, and a PostgreSQL server as soon as one is needed.
type Rig struct {
	Options
	Report    *Report
	directory string
	binary    string
	postgres  *url.URL
	closers   []func() error // called last to first
	folders   int            // made so far

	postgresVersion string // once there is a server
}

// NewRig builds the binary as `make build` does, unless one was given.
func NewRig(ctx context.Context, options Options, report *Report) (*Rig, error) {
	directory, err := os.MkdirTemp("", "bourse-bench-")
	if err != nil {
		return nil, err
	}
	r := &Rig{Options: options, Report: report, directory: directory, binary: filepath.Join(directory, "bourse")}
	r.closers = append(r.closers, func() error { return os.RemoveAll(directory) })
	if options.Binary != "" {
		r.binary, err = filepath.Abs(options.Binary)
		return r, err
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", r.binary, "bourse/cmd/bourse")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("build: %w\n%s", err, output), r.Close())
	}
	return r, nil
}

// Close ends the database server and removes everything.
func (r *Rig) Close() error {
	var failures []error
	for _, closer := range slices.Backward(r.closers) {
		failures = append(failures, closer())
	}
	r.closers = nil
	return errors.Join(failures...)
}

// NewFolder makes a folder that is removed with the rig. It fails when it cannot be made.
func (r *Rig) NewFolder() (string, error) {
	r.folders++
	folder := filepath.Join(r.directory, fmt.Sprintf("installation-%d", r.folders))
	return folder, os.Mkdir(folder, 0o700)
}

// NewDatabase opens an empty database and migrates it to the product's schema.
func (r *Rig) NewDatabase(ctx context.Context, engine database.Engine) (*database.DB, error) {
	folder, err := r.NewFolder()
	if err != nil {
		return nil, err
	}
	address, err := r.newDatabase(ctx, engine, folder)
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, database.Options{URL: address, Limits: database.PatientLimits})
	if err != nil {
		return nil, err
	}
	if _, err := db.Migrate(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// newDatabase returns the URL of an empty database. On SQLite it is a file in the folder.
func (r *Rig) newDatabase(ctx context.Context, engine database.Engine, folder string) (string, error) {
	if engine == database.SQLite {
		return filepath.Join(folder, "bourse.db"), nil
	}
	if r.postgres == nil {
		if err := r.startPostgres(ctx); err != nil {
			return "", err
		}
	}
	name := fmt.Sprintf("bourse_bench_%d_%d", os.Getpid(), r.folders)
	if err := r.administer(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	r.closers = append(r.closers, func() error {
		return r.administer(context.WithoutCancel(ctx), "DROP DATABASE "+name+" WITH (FORCE)")
	})
	address := *r.postgres
	address.Path = "/" + name
	return address.String(), nil
}

// startPostgres chooses the server and reports whether its commits are durable: the throw-away cluster's are not,
// which only matters to figures about writing.
func (r *Rig) startPostgres(ctx context.Context) (err error) {
	address := r.PostgresURL
	if address == "" {
		limited, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		cluster, err := databasetest.StartCluster(limited)
		if err != nil {
			return err
		}
		r.closers = append(r.closers, cluster.Stop)
		address = cluster.URL()
	}
	if r.postgres, err = url.Parse(address); err != nil {
		return errors.New("-postgres-url is not a URL") // the cause would show its password
	}
	connection, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer connection.Close()
	var version, sync string
	row := connection.QueryRowContext(ctx, "SELECT current_setting('server_version'), current_setting('fsync')")
	if err := row.Scan(&version, &sync); err != nil {
		return err
	}
	r.postgresVersion = fmt.Sprintf("%s, fsync %s", version, sync)
	fmt.Fprintf(r.Report.out, "  (PostgreSQL %s)\n", r.postgresVersion)
	return nil
}

// administer runs one statement on the server's own database. The driver comes with internal/database.
func (r *Rig) administer(ctx context.Context, statement string) error {
	connection, err := sql.Open("pgx", r.postgres.String())
	if err != nil {
		return err
	}
	defer connection.Close()
	_, err = connection.ExecContext(ctx, statement)
	return err
}
