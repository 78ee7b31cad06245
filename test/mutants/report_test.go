package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const source = `package rule

const limit = 10 * 2

func grade(points int) string {
	switch {
	case points > limit:
		return "high"
	case points == 0:
		return "none"
	}
	if points < 5 {
		return "low"
	}
	return "fair"
}
`

const written = `{"go_module":"bourse","files":[{"file_name":"grade.go","mutations":[
	{"type":"CONDITIONALS_BOUNDARY","status":"LIVED","line":7,"column":14},
	{"type":"CONDITIONALS_NEGATION","status":"KILLED","line":7,"column":14},
	{"type":"CONDITIONALS_NEGATION","status":"TIMED OUT","line":9,"column":14},
	{"type":"CONDITIONALS_BOUNDARY","status":"LIVED","line":12,"column":12},
	{"type":"ARITHMETIC_BASE","status":"NOT COVERED","line":3,"column":18},
	{"type":"ARITHMETIC_BASE","status":"NOT VIABLE","line":3,"column":18}]}]}`

func readWritten(t *testing.T) []mutant {
	t.Helper()
	mutants, err := readMutants([]byte(written), fstest.MapFS{"grade.go": {Data: []byte(source)}})
	if err != nil {
		t.Fatal(err)
	}
	return mutants
}

func TestAMutantIsKnownByTheTextOfItsLine(t *testing.T) {
	t.Parallel()
	want := mutant{file: "grade.go", text: "case points > limit:", line: 7, column: 14, operator: "CONDITIONALS_BOUNDARY", status: lived}
	if got := readWritten(t)[0]; got != want {
		t.Errorf("read %+v, want %+v", got, want)
	}
	for name, broken := range map[string]string{"no JSON": "{", "no such line": strings.ReplaceAll(written, `"line":12`, `"line":99`), "no such file": strings.ReplaceAll(written, "grade.go", "grades.go")} {
		if _, err := readMutants([]byte(broken), fstest.MapFS{"grade.go": {Data: []byte(source)}}); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

func TestNamedSurvivorsAreTakenAwayAndMissedWhenTheyAreGone(t *testing.T) {
	t.Parallel()
	boundary := survivor{File: "internal/rule/grade.go", Line: "case points > limit:", Operator: "CONDITIONALS_BOUNDARY", Mutants: 1, Reason: "a test"}
	gone := survivor{File: "internal/rule/grade.go", Line: "if points < 6 {", Operator: "CONDITIONALS_BOUNDARY", Mutants: 1, Reason: "a test"}
	elsewhere := survivor{File: "internal/other/grade.go", Line: "if points < 5 {", Operator: "CONDITIONALS_BOUNDARY", Mutants: 1, Reason: "a test"}
	got := measure("internal/rule", readWritten(t), []survivor{boundary, gone, elsewhere})
	if diff := cmp.Diff(map[string]int{killed: 1, lived: 1, timedOut: 1, notCovered: 1, notViable: 1}, got.counts); diff != "" {
		t.Error(diff)
	}
	if got.named != 1 || len(got.left) != 2 || len(got.gone) != 1 || got.gone[0] != gone {
		t.Errorf("%d named, %d left, %+v gone", got.named, len(got.left), got.gone)
	}
	if got.killedPercent() != 50 || got.coveredPercent() != 75 {
		t.Errorf("%v %% killed and %v %% covered", got.killedPercent(), got.coveredPercent())
	}
	if err := judge([]result{got}); err == nil {
		t.Error("a package of which half lived is good enough")
	}
	whole := result{dir: "internal/rule", counts: map[string]int{killed: 95, lived: 5}}
	if err := judge([]result{whole}); err != nil {
		t.Errorf("95 of 100 are too few: %v", err)
	}
	if whole.gone = []survivor{gone}; judge([]result{whole}) == nil {
		t.Error("a name that is of nothing is not missed")
	}
}

func TestMoreThanAreNamedOnALineAreLeft(t *testing.T) {
	t.Parallel()
	twice := mutant{file: "grade.go", text: "case points > limit:", operator: "CONDITIONALS_BOUNDARY", status: lived}
	named := survivor{File: "internal/rule/grade.go", Line: twice.text, Operator: twice.operator, Mutants: 1, Reason: "a test"}
	if got := measure("internal/rule", []mutant{twice, twice}, []survivor{named}); got.named != 1 || len(got.left) != 1 {
		t.Errorf("%d named and %d left", got.named, len(got.left))
	}
}

func TestCommittedSurvivorsAreNamedCompletelyAndOnce(t *testing.T) {
	t.Parallel()
	named, err := readSurvivors()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]string]bool{}
	for _, s := range named {
		if key := [3]string{s.File, s.Line, s.Operator}; seen[key] {
			t.Errorf("%v is named twice", key)
		} else {
			seen[key] = true
		}
		content, err := os.ReadFile(filepath.Join("../..", s.File))
		if err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(content), "\t"+s.Line+"\n") && !strings.Contains(string(content), "\n"+s.Line+"\n") {
			t.Errorf("%s has no line %q", s.File, s.Line)
		}
	}
}

// A profile does not say whether the condition of a case or a declaration has run.
func TestConditionsOfCasesAndDeclarationsAreCounted(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	profile := filepath.Join(root, "profile")
	if err := os.WriteFile(filepath.Join(root, "grade.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	for before, want := range map[string]string{
		"mode: set\nrule/grade.go:5.31,6.9 1 1\nrule/grade.go:8.3,8.16 1 0\n": "rule/grade.go:3.1,3.21 1 1\nrule/grade.go:7.7,7.21 1 1\nrule/grade.go:9.7,9.18 1 1\n",
		"mode: set\nrule/grade.go:5.31,6.9 1 0\n":                             "rule/grade.go:3.1,3.21 1 1\n",
	} {
		if err := os.WriteFile(profile, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := amendProfile(profile, root); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(profile)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before+want, string(after)); diff != "" {
			t.Error(diff)
		}
	}
}
