package main

import (
	"os"
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

func TestTheTableOfDeprecationsIsThatOfTheContract(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("../../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile("../../httpapi/edge/deprecations_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if table, err := deprecations(contract); err != nil || string(table) != string(written) {
		t.Errorf("run go generate ./api: %v\n%s", err, table)
	}
}
