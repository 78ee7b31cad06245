package database_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// A migration that adds a text column must set its collation, see 00032_text_as_bytes.
func TestEveryTextColumnComparesAsBytes(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	rows, err := db.Query(t.Context(), `
		SELECT format('%s.%s', tables.relname, columns.attname)
		FROM pg_attribute AS columns
		JOIN pg_class AS tables ON tables.oid = columns.attrelid
		JOIN pg_type AS types ON types.oid = columns.atttypid
		WHERE tables.relnamespace = current_schema()::regnamespace AND tables.relkind NOT IN ('i', 'I')
			AND columns.attnum > 0 AND NOT columns.attisdropped
			AND types.typcollation <> 0 AND columns.attcollation <> '"C"'::regcollation`)
	others, err := database.Collect(rows, err, func(row database.Row) (name string, err error) {
		err = row.Scan(&name)
		return name, err
	})
	if err != nil || len(others) > 0 {
		t.Errorf("these columns compare by the rules of a language: %v (%v)", others, err)
	}
}

// In the locale en_US.UTF-8 lower-case letters come before capitals, and punctuation counts last.
func TestTextsAreInTheOrderOfTheirBytesOnBothEngines(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			for _, slug := range []string{"b", "a-b", "B", "ab", "é", "~", "a", "Z"} {
				if _, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, name, slug, created_at) VALUES ($1, $2, $2, 0)`, uuid.New(), slug); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var order, above string
		for list, condition := range map[*string]string{&order: `slug < '~' OR slug >= '~'`, &above: `slug > 'Z' AND slug < '~'`} {
			rows, err := db.Query(t.Context(), `SELECT slug FROM tenants WHERE name = slug AND (`+condition+`) ORDER BY slug`)
			_, err = database.Collect(rows, err, func(row database.Row) (slug string, err error) {
				err = row.Scan(&slug)
				*list += slug + " "
				return slug, err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if order != "B Z a a-b ab b ~ é " || above != "a a-b ab b " {
			t.Errorf("ordered %q, between Z and ~ %q", order, above)
		}
	})
}
