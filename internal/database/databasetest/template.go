package databasetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// The environment variables with a migrated empty database of each engine, which somebody has made for all packages: the
// name of a database on the server of TEST_POSTGRES_URL, in the locale of the server, and the path of a SQLite file.
const (
	postgresTemplateVariable = "TEST_POSTGRES_TEMPLATE"
	sqliteTemplateVariable   = "TEST_SQLITE_TEMPLATE"
)

// MakeTemplates makes a migrated empty database of each engine, on the server at the URL and in the folder, and returns the
// environment by which the tests of every package find them: making them takes a package longer than most of its tests.
// Remove drops the one on the server; the folder is the caller's. It fails when the server does.
func MakeTemplates(ctx context.Context, server, folder string) (environment []string, remove func(ctx context.Context) error, err error) {
	base, err := url.Parse(server)
	if err != nil {
		return nil, nil, fmt.Errorf("%s is not a URL", ServerVariable) // the cause would show its password
	}
	name := "bourse_template_" + strings.ToLower(rand.Text())
	if err := Tell(ctx, server, "CREATE DATABASE "+quote(name)); err != nil {
		return nil, nil, err
	}
	remove = func(ctx context.Context) error {
		return Tell(ctx, server, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)")
	}
	file := filepath.Join(folder, "template.db")
	on := postgres{base: base}
	if err := errors.Join(migrate(ctx, on.databaseURL(name)), migrate(ctx, file)); err != nil {
		return nil, nil, errors.Join(err, remove(ctx))
	}
	return []string{postgresTemplateVariable + "=" + name, sqliteTemplateVariable + "=" + file}, remove, nil
}

// madePostgresTemplate is the name of the template that somebody has made; empty where nobody has, or it has another locale.
func madePostgresTemplate() string {
	if os.Getenv(LocaleVariable) != "" || os.Getenv(ServerVariable) == "" {
		return ""
	}
	return os.Getenv(postgresTemplateVariable)
}
