package architecture_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	operationsRoom = house + "httpapi"
	edgeRoom       = house + "httpapi/edge"
)

// belowOperations is what operations reach through a service and the edge, and never themselves. Of database they name the
// page or the stretch of a list that is asked for; that they hold no SQL is a rule of its own.
var belowOperations = []string{"secret", "telemetry", "worker", "notify", "ledger"}

// httpapiViolations lists the imports that mix what every request passes with what the operations do, one sentence each.
func httpapiViolations(graph map[string]imports) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(graph)) {
		for _, imported := range graph[name].code {
			found = appendBroken(found, name, imported, httpapiRule(name, imported))
		}
	}
	return found
}

func httpapiRule(name, imported string) string {
	to := part(imported)
	switch {
	case name == edgeRoom && imported == operationsRoom:
		return "the edge knows no operation"
	case name == edgeRoom && slices.Contains(features, to) && imported != house+"identity":
		return "the edge knows no feature but who calls"
	case name == operationsRoom && slices.Contains(belowOperations, to):
		return "an operation maps and calls a service"
	case name == operationsRoom && strings.HasPrefix(imported, "go.opentelemetry.io/"):
		return "an operation maps and calls a service"
	}
	return ""
}

func TestTheEdgeAndTheOperationsStayApart(t *testing.T) {
	t.Parallel()
	graph := load(t)
	for _, room := range []string{operationsRoom, edgeRoom} {
		if len(graph[room].code) == 0 {
			t.Fatalf("there is no package %s", room)
		}
	}
	for _, violation := range httpapiViolations(graph) {
		t.Error(violation)
	}
}

func TestEveryBrokenRuleOfTheEdgeIsReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, imported, rule string }{
		{edgeRoom, operationsRoom, "the edge knows no operation"},
		{edgeRoom, house + "payments", "the edge knows no feature but who calls"},
		{edgeRoom, house + "payments/sandbox", "the edge knows no feature but who calls"},
		{edgeRoom, house + "health", "the edge knows no feature but who calls"},
		{operationsRoom, house + "ledger", "an operation maps and calls a service"},
		{operationsRoom, house + "telemetry", "an operation maps and calls a service"},
	} {
		got := httpapiViolations(map[string]imports{c.name: {code: []string{"context", c.imported}}})
		if diff := cmp.Diff([]string{c.name + " imports " + c.imported + ": " + c.rule}, got); diff != "" {
			t.Errorf("reported (-want +got):\n%s", diff)
		}
	}
	allowed := map[string]imports{
		edgeRoom:       {code: []string{house + "identity", house + "database", house + "oas", house + "fault", "bourse/api"}},
		operationsRoom: {code: []string{edgeRoom, house + "payments/sandbox", house + "trading", house + "oas", house + "money"}},
	}
	if got := httpapiViolations(allowed); len(got) > 0 {
		t.Errorf("reported:\n%s", strings.Join(got, "\n"))
	}
}
