package architecture_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const mlRoom = house + "ml"

// pureRooms are the rooms of ml that know no clock, no database and no feature, with those of them that each may import.
var pureRooms = map[string][]string{
	mlRoom + "/features": {},
	mlRoom + "/logistic": {},
	mlRoom + "/trial":    {mlRoom + "/features", mlRoom + "/logistic"},
}

// unpure are packages of the library with which a room would no longer be a function of what it is handed.
var unpure = []string{"database/sql", "net", "net/http", "os", "log", "log/slog", "crypto/rand"}

// mlViolations lists what breaks the order of the ml rooms: trial stands on features and logistic, and those on nothing.
func mlViolations(graph map[string]imports) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(graph)) {
		for _, imported := range graph[name].code {
			found = appendBroken(found, name, imported, mlRule(name, imported))
		}
	}
	return found
}

func mlRule(name, imported string) string {
	allowed, isPure := pureRooms[name]
	switch {
	case isPure && strings.HasPrefix(imported, module) && !slices.Contains(allowed, imported):
		return "a pure room of ml imports nothing of ours but the rooms below it"
	case isPure && slices.Contains(unpure, imported):
		return "a pure room of ml is a function of what it is handed"
	}
	return ""
}

func TestTheRoomsOfMLKeepTheirOrder(t *testing.T) {
	t.Parallel()
	graph := load(t)
	for name := range pureRooms {
		if !slices.Contains(graph[mlRoom].code, name) {
			t.Errorf("the rule names a room that is not there: %s does not import %s", mlRoom, name)
		}
	}
	for _, violation := range mlViolations(graph) {
		t.Error(violation)
	}
}

func TestEveryDisorderOfTheRoomsOfMLIsReported(t *testing.T) {
	t.Parallel()
	const below, handed = "a pure room of ml imports nothing of ours but the rooms below it", "a pure room of ml is a function of what it is handed"
	for _, c := range []struct{ name, imported, rule string }{
		{mlRoom + "/features", house + "market", below},
		{mlRoom + "/features", mlRoom + "/trial", below},
		{mlRoom + "/logistic", mlRoom + "/features", below},
		{mlRoom + "/trial", mlRoom, below},
		{mlRoom + "/trial", house + "database", below},
		{mlRoom + "/trial", "crypto/rand", handed},
		{mlRoom + "/features", "os", handed},
	} {
		got := mlViolations(map[string]imports{c.name: {code: []string{"math", c.imported}}})
		want := []string{c.name + " imports " + c.imported + ": " + c.rule}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reported (-want +got):\n%s", diff)
		}
	}
	allowed := map[string]imports{
		mlRoom:               {code: []string{mlRoom + "/trial", house + "market", house + "database", "log/slog"}},
		mlRoom + "/trial":    {code: []string{mlRoom + "/features", mlRoom + "/logistic", "math/rand/v2"}},
		mlRoom + "/features": {code: []string{"math"}, tests: []string{"os"}},
	}
	if got := mlViolations(allowed); len(got) > 0 {
		t.Errorf("reported:\n%s", strings.Join(got, "\n"))
	}
}
