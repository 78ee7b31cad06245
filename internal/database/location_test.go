package database_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
)

func TestALocationIsAServerOrAFileAndNothingElse(t *testing.T) {
	t.Parallel()
	const secret = "SECRETx"
	for _, one := range []struct {
		url, address string
		engine       database.Engine
		refused      string
	}{
		{url: "postgres://u:" + secret + "@h/d", address: "postgres://u:" + secret + "@h/d", engine: database.Postgres},
		{url: "postgresql://h/d", address: "postgresql://h/d", engine: database.Postgres},
		{url: "data/bourse.db", address: "data/bourse.db", engine: database.SQLite},
		{url: "sqlite:bourse.db", address: "bourse.db", engine: database.SQLite},
		{url: `C:\data\bourse.db`, address: `C:\data\bourse.db`, engine: database.SQLite},
		{url: "/srv/ghost=1/bourse.db", address: "/srv/ghost=1/bourse.db", engine: database.SQLite},
		{url: "postgres:u:" + secret + "@h/d", refused: "it must begin with postgres://"},
		{url: "mysql://u:" + secret + "@h/d", refused: "the scheme mysql is not known"},
		{url: "host=127.0.0.1 dbname=bourse password=" + secret, refused: "it must begin with postgres://"},
		{url: "dbname = bourse\tpassword = " + secret, refused: "it must begin with postgres://"},
	} {
		engine, address, err := database.ParseLocation(one.url)
		if one.refused == "" {
			if engine != one.engine || address != one.address || err != nil {
				t.Errorf("%s is %s at %q, %v", one.url, engine, address, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), one.refused) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v, want %q", one.url, err, one.refused)
		}
	}
}
