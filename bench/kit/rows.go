package kit

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"bourse/internal/database"
)

// Rows are rows of a table to be written.
type Rows struct {
	table   string
	columns []database.Column
	values  [][]any
}

// NewRows makes a row of each item. All of them must name the same columns. It fails when they do not, or when the
// table lacks such a column.
func NewRows[T any](table *Table, items []T, row func(item T) Row) (*Rows, error) {
	rows := &Rows{table: table.name, values: make([][]any, len(items))}
	var named, required []database.Column
	for i, item := range items {
		meant := row(item)
		if i == 0 {
			var err error
			if named, required, err = table.named(namesOf(meant)); err != nil {
				return nil, err
			}
			rows.columns = append(rows.columns, append(named, required...)...)
		}
		values := make([]any, 0, len(rows.columns))
		for _, column := range named {
			if value, isMeant := meant[column.Name]; isMeant {
				values = append(values, value)
			}
		}
		if len(values) != len(named) || len(meant) != len(named) {
			return nil, fmt.Errorf("the rows of %s name different columns", table.name)
		}
		for _, column := range required {
			value, _ := nothing(column)
			values = append(values, value)
		}
		rows.values[i] = values
	}
	return rows, nil
}

// Write inserts the rows, as the product inserts many rows.
func (r *Rows) Write(ctx context.Context, tx *database.Tx) error {
	return database.InsertMany(ctx, tx, r.table, r.columns, r.values, func(values []any) []any { return values })
}

// Insert describes a table, makes a row of each item and writes them.
func Insert[T any](ctx context.Context, tx *database.Tx, table string, items []T, row func(item T) Row) error {
	described, err := DescribeTable(ctx, tx.Engine(), tx.Query, table)
	if err != nil {
		return err
	}
	rows, err := NewRows(described, items, row)
	if err != nil {
		return err
	}
	return rows.Write(ctx, tx)
}

// InsertOne is Insert for one row.
func InsertOne(ctx context.Context, tx *database.Tx, table string, row Row) error {
	return Insert(ctx, tx, table, []Row{row}, func(row Row) Row { return row })
}

// Insertion is a statement that inserts a number of rows which name the same columns.
type Insertion struct {
	// Text is the statement up to the last row; a clause may follow.
	Text  string
	named []database.Column
}

// Insertion makes a statement for a number of rows like the given one.
func (t *Table) Insertion(like Row, rows int) (*Insertion, error) {
	named, required, err := t.named(namesOf(like))
	var names, literals []string
	for _, column := range named {
		names = append(names, column.Name)
	}
	for _, column := range required {
		_, literal := nothing(column)
		names, literals = append(names, column.Name), append(literals, ", "+literal)
	}
	tuples := make([]string, rows)
	for i := range tuples {
		places := make([]string, len(named))
		for j := range places {
			places[j] = "$" + strconv.Itoa(i*len(named)+j+1)
		}
		tuples[i] = "(" + strings.Join(places, ", ") + strings.Join(literals, "") + ")"
	}
	text := "INSERT INTO " + t.name + " (" + strings.Join(names, ", ") + ") VALUES " + strings.Join(tuples, ", ")
	return &Insertion{text, named}, err
}

// Arguments are the values of rows like the one that the statement was made for.
func (i *Insertion) Arguments(rows ...Row) []any {
	arguments := make([]any, 0, len(rows)*len(i.named))
	for _, row := range rows {
		for _, column := range i.named {
			arguments = append(arguments, row[column.Name])
		}
	}
	return arguments
}

// Analyze lets PostgreSQL analyze what was written, as autovacuum would do if the server has it on.
func Analyze(ctx context.Context, tx *database.Tx) error {
	if tx.Engine() != database.Postgres {
		return nil
	}
	_, err := tx.Exec(ctx, "ANALYZE")
	return err
}
