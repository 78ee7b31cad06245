package privacy

import (
	"maps"
	"slices"

	"github.com/google/uuid"
)

// TablesOf returns the listed tables: those that hold personal data, and the others.
func TablesOf() (personal, others []string) {
	for _, h := range holdings {
		personal = append(personal, h.table)
	}
	return personal, impersonal
}

// WithoutPerson is withoutPerson.
var WithoutPerson = withoutPerson

// ErasingLater returns the statements that erase a batch of a table's rows.
func ErasingLater(table string) (statements []string) {
	for _, h := range holdings {
		if h.table == table && h.erasing.when == later {
			statements = append(statements, h.erasesSome())
		}
	}
	return statements
}

// AskPlatformAuthor is the query that determines whether a user has published one of the platform's signals.
const AskPlatformAuthor = askPlatformAuthor

// PagesOf returns the queries with which an export continues in a table.
func PagesOf(table string) (queries []string) {
	for _, h := range holdings {
		if h.table == table {
			query, _ := pageOf(h, h.walked(), uuid.Nil, page{make([]any, len(h.walked())), exportRows})
			queries = append(queries, query)
		}
	}
	return queries
}

// Walk is how the rows of a holding are told apart, and the order in which an export reads them.
type Walk struct {
	Table, Key string
	Walked     []string
}

// Walks returns the walks of all holdings.
func Walks() (walks []Walk) {
	for _, h := range holdings {
		walks = append(walks, Walk{h.table, h.keyed(), h.walked()})
	}
	return walks
}

// ShownOf returns the tables that an export reads, each with the columns that it omits.
func ShownOf() map[string][]string {
	shown := map[string][]string{}
	for _, h := range holdings {
		shown[h.table] = h.secrets
	}
	return shown
}

// ClassesOf returns the lists that name an integer column.
func ClassesOf(column string) (classes []string) {
	for class, columns := range map[string]map[string]bool{"times": times, "decimals": decimals, "counts": counts} {
		if columns[column] {
			classes = append(classes, class)
		}
	}
	return classes
}

// ClassedColumns returns all columns on the lists.
func ClassedColumns() []string {
	return slices.Concat(slices.Collect(maps.Keys(times)), slices.Collect(maps.Keys(decimals)), slices.Collect(maps.Keys(counts)))
}
