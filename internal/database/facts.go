package database

import (
	"context"
	"database/sql"
	"time"
)

// Facts are what an operator asks of a database that answers.
type Facts struct {
	Version string
	// Clock is what the server shows, and Around when it was asked and when it had answered. SQLite has no clock of its own:
	// zero.
	Clock           time.Time
	AskedAt, ToldAt time.Time
	// Settings are the server's own, in its words, that the platform depends on; none on SQLite.
	Settings map[string]string
	// Extensions are those that are installed in the database, by name; none on SQLite.
	Extensions []string
	// Connections are how many the server takes, and how many there are now; 0 on SQLite.
	MaxConnections, Connections int
	IsStandby                   bool
}

// askedSettings are what Facts tells of PostgreSQL.
var askedSettings = []string{
	"server_encoding", "lc_collate", "synchronous_commit", "fsync", "full_page_writes", "max_connections",
	"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "wal_level", "archive_mode",
}

// Facts asks the database about itself and changes nothing. It fails when the database does not answer.
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

// Skew is by how much the server's clock is ahead of ours at least; negative when it is behind, zero while it could be
// right.
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

// KeepsPreparedStatements finds out whether what is prepared on a connection is still there for the next statements, and
// nobody else's is, which a pooler in transaction mode prevents. It changes nothing and takes two connections of the pool at a
// time: alone, one would be handed its own session again. SQLite has no pooler.
func (db *DB) KeepsPreparedStatements(ctx context.Context) error {
	if db.engine == SQLite {
		return nil
	}
	first, err := db.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = first.Close() }() // it goes back to the pool
	second, err := db.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = second.Close() }()
	for range 3 { // others may be handed the session in between
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
		_ = holding.Rollback() // it has read a number
		if err != nil {
			return err
		}
	}
	return nil
}

// askPrepared asks something by a statement that is prepared once.
func askPrepared(ctx context.Context, of interface {
	QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
}) error {
	var one int
	return of.QueryRowContext(ctx, `SELECT CAST($1 AS INTEGER) + 0`, 1).Scan(&one)
}
