package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// rig is what areas measure with: the built binary, a folder, and a PostgreSQL server once one is needed.
type rig struct {
	chosen    options
	report    *report
	directory string
	binary    string
	postgres  *url.URL
	closers   []func() error // called last to first
	made      int            // installations so far
}

// newRig builds the binary as `make build` does, unless one was given.
func newRig(ctx context.Context, chosen options, table *report) (*rig, error) {
	directory, err := os.MkdirTemp("", "bourse-bench-")
	if err != nil {
		return nil, err
	}
	r := &rig{chosen: chosen, report: table, directory: directory, binary: filepath.Join(directory, "bourse")}
	r.closers = append(r.closers, func() error { return os.RemoveAll(directory) })
	if chosen.binary != "" {
		r.binary, err = filepath.Abs(chosen.binary)
		return r, err
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", r.binary, "bourse/cmd/bourse")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("build: %w\n%s", err, output), r.close())
	}
	return r, nil
}

// close ends the database server and removes everything.
func (r *rig) close() error {
	var failures []error
	for i := len(r.closers) - 1; i >= 0; i-- {
		failures = append(failures, r.closers[i]())
	}
	r.closers = nil
	return errors.Join(failures...)
}

// newDatabase returns the URL of an empty database. On SQLite it is a file in the folder.
func (r *rig) newDatabase(ctx context.Context, engine database.Engine, folder string) (string, error) {
	if engine == database.SQLite {
		return filepath.Join(folder, "bourse.db"), nil
	}
	if r.postgres == nil {
		if err := r.startPostgres(ctx); err != nil {
			return "", err
		}
	}
	name := fmt.Sprintf("bourse_bench_%d_%d", os.Getpid(), r.made)
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

// startPostgres chooses the server and says whether its commits are durable: the throw-away cluster's are
// not, which matters to figures about writing and to nothing else.
func (r *rig) startPostgres(ctx context.Context) (err error) {
	address := r.chosen.postgresURL
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
	fmt.Fprintf(r.report.out, "  (PostgreSQL %s, fsync %s)\n", version, sync)
	return nil
}

// administer runs one statement on the server's own database. The driver comes with internal/database.
func (r *rig) administer(ctx context.Context, statement string) error {
	connection, err := sql.Open("pgx", r.postgres.String())
	if err != nil {
		return err
	}
	defer connection.Close()
	_, err = connection.ExecContext(ctx, statement)
	return err
}

// freeAddress finds a port on the loopback that nobody uses.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
