package main

import (
	"strings"
	"testing"
)

const deprecatedContract = `paths:
  /old:
    parameters: []
    get: { operationId: listOld, deprecated: true, x-deprecated-since: 2027-01-01, x-sunset: %s }
    post: { operationId: addOld }
`

func TestWhatTheContractCallsDeprecatedIsInTheTable(t *testing.T) {
	t.Parallel()
	table, err := deprecations([]byte(strings.ReplaceAll(deprecatedContract, "%s", "2027-07-01")))
	if err != nil {
		t.Fatal(err)
	}
	if want := `"listOld": {since: "2027-01-01", sunset: "2027-07-01"},`; !strings.Contains(string(table), want) || strings.Contains(string(table), "addOld") {
		t.Errorf("the table is\n%s", table)
	}
}

func TestADeprecationGivesNotice(t *testing.T) {
	t.Parallel()
	for _, sunset := range []string{"2027-06-29", "2026-01-01", "soon", `""`} {
		if table, err := deprecations([]byte(strings.ReplaceAll(deprecatedContract, "%s", sunset))); err == nil {
			t.Errorf("a sunset on %s is taken:\n%s", sunset, table)
		}
	}
}
