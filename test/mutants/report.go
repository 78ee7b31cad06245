package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"text/tabwriter"
)

// wanted is the minimum percentage killed, and covered.
const wanted = 95

// Gremlins' results for a mutant.
const (
	killed     = "KILLED"
	lived      = "LIVED"
	notCovered = "NOT COVERED"
	timedOut   = "TIMED OUT"
	notViable  = "NOT VIABLE"
	runnable   = "RUNNABLE" // it would have run without -dry
)

// mutant is one change of the code and its result.
type mutant struct {
	file, text   string // the line, trimmed
	line, column int
	operator     string
	status       string
}

// readMutants reads gremlins' output about the files of a package.
func readMutants(written []byte, files fs.FS) ([]mutant, error) {
	var output struct {
		Files []struct {
			Name      string `json:"file_name"`
			Mutations []struct {
				Type, Status string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(written, &output); err != nil {
		return nil, fmt.Errorf("read the result of gremlins: %w", err)
	}
	var mutants []mutant
	for _, file := range output.Files {
		content, err := fs.ReadFile(files, file.Name)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(string(content), "\n")
		for _, m := range file.Mutations {
			if m.Line < 1 || m.Line > len(lines) {
				return nil, fmt.Errorf("%s has no line %d", file.Name, m.Line)
			}
			mutants = append(mutants, mutant{
				file: file.Name, text: strings.TrimSpace(lines[m.Line-1]), line: m.Line, column: m.Column,
				operator: m.Type, status: m.Status,
			})
		}
	}
	return mutants, nil
}

// survivor names mutants that no test can or should notice.
type survivor struct {
	File     string `json:"file"`     // relative to the module's root
	Line     string `json:"line"`     // its text, so that it is found when lines above it change
	Operator string `json:"operator"` // gremlins' name for the kind of change
	Mutants  int    `json:"mutants"`  // how many of that operator may live on such lines
	Reason   string `json:"reason"`   // why it cannot matter
}

//go:embed survivors.json
var survivorsFile []byte

// readSurvivors reads the named survivors. It fails when one of them is incomplete.
func readSurvivors() ([]survivor, error) {
	var named []survivor
	if err := json.Unmarshal(survivorsFile, &named); err != nil {
		return nil, fmt.Errorf("survivors.json: %w", err)
	}
	for _, s := range named {
		if s.File == "" || s.Line == "" || s.Operator == "" || s.Mutants < 1 || s.Reason == "" {
			return nil, fmt.Errorf("survivors.json: %+v is not complete", s)
		}
	}
	return named, nil
}

// result is the result of a package's mutants.
type result struct {
	dir    string
	counts map[string]int // by status, without the named ones
	named  int
	left   []mutant   // lived or not covered, and not named
	gone   []survivor // named, but nonexistent
}

// measure counts the mutants of a package, without the named ones.
func measure(dir string, mutants []mutant, named []survivor) result {
	measured := result{dir: dir, counts: map[string]int{}}
	open := map[survivor]int{}
	for _, s := range named {
		if path.Dir(s.File) == dir {
			open[s] = s.Mutants
		}
	}
	take := func(m mutant) bool {
		for s, rest := range open {
			if rest > 0 && s.File == path.Join(dir, m.file) && s.Line == m.text && s.Operator == m.operator {
				open[s]--
				return true
			}
		}
		return false
	}
	for _, m := range mutants {
		hasSurvived := m.status == lived || m.status == notCovered
		if hasSurvived && take(m) {
			measured.named++
			continue
		}
		measured.counts[m.status]++
		if hasSurvived {
			measured.left = append(measured.left, m)
		}
	}
	for _, s := range named {
		if open[s] > 0 {
			measured.gone = append(measured.gone, s)
		}
	}
	return measured
}

// killedPercent is the percentage killed of those that lived or were killed. A mutant whose tests did not end is
// neither.
func (r result) killedPercent() float64 {
	return percent(r.counts[killed], r.counts[killed]+r.counts[lived])
}

// coveredPercent is the percentage of the compiling ones that a test reaches.
func (r result) coveredPercent() float64 {
	covered := r.counts[killed] + r.counts[lived] + r.counts[timedOut] + r.counts[runnable]
	return percent(covered, covered+r.counts[notCovered])
}

// percent is 100 if the whole is zero.
func percent(part, whole int) float64 {
	if whole == 0 {
		return 100
	}
	return 100 * float64(part) / float64(whole)
}

// tell prints the remaining mutants, and the named survivors that no longer exist.
func (r result) tell(out io.Writer) {
	for _, m := range r.left {
		fmt.Fprintf(out, "  %s: %s at %s:%d:%d: %s\n", strings.ToLower(m.status), m.operator, path.Join(r.dir, m.file), m.line, m.column, m.text)
	}
	for _, s := range r.gone {
		fmt.Fprintf(out, "  named and not there: %s at %s: %s\n", s.Operator, s.File, s.Line)
	}
}

// writeTable writes one line per package.
func writeTable(out io.Writer, results []result) {
	buffered := bufio.NewWriter(out)
	defer buffered.Flush()
	table := tabwriter.NewWriter(buffered, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	fmt.Fprintln(table, "package\tmutants\tkilled\tlived\tnot covered\tnamed\ttimed out\tnot viable\tkilled %\tcovered %\t")
	for _, r := range results {
		all := r.named
		for _, count := range r.counts {
			all += count
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t%.1f\t\n", r.dir, all, r.counts[killed], r.counts[lived],
			r.counts[notCovered], r.named, r.counts[timedOut], r.counts[notViable], r.killedPercent(), r.coveredPercent())
	}
}

// judge fails when a package is below the wanted percentage, or a named survivor does not exist.
func judge(results []result) error {
	var failures []error
	for _, r := range results {
		if r.killedPercent() < wanted || r.coveredPercent() < wanted {
			failures = append(failures, fmt.Errorf("%s: %.1f %% killed and %.1f %% covered, wanted are %d", r.dir, r.killedPercent(), r.coveredPercent(), wanted))
		}
		if len(r.gone) > 0 {
			failures = append(failures, fmt.Errorf("%s: %d named survivors are not there", r.dir, len(r.gone)))
		}
	}
	return errors.Join(failures...)
}
