package privacy

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// readColumns returns the column names of a table.
func readColumns(ctx context.Context, from database.Querier, table string) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT * FROM `+table+` WHERE 1 = 0`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	return columns, rows.Err()
}

// page is where an export continues in a table: after the last row read, so that no page reads again what earlier ones
// have read.
type page struct {
	after []any // that row's values in the walked columns; nil at the beginning
	limit int
}

// readHolding passes the next of a person's rows of a table, as they are stored and one at a time, with their position,
// until use wants no more. It does not read columns that nobody is shown, except those of a key: one of them may be as
// large as a request body.
func readHolding(ctx context.Context, from database.Querier, h holding, columns []string, user uuid.UUID, next page, use func(row map[string]any, at []any) (more bool, err error)) error {
	shown := slices.DeleteFunc(slices.Clone(columns), func(column string) bool { return slices.Contains(h.secrets, column) })
	query, arguments := pageOf(h, shown, user, next)
	rows, err := from.Query(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for more := true; more && rows.Next(); {
		at, row, err := scanColumns(rows, len(h.walked()), shown)
		if err != nil {
			return err
		}
		if more, err = use(row, at); err != nil {
			return err
		}
	}
	return rows.Err()
}

// pageOf builds the query for the next rows: their position and the columns shown.
func pageOf(h holding, shown []string, user uuid.UUID, next page) (query string, arguments []any) {
	var where database.Where
	where.Add(user) // $1 in the condition
	where.And(h.rows)
	if h.unshown != "" {
		where.And(`NOT (` + h.unshown + `)`)
	}
	walked := strings.Join(h.walked(), `, `)
	if next.after != nil {
		places := make([]string, len(next.after))
		for i, value := range next.after {
			places[i] = where.Add(value)
		}
		where.And(`(` + walked + `) > (` + strings.Join(places, `, `) + `)`)
	}
	query = `SELECT ` + walked + `, "` + strings.Join(shown, `", "`) + `" FROM ` + h.table + where.String() + ` ORDER BY ` + walked + ` LIMIT ` + where.Add(next.limit)
	return query, where.Arguments
}

// scanColumns reads a row: its position, from the first walked columns, and the shown columns by name.
func scanColumns(row database.Row, walked int, shown []string) (at []any, read map[string]any, err error) {
	values, places := make([]any, walked+len(shown)), make([]any, walked+len(shown))
	for i := range values {
		places[i] = &values[i]
	}
	if err := row.Scan(places...); err != nil {
		return nil, nil, err
	}
	read = make(map[string]any, len(shown))
	for i, column := range shown {
		read[column] = values[walked+i]
	}
	return values[:walked], read, nil
}
