package database

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DoNothing makes InsertOr leave out what is there already.
const DoNothing = "ON CONFLICT DO NOTHING"

// Insert writes rows, one or many. It fails with ErrUnique when there is such a row.
func (t *Table[T]) Insert(ctx context.Context, tx *Tx, items ...*T) error {
	if tx.engine == Postgres && len(items) >= manyRows {
		return t.through(t.insert, func(values func(*T) []any) error {
			return copyRows(ctx, tx, t.name, t.insert.columns, items, values)
		})
	}
	_, err := t.InsertOr(ctx, tx, "", items...)
	return err
}

// InsertOr is Insert with what to do about rows that are there already: a clause ON CONFLICT, such as DoNothing. It
// returns how many rows were written.
func (t *Table[T]) InsertOr(ctx context.Context, tx *Tx, onConflict string, items ...*T) (written int64, err error) {
	run := func(source string, args []any) error {
		count, err := tx.Exec(ctx, InsertInto(t.name, t.insert.columns)+source+" "+onConflict, args...)
		written += count
		return err
	}
	err = t.through(t.insert, func(values func(*T) []any) error {
		if tx.engine == Postgres && len(items) > 1 { // one row is cheaper as it is
			return FromRows(tx, t.insert.kinds(), items, values, func(source string, args []any) error {
				return run(" SELECT * FROM "+source, args)
			})
		}
		return InBatches(items, func(batch []*T) error {
			width := len(t.insert.columns)
			return run(" VALUES "+Placeholders(len(batch), width), rowArguments(batch, width, values))
		})
	})
	return written, err
}

// Update writes the columns of a row that is held, found by its id: the named ones, or all that change.
// It fails with ErrUnique when there is such a row.
func (t *Table[T]) Update(ctx context.Context, tx *Tx, item *T, columns ...string) error {
	set, err := t.changing(columns)
	if err != nil {
		return err
	}
	return t.through(set, func(values func(*T) []any) error {
		_, err := tx.Exec(ctx, t.updating(set, columns), values(item)...)
		return err
	})
}

// UpdateAll is Update for many rows that are held, with few statements. No row is among them twice.
func (t *Table[T]) UpdateAll(ctx context.Context, tx *Tx, items []*T, columns ...string) error {
	set, err := t.changing(columns)
	if err != nil {
		return err
	}
	assignments := make([]string, 0, len(set.columns))
	for i, column := range set.columns[1:] {
		assignments = append(assignments, column.Name+" = v.column"+strconv.Itoa(i+2))
	}
	return t.through(set, func(values func(*T) []any) error {
		return FromRows(tx, set.kinds(), items, values, func(source string, args []any) error {
			_, err := tx.Exec(ctx, "UPDATE "+t.name+" SET "+strings.Join(assignments, ", ")+" FROM "+source+
				" WHERE "+t.name+"."+key+" = v.column1", args...)
			return err
		})
	})
}

// changing are the key and the columns that an update writes.
func (t *Table[T]) changing(columns []string) (columnSet, error) {
	var set columnSet
	at := t.place(key)
	if at < 0 {
		return set, fmt.Errorf("the table %s has no column %s to find a row by", t.name, key)
	}
	set.add(at, t.fields[at])
	if len(columns) == 0 {
		return columnSet{append(set.places, t.update.places...), append(set.columns, t.update.columns...)}, nil
	}
	for _, column := range columns {
		at := t.place(column)
		if at < 0 || t.fields[at].computed != "" {
			return set, fmt.Errorf("the table %s has no column %s to write", t.name, column)
		}
		set.add(at, t.fields[at])
	}
	return set, nil
}

func (t *Table[T]) place(column string) int {
	return slices.IndexFunc(t.fields, func(f field) bool { return f.name == column })
}

// updating is the statement that writes the columns of a set, of which the first is the key.
func (t *Table[T]) updating(set columnSet, named []string) string {
	purpose := "UPDATE " + strings.Join(named, ",")
	if known, ok := t.others.Load(purpose); ok {
		return known.(string)
	}
	assignments := make([]string, 0, len(set.columns))
	for i, column := range set.columns[1:] {
		assignments = append(assignments, column.Name+" = $"+strconv.Itoa(i+2))
	}
	statement := "UPDATE " + t.name + " SET " + strings.Join(assignments, ", ") + " WHERE " + key + " = $1"
	t.others.Store(purpose, statement)
	return statement
}

// through lets write read the values of items through one row. They are read at once: the next item's take their place.
func (t *Table[T]) through(set columnSet, write func(values func(*T) []any) error) error {
	r := t.rows.Get().(*row[T])
	defer t.put(r)
	values := make([]any, len(set.places))
	var failure error
	err := write(func(item *T) []any {
		r.item = *item
		for i, place := range set.places {
			value, err := valueOf(r.cells[place])
			if err != nil && failure == nil {
				failure = fmt.Errorf("the column %s of the table %s: %w", t.fields[place].name, t.name, err)
			}
			values[i] = value
		}
		return values
	})
	if failure != nil {
		return failure // what was written without the value goes back with the transaction
	}
	return err
}

func (s columnSet) kinds() []string {
	kinds := make([]string, len(s.columns))
	for i, column := range s.columns {
		kinds[i] = column.Type
	}
	return kinds
}

// Pointers are the addresses of the items of a list, for rows that are handed around by value.
func Pointers[T any](items []T) []*T {
	pointers := make([]*T, len(items))
	for i := range items {
		pointers[i] = &items[i]
	}
	return pointers
}
