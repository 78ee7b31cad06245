package database

import (
	"strconv"

	"github.com/google/uuid"
)

// Arguments are those of a statement that is put together from parts: it owns the numbering of its $n.
type Arguments []any

// Add takes one more value and returns the place that stands for it in the statement, such as $3.
func (a *Arguments) Add(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(len(*a))
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
