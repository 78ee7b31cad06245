package database

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Define names a column of a table and says where in a row its value is:
//
//   - a pointer to a string, number, bool, byte slice or id, also of a named type, such as &c.Title or &c.Level; to a
//     time, which is stored as microseconds; or to a type that scans and returns its value itself (sql.Scanner and
//     driver.Valuer), such as money.Decimal;
//   - one of these in a wrapper: Optional, Nullable, NativeID, Text, Fixed, Computed, or JSON of anything.
type Define func(column string, value any)

// field is a column as NewTable parsed it.
type field struct {
	name     string
	cell     any    // written by a scan, read by valueOf
	kind     string // its type, one of those of FromRows
	computed string // the expression to select instead; such a column is never written
	fixed    bool   // written only when the row is inserted
}

// Fixed is a column that is written when the row is inserted and does not change. Update omits it unless it is named.
func Fixed(value any) any { return fixed{value} }

type fixed struct{ value any }

// Computed is an expression that is only read. It qualifies the table's columns with the table's name, so that it works
// in a join.
func Computed(expression string, value any) any { return computed{expression, value} }

type computed struct {
	expression string
	value      any
}

// Optional stores empty values as NULL: the empty string, zero, false, the nil id, the zero time.
func Optional(value any) any {
	cell, err := cellOf(value)
	if err != nil {
		return err // NewTable refuses it, with the column's name
	}
	return &optional{cell: cell}
}

// Nullable stores what a pointer points to, and NULL when it is nil: for values that may be present but empty.
func Nullable[T any](target **T) any { return nullable[T]{target} }

// NativeID is an id in a column that is a UUID on PostgreSQL. In other columns ids are text.
func NativeID(id *uuid.UUID) any { return nativeID{id} }

// JSON stores a value as JSON text.
func JSON[T any](target *T) any { return jsonCell[T]{target} }

// Text stores bytes that are text, such as existing JSON, in a text column.
func Text(target *[]byte) any { return textCell{target} }

// fieldOf returns the field for a column. It fails when the value cannot be stored.
func fieldOf(name string, value any) (field, error) {
	f := field{name: name}
	switch wrapped := value.(type) {
	case fixed:
		f.fixed, value = true, wrapped.value
	case computed:
		f.computed, value = wrapped.expression, wrapped.value
	}
	var err error
	if f.cell, err = cellOf(value); err != nil {
		return f, err
	}
	f.kind = kindOf(f.cell)
	return f, nil
}

// cellOf returns the cell that a scan writes to and valueOf reads: one of a few types, all known to valueOf. This is
// the only reflection, and it happens once for many rows.
func cellOf(value any) (any, error) {
	switch typed := value.(type) {
	case error:
		return nil, typed
	case *time.Time:
		return Time(typed), nil
	case *string, *int, *int64, *bool, *float64, *[]byte, *uuid.UUID, *optional, nativeID, timeCell:
		return typed, nil
	}
	_, scans := value.(sql.Scanner)
	_, gives := value.(driver.Valuer)
	if scans && gives {
		return value, nil
	}
	pointer := reflect.ValueOf(value)
	if pointer.Kind() == reflect.Pointer && !pointer.IsNil() {
		for _, plain := range plainTypes {
			if pointer.Type().ConvertibleTo(plain) {
				return pointer.Convert(plain).Interface(), nil
			}
		}
	}
	return nil, fmt.Errorf("a %T cannot be stored", value)
}

// plainTypes are the types to which pointers to named types are converted.
var plainTypes = []reflect.Type{
	reflect.TypeFor[*string](), reflect.TypeFor[*int](), reflect.TypeFor[*int64](), reflect.TypeFor[*bool](), reflect.TypeFor[*float64](),
	reflect.TypeFor[*[]byte](), reflect.TypeFor[*uuid.UUID](),
}

