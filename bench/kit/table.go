package kit

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// Table is a table as the database itself describes it. Benches only name the columns whose values matter to them;
// everything else comes from here, so that a new column does not concern them.
type Table struct {
	name    string
	columns []tableColumn
}

type tableColumn struct {
	database.Column
	isRequired bool // may not be NULL, and has no default
}

// Query is the query method of DB, Tx and the pools of database/sql.
type Query func(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)

const (
	sqliteColumns = `
		SELECT name, UPPER(type), "notnull" = 1 AND dflt_value IS NULL FROM pragma_table_info($1) ORDER BY cid`
	postgresColumns = `
		SELECT column_name, UPPER(data_type), is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER'
		FROM information_schema.columns WHERE table_schema = CURRENT_SCHEMA AND table_name = $1 ORDER BY ordinal_position`
)

// DescribeTable reads a table's columns from the database's catalogue. It fails when there is no such table.
func DescribeTable(ctx context.Context, engine database.Engine, query Query, name string) (*Table, error) {
	catalogue := sqliteColumns
	if engine == database.Postgres {
		catalogue = postgresColumns
	}
	rows, err := query(ctx, catalogue, name)
	columns, err := Collect(rows, err, func(rows *sql.Rows, column *tableColumn) error {
		return rows.Scan(&column.Name, &column.Type, &column.isRequired)
	})
	if err == nil && len(columns) == 0 {
		err = fmt.Errorf("there is no table %s", name)
	}
	return &Table{name, columns}, err
}

// Row is the part of a row that a bench sets: values by column. The others get their default, or NULL, or their
// type's zero.
type Row map[string]any

// named are the columns that a row names, in the order of the table, and required those that must be written although
// it does not name them. It fails when the row names an unknown column.
func (t *Table) named(names map[string]bool) (named, required []database.Column, err error) {
	for _, column := range t.columns {
		switch {
		case names[column.Name]:
			named = append(named, column.Column)
		case column.isRequired:
			required = append(required, column.Column)
		}
	}
	if len(named) < len(names) {
		err = fmt.Errorf("%s has not all of the columns %v", t.name, slices.Sorted(maps.Keys(names)))
	}
	return named, required, err
}

func namesOf[V any](row map[string]V) map[string]bool {
	names := make(map[string]bool, len(row))
	for name := range row {
		names[name] = true
	}
	return names
}

// nothing is the value of a required column that nobody sets.
func nothing(column database.Column) (value any, literal string) {
	switch column.Type {
	case "BIGINT", "INTEGER", "DOUBLE PRECISION":
		return int64(0), "0"
	case "BOOLEAN":
		return false, "FALSE"
	case "BYTEA":
		return []byte{}, "''"
	case "UUID":
		return uuid.Nil, "'" + uuid.Nil.String() + "'"
	}
	return "", "''"
}

// InsertFrom is a statement that inserts the result of a query: an SQL expression for each column that is set,
// followed by the rest of the query.
func (t *Table) InsertFrom(with string, expressions map[string]string, from string) (string, error) {
	named, required, err := t.named(namesOf(expressions))
	var names, values []string
	for _, column := range named {
		value := expressions[column.Name]
		if column.Type == "UUID" {
			value = "CAST(" + value + " AS UUID)" // PostgreSQL does not convert text on its own
		}
		names, values = append(names, column.Name), append(values, value)
	}
	for _, column := range required {
		_, literal := nothing(column)
		names, values = append(names, column.Name), append(values, literal)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) %s SELECT %s FROM %s", t.name, strings.Join(names, ", "), with, strings.Join(values, ", "), from), err
}

// Shared are the columns that two tables have in common, for data kept beside a row in another table.
func (t *Table) Shared(other *Table) []string {
	var names []string
	for _, column := range t.columns {
		if slices.ContainsFunc(other.columns, func(c tableColumn) bool { return c.Name == column.Name }) {
			names = append(names, column.Name)
		}
	}
	return names
}
