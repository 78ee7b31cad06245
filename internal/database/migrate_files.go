package database

import (
	"io/fs"
	"strings"
)

// engineFiles shows the migrations of one engine: those for both (0001_x.sql) and its own (0002_y.sqlite.sql), without
// those of the other engine.
type engineFiles struct {
	fs.FS
	engine     Engine
	hasSession bool // whether all statements of a step run in the same PostgreSQL session
}

// Glob returns the names of the engine's files.
func (f engineFiles) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(f.FS, pattern)
	if err != nil {
		return nil, err
	}
	var own []string
	for _, name := range names {
		stem := strings.TrimSuffix(name, ".sql")
		other := SQLite
		if f.engine == SQLite {
			other = Postgres
		}
		if !strings.HasSuffix(stem, "."+string(other)) {
			own = append(own, name)
		}
	}
	return own, nil
}

// noTransaction marks the steps that build indexes concurrently.
const noTransaction = "-- +goose NO TRANSACTION\n"

// beside lifts the session's limits for such a step, which waits for all earlier transactions but blocks nobody; Open
// appends the lock limit again. plain turns it into a step that runs in a transaction: behind a pooler each statement
// may run in another session, and limits only apply within a transaction. There, writers wait.
var (
	beside = strings.NewReplacer("-- +goose Up\n", "-- +goose Up\nSET lock_timeout = 0;\nSET statement_timeout = 0;\n")
	plain  = strings.NewReplacer(noTransaction, "", " CONCURRENTLY", "")
)

// Open returns a step as it is to be run.
func (f engineFiles) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil || f.engine == SQLite {
		return file, err
	}
	text, err := fs.ReadFile(f.FS, name)
	if err != nil || !strings.HasPrefix(string(text), noTransaction) {
		return file, err
	}
	if f.hasSession {
		return stepFile{file, strings.NewReader(beside.Replace(string(text)) + "SET lock_timeout = '" + stepWait + "';\n")}, nil
	}
	return stepFile{file, strings.NewReader(plain.Replace(string(text)))}, nil
}

// stepFile is a file with different content.
type stepFile struct {
	fs.File
	text *strings.Reader
}

func (f stepFile) Read(into []byte) (int, error) { return f.text.Read(into) }