// kindOf returns the type of a column, for statements in which the engines cannot infer it from the table.
func kindOf(cell any) string {
	switch typed := cell.(type) {
	case *optional:
		return kindOf(typed.cell)
	case interface{ example() any }:
		return kindOf(typed.example())
	case nativeID:
		return "UUID"
	case *int, *int64, timeCell:
		return "BIGINT"
	case *bool:
		return "BOOLEAN"
	case *float64:
		return "DOUBLE PRECISION"
	case *[]byte:
		return "BYTEA"
	case driver.Valuer:
		if example, err := typed.Value(); err == nil {
			switch example.(type) {
			case int64:
				return "BIGINT"
			case bool:
				return "BOOLEAN"
			case []byte:
				return "BYTEA"
			}
		}
	}
	return "TEXT"
}

// valueOf returns the value of a cell as an argument of a statement.
func valueOf(cell any) (any, error) {
	switch typed := cell.(type) {
	case *string:
		return *typed, nil
	case *int:
		return int64(*typed), nil
	case *int64:
		return *typed, nil
	case *bool:
		return *typed, nil
	case *float64:
		return *typed, nil
	case *[]byte:
		if *typed == nil {
			return nil, nil
		}
		return *typed, nil
	case *uuid.UUID:
		return *typed, nil
	case nativeID:
		return *typed.UUID, nil
	case timeCell:
		return Micros(*typed.target), nil
	case *optional:
		return typed.value()
	case driver.Valuer:
		return typed.Value()
	}
	return nil, fmt.Errorf("a %T cannot be stored", cell)
}

type nativeID struct{ *uuid.UUID }

// optional is a cell whose empty value is stored as NULL.
type optional struct{ cell any }

// Scan leaves the cell unchanged for NULL: rows are empty before they are read.
func (o *optional) Scan(value any) error {
	if value == nil {
		return nil
	}
	switch typed := o.cell.(type) {
	case *string:
		return scanPlain(value, typed)
	case *int:
		return scanPlain(value, typed)
	case *int64:
		return scanPlain(value, typed)
	case *bool:
		return scanPlain(value, typed)
	case *float64:
		return scanPlain(value, typed)
	case *[]byte:
		return scanPlain(value, typed)
	case sql.Scanner:
		return typed.Scan(value)
	}
	return fmt.Errorf("a %T cannot be read", o.cell)
}

// scanPlain converts like a scan.
func scanPlain[T any](value any, target *T) error {
	var converted sql.Null[T]
	err := converted.Scan(value)
	*target = converted.V
	return err
}

func (o *optional) value() (any, error) {
	if moment, is := o.cell.(timeCell); is {
		if moment.target.IsZero() {
			return nil, nil
		}
		return Micros(*moment.target), nil // the microsecond 0 is a valid time
	}
	value, err := valueOf(o.cell)
	switch value {
	case "", int64(0), false, float64(0), uuid.Nil:
		return nil, err
	}
	return value, err
}

type nullable[T any] struct{ target **T }

func (n nullable[T]) Scan(value any) error {
	var read sql.Null[T]
	err := read.Scan(value)
	*n.target = nil
	if read.Valid {
		*n.target = &read.V
	}
	return err
}

func (n nullable[T]) Value() (driver.Value, error) {
	if *n.target == nil {
		return nil, nil
	}
	return driver.DefaultParameterConverter.ConvertValue(**n.target)
}

func (n nullable[T]) example() any { return new(T) }

type jsonCell[T any] struct{ target *T }

func (c jsonCell[T]) Scan(value any) error {
	switch typed := value.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(typed), c.target)
	case []byte:
		return json.Unmarshal(typed, c.target)
	}
	return fmt.Errorf("JSON is stored as a text, not as %T", value)
}

func (c jsonCell[T]) Value() (driver.Value, error) {
	text, err := json.Marshal(c.target)
	return string(text), err
}

type textCell struct{ target *[]byte }

func (c textCell) Scan(value any) error {
	switch typed := value.(type) {
	case nil:
		return nil
	case string:
		*c.target = []byte(typed)
		return nil
	case []byte: // owned by the driver
		*c.target = slices.Clone(typed)
		return nil
	}
	return fmt.Errorf("a text is read, not %T", value)
}

func (c textCell) Value() (driver.Value, error) { return string(*c.target), nil }
