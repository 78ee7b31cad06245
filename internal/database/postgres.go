package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const defaultPostgresConnections = 20

// Limits are how long the server lets things take, on every connection. Zero is the default of each.
type Limits struct {
	Statement         time.Duration // one statement
	Lock              time.Duration // waiting for one lock
	IdleInTransaction time.Duration // doing nothing inside a transaction, as a stopped process does
}

// DefaultLimits suit a platform whose statements take milliseconds.
var DefaultLimits = Limits{Statement: 15 * time.Second, Lock: 5 * time.Second, IdleInTransaction: 8 * time.Second}

// PatientLimits are for whoever fills tables or shares a busy machine with many others, as tests and benchmarks do.
var PatientLimits = Limits{Statement: 10 * time.Minute, Lock: 5 * time.Minute, IdleInTransaction: 10 * time.Minute}

func (l Limits) orDefault() Limits {
	return Limits{
		Statement:         cmp.Or(l.Statement, DefaultLimits.Statement),
		Lock:              cmp.Or(l.Lock, DefaultLimits.Lock),
		IdleInTransaction: cmp.Or(l.IdleInTransaction, DefaultLimits.IdleInTransaction),
	}
}

// set asks the server for the limits when a connection begins. What the URL asks for itself comes first.
func (l Limits) set(parameters map[string]string) {
	for name, limit := range map[string]time.Duration{
		"statement_timeout": l.Statement, "lock_timeout": l.Lock, "idle_in_transaction_session_timeout": l.IdleInTransaction,
	} {
		if parameters[name] == "" {
			parameters[name] = strconv.FormatInt(limit.Milliseconds(), 10)
		}
	}
}

func (db *DB) openPostgres(options Options) error {
	config, err := pgx.ParseConfig(options.URL)
	if err != nil {
		// pgx masks the password in this error.
		return fmt.Errorf("database URL: %w", err)
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "bourse"
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	servers := newNetwork()
	// Migrations and the listener wait as long as they have to, on connections of their own.
	db.patient = config.Copy()
	db.patient.DialFunc = servers.dial(0)
	limits := options.Limits.orDefault()
	limits.set(config.RuntimeParams)
	db.engine = Postgres
	db.write = servers.pool(config, limits.Statement+answerGrace)
	db.read = db.write
	connections := cmp.Or(options.MaxConnections, defaultPostgresConnections)
	db.write.SetMaxOpenConns(connections)
	db.write.SetMaxIdleConns(connections)
	db.write.SetConnMaxIdleTime(5 * time.Minute)
	return nil
}

// pool returns connections on which no answer is waited for longer than the limit.
func (n *network) pool(config *pgx.ConnConfig, limit time.Duration) *sql.DB {
	config.DialFunc = n.dial(limit)
	return stdlib.OpenDB(*config, stdlib.OptionResetSession(probe),
		stdlib.OptionShouldPing(func(context.Context, stdlib.ShouldPingParams) bool { return false })) // probe does
}

// probe is called before a connection of the pool is used again. It fails with ErrBadConn, upon which the pool tries
// another one, when the connection is spoiled, or when it has been silent and stays so. It says nothing of the other
// connections: a server that is only busy must not lose all of its clients at once.
func probe(ctx context.Context, connection *pgx.Conn) error {
	carrier := connection.PgConn().Conn()
	if encrypted, ok := carrier.(interface{ NetConn() net.Conn }); ok {
		carrier = encrypted.NetConn()
	}
	if guarded, ok := carrier.(*guardedConn); ok {
		if guarded.isSpoiled() {
			return driver.ErrBadConn
		}
		if guarded.silentFor() < probeAfter {
			return nil
		}
	}
	limited, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	if connection.Ping(limited) != nil {
		return driver.ErrBadConn
	}
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
