package databasetest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Locale is the most common locale of databases.
const Locale = "en_US.UTF-8"

// LocaleVariable names the environment variable with the locale of the databases that tests create. The default is the
// server's.
const LocaleVariable = "TEST_POSTGRES_LOCALE"

// locales are the ways to initialize a cluster, best first: like most clusters, which compare text by the rules of
// English. A system without this locale may have its rules from ICU.
var locales = [][]string{
	{"--locale=" + Locale},
	{"--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"},
	{"--locale=C.UTF-8"},
	{"--locale=C"},
}

// ServerLocale returns the locale by which new databases of a server compare text. It fails when the server does not
// answer.
func ServerLocale(ctx context.Context, url string) (string, error) {
	connection, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer connection.Close(ctx)
	rows, _ := connection.Query(ctx, `SELECT to_jsonb(d) FROM pg_database AS d WHERE datname = 'template1'`) // the rows return its error
	row, err := pgx.CollectOneRow(rows, pgx.RowTo[map[string]any])
	if err != nil {
		return "", err
	}
	for _, column := range []string{"daticulocale", "datlocale"} { // its names since versions 15 and 17
		if name, ok := row[column].(string); ok && name != "" {
			return name + " of ICU", nil
		}
	}
	return fmt.Sprint(row["datcollate"]), nil
}
