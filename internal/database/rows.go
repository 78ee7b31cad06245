package database

import (
	"context"
	"strconv"
	"strings"
	"sync"
)

// batchSizes are the numbers of rows that one statement writes. Few sizes mean few statements, which the engines can
// keep prepared.
var batchSizes = [...]int{64, 16, 4, 1}

// InsertRows inserts many rows with few statements: insert is the statement up to VALUES, columns the number of values
// in a row, and values returns those of one item.
func InsertRows[T any](ctx context.Context, tx *Tx, insert string, columns int, items []T, values func(T) []any) error {
	return InBatches(items, func(batch []T) error {
		args := make([]any, 0, columns*len(batch))
		for _, item := range batch {
			args = append(args, values(item)...)
		}
		_, err := tx.Exec(ctx, insert+" VALUES "+Placeholders(len(batch), columns), args...)
		return err
	})
}

// InBatches calls work with batches of the items, of only a few fixed sizes.
func InBatches[T any](items []T, work func(batch []T) error) error {
	for len(items) > 0 {
		size := 1
		for _, candidate := range batchSizes {
			if candidate <= len(items) {
				size = candidate
				break
			}
		}
		if err := work(items[:size]); err != nil {
			return err
		}
		items = items[size:]
	}
	return nil
}

type placeholderShape struct {
	rows, columns int
	types         string
}

var placeholders sync.Map // placeholderShape → string

// Placeholders returns the list of a VALUES clause: ($1, $2), ($3, $4) for two rows of two columns.
func Placeholders(rows, columns int) string {
	return listPlaceholders(rows, columns, func(n int) string { return "$" + strconv.Itoa(n+1) }, "")
}

// TypedPlaceholders is Placeholders with a type for each column, for selecting from a VALUES clause, where the engines
// cannot infer the types from a table. The columns are named column1, column2 ….
func TypedPlaceholders(rows int, types ...string) string {
	return listPlaceholders(rows, len(types), func(n int) string {
		return "CAST($" + strconv.Itoa(n+1) + " AS " + types[n%len(types)] + ")"
	}, strings.Join(types, " "))
}

func listPlaceholders(rows, columns int, place func(n int) string, types string) string {
	shape := placeholderShape{rows, columns, types}
	if known, ok := placeholders.Load(shape); ok {
		return known.(string)
	}
	var list strings.Builder
	for n := range rows * columns {
		switch {
		case n == 0:
			list.WriteString("(")
		case n%columns == 0:
			list.WriteString("), (")
		default:
			list.WriteString(", ")
		}
		list.WriteString(place(n))
	}
	list.WriteString(")")
	placeholders.Store(shape, list.String())
	return list.String()
}
