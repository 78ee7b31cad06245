package main

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var house = []listed{
	{ImportPath: "bourse/internal/money", Dir: "internal/money", TestGoFiles: []string{"money_test.go"}},
	{ImportPath: "bourse/internal/database", Dir: "internal/database", EmbedFiles: []string{"migrations/0001.sql"}, XTestGoFiles: []string{"x_test.go"}},
	{ImportPath: "bourse/internal/education", Dir: "internal/education", Imports: []string{"bourse/internal/database"}, XTestGoFiles: []string{"x_test.go"}},
	{ImportPath: "bourse/internal/kyc", Dir: "internal/kyc", XTestImports: []string{"bourse/internal/education"}, XTestGoFiles: []string{"x_test.go"}},
	{ImportPath: "bourse/internal/app", Dir: "internal/app", Imports: []string{"bourse/internal/education", "bourse/api"}, TestGoFiles: []string{"x_test.go"}},
	{ImportPath: "bourse/api", Dir: "api", EmbedFiles: []string{"openapi.yaml"}, TestGoFiles: []string{"x_test.go"}},
	{ImportPath: "bourse/cmd/bourse", Dir: "cmd/bourse", Imports: []string{"bourse/internal/app"}},
	{ImportPath: "bourse/test/e2e/education", Dir: "test/e2e/education", TestGoFiles: []string{"x_test.go"}},
	{ImportPath: "bourse/test/e2e/platform", Dir: "test/e2e/platform", TestGoFiles: []string{"x_test.go"}},
	{ImportPath: "bourse/test/journeys/console", Dir: "test/journeys/console", TestGoFiles: []string{"x_test.go"}},
}

func TestAChangeIsTestedWhereItCanBeSeen(t *testing.T) {
	t.Parallel()
	mentions := func(name string) []string {
		return map[string][]string{"operations.md": {"internal/money/money_test.go"}}[name]
	}
	for file, want := range map[string]string{
		"internal/education/course.go":          "app education kyc e2e/education",
		"internal/education/course_test.go":     "education",
		"internal/money/money.go":               "money",
		"internal/database/migrations/0001.sql": "app database education kyc e2e/platform",
		"internal/money/testdata/fuzz/one":      "money",
		"api/openapi.yaml":                      "api app e2e/platform",
		"web/src/App.svelte":                    "journeys/console",
		"docs/operations.md":                    "money",
		"README.md":                             "",
		"test/e2e/platform/x_test.go":           "e2e/platform",
	} {
		var got []string
		for name := range planOf([]string{file}, house, mentions).because {
			if name != rules {
				got = append(got, name)
			}
		}
		var wanted []string
		for _, name := range strings.Fields(want) {
			switch folder, _, _ := strings.Cut(name, "/"); {
			case name == "api":
				wanted = append(wanted, "bourse/api")
			case folder == "e2e" || folder == "journeys":
				wanted = append(wanted, "bourse/test/"+name)
			default:
				wanted = append(wanted, "bourse/internal/"+name)
			}
		}
		slices.Sort(got)
		slices.Sort(wanted)
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
	if all := planOf([]string{"go.mod"}, house, mentions); len(all.because) != len(house)-2+1 { // without the binary and the journeys, with the rules
		t.Errorf("other modules affect %v", slices.Sorted(maps.Keys(all.because)))
	}
}

func TestThePlanSaysWhyAndWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	nobody := func(string) []string { return nil }
	p := planOf([]string{"internal/education/course.go"}, house, nobody)
	var out bytes.Buffer
	p.print(&out, "main")
	for _, want := range []string{
		"bourse/internal/education: internal/education/course.go\n", "bourse/internal/app: imports bourse/internal/education\n",
		"bourse/internal/kyc: its tests import bourse/internal/education\n", "bourse/test/e2e/education: by its name it is about bourse/internal/education\n",
		"left out: the contract's checks", "left out: the console's checks", "left out: bourse/test/e2e/platform\n", "left out: bourse/test/journeys/console\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("not said: %q, but:\n%s", want, out.String())
		}
	}
	first := func(commands [][]string) (names []string) {
		for _, command := range commands {
			names = append(names, strings.Join(command[:min(3, len(command))], " "))
		}
		return names
	}
	if diff := cmp.Diff([]string{"go vet bourse/internal/education", "go tool staticcheck", "go run ./test/run"}, first(p.commands())); diff != "" {
		t.Errorf("it runs (-want +got):\n%s", diff)
	}
	both := planOf([]string{"api/openapi.yaml", "web/src/App.svelte"}, house, nobody)
	if diff := cmp.Diff([]string{"go vet bourse/internal/app", "go tool staticcheck", "api/lint/run", "make generated", "make web-check", "go run ./test/run"}, first(both.commands())); diff != "" {
		t.Errorf("contract and console run (-want +got):\n%s", diff)
	}
}
