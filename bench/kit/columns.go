package kit

import (
	"database/sql"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// shownFields are the fields of a struct that are read from rows, by column: their `sql` tags are a column, or a name
// for an expression, as in "total=COUNT(*)". Fields without a tag are computed.
func shownFields(of reflect.Type) []reflect.StructField {
	var shown []reflect.StructField
	for _, field := range reflect.VisibleFields(of) {
		switch {
		case field.Tag.Get("sql") != "":
			shown = append(shown, field)
		case field.Type.Kind() == reflect.Struct && field.IsExported() && !field.Anonymous:
			for _, inner := range shownFields(field.Type) {
				inner.Index = slices.Concat(field.Index, inner.Index)
				shown = append(shown, inner)
			}
		}
	}
	return shown
}

// Columns is the list of a T's columns, to put after SELECT where rows are not read in full.
func Columns[T any]() string {
	var list []string
	for _, field := range shownFields(reflect.TypeFor[T]()) {
		name, expression, isNamed := strings.Cut(field.Tag.Get("sql"), "=")
		if isNamed {
			name = expression + " AS " + name
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// RowReader reads rows into a T, by the names of their columns. Other columns of a row are read and ignored.
type RowReader[T any] struct{ fields map[string][]int }

// NewRowReader reads the tags of T.
func NewRowReader[T any]() RowReader[T] {
	reader := RowReader[T]{map[string][]int{}}
	for _, field := range shownFields(reflect.TypeFor[T]()) {
		name, _, _ := strings.Cut(field.Tag.Get("sql"), "=")
		reader.fields[name] = field.Index
	}
	return reader
}

// Read reads every row of a query, and lets complete fill in the computed fields. It fails when a column is missing.
func (r RowReader[T]) Read(rows *sql.Rows, err error, complete func(row *T)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var row T // reused for all rows: finding each row's fields anew would cost more than reading it
	targets, err := r.targets(rows, &row)
	if err != nil {
		return nil, err
	}
	list := []T{}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		complete(&row)
		list = append(list, row)
		var empty T
		row = empty
	}
	return list, rows.Err()
}

func (r RowReader[T]) targets(rows *sql.Rows, row *T) ([]any, error) {
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	targets, fields, found := make([]any, len(columns)), reflect.ValueOf(row).Elem(), 0
	for i, column := range columns {
		if index, isShown := r.fields[column]; isShown {
			targets[i] = fields.FieldByIndex(index).Addr().Interface()
			found++
		} else {
			targets[i] = new(any)
		}
	}
	if found != len(r.fields) {
		return nil, fmt.Errorf("the rows have %v, which are not all of %v", columns, slices.Sorted(maps.Keys(r.fields)))
	}
	return targets, nil
}

// Unit is 1 in stored amounts.
const Unit = 100_000_000

// Number converts a stored amount to a JSON number. This is how a program that shows amounts and does not calculate
// with them would do it; the seeded ones are exact.
func Number(units int64) float64 { return float64(units) / Unit }

// Amount is a stored amount as a JSON number.
type Amount float64

// Scan reads a stored amount.
func (a *Amount) Scan(stored any) error {
	units, isAmount := stored.(int64)
	if !isAmount {
		return fmt.Errorf("an amount is stored as a %T", stored)
	}
	*a = Amount(Number(units))
	return nil
}

// Timestamp is a stored time as JSON text, empty for none.
type Timestamp string

// NewTimestamp formats a time as in JSON.
func NewTimestamp(at time.Time) Timestamp {
	return Timestamp(at.UTC().Format("2006-01-02T15:04:05.000Z07:00"))
}

// Scan reads a stored time.
func (t *Timestamp) Scan(stored any) error {
	switch micros := stored.(type) {
	case nil:
		*t = ""
	case int64:
		*t = NewTimestamp(time.UnixMicro(micros))
	default:
		return fmt.Errorf("a time is stored as a %T", stored)
	}
	return nil
}
