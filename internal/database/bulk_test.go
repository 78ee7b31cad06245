package database_test

import (
	"database/sql"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// crate has one value of each type that rows can contain.
type crate struct {
	ID      uuid.UUID
	Parent  uuid.UUID // stored as text
	Name    string
	Weight  sql.NullInt64
	Full    bool
	Content []byte
}

var crateColumns = []database.Column{
	{Name: "id", Type: "UUID"}, {Name: "parent", Type: "TEXT"}, {Name: "name", Type: "TEXT"}, {Name: "weight", Type: "BIGINT"},
	{Name: "is_full", Type: "BOOLEAN"}, {Name: "content", Type: "BYTEA"},
}

func (c crate) values() []any { return []any{c.ID, c.Parent, c.Name, c.Weight, c.Full, c.Content} }

func newCrates(count int) []crate {
	crates := make([]crate, count)
	for i := range crates {
		crates[i] = crate{ID: uuid.Must(uuid.NewV7()), Parent: uuid.New(), Name: "crate", Weight: sql.NullInt64{Int64: int64(i), Valid: i%3 > 0}, Full: i%2 > 0}
		if !crates[i].Weight.Valid {
			crates[i].Weight.Int64 = 0
		}
		if crates[i].Full {
			crates[i].Content = []byte{0, byte(i), 0xff}
		}
	}
	return crates
}

func readCrates(t *testing.T, db *database.DB) []crate {
	t.Helper()
	rows, err := db.Query(t.Context(), "SELECT id, parent, name, weight, is_full, content FROM crates ORDER BY id")
	crates, err := database.Collect(rows, err, func(row database.Row) (c crate, err error) {
		err = row.Scan(&c.ID, &c.Parent, &c.Name, &c.Weight, &c.Full, &c.Content)
		return c, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return crates
}

func TestManyRowsAreWrittenAndChangedWithFewStatements(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		identifiers := "TEXT"
		if db.Engine() == database.Postgres {
			identifiers = "UUID"
		}
		mustExec(t, db, "CREATE TABLE crates (id "+identifiers+" PRIMARY KEY, parent TEXT, name TEXT NOT NULL, weight BIGINT, is_full BOOLEAN NOT NULL, content BYTEA)")
		want := newCrates(150)
		var changed int64
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			err := database.InsertMany(t.Context(), tx, "crates", crateColumns, want[:140], crate.values)
			if err != nil {
				return err
			}
			if err := database.InsertMany(t.Context(), tx, "crates", crateColumns, want[140:145], crate.values); err != nil { // few rows
				return err
			}
			all := []string{"UUID", "TEXT", "TEXT", "BIGINT", "BOOLEAN", "BYTEA"}
			err = database.FromRows(tx, all, want[145:], crate.values, func(source string, args []any) error {
				_, err := tx.Exec(t.Context(), database.InsertInto("crates", crateColumns)+" SELECT * FROM "+source, args...)
				return err
			})
			if err != nil {
				return err
			}
			if err := tx.LookUpRows(t.Context()); err != nil {
				return err
			}
			changed = 0
			types := []string{"UUID", "BIGINT"}
			values := func(c crate) []any { return []any{c.ID, len(c.Content)} }
			return database.FromRows(tx, types, want[:100], values, func(source string, args []any) error {
				count, err := tx.Exec(t.Context(), "UPDATE crates SET weight = v.column2 FROM "+source+" WHERE id = v.column1", args...)
				changed += count
				return err
			})
		})
		if err != nil || changed != 100 {
			t.Fatalf("changed %d rows, %v", changed, err)
		}
		for i := range want[:100] {
			want[i].Weight = sql.NullInt64{Int64: int64(len(want[i].Content)), Valid: true}
		}
		if diff := cmp.Diff(want, readCrates(t, db)); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
	})
}

func TestNoRowsAreNoStatement(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			return database.InsertMany(t.Context(), tx, "nowhere", []database.Column{{Name: "id", Type: "TEXT"}}, nil, crate.values)
		})
		if err != nil {
			t.Error(err)
		}
	})
}
