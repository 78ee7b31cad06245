package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// changing contains every kind of change, some inside others, and some that Go cannot choose at run time.
const changing = `// Package rule is changed.
package rule

import (
	"fmt"
	"math"
	"time"
)

const limit = 10 * 2

type weight float32

func (w weight) double() weight { return w * 2 }

// Results are what the rule says of some numbers.
func Results() (text string) {
	defer func() {
		if problem := recover(); problem != nil {
			text += fmt.Sprint(problem)
		}
	}()
	for _, points := range []int{1, 5, 19, 20, 21} {
		text += grade(points, float64(points)/7-1) + "\n"
	}
	return text + fmt.Sprintln(limit-1, weight(3).double())
}

func grade(points int, share float64) string {
	level, steps := uint8(2), 0
	for range points {
		steps++
	}
	level--
	later := time.Duration(points)*time.Second + 2*time.Second
	switch {
	case points > limit && share != math.NaN():
		return "high " + later.String()
	case -share*(1+float64(points%4)) >= 2 - share || math.Sqrt(share) < 0:
		return fmt.Sprint("odd ", level, steps) // as it is said
	}
	if points == 5 { return "five" }
	return fmt.Sprint("fair ", level, steps, later,
		share <= 1)
}
`

const printing = `package rule

import ("os"; "testing")

func TestResults(t *testing.T) { os.Stdout.WriteString(Results()) }
`

// The prepared tests with an active change must give the result of the package that was really changed.
func TestAPreparedChangeIsTheChangeThatIsMade(t *testing.T) {
	t.Parallel()
	module, folder := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(module, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module bourse\n\ngo 1.26\n")
	write("rule/rule.go", changing)
	write("rule/rule_test.go", printing)
	if err := prepare(t.Context(), target{dir: "rule"}, module, folder); err != nil {
		t.Fatal(err)
	}
	if number, isPrepared := findNumber(folder, filepath.Join(module, "rule")); isPrepared {
		t.Errorf("what was not changed is change %d", number)
	}
	written, err := os.ReadFile(filepath.Join(folder, preparedChanges))
	if err != nil {
		t.Fatal(err)
	}
	var changes []change
	if err := json.Unmarshal(written, &changes); err != nil {
		t.Fatal(err)
	}
	if len(changes) != 23 {
		t.Errorf("%d changes are prepared, want 23", len(changes))
	}
	program := strings.Builder{}
	program.WriteString("package main\n\nimport (\n")
	for _, c := range changes {
		text := changedIndeed(t, c)
		write(fmt.Sprintf("changed%d/rule.go", c.Number), text)
		fmt.Fprintf(&program, "\tchanged%d \"bourse/changed%d\"\n", c.Number, c.Number)
		if number, isPrepared := findNumber(folder, filepath.Join(module, fmt.Sprintf("changed%d", c.Number))); !isPrepared || number != c.Number {
			t.Errorf("change %d is found as %d, %v", c.Number, number, isPrepared)
		}
	}
	program.WriteString(")\n\nfunc main() {\n")
	for _, c := range changes {
		fmt.Fprintf(&program, "\tprint(\"change %d\\n\", changed%d.Results())\n", c.Number, c.Number)
	}
	write("main.go", program.String()+"}\n")
	run := exec.CommandContext(t.Context(), "go", "run", ".")
	run.Dir = module
	want, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	var got strings.Builder
	for _, c := range changes {
		tests := exec.CommandContext(t.Context(), filepath.Join(folder, preparedTests))
		tests.Env = append(os.Environ(), numberVariable+"="+strconv.Itoa(c.Number))
		said, err := tests.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		fmt.Fprintf(&got, "change %d\n%s", c.Number, strings.TrimSuffix(string(said), "PASS\n"))
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

// changedIndeed makes a change as gremlins does, which prints the whole file anew.
func changedIndeed(t *testing.T, c change) string {
	t.Helper()
	for _, at := range tokensOf([]byte(changing)) {
		if at.offset != c.Offset {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, "", changing[:at.offset]+c.To+changing[at.offset+len(at.text):], parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := printer.Fprint(&text, set, parsed); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	t.Fatalf("there is no token at %d", c.Offset)
	return ""
}

func TestWhatIsNotOneTokenIsNoPreparedChange(t *testing.T) {
	t.Parallel()
	before := "package a\n\nfunc f(a, b int) bool { return a < b && a+1 > 2 }\n"
	for after, want := range map[string]bool{
		"package a\nfunc f(a, b int) bool {\n\treturn a <= b && a+1 > 2\n}":  true,
		strings.ReplaceAll(before, "+1", "-1"):                               true,
		strings.ReplaceAll(strings.ReplaceAll(before, "+1", "-1"), "<", ">"): false,
		strings.ReplaceAll(before, "+1", "+1+1"):                             false,
		before:                                                               false,
	} {
		if _, _, isOne := difference([]byte(before), []byte(after)); isOne != want {
			t.Errorf("%q differs by one token: %v", after, isOne)
		}
	}
}
