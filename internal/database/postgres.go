package database

import (
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const defaultPostgresConnections = 20

func (db *DB) openPostgres(options Options) error {
	config, err := pgx.ParseConfig(options.URL)
	if err != nil {
		// pgx masks the password in this error.
		return fmt.Errorf("database URL: %w", err)
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "bourse"
	}
	db.engine, db.url = Postgres, options.URL
	db.write = stdlib.OpenDB(*config)
	db.read = db.write
	connections := options.MaxConnections
	if connections == 0 {
		connections = defaultPostgresConnections
	}
	db.write.SetMaxOpenConns(connections)
	db.write.SetMaxIdleConns(connections)
	db.write.SetConnMaxIdleTime(5 * time.Minute)
	return nil
}

// PostgreSQL's own names for the failures that a second try can cure.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

func isPostgresConflict(err error) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) &&
		(failure.Code == serializationFailure || failure.Code == deadlockDetected)
}
