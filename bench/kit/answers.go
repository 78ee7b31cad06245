package kit

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"runtime"

	"bourse/internal/database"
)

// Database is the location of the product's rows, for settings of bare handlers that read the same.
type Database struct {
	Engine      database.Engine
	DatabaseURL string
}

// The pools' settings are those of internal/database, whose import also registers the drivers. They are repeated here
// so that the bare handler stays what one would write by hand, whatever happens to database.
const (
	readPragmas = "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_pragma=query_only(1)"
	writePragmas = "_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_pragma=recursive_triggers(1)&_pragma=wal_autocheckpoint(8000)&_pragma=temp_store(MEMORY)"
	postgresConnections = 20
)

// OpenReader opens a pool for reading.
func (d Database) OpenReader() (*sql.DB, error) {
	return d.open(readPragmas, max(4, runtime.GOMAXPROCS(0)))
}

// OpenWriter opens a pool for writing, with the product's durability of commits. SQLite has one writer.
func (d Database) OpenWriter() (*sql.DB, error) { return d.open(writePragmas, 1) }

func (d Database) open(pragmas string, connections int) (*sql.DB, error) {
	driver, address := "sqlite", "file:"+(&url.URL{Path: d.DatabaseURL}).EscapedPath()+"?"+pragmas
	if d.Engine == database.Postgres {
		driver, address, connections = "pgx", d.DatabaseURL, postgresConnections
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return pool, pool.Ping()
}

// ReadingBaseline makes handlers that read their answer from the product's database and write it. The settings
// contain a Database.
func ReadingBaseline[S interface{ OpenReader() (*sql.DB, error) }](read func(ctx context.Context, pool *sql.DB, settings S) (any, error)) Baseline {
	return func(encoded []byte) (http.Handler, error) {
		var settings S
		if err := json.Unmarshal(encoded, &settings); err != nil {
			return nil, err
		}
		pool, err := settings.OpenReader()
		if err != nil {
			return nil, err
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer, err := read(r.Context(), pool, settings)
			if err == nil {
				err = writeAnswer(w, answer)
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		}), nil
	}
}

// writeAnswer encodes an answer and sends it in one write.
func writeAnswer(w http.ResponseWriter, answer any) error {
	content, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, err = w.Write(content)
	return err
}

// Answer is an answer in JSON.
type Answer struct {
	Success bool `json:"success"`
	Data    any  `json:"data"`
	Meta    any  `json:"meta,omitempty"`
}

// Collect reads every row of a query.
func Collect[T any](rows *sql.Rows, err error, scan func(rows *sql.Rows, into *T) error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []T{}
	for rows.Next() {
		var row T
		if err := scan(rows, &row); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}

// comparisonTries limits how often the two answers may differ because the database changed in between.
const comparisonTries = 3

// SameAnswer makes sure that both servers give the same answer and returns its length.
func SameAnswer(ctx context.Context, path, token string, ours, bare *Server) (length int, err error) {
	for range comparisonTries {
		var contents [2][]byte
		var values [2]any
		for i, server := range []*Server{ours, bare} {
			if contents[i], err = server.Call(ctx, http.MethodGet, path, token, nil); err != nil {
				return 0, err
			}
			if err := json.Unmarshal(contents[i], &values[i]); err != nil {
				return 0, fmt.Errorf("%s: %w", server.Name, err)
			}
		}
		if reflect.DeepEqual(values[0], values[1]) && len(contents[0]) == len(contents[1]) {
			return len(contents[0]), nil
		}
		err = fmt.Errorf("the answers differ:\n%s\n%s", contents[0], contents[1])
	}
	return 0, err
}
