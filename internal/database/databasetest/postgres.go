package databasetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ServerVariable names the environment variable with the URL of a server on which tests may create databases.
const ServerVariable = "TEST_POSTGRES_URL"

// namePrefix begins the name of every database that tests create.
const namePrefix = "bourse_test_"

// postgres creates and drops databases on one server for the tests of this process.
type postgres struct {
	base *url.URL
	// admin stays connected with token as application name for as long as this process lives, so that other processes
	// know that databases with token in their name are in use.
	admin *pgxpool.Pool
	token string
	next  atomic.Int64
	empty string // the clauses of CREATE DATABASE without a schema
	copy  string // the clauses of one copied from a template

	template func() (name string, err error)
}

var connectOnce = sync.OnceValues(connect)

// thePostgres returns the server of this process, or fails the test when there is none.
func thePostgres(t *testing.T) *postgres {
	t.Helper()
	server, err := connectOnce()
	if err != nil {
		t.Fatalf("the tests need PostgreSQL: %v", err)
	}
	return server
}

// patience is how long a server may take to get ready: a busy machine must not fail a test.
const patience = 10 * time.Minute

func connect() (*postgres, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	address := os.Getenv(ServerVariable)
	if address == "" {
		// Nobody stops this cluster: it ends with the process, see StartCluster.
		cluster, err := StartClusterForTests(ctx)
		if err != nil {
			return nil, err
		}
		address = cluster.URL()
	}
	base, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("%s is not a URL", ServerVariable) // the cause would show its password
	}
	server := &postgres{base: base, token: namePrefix + strings.ReplaceAll(uuid.NewString(), "-", "")[:16]}
	server.template = sync.OnceValues(server.makeTemplate)
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.RuntimeParams["application_name"] = server.token
	config.MaxConns, config.MinConns = 4, 1
	config.MaxConnIdleTime, config.MaxConnLifetime = 24*time.Hour, 24*time.Hour
	if server.admin, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	if err := server.admin.Ping(ctx); err != nil {
		return nil, err
	}
	if err = server.chooseOptions(ctx); err != nil {
		return nil, err
	}
	return server, server.sweep(ctx)
}

// chooseOptions chooses how the server creates databases. From version 15 on it would by default copy a template page
// by page through its log, without the catalogue caches: copying files is as fast, and the first connection takes an
// eighth of the processor time.
func (p *postgres) chooseOptions(ctx context.Context) error {
	var version int
	if err := p.admin.QueryRow(ctx, `SELECT current_setting('server_version_num')::INT`).Scan(&version); err != nil {
		return err
	}
	isFifteen := version >= 15_00_00
	if isFifteen {
		p.copy = " STRATEGY FILE_COPY"
	}
	locale := os.Getenv(LocaleVariable)
	if locale == "" {
		p.empty = "TEMPLATE template1"
		return nil
	}
	p.empty = "TEMPLATE template0 LOCALE '" + strings.ReplaceAll(locale, "'", "''") + "'"
	if isFifteen { // ICU locales exist since this version
		p.empty += " LOCALE_PROVIDER libc"
	}
	return nil
}

// makeTemplate creates the migrated database from which all others of this process are copied.
func (p *postgres) makeTemplate() (name string, err error) {
	if template := madePostgresTemplate(); template != "" {
		return template, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	name = p.token + "_template"
	if err := p.create(ctx, name, p.empty); err != nil {
		return "", err
	}
	return name, migrate(ctx, p.databaseURL(name))
}

// newDatabase copies a template, or creates a database without a schema when none is given, and drops it when the test
// ends, even if there are connections.
func (p *postgres) newDatabase(t *testing.T, template string) string {
	t.Helper()
	name := fmt.Sprintf("%s_%d", p.token, p.next.Add(1))
	options := p.empty
	if template != "" {
		options = "TEMPLATE " + quote(template) + p.copy
	}
	if err := p.create(t.Context(), name, options); err != nil {
		t.Fatalf("create a test database: %v", err)
	}
	t.Cleanup(func() {
		if err := p.drop(context.Background(), name); err != nil {
			t.Errorf("drop the test database: %v", err)
		}
	})
	bouncer, err := theBouncer()
	if err != nil {
		t.Fatalf("start the pooler: %v", err)
	}
	if bouncer != nil {
		return bouncer.URL(p.databaseURL(name))
	}
	return p.databaseURL(name)
}

// Direct returns the URL of a test database without the pooler that PoolerVariable requested, or the URL itself.
func Direct(address string) string {
	bouncer, err := theBouncer()
	through, failed := url.Parse(address)
	if err != nil || failed != nil || bouncer == nil || through.Host != bouncer.address {
		return address
	}
	server, _ := connectOnce() // it exists, or there would be no pooler
	through.Host = server.base.Host
	return through.String()
}

func (p *postgres) create(ctx context.Context, name, options string) error {
	_, err := p.admin.Exec(ctx, "CREATE DATABASE "+quote(name)+" "+options)
	return err
}

func (p *postgres) drop(ctx context.Context, name string) error {
	_, err := p.admin.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)")
	return err
}

// sweep drops what test processes have left on a long-lived server: their templates, and all databases of those that
// were killed.
func (p *postgres) sweep(ctx context.Context) error {
	rows, err := p.admin.Query(ctx, `
		SELECT found.datname FROM pg_database AS found
		WHERE starts_with(found.datname, $1) AND NOT EXISTS (
			SELECT 1 FROM pg_stat_activity AS living
			WHERE starts_with(living.application_name, $1)
				AND starts_with(found.datname, living.application_name || '_'))`,
		namePrefix)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, name := range names {
		err = errors.Join(err, p.drop(ctx, name))
	}
	return err
}

// connectTimeout is how many seconds connecting may take, unless a test measures that. The product's own limit detects
// a dead server; on a machine that runs all tests at once a server may just be waiting for a processor.
const connectTimeout = "60"

func (p *postgres) databaseURL(name string) string {
	address := *p.base
	address.Path = "/" + name
	query := address.Query()
	if !query.Has("connect_timeout") {
		query.Set("connect_timeout", connectTimeout)
	}
	address.RawQuery = query.Encode()
	return address.String()
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
