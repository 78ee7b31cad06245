package database

import (
	"context"
	"database/sql"
	"time"
)

// Facts are what operators want to know about a running database.
type Facts struct {
	Version string
	// Clock is the server's time, and Around are our times before and after asking for it. Zero on SQLite, which has no
	// clock of its own.
	Clock           time.Time
	AskedAt, ToldAt time.Time
	// Settings are the server settings that the platform depends on, as the server prints them; none on SQLite.
	Settings map[string]string
	// Extensions are those installed in the database, by name; none on SQLite.
	Extensions []string
	// The maximum number of connections of the server, and how many are open now; 0 on SQLite.
	MaxConnections, Connections int
	IsStandby                   bool
}

// askedSettings are the PostgreSQL settings that Facts returns.
var askedSettings = []string{
	"server_encoding", "lc_collate", "synchronous_commit", "fsync", "full_page_writes", "max_connections",
	"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "wal_level", "archive_mode",
}

// Facts reads the facts and changes nothing. It fails when the database does not answer.
func (db *DB) Facts(ctx context.Context) (facts Facts, err error) {
	if db.engine == SQLite {
		err = db.QueryRow(ctx, `SELECT sqlite_version()`).Scan(&facts.Version)
		return facts, err
	}
	var micros int64
	facts.AskedAt = time.Now()
	err = db.QueryRow(ctx, `SELECT current_setting('server_version'), CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT), pg_is_in_recovery()`).
		Scan(&facts.Version, &micros, &facts.IsStandby)
	facts.ToldAt, facts.Clock = time.Now(), time.UnixMicro(micros)
	if err != nil {
		return facts, err
	}
	facts.Settings = make(map[string]string, len(askedSettings))
	for _, name := range askedSettings {
		var value *string // NULL: a setting that this version does not have
		if err := db.QueryRow(ctx, `SELECT current_setting($1, true)`, name).Scan(&value); err != nil {
			return facts, err
		}
		if value != nil {
			facts.Settings[name] = *value
		}
	}
	rows, err := db.Query(ctx, `SELECT extname FROM pg_extension ORDER BY extname`)
	if facts.Extensions, err = Collect(rows, err, ScanOne[string]); err != nil {
		return facts, err
	}
	err = db.QueryRow(ctx, `SELECT CAST(current_setting('max_connections') AS INTEGER), (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend')`).
		Scan(&facts.MaxConnections, &facts.Connections)
	return facts, err
}

// Skew returns by how much the server's clock is at least ahead of ours; negative when it is behind, zero when it may
// be right.
func (f Facts) Skew() time.Duration {
	switch {
	case f.Clock.IsZero():
		return 0
	case f.Clock.After(f.ToldAt):
		return f.Clock.Sub(f.ToldAt)
	case f.Clock.Before(f.AskedAt):
		return f.Clock.Sub(f.AskedAt)
	}
	return 0
}

// KeepsPreparedStatements fails unless statements prepared on a connection stay there, and no others appear, which a
// pooler in transaction mode prevents. It changes nothing. It uses two connections of the pool at a time, because a
// single one would get its own session again. SQLite has no pooler.
func (db *DB) KeepsPreparedStatements(ctx context.Context) error {
	if db.engine == SQLite {
		return nil
	}
	first, err := db.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = first.Close() }() // returns it to the pool
	second, err := db.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = second.Close() }()
	for range 3 { // another connection may get the session in between
		if err := askPrepared(ctx, first); err != nil {
			return err
		}
		holding, err := second.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err = askPrepared(ctx, holding); err == nil {
			err = askPrepared(ctx, first)
		}
		_ = holding.Rollback() // it has only read a number
		if err != nil {
			return err
		}
	}
	return nil
}

// askPrepared runs a query as a prepared statement.
func askPrepared(ctx context.Context, of interface {
	QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
}) error {
	var one int
	return of.QueryRowContext(ctx, `SELECT CAST($1 AS INTEGER) + 0`, 1).Scan(&one)
}
