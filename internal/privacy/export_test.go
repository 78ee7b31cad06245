package privacy

import (
	"maps"
	"slices"
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
