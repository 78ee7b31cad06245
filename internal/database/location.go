package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// location is where a database is: the URL of a PostgreSQL server or the path of a SQLite file.
type location struct {
	engine  Engine
	address string
}

// scheme is the part of a URL before the colon. A single letter is a Windows drive.
var scheme = regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9+.-]+):`)

// keywords matches libpq's keyword form of a connection string: host=… dbname=… password=….
var keywords = regexp.MustCompile(`(^|\s)(host|hostaddr|user|dbname|password|port)\s*=`)

// parseLocation accepts postgres://…, postgresql://…, sqlite:PATH and plain paths. It refuses every other scheme, and
// keywords instead of a URL, which would otherwise become an empty SQLite file with the password in its name. The error
// never repeats the URL.
func parseLocation(url string) (location, error) {
	found := scheme.FindStringSubmatch(url)
	switch {
	case strings.HasPrefix(url, "postgres://"), strings.HasPrefix(url, "postgresql://"):
		return location{Postgres, url}, nil
	case found == nil && keywords.MatchString(url):
		return location{}, errors.New("database URL: it must begin with postgres://")
	case found == nil:
		return location{SQLite, url}, nil
	case found[1] == "sqlite":
		return location{SQLite, strings.TrimPrefix(url, "sqlite:")}, nil
	case found[1] == "postgres" || found[1] == "postgresql":
		return location{}, fmt.Errorf("database URL: it must begin with %s://", found[1])
	}
	return location{}, fmt.Errorf("database URL: the scheme %s is not known; it must be postgres:// or the path of a SQLite file", found[1])
}

// EngineAt returns the engine that a URL is for. It fails when the URL cannot be parsed.
func EngineAt(url string) (Engine, error) {
	where, err := parseLocation(url)
	return where.engine, err
}

// Exists reports whether there is a database with our schema at the URL, and changes nothing. It fails when the URL
// cannot be parsed and when a PostgreSQL server cannot be queried.
func Exists(ctx context.Context, url string) (bool, error) {
	where, err := parseLocation(url)
	if err != nil {
		return false, err
	}
	if where.engine == SQLite {
		file, err := os.Stat(where.address)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil && file.Size() > 0, err
	}
	db, err := Open(ctx, Options{URL: url, MaxConnections: 1})
	if err != nil {
		return false, err
	}
	found, err := db.hasTable(ctx, "goose_db_version")
	return found, errors.Join(err, db.Close())
}

// Place describes to operators where the database is, without user or credentials.
func (db *DB) Place() string {
	if db.engine == SQLite {
		return db.path
	}
	return net.JoinHostPort(db.patient.Host, strconv.Itoa(int(db.patient.Port))) + "/" + db.patient.Database
}
