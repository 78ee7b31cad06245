package privacy

import (
	"maps"
	"slices"

	"github.com/google/uuid"
)

// TablesOf are the tables that the list names: those that hold something of a person, and the others.
func TablesOf() (personal, others []string) {
	for _, h := range holdings {
		personal = append(personal, h.table)
	}
	return personal, impersonal
}

// WithoutPerson is withoutPerson.
var WithoutPerson = withoutPerson

// ErasingLater are the statements that erase some rows of a table at a time.
func ErasingLater(table string) (statements []string) {
	for _, h := range holdings {
		if h.table == table && h.erasing.when == later {
			statements = append(statements, h.erasesSome())
		}
	}
	return statements
}

// AskPlatformAuthor is the query that tells whether somebody has published a signal of the platform's.
const AskPlatformAuthor = askPlatformAuthor

// PagesOf are the queries by which an export reads on in a table.
func PagesOf(table string) (queries []string) {
	for _, h := range holdings {
		if h.table == table {
			query, _ := pageOf(h, h.walked(), uuid.Nil, page{make([]any, len(h.walked())), exportRows})
			queries = append(queries, query)
		}
	}
	return queries
}

// Walk is how the rows of a holding are told from each other, and in whose order an export reads them.
type Walk struct {
	Table, Key string
	Walked     []string
}

// Walks are those of all holdings.
func Walks() (walks []Walk) {
	for _, h := range holdings {
		walks = append(walks, Walk{h.table, h.keyed(), h.walked()})
	}
	return walks
}

// ShownOf are the tables that an export reads, each with what it leaves out.
func ShownOf() map[string][]string {
	shown := map[string][]string{}
	for _, h := range holdings {
		shown[h.table] = h.secrets
	}
	return shown
}

// ClassesOf are the lists that name a column of whole numbers.
func ClassesOf(column string) (classes []string) {
	for class, columns := range map[string]map[string]bool{"times": times, "decimals": decimals, "counts": counts} {
		if columns[column] {
			classes = append(classes, class)
		}
	}
	return classes
}

// ClassedColumns are all columns on the lists.
func ClassedColumns() []string {
	return slices.Concat(slices.Collect(maps.Keys(times)), slices.Collect(maps.Keys(decimals)), slices.Collect(maps.Keys(counts)))
}
