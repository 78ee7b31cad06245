package database

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Table knows how the rows of a table are kept in a T: its columns are named once, and everything that reads or writes
// whole rows follows from them. What a row is read by and what else a statement does stays plain SQL.
// It is safe for concurrent use.
type Table[T any] struct {
	name    string
	define  func(*T, Define)
	fields  []field // those of an empty row: for all but their cells
	columns string
	lists   sync.Map // the select lists of ColumnsOf, by alias
	changes sync.Map // what Update does, by the columns that it is told
	rows    sync.Pool
	into    string // an insertion up to its values
	// insert are the columns that an insertion writes, update those that change.
	insert, update columnSet
}

// columnSet is some columns of a table, by their places among its fields.
type columnSet struct {
	places  []int
	columns []Column
}

// row is one T with its cells, through which the values of many rows go, one after the other: naming the columns of
// each anew would cost more than reading it.
type row[T any] struct {
	item  T
	cells []any
}

// NewTable makes a table from its name and from a function that names the columns. The function is called once in a
// while, with a T that is empty; it says where in that T the values are, and nothing else. A value that cannot be
// stored, or a column that is named twice, is a mistake of whoever wrote it, and panics.
func NewTable[T any](name string, define func(item *T, column Define)) *Table[T] {
	t := &Table[T]{name: name, define: define}
	t.rows.New = func() any { return t.newRow() }
	t.fields = t.fieldsOf(new(T))
	names := make([]string, len(t.fields))
	for i, f := range t.fields {
		if slices.Contains(names[:i], f.name) {
			panic(fmt.Sprintf("the table %s has the column %s twice", name, f.name))
		}
		names[i] = f.name
		if f.computed != "" {
			continue
		}
		t.insert.add(i, f)
		if !f.fixed && f.name != key {
			t.update.add(i, f)
		}
	}
	t.columns, t.into = t.list("", nil), InsertInto(name, t.insert.columns)
	return t
}

// key is the column by which Update finds a row.
const key = "id"

func (s *columnSet) add(place int, f field) {
	s.places, s.columns = append(s.places, place), append(s.columns, Column{f.name, f.kind})
}

func (t *Table[T]) fieldsOf(item *T) []field {
	fields := make([]field, 0, len(t.fields))
	t.define(item, func(column string, value any) {
		f, err := fieldOf(column, value)
		if err != nil {
			panic(fmt.Sprintf("the column %s of the table %s: %v", column, t.name, err))
		}
		fields = append(fields, f)
	})
	return fields
}

func (t *Table[T]) newRow() *row[T] {
	r := &row[T]{}
	for _, f := range t.fieldsOf(&r.item) {
		r.cells = append(r.cells, f.cell)
	}
	return r
}

// Name is the name of the table.
func (t *Table[T]) Name() string { return t.name }

// Columns is the list of columns that Scan reads, to put behind SELECT.
func (t *Table[T]) Columns() string { return t.columns }

// ColumnsOf is Columns for a statement that reads the table by another name, or beside others.
func (t *Table[T]) ColumnsOf(alias string) string {
	if known, ok := t.lists.Load(alias); ok {
		return known.(string)
	}
	list := t.list(alias+".", nil)
	t.lists.Store(alias, list)
	return list
}

// ColumnsWith is Columns with an expression in the place of a column, such as one that leaves a long text out.
func (t *Table[T]) ColumnsWith(column, expression string) string {
	return t.list("", map[string]string{column: expression})
}

func (t *Table[T]) list(prefix string, instead map[string]string) string {
	names := make([]string, len(t.fields))
	for i, f := range t.fields {
		names[i] = prefix + f.name
		if f.computed != "" {
			names[i] = f.computed
			if prefix != "" {
				names[i] = strings.ReplaceAll(f.computed, t.name+".", prefix)
			}
		}
		if expression, is := instead[f.name]; is {
			names[i] = expression
		}
	}
	return strings.Join(names, ", ")
}

// Scan reads the columns of one row, and what a statement selects behind them. It fails with sql.ErrNoRows when
// there is no row: see Missing.
func (t *Table[T]) Scan(from Row, more ...any) (*T, error) {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	if err := from.Scan(joined(r.cells, more)...); err != nil {
		return nil, err
	}
	item := r.item
	return &item, nil
}

// Into scans the row of a Question; the target stays nil when there is none.
func (t *Table[T]) Into(target **T) func(row Row) error {
	return func(row Row) (err error) {
		*target, err = t.Scan(row)
		return err
	}
}

// ScanBoth reads a row of two tables that are joined, in this order, and what a statement selects behind them. It
// fails as Scan does.
func ScanBoth[A, B any](from Row, first *Table[A], second *Table[B], more ...any) (*A, *B, error) {
	a := first.rows.Get().(*row[A])
	defer first.put(a)
	b, err := second.Scan(beginning{from, a.cells}, more...)
	if err != nil {
		return nil, nil, err
	}
	item := a.item
	return &item, b, nil
}

// beginning is a row whose first columns go elsewhere.
type beginning struct {
	Row
	cells []any
}

func (b beginning) Scan(targets ...any) error { return b.Row.Scan(joined(b.cells, targets)...) }

func joined(cells, more []any) []any {
	if len(more) == 0 {
		return cells
	}
	return slices.Concat(cells, more)
}

// ScanValue is Scan for a row that is handed around by value.
func (t *Table[T]) ScanValue(from Row) (item T, err error) {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	if err := from.Scan(r.cells...); err != nil {
		return item, err
	}
	return r.item, nil
}

// put keeps a row for the next one, empty.
func (t *Table[T]) put(r *row[T]) {
	r.empty()
	t.rows.Put(r)
}

func (r *row[T]) empty() {
	var empty T
	r.item = empty
}

// All reads the rows of a query and closes them. It never returns a nil slice without an error.
func (t *Table[T]) All(rows *sql.Rows, err error) ([]*T, error) {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	return Collect(rows, err, func(from Row) (*T, error) {
		r.empty()
		if err := from.Scan(r.cells...); err != nil {
			return nil, err
		}
		item := r.item
		return &item, nil
	})
}

// AllValues is All for rows that are handed around by value.
func (t *Table[T]) AllValues(rows *sql.Rows, err error) ([]T, error) {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	return Collect(rows, err, func(from Row) (T, error) {
		r.empty()
		err := from.Scan(r.cells...)
		return r.item, err
	})
}

// Missing turns the failure of a scan that found no row into the one that tells it to the caller.
func Missing(err, missing error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}
