package database

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// Arguments are those of a statement that is put together from parts: it owns the numbering of its $n.
type Arguments []any

// Add takes one more value and returns the place that stands for it in the statement, such as $3.
func (a *Arguments) Add(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(len(*a))
}

// AddAll takes more values and returns the list that stands for them behind IN, such as ($3, $4). Lists of many
// lengths are many statements: long ones come from InBatches.
func AddAll[T any](a *Arguments, values []T) string {
	if len(*a) == 0 && len(values) > 0 { // the list begins with $1, and is known
		*a = make(Arguments, len(values), len(values)+2) // most statements ask for a little more
		for i, value := range values {
			(*a)[i] = value
		}
		return Placeholders(1, len(values))
	}
	places := make([]string, len(values))
	for i, value := range values {
		places[i] = a.Add(value)
	}
	return "(" + strings.Join(places, ", ") + ")"
}

// Below is the further condition that a column holds an identifier below the bound, which is how a list
// goes on behind its last page. Without a bound it is nothing: there is no text that stands behind every
// other in every collation.
func (a *Arguments) Below(column string, bound uuid.UUID) string {
	if bound == uuid.Nil {
		return ""
	}
	return " AND " + column + " < " + a.Add(bound)
}

// Page is the end of a statement that reads a part of a numbered list.
func (a *Arguments) Page(page Page) string {
	return " LIMIT " + a.Add(page.Limit) + " OFFSET " + a.Add(page.Offset())
}

// knownLimits are the limits that are written into statements: few, because each makes a statement to prepare.
var knownLimits = [...]int{25, 105, 1005, 5005}

// FirstOf limits a statement to its first rows, of which the arguments have the number at the given place; rows may be
// skipped behind it, with that number counting both. PostgreSQL takes a limit that it is not told for a tenth of all
// rows, and of a large table rather plans the statement anew for every request than believe that. So a number that is no
// less stands in the statement, for the plan.
func FirstOf(statement string, limit int, place string) string {
	if at, _ := slices.BinarySearch(knownLimits[:], limit); at < len(knownLimits) {
		statement = `SELECT * FROM (` + statement + ` LIMIT ` + strconv.Itoa(knownLimits[at]) + `) AS first`
	}
	return statement + ` LIMIT ` + place
}

// Where is what a statement asks of its rows: conditions that all must hold, with the values for their $n. The
// zero Where asks nothing. Its text stands in the statement as a whole, begins with a space, and is empty when
// there is no condition:
//
//	var where database.Where
//	where.Equal("tenant_id", tenant)
//	where.EqualIf(filter.Level != "", "difficulty_level", filter.Level)
//	query := "SELECT id FROM courses" + where.String() + " ORDER BY id DESC" + where.Page(page)
//	rows, err := db.Query(ctx, query, where.Arguments...)
//
// Only conditions that are asked for are written, so that each has its index. The statement is put together before
// its arguments are handed over: Go does not say which of the two comes first in one call.
type Where struct {
	Arguments
	conditions []string
}

// And asks for a condition as it is written. Its values are places that Add has given.
func (w *Where) And(condition string) { w.conditions = append(w.conditions, condition) }

// Equal asks that a column holds a value.
func (w *Where) Equal(column string, value any) { w.And(column + " = " + w.Add(value)) }

// EqualIf is Equal where the filter is set.
func (w *Where) EqualIf(set bool, column string, value any) {
	if set {
		w.Equal(column, value)
	}
}

// EqualBeside is Equal for a column that rows are not to be found by: another condition has the index that leads to fewer,
// and SQLite, which counts no rows, may take either. PostgreSQL still knows how many it holds for, which it would not of
// an expression, and so reads a page in the order of an index instead of sorting all that there is.
func (w *Where) EqualBeside(column string, value any) {
	w.And("(" + column + " = " + w.Add(value) + ") IS TRUE")
}

// In asks that a column holds one of some values. Of none it holds none: there are no rows.
func In[T any](w *Where, column string, values []T) {
	if len(values) == 0 {
		w.And("1 = 0")
		return
	}
	w.And(column + " IN " + AddAll(&w.Arguments, values))
}

// Between asks that a column holds at least from and less than to.
func (w *Where) Between(column string, from, to any) {
	w.And(column + " >= " + w.Add(from))
	w.And(column + " < " + w.Add(to))
}

// Behind asks for what comes behind the cursor in a list by a column, the newest first. It is all where the list
// begins.
func (w *Where) Behind(column string, cursor Cursor) {
	if cursor.Before != uuid.Nil {
		w.And(column + " < " + w.Add(cursor.Before))
	}
}

// String is the clause, with WHERE.
func (w *Where) String() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conditions, " AND ")
}

// Page is a part of a numbered list. Its numbers begin with 1.
type Page struct{ Number, Limit int }

// Offset is how many rows come before the page.
func (p Page) Offset() int { return (p.Number - 1) * p.Limit }

// Cursor is a part of a list that is read from the newest on. Counting the pages of a list that grows by the
// thousand a second would cost more than reading one.
type Cursor struct {
	Before uuid.UUID // only what is older; nil starts at the newest
	Limit  int
}
