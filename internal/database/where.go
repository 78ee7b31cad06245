package database

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// Arguments are those of a statement that is assembled from parts; they number its $n.
type Arguments []any

// Add appends a value and returns its placeholder, such as $3.
func (a *Arguments) Add(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(len(*a))
}

// AddAll appends values and returns the list of their placeholders for IN, such as ($3, $4). Lists of many lengths mean
// many statements: split long ones with InBatches.
func AddAll[T any](a *Arguments, values []T) string {
	if len(*a) == 0 && len(values) > 0 { // the list begins with $1 and is cached
		*a = make(Arguments, len(values), len(values)+2) // most statements need a few more
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

// Below returns the additional condition that a column's id is below the bound, which is how a list continues after a
// page. Without a bound it is empty: no text sorts after all others in every collation.
func (a *Arguments) Below(column string, bound uuid.UUID) string {
	if bound == uuid.Nil {
		return ""
	}
	return " AND " + column + " < " + a.Add(bound)
}

// Page returns the end of a statement that reads a page of a numbered list.
func (a *Arguments) Page(page Page) string {
	return " LIMIT " + a.Add(page.Limit) + " OFFSET " + a.Add(page.Offset())
}

// knownLimits are the limits written into statements: few, because each is another statement to prepare.
var knownLimits = [...]int{25, 105, 1005, 5005}

// FirstOf limits a statement to its first rows; place is the placeholder of their number. An OFFSET may follow in
// place; limit must count the skipped rows too. PostgreSQL assumes that a parameter as limit means a tenth of all rows,
// and for a large table would then replan the statement for every request. So the statement also contains a constant
// that is no smaller, for the planner.
func FirstOf(statement string, limit int, place string) string {
	if at, _ := slices.BinarySearch(knownLimits[:], limit); at < len(knownLimits) {
		statement = `SELECT * FROM (` + statement + ` LIMIT ` + strconv.Itoa(knownLimits[at]) + `) AS first`
	}
	return statement + ` LIMIT ` + place
}

// Where is a statement's WHERE clause: conditions that must all hold, with the values for their $n. The zero Where has
// no conditions. Its text includes WHERE, begins with a space, and is empty without conditions:
//
//	var where database.Where
//	where.Equal("tenant_id", tenant)
//	where.EqualIf(filter.Level != "", "difficulty_level", filter.Level)
//	query := "SELECT id FROM courses" + where.String() + " ORDER BY id DESC" + where.Page(page)
//	rows, err := db.Query(ctx, query, where.Arguments...)
//
// Only the requested conditions are written, so that each can use its index. Assemble the statement before passing its
// arguments: in a single call Go does not define which of the two is evaluated first.
type Where struct {
	Arguments
	conditions []string
}

// And adds a condition as written. Its values are placeholders from Add.
func (w *Where) And(condition string) { w.conditions = append(w.conditions, condition) }

// Equal requires that a column equals a value.
func (w *Where) Equal(column string, value any) { w.And(column + " = " + w.Add(value)) }

// EqualIf is Equal if the filter is set.
func (w *Where) EqualIf(set bool, column string, value any) {
	if set {
		w.Equal(column, value)
	}
}

// EqualBeside is Equal for a column whose index must not be used: another condition has a more selective index, and
// SQLite, without row statistics, might take either. PostgreSQL can still estimate how many rows match, as it could not
// with an arbitrary expression, and so reads a page in index order instead of sorting all rows.
func (w *Where) EqualBeside(column string, value any) {
	w.And("(" + column + " = " + w.Add(value) + ") IS TRUE")
}

// In requires that a column equals one of the values. Without values it matches no rows.
func In[T any](w *Where, column string, values []T) {
	if len(values) == 0 {
		w.And("1 = 0")
		return
	}
	w.And(column + " IN " + AddAll(&w.Arguments, values))
}

// Between requires that a column is at least from and less than to.
func (w *Where) Between(column string, from, to any) {
	w.And(column + " >= " + w.Add(from))
	w.And(column + " < " + w.Add(to))
}

// Behind requires rows after the cursor in a list ordered by a column, newest first. At the beginning of the list it
// requires nothing.
func (w *Where) Behind(column string, cursor Cursor) {
	if cursor.Before != uuid.Nil {
		w.And(column + " < " + w.Add(cursor.Before))
	}
}

// String returns the clause, including WHERE.
func (w *Where) String() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conditions, " AND ")
}

// Page is a page of a numbered list. Numbers begin with 1.
type Page struct{ Number, Limit int }

// Offset returns how many rows precede the page.
func (p Page) Offset() int { return (p.Number - 1) * p.Limit }

// Cursor is a part of a list that is read from the newest row on. Counting the pages of a list that grows by thousands
// a second would cost more than reading one.
type Cursor struct {
	Before uuid.UUID // only older rows; nil starts at the newest
	Limit  int
}
