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

// The environment variables with a migrated empty database of each engine, made once for all packages: the name of a
// database on the server of TEST_POSTGRES_URL, in the server's locale, and the path of a SQLite file.
const (
	postgresTemplateVariable = "TEST_POSTGRES_TEMPLATE"
	sqliteTemplateVariable   = "TEST_SQLITE_TEMPLATE"
)

// MakeTemplates creates a migrated empty database of each engine, on the server at the URL and in the folder, and
// returns the environment variables by which the tests of every package find them: creating them takes longer than most
// packages' tests. The returned function remove drops the one on the server; the caller removes the folder. It fails
// when the server does.
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

// madePostgresTemplate returns the name of the template made for all packages; empty without one, or when another
// locale is requested.
func madePostgresTemplate() string {
	if os.Getenv(LocaleVariable) != "" || os.Getenv(ServerVariable) == "" {
		return ""
	}
	return os.Getenv(postgresTemplateVariable)
}
