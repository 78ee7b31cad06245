package database

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// mostUnnested bounds the rows in one statement on PostgreSQL.
const mostUnnested = 4096

// FromRows lets a statement read the items as rows of a table v with the columns column1, column2 …: it calls run with
// the source to put after FROM, and its arguments. The types are TEXT, UUID, BIGINT, DOUBLE PRECISION, BOOLEAN or
// BYTEA; SQLite stores a UUID as text. On SQLite it calls run several times, with lists of only a few different
// lengths, whose statements stay prepared. On PostgreSQL the columns are arrays: the statement is the same whatever
// their length, and the server reads them far more cheaply than that many parameters. A single row is passed as plain
// parameters, which cost less than arrays of one.
func FromRows[T any](on interface{ Engine() Engine }, types []string, items []T, values func(T) []any, run func(source string, args []any) error) error {
	if on.Engine() == Postgres && len(items) == 1 {
		return run("(VALUES "+TypedPlaceholders(1, types...)+") AS v", rowArguments(items, len(types), values))
	}
	if on.Engine() == SQLite {
		casts := slices.Clone(types)
		for i, kind := range casts {
			switch kind {
			case "UUID":
				casts[i] = "TEXT"
			case "BYTEA": // the cast would make SQLite take it for a number
				casts[i] = "BLOB"
			}
		}
		return InBatches(items, func(batch []T) error {
			return run("(VALUES "+TypedPlaceholders(len(batch), casts...)+") AS v", rowArguments(batch, len(types), values))
		})
	}
	for batch := range slices.Chunk(items, mostUnnested) {
		args, err := columnArguments(batch, types, values)
		if err != nil {
			return err
		}
		if err := run(unnested(types), args); err != nil {
			return err
		}
	}
	return nil
}

// FromIDs is FromRows for ids stored as text: column1 of v holds them.
func FromIDs(on interface{ Engine() Engine }, ids []uuid.UUID, run func(source string, args []any) error) error {
	return FromRows(on, []string{"TEXT"}, ids, func(id uuid.UUID) []any { return []any{id} }, run)
}

// Column is a column of a table with one of the types of FromRows.
type Column struct{ Name, Type string }

// manyRows is the number of rows from which they are copied into a PostgreSQL table. Starting a copy costs another
// round trip; after that rows stream, without arrays being built.
const manyRows = 32

// InsertMany inserts rows into a table. The function values returns those of one item, in the order of the columns. A
// few rows are inserted by a plain VALUES statement, which costs the server less than arrays.
func InsertMany[T any](ctx context.Context, tx *Tx, table string, columns []Column, items []T, values func(T) []any) error {
	if tx.engine == Postgres && len(items) >= manyRows {
		return copyRows(ctx, tx, table, columns, items, values)
	}
	return InsertRows(ctx, tx, InsertInto(table, columns), len(columns), items, values)
}

// InsertInto returns an INSERT statement up to VALUES, for InsertRows.
func InsertInto(table string, columns []Column) string {
	return "INSERT INTO " + table + " (" + strings.Join(columnNames(columns), ", ") + ")"
}

func columnNames(columns []Column) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.Name
	}
	return names
}

func rowArguments[T any](items []T, columns int, values func(T) []any) []any {
	args := make([]any, 0, columns*len(items))
	for _, item := range items {
		args = append(args, values(item)...)
	}
	return args
}

// unnested returns the source of rows on PostgreSQL: one array per column.
func unnested(types []string) string {
	arrays, names := make([]string, len(types)), make([]string, len(types))
	for i, kind := range types {
		arrays[i] = "$" + strconv.Itoa(i+1) + "::" + kind + "[]"
		names[i] = "column" + strconv.Itoa(i+1)
	}
	return "unnest(" + strings.Join(arrays, ", ") + ") AS v (" + strings.Join(names, ", ") + ")"
}

// columnArguments turns rows into one array per column.
func columnArguments[T any](items []T, types []string, values func(T) []any) ([]any, error) {
	columns := make([]arrayColumn, len(types))
	for i, kind := range types {
		columns[i].kind = kind
	}
	for _, item := range items {
		for i, value := range values(item) {
			if err := columns[i].add(value); err != nil {
				return nil, err
			}
		}
	}
	args := make([]any, len(types))
	for i := range columns {
		args[i] = columns[i].argument()
	}
	return args, nil
}

// arrayColumn is a column to send to PostgreSQL.
type arrayColumn struct {
	kind     string
	texts    []string
	ids      [][16]byte
	numbers  []int64
	ratios   []float64
	truths   []bool
	contents [][]byte // nil is NULL
	count    int
	missing  []int // positions of NULL
}

// scaled is an exact number that is stored in units.
type scaled interface{ Units() int64 }

func (c *arrayColumn) add(value any) error {
	switch optional := value.(type) {
	case sql.NullInt64:
		value = optional.Int64
		if !optional.Valid {
			value = nil
		}
	case uuid.NullUUID:
		value = optional.UUID
		if !optional.Valid {
			value = nil
		}
	}
	if value == nil {
		c.missing = append(c.missing, c.count)
		value = emptyOf(c.kind)
	}
	c.count++
	switch typed := value.(type) {
	case scaled:
		c.numbers = append(c.numbers, typed.Units())
	case uuid.UUID:
		if c.kind == "UUID" {
			c.ids = append(c.ids, typed)
		} else {
			c.texts = append(c.texts, typed.String())
		}
	case string:
		c.texts = append(c.texts, typed)
	case int:
		c.numbers = append(c.numbers, int64(typed))
	case int64:
		c.numbers = append(c.numbers, typed)
	case float64:
		c.ratios = append(c.ratios, typed)
	case bool:
		c.truths = append(c.truths, typed)
	case []byte:
		c.contents = append(c.contents, typed)
	default:
		return fmt.Errorf("a column of rows cannot hold %T", value)
	}
	return nil
}

// emptyOf returns the placeholder for NULL until the array is built.
func emptyOf(kind string) any {
	switch kind {
	case "TEXT":
		return ""
	case "UUID":
		return uuid.Nil
	case "BOOLEAN":
		return false
	case "BYTEA":
		return []byte(nil)
	case "DOUBLE PRECISION":
		return 0.0
	}
	return int64(0)
}

func (c *arrayColumn) argument() any {
	switch c.kind {
	case "TEXT":
		return withNulls(c.texts, c.missing)
	case "UUID":
		return withNulls(c.ids, c.missing)
	case "BOOLEAN":
		return withNulls(c.truths, c.missing)
	case "BYTEA":
		return c.contents
	case "DOUBLE PRECISION":
		return withNulls(c.ratios, c.missing)
	}
	return withNulls(c.numbers, c.missing)
}

// withNulls returns an array with NULL at some positions.
func withNulls[V any](values []V, missing []int) any {
	if len(missing) == 0 {
		return values
	}
	optional := make([]*V, len(values))
	for i := range values {
		optional[i] = &values[i]
	}
	for _, at := range missing {
		optional[at] = nil
	}
	return optional
}

// LookUpRows makes PostgreSQL find rows through indexes, one by one, until the transaction ends. Otherwise a statement
// that changes a few hundred rows, planned while the table was small, reads the whole table, and keeps that plan while
// the table grows. On SQLite it does nothing.
func (tx *Tx) LookUpRows(ctx context.Context) error {
	if tx.engine == SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `
		SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`)
	return err
}
