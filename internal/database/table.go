package database

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Table maps the rows of a table to a T: its columns are named once, and everything that reads or writes whole rows
// follows from them. Which rows, and the rest of a statement, stays plain SQL. It is safe for concurrent use.
type Table[T any] struct {
	name    string
	define  func(*T, Define)
	fields  []field // those of an empty row: for everything but their cells
	columns string
	lists   sync.Map // the select lists of ColumnsOf, by alias
	changes sync.Map // the statements of Update, by the given columns
	rows    sync.Pool
	into    string // an INSERT up to VALUES
	// insert are the columns that an INSERT writes, update those that change.
	insert, update columnSet
}

// columnSet is a set of columns of a table, by their index in its fields.
type columnSet struct {
	places  []int
	columns []Column
}

// row is a T with its cells, reused for the values of many rows in turn: defining the columns anew for each would cost
// more than reading it.
type row[T any] struct {
	item  T
	cells []any
}

// NewTable returns a table from its name and a function that names the columns. The function is called now and then
// with an empty T; it must only say where in that T the values are. It panics on a value that cannot be stored and on a
// duplicate column, which are programming errors.
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

// Name returns the name of the table.
func (t *Table[T]) Name() string { return t.name }

// Columns returns the list of columns that Scan reads, to put after SELECT.
func (t *Table[T]) Columns() string { return t.columns }

// ColumnsOf is Columns qualified by an alias, for a join.
func (t *Table[T]) ColumnsOf(alias string) string {
	if known, ok := t.lists.Load(alias); ok {
		return known.(string)
	}
	list := t.list(alias+".", nil)
	t.lists.Store(alias, list)
	return list
}

// ColumnsWith is Columns with one column replaced by an expression, for example to omit a long text.
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

// Scan reads the columns of one row, and into more whatever the statement selects after them. It fails with
// sql.ErrNoRows when there is no row: see Missing.
func (t *Table[T]) Scan(from Row, more ...any) (*T, error) {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	if err := from.Scan(joined(r.cells, more)...); err != nil {
		return nil, err
	}
	item := r.item
	return &item, nil
}

// Into scans the row of a Question; the target stays nil without one.
func (t *Table[T]) Into(target **T) func(row Row) error {
	return func(row Row) (err error) {
		*target, err = t.Scan(row)
		return err
	}
}

// ScanBoth reads a row of two joined tables, in this order, and into more whatever the statement selects after them. It
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

// beginning is a row whose first columns are scanned elsewhere.
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

// ScanValue is Scan, returning a value instead of a pointer.
func (t *Table[T]) ScanValue(from Row) (item T, err error) {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	if err := from.Scan(r.cells...); err != nil {
		return item, err
	}
	return r.item, nil
}

// put clears a row and keeps it for reuse.
func (t *Table[T]) put(r *row[T]) {
	r.empty()
	t.rows.Put(r)
}

func (r *row[T]) empty() {
	var empty T
	r.item = empty
}

// All reads all rows of a query and closes them. It never returns a nil slice without an error.
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

// AllValues is All, returning values instead of pointers.
func (t *Table[T]) AllValues(rows *sql.Rows, err error) ([]T, error) {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	return Collect(rows, err, func(from Row) (T, error) {
		r.empty()
		err := from.Scan(r.cells...)
		return r.item, err
	})
}

// Missing replaces sql.ErrNoRows by the error for a missing row, and returns any other error as it is.
func Missing(err, missing error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}
