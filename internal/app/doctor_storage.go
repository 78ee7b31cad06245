package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"bourse/internal/database"
	"bourse/internal/secret"
)

// examineStorage looks at the keys, and at the database once it answers.
func (c *doctorCommand) examineStorage(ctx context.Context, e *examination) {
	limited, cancel := context.WithTimeout(ctx, 3*doctorPatience)
	defer cancel()
	exists, err := database.Exists(limited, c.databaseURL())
	if err != nil {
		e.add(isFailure, "database", "%v", &settingError{"database-url", err})
		return
	}
	if !exists {
		e.add(isWarning, "database", "there is none yet: serve makes it")
	}
	if engine, _ := database.EngineAt(c.databaseURL()); !exists && engine == database.SQLite {
		c.examineKeyFile(e) // opening the file would create it
		return
	}
	options := c.database(quiet)
	options.MaxConnections, options.Limits = 2, c.DatabaseLimits.limits()
	options.ReadURL, options.MaxLag = c.DatabaseReadURL, c.DatabaseReadMaxLag
	db, err := database.Open(limited, options)
	if err != nil {
		e.add(isFailure, "database", "%v", databaseError(err))
		return
	}
	defer func() {
		if err := db.Close(); err != nil {
			e.add(isWarning, "database", "it could not be closed: %s", database.Trouble(err))
		}
	}()
	e.add(isFine, "database", "%s at %s answers", db.Engine(), db.Place())
	if trouble := db.StandbyTrouble(); trouble != "" {
		e.add(isWarning, "database-read-url", "%s", trouble)
	}
	if c.examineKeyFile(e) {
		c.examineKeyUse(limited, db, e)
	}
	for _, look := range []func(context.Context, *database.DB, *examination){c.examineSchema, c.examineServer, c.examinePooling} {
		look(limited, db, e)
	}
}

// examineKeyFile reports whether there is a key file to continue with.
func (c *doctorCommand) examineKeyFile(e *examination) bool {
	_, err := secret.Load(c.keyFile())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true // the database says whether one is missing
	case err != nil:
		e.add(isFailure, "keys", "%v", &settingError{"key-file", err})
		return false
	}
	if info, err := os.Stat(c.keyFile()); err == nil {
		e.add(isFine, "keys", "%s can be read, mode %04o: back it up, apart from the database", c.keyFile(), info.Mode().Perm())
	}
	return true
}

// examineKeyUse checks whether the key file belongs to the database.
func (c *doctorCommand) examineKeyUse(ctx context.Context, db *database.DB, e *examination) {
	ring, err := c.keysOf(ctx, db)
	switch {
	case err != nil:
		e.add(isFailure, "keys", "%v", err)
	case ring == nil:
		e.add(isFine, "keys", "nothing in the database is sealed yet")
	default:
		e.add(isFine, "keys", "they are the database's own: all keys that data was sealed with are there")
	}
}

func (c *doctorCommand) examineSchema(ctx context.Context, db *database.DB, e *examination) {
	schema, err := db.Schema(ctx)
	switch {
	case err != nil:
		e.add(isFailure, "schema", "it cannot be read: %s", database.Trouble(err))
	case schema.IsNewer():
		e.add(isFailure, "schema", "it is newer than this binary: it has step %d, and none after %d is known here", schema.Applied, schema.Known)
	case schema.Pending > 0:
		e.add(isWarning, "schema", "%d steps are pending after step %d: serve and migrate up apply them", schema.Pending, schema.Applied)
	default:
		e.add(isFine, "schema", "it is up to date, at step %d", schema.Applied)
	}
}

// examineServer looks at what PostgreSQL reports about itself, and at the version of SQLite.
func (c *doctorCommand) examineServer(ctx context.Context, db *database.DB, e *examination) {
	facts, err := db.Facts(ctx)
	if err != nil {
		e.add(isFailure, "server", "it cannot be asked about itself: %s", database.Trouble(err))
		return
	}
	if db.Engine() == database.SQLite {
		e.add(isFine, "server", "SQLite %s, in this process", facts.Version)
		return
	}
	told := facts.Settings
	e.add(isFine, "server", "PostgreSQL %s, encoding %s, locale %s, %d of %d connections in use", facts.Version, told["server_encoding"], told["lc_collate"], facts.Connections, facts.MaxConnections)
	if facts.IsStandby {
		e.add(isFailure, "server", "it is a standby and can only be read: name the primary")
	}
	if told["server_encoding"] != "UTF8" {
		e.add(isFailure, "server", "its encoding is %s, and texts are stored as UTF8", told["server_encoding"])
	}
	for _, name := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
		if value := told[name]; value == "off" {
			e.add(isWarning, "server", "%s is off: a power cut may lose what was acknowledged", name)
		}
	}
	e.add(isFine, "time-outs", "statement %s, lock %s, idle in transaction %s", told["statement_timeout"], told["lock_timeout"], told["idle_in_transaction_session_timeout"])
	if !slices.Contains(facts.Extensions, "pg_trgm") {
		e.add(isWarning, "extensions", "pg_trgm is not there: the migrations make it, for which their user must be allowed to")
	} else {
		e.add(isFine, "extensions", "%s", strings.Join(facts.Extensions, ", "))
	}
	if skew := facts.Skew(); skew.Abs() > time.Second {
		e.add(isWarning, "clock", "the database's is %s off ours: leases and expiries are kept by ours", skew.Round(time.Millisecond))
	} else {
		e.add(isFine, "clock", "it agrees with the database's")
	}
	c.examineConnections(facts, e)
}

// examineConnections checks whether the server has room for one process's pool.
func (c *doctorCommand) examineConnections(facts database.Facts, e *examination) {
	if wanted := c.DatabaseConnections; wanted > 0 && facts.Connections+wanted > facts.MaxConnections {
		e.add(isWarning, "connections", "this process may take %d and the server has %d left", wanted, facts.MaxConnections-facts.Connections)
	}
}

// examinePooling looks at how the server is reached: through a pooler in transaction mode LISTEN does not work,
// unless there is a way around it, and prepared statements are not found again.
func (c *doctorCommand) examinePooling(ctx context.Context, db *database.DB, e *examination) {
	if db.Engine() == database.SQLite {
		return
	}
	switch {
	case db.IsPooled() && db.Hears():
		e.add(isFine, "pooling", "a pooler in transaction mode stands before it, and --database-listen-url leads around it")
	case db.IsPooled():
		e.add(isWarning, "pooling", "a pooler in transaction mode stands before it and no --database-listen-url leads around it: processes find what others did by looking")
	default:
		if err := db.KeepsPreparedStatements(ctx); err != nil {
			e.add(isFailure, "pooling", "statements that were prepared are not found again: say --database-pooler transaction (%s)", database.Trouble(err))
			return
		}
		e.add(isFine, "pooling", "statements that were prepared are found again")
	}
}
