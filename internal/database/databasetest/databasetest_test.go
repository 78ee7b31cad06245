package databasetest_test

import (
	"os"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestEveryTestGetsAnEmptyMigratedDatabaseOfItsOwn(t *testing.T) {
	t.Parallel()
	for range 2 { // with a shared database the second would find what the first left
		databasetest.Each(t, func(t *testing.T, db *database.DB) {
			if !strings.Contains(t.Name(), string(db.Engine())) {
				t.Errorf("the subtest runs on %s", db.Engine())
			}
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), "INSERT INTO tenants (id, slug, name, created_at) VALUES ('1', 'one', 'One', 1)")
				return err
			})
			if err != nil {
				t.Errorf("insert into what should be an empty table: %v", err)
			}
		})
	}
}

func TestADatabaseIsGoneWhenItsTestEnds(t *testing.T) {
	t.Parallel()
	for _, engine := range databasetest.Engines() {
		var url string
		t.Run("on "+string(engine), func(t *testing.T) {
			url = databasetest.MigratedURL(t, engine)
			databasetest.OpenURL(t, url)
		})
		if engine == database.SQLite {
			if _, err := os.Stat(url); !os.IsNotExist(err) {
				t.Errorf("the SQLite file: %v, want that it does not exist", err)
			}
			continue
		}
		db, err := database.Open(t.Context(), database.Options{URL: url})
		if err == nil {
			t.Errorf("the PostgreSQL database is still there")
			db.Close()
		}
	}
}

func TestANewURLHasNoSchema(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, engine database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if db.Engine() != engine {
			t.Errorf("the engine is %s, want %s", db.Engine(), engine)
		}
		rows, err := db.Query(t.Context(), "SELECT 1 FROM tenants")
		if err == nil {
			rows.Close()
			t.Error("there are tables")
		}
	})
}
