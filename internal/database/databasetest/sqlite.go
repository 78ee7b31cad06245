package databasetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"bourse/internal/database"
)

// sqliteTemplate is the content of a migrated empty SQLite file. It is kept in memory, because there is no point at
// which a test process could remove a file that all its tests share.
var sqliteTemplate = sync.OnceValues(func() (content []byte, err error) {
	if template := os.Getenv(sqliteTemplateVariable); template != "" {
		return os.ReadFile(template)
	}
	directory, err := os.MkdirTemp("", "bourse-template-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(directory)) }()
	path := filepath.Join(directory, "template.db")
	if err := migrate(context.Background(), path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// migrate brings the database at the URL to the latest schema and closes it, which on SQLite also checkpoints the
// write-ahead log into the file.
func migrate(ctx context.Context, url string) (err error) {
	db, err := database.Open(ctx, database.Options{URL: url})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.Migrate(ctx)
	return err
}
