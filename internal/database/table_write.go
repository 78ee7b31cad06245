package database

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DoNothing makes InsertOr skip rows that exist already.
const DoNothing = "ON CONFLICT DO NOTHING"

// Insert inserts one or many rows. It fails with ErrUnique when such a row exists.
func (t *Table[T]) Insert(ctx context.Context, tx *Tx, items ...*T) error {
	if tx.engine == Postgres && len(items) >= manyRows {
		return t.through(t.insert, func(values func(*T) []any) error {
			return copyRows(ctx, tx, t.name, t.insert.columns, items, values)
		})
	}
	_, err := t.InsertOr(ctx, tx, "", items...)
	return err
}

// InsertBatch is Insert for batches of varying length: on PostgreSQL rows that are too few for a copy are arrays in one
// statement, the same for any number, where Insert takes a few statements with plain values.
func (t *Table[T]) InsertBatch(ctx context.Context, tx *Tx, items ...*T) error {
	if tx.engine == SQLite || len(items) == 1 || len(items) >= manyRows {
		return t.Insert(ctx, tx, items...)
	}
	return t.through(t.insert, func(values func(*T) []any) error {
		return FromRows(tx, t.insert.kinds(), items, values, func(source string, args []any) error {
			_, err := tx.Exec(ctx, t.into+" SELECT * FROM "+source, args...)
			return err
		})
	})
}

// InsertOr is Insert with an ON CONFLICT clause for rows that exist already, such as DoNothing. It returns how many
// rows were written.
func (t *Table[T]) InsertOr(ctx context.Context, tx *Tx, onConflict string, items ...*T) (written int64, err error) {
	run := func(source string, args []any) error {
		count, err := tx.Exec(ctx, t.into+source+" "+onConflict, args...)
		written += count
		return err
	}
	err = t.through(t.insert, func(values func(*T) []any) error {
		if tx.engine == Postgres && len(items) >= manyRows { // fewer are cheaper as plain values
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

// Update writes columns of a locked row, found by its id: the named ones, or all that may change. It fails with
// ErrUnique when such a row exists.
func (t *Table[T]) Update(ctx context.Context, tx *Tx, item *T, columns ...string) error {
	changing, err := t.changing(columns)
	if err != nil {
		return err
	}
	return t.through(changing.set, func(values func(*T) []any) error {
		_, err := tx.Exec(ctx, changing.one, values(item)...)
		return err
	})
}

// UpdateAll is Update for many locked rows, with few statements. No row may occur twice.
func (t *Table[T]) UpdateAll(ctx context.Context, tx *Tx, items []*T, columns ...string) error {
	if len(items) == 1 {
		return t.Update(ctx, tx, items[0], columns...)
	}
	changing, err := t.changing(columns)
	if err != nil {
		return err
	}
	return t.through(changing.set, func(values func(*T) []any) error {
		return FromRows(tx, changing.set.kinds(), items, values, func(source string, args []any) error {
			_, err := tx.Exec(ctx, changing.many+source+" WHERE "+t.name+"."+key+" = v.column1", args...)
			return err
		})
	})
}

// change is an update of some columns; the first of the set is the key.
type change struct {
	set  columnSet
	one  string // the statement for one row
	many string // the statement for many, up to their source
}

// changing returns the update of a list of columns, and builds it only once. It fails when a column does not exist or
// cannot be written.
func (t *Table[T]) changing(columns []string) (*change, error) {
	purpose := strings.Join(columns, ",")
	if known, ok := t.changes.Load(purpose); ok {
		return known.(*change), nil
	}
	set, err := t.changed(columns)
	if err != nil {
		return nil, err
	}
	one, many := make([]string, 0, len(set.columns)), make([]string, 0, len(set.columns))
	for i, column := range set.columns[1:] {
		one = append(one, column.Name+" = $"+strconv.Itoa(i+2))
		many = append(many, column.Name+" = v.column"+strconv.Itoa(i+2))
	}
	made := &change{set, "UPDATE " + t.name + " SET " + strings.Join(one, ", ") + " WHERE " + key + " = $1",
		"UPDATE " + t.name + " SET " + strings.Join(many, ", ") + " FROM "}
	t.changes.Store(purpose, made)
	return made, nil
}

// changed returns the key and the columns that an update writes.
func (t *Table[T]) changed(columns []string) (set columnSet, err error) {
	if len(columns) == 0 {
		for _, column := range t.update.columns {
			columns = append(columns, column.Name)
		}
	}
	for i, column := range append([]string{key}, columns...) {
		at := slices.IndexFunc(t.fields, func(f field) bool { return f.name == column })
		if at < 0 || t.fields[at].computed != "" || i > 0 && column == key {
			return set, fmt.Errorf("the table %s has no column %s to write", t.name, column)
		}
		set.add(at, t.fields[at])
	}
	return set, nil
}

// through lets write read the values of items through one row. They must be used at once: the next item's values
// replace them.
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
		return failure // what was written without the value is rolled back with the transaction
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

// Pointers returns pointers to the items of a slice, for rows that are kept as values.
func Pointers[T any](items []T) []*T {
	pointers := make([]*T, len(items))
	for i := range items {
		pointers[i] = &items[i]
	}
	return pointers
}
