package trading

import (
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// What the stores of this package share.

func itoa(n int) string { return strconv.Itoa(n) }

// IDRow is an identifier as a row of database.FromRows.
func IDRow(id uuid.UUID) []any { return []any{id} }

// ScanID reads a row of one identifier.
func ScanID(row database.Row) (id uuid.UUID, err error) {
	err = row.Scan(&id)
	return id, err
}

// IDArguments are identifiers as arguments of a statement, with room for two more.
func IDArguments(ids []uuid.UUID) []any {
	arguments := make([]any, len(ids), len(ids)+2)
	for i, id := range ids {
		arguments[i] = id
	}
	return arguments
}
