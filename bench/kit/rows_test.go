package kit_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// withTable calls test in a transaction with a table that has columns which rows need not name.
func withTable(t *testing.T, test func(t *testing.T, tx *database.Tx)) {
	t.Helper()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `
				CREATE TABLE bench_things (id BIGINT PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL, weight BIGINT NOT NULL,
					is_old BOOLEAN NOT NULL, rank BIGINT NOT NULL DEFAULT 7, colour TEXT)`)
			if err != nil {
				return err
			}
			test(t, tx)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// thing is a row that only names its id and its name.
type thing struct {
	ID   int64  `sql:"id"`
	Name string `sql:"name"`
	Rest struct {
		Note   string  `sql:"note"`
		Weight int64   `sql:"weight"`
		IsOld  bool    `sql:"is_old"`
		Rank   int64   `sql:"rank"`
		Colour *string `sql:"colour"`
	}
	shown string
}

func (th thing) row() kit.Row { return kit.Row{"id": th.ID, "name": th.Name} }

func readThings(t *testing.T, tx *database.Tx) []thing {
	t.Helper()
	rows, err := tx.Query(t.Context(), `SELECT * FROM bench_things ORDER BY id`)
	things, err := kit.NewRowReader[thing]().Read(rows, err, func(th *thing) { th.shown += th.Name + "!" })
	if err != nil {
		t.Fatal(err)
	}
	return things
}

func wantThings(t *testing.T, tx *database.Tx, count int) {
	t.Helper()
	things := readThings(t, tx)
	if len(things) != count {
		t.Fatalf("there are %d things, want %d", len(things), count)
	}
	for i, th := range things {
		want := thing{ID: int64(i), Name: "one", shown: "one!"}
		want.Rest.Rank = 7
		if th != want {
			t.Errorf("thing %d is %+v, want %+v", i, th, want)
		}
	}
}

func TestARowNamesWhatItMeansAndTheTableHasTheRest(t *testing.T) {
	t.Parallel()
	for name, count := range map[string]int{"few rows": 3, "rows that are copied": 100} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			withTable(t, func(t *testing.T, tx *database.Tx) {
				things := make([]thing, count)
				for i := range things {
					things[i] = thing{ID: int64(i), Name: "one"}
				}
				if err := kit.Insert(t.Context(), tx, "bench_things", things, thing.row); err != nil {
					t.Fatal(err)
				}
				wantThings(t, tx, count)
			})
		})
	}
}

func TestInsertionsOfOtherKindsFillInTheRestToo(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, tx *database.Tx) {
		table := describe(t, tx, "bench_things")
		insertion, err := table.Insertion(thing{}.row(), 2)
		if err != nil {
			t.Fatal(err)
		}
		arguments := insertion.Arguments(thing{ID: 0, Name: "one"}.row(), thing{ID: 1, Name: "one"}.row())
		if _, err := tx.Exec(t.Context(), insertion.Text, arguments...); err != nil {
			t.Fatal(err)
		}
		selected, err := table.InsertFrom("WITH n(i) AS (SELECT 2)", map[string]string{"id": "i", "name": "'one'"}, "n")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), selected); err != nil {
			t.Fatal(err)
		}
		wantThings(t, tx, 3)
	})
}

func TestAColumnThatIsNotThereIsNamed(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, tx *database.Tx) {
		for name, row := range map[string]kit.Row{"colours": {"id": 1, "colours": "red"}, "there is no table": nil} {
			table := "bench_things"
			if row == nil {
				table = "bench_nothing"
			}
			if err := kit.InsertOne(t.Context(), tx, table, row); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("inserting %v into %s fails with %v", row, table, err)
			}
		}
		rows := []kit.Row{{"id": 1, "name": "one"}, {"id": 2, "note": "two"}}
		err := kit.Insert(t.Context(), tx, "bench_things", rows, func(row kit.Row) kit.Row { return row })
		if err == nil || !strings.Contains(err.Error(), "different columns") {
			t.Errorf("rows with different columns fail with %v", err)
		}
	})
}

func TestRowsAreReadByTheNamesOfTheirColumns(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, tx *database.Tx) {
		if err := kit.InsertOne(t.Context(), tx, "bench_things", kit.Row{"id": 3, "name": "chair", "weight": 4, "colour": "red"}); err != nil {
			t.Fatal(err)
		}
		type shown struct {
			Colour *string `sql:"colour"`
			Inner  struct {
				Name   string `sql:"name=UPPER(name)"`
				Double int    `sql:"double=weight * 2"`
			}
			Count int
		}
		want := "colour, UPPER(name) AS name, weight * 2 AS double"
		if columns := kit.Columns[shown](); columns != want {
			t.Errorf("the columns are %s, want %s", columns, want)
		}
		reader := kit.NewRowReader[shown]()
		rows, err := tx.Query(t.Context(), `SELECT id, `+kit.Columns[shown]()+` FROM bench_things`)
		found, err := reader.Read(rows, err, func(row *shown) { row.Count++ })
		if err != nil || len(found) != 1 || *found[0].Colour != "red" || found[0].Inner.Name != "CHAIR" || found[0].Inner.Double != 8 || found[0].Count != 1 {
			t.Errorf("%+v is read: %v", found, err)
		}
		rows, err = tx.Query(t.Context(), `SELECT * FROM bench_things`)
		if _, err := reader.Read(rows, err, func(*shown) {}); err == nil || !strings.Contains(err.Error(), "double") {
			t.Errorf("a missing column fails with %v", err)
		}
	})
}

func TestColumnsThatTwoTablesShareAreFound(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, tx *database.Tx) {
		if _, err := tx.Exec(t.Context(), `CREATE TABLE bench_others (rank BIGINT, thing BIGINT, name TEXT)`); err != nil {
			t.Fatal(err)
		}
		things, others := describe(t, tx, "bench_things"), describe(t, tx, "bench_others")
		if shared := others.Shared(things); !slices.Equal(shared, []string{"rank", "name"}) {
			t.Errorf("%v are shared", shared)
		}
	})
}

func describe(t *testing.T, tx *database.Tx, name string) *kit.Table {
	t.Helper()
	table, err := kit.DescribeTable(t.Context(), tx.Engine(), tx.Query, name)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestAmountsAndTimesAreShownAsOnTheWire(t *testing.T) {
	t.Parallel()
	var amount kit.Amount
	if err := amount.Scan(int64(12_50000000)); err != nil || amount != 12.5 {
		t.Errorf("the amount is %v: %v", amount, err)
	}
	var at kit.Timestamp
	if err := at.Scan(int64(1_700_000_000_123_456)); err != nil || at != "2023-11-14T22:13:20.123Z" {
		t.Errorf("the time is %s: %v", at, err)
	}
	for _, target := range []sql.Scanner{&amount, &at} {
		if err := target.Scan("text"); err == nil {
			t.Errorf("a %T takes a text", target)
		}
	}
}
