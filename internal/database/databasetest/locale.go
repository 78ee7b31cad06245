package databasetest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Locale is the one that most databases of the world have.
const Locale = "en_US.UTF-8"

// LocaleVariable names the environment variable with the locale of the databases that tests create. Without
// it they have the server's.
const LocaleVariable = "TEST_POSTGRES_LOCALE"

// locales are how a cluster may be made, the best one first: as most clusters of the world are, where texts
// compare by the rules of English. A system that does not have this locale may have the rules from ICU.
var locales = [][]string{
	{"--locale=" + Locale},
	{"--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"},
	{"--locale=C.UTF-8"},
	{"--locale=C"},
}

// ServerLocale says by which rules the new databases of a server compare texts. It fails when the server does
// not answer.
func ServerLocale(ctx context.Context, url string) (string, error) {
	connection, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer connection.Close(ctx)
	rows, _ := connection.Query(ctx, `SELECT to_jsonb(d) FROM pg_database AS d WHERE datname = 'template1'`) // its error is that of the rows
	row, err := pgx.CollectOneRow(rows, pgx.RowTo[map[string]any])
	if err != nil {
		return "", err
	}
	for _, column := range []string{"daticulocale", "datlocale"} { // called so since versions 15 and 17
		if name, ok := row[column].(string); ok && name != "" {
			return name + " of ICU", nil
		}
	}
	return fmt.Sprint(row["datcollate"]), nil
}
