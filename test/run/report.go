package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// event is one line of `go test -json`.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64
	Time    time.Time
}

// report follows the tests: it prints a line when a package starts and ends, and the output of failed tests and
// builds.
type report struct {
	out      io.Writer
	begun    time.Time
	wanted   int // packages
	done     int
	packages map[string]*suite
	failures []failure
}

// failure is repeated when its package ends and at the end of the report, where people look first.
type failure struct {
	name string // package and test
	gist string // the first lines of its output
}

func (f failure) String() string { return fmt.Sprintf("\nfailed: %s\n%s\n", f.name, f.gist) }

// suite is one package under test.
type suite struct {
	name   string
	done   bool
	tests  map[string]*test
	output bytes.Buffer // output of no particular test
	failed bool

	elapsed float64 // seconds, as in test
}

// test is a test or subtest. Its outcome is empty until it ends, and stays so when its process dies.
type test struct {
	outcome string // pass, fail or skip
	output  bytes.Buffer
	since   time.Time // when it started running; zero while it is paused
	elapsed float64   // seconds, without pauses
}

// newReport follows the tests of this many packages.
func newReport(out io.Writer, packages int) *report {
	return &report{out: out, begun: time.Now(), wanted: packages, packages: map[string]*suite{}}
}

// line handles one line of go test's output. A line that is not an event is printed as is.
func (r *report) line(line []byte) {
	var e event
	if err := json.Unmarshal(line, &e); err != nil {
		r.out.Write(line)
		return
	}
	switch {
	case e.Action == "build-output":
		io.WriteString(r.out, e.Output)
	case e.Package == "": // build-fail: the package that needed the build fails too
	case e.Test == "":
		r.packageEvent(r.suite(e.Package), e)
	default:
		r.testEvent(r.suite(e.Package), e)
	}
}

func (r *report) suite(name string) *suite {
	if r.packages[name] == nil {
		r.packages[name] = &suite{name: name, tests: map[string]*test{}}
	}
	return r.packages[name]
}

func (r *report) testEvent(s *suite, e event) {
	if s.tests[e.Test] == nil {
		s.tests[e.Test] = &test{}
	}
	t := s.tests[e.Test]
	t.elapsed = max(t.elapsed, e.Elapsed)
	switch e.Action {
	case "run", "cont":
		t.since = e.Time
	case "pause":
		t.since = time.Time{}
	case "output":
		if !isFraming(e.Output) {
			t.output.WriteString(e.Output)
		}
	case "pass", "skip":
		t.outcome = e.Action
		t.output.Reset()
	case "fail":
		t.outcome = e.Action
		// A test that failed only because of a subtest has no output of its own.
		if t.output.Len() > 0 || s.isOwnFailure(e.Test) {
			fmt.Fprintf(r.out, "--- FAIL: %s %s (%.2fs)\n%s", s.name, e.Test, e.Elapsed, t.output.String())
			r.failures = append(r.failures, failure{name: s.name + " " + e.Test, gist: gist(t.output.String())})
		}
		t.output.Reset()
	}
}

func (r *report) packageEvent(s *suite, e event) {
	s.elapsed = max(s.elapsed, e.Elapsed)
	switch e.Action {
	case "start":
		fmt.Fprintf(r.out, "begin %s\n", s.name)
	case "output":
		if !isFraming(e.Output) {
			s.output.WriteString(e.Output)
		}
	case "pass", "skip":
		s.done = true
		r.done++
		if len(s.tests) > 0 {
			fmt.Fprintf(r.out, "ok    %s %.1fs (%d of %d)\n", s.name, e.Elapsed, r.done, r.wanted)
		}
	case "fail":
		s.done, s.failed = true, true
		r.done++
		for _, name := range s.unfinished() {
			fmt.Fprintf(r.out, "--- FAIL: %s %s (did not finish)\n%s", s.name, name, s.tests[name].output.String())
			r.failures = append(r.failures, failure{name: s.name + " " + name + " (did not finish)", gist: gist(s.output.String())})
		}
		if !slices.ContainsFunc(r.failures, func(one failure) bool { return strings.HasPrefix(one.name, s.name+" ") }) {
			r.failures = append(r.failures, failure{name: s.name, gist: gist(s.output.String())})
		}
		r.out.Write(s.output.Bytes())
		for _, one := range r.failures { // the tests' output may be far above, among the logs of servers
			if strings.HasPrefix(one.name+" ", s.name+" ") {
				fmt.Fprint(r.out, one)
			}
		}
		fmt.Fprintf(r.out, "FAIL  %s %.1fs (%d of %d)\n", s.name, e.Elapsed, r.done, r.wanted)
	}
}

// gist is the beginning of a failed test's output, without its servers' logs.
func gist(output string) string {
	const lines, width = 6, 300
	var kept []string
	for line := range strings.Lines(output) {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "{") {
			continue
		}
		if len(kept) == lines {
			break
		}
		kept = append(kept, "    "+strings.ToValidUTF8(text[:min(len(text), width)], ""))
	}
	return strings.Join(kept, "\n")
}

// isFraming recognizes the lines that announce tests and packages, which the report words itself.
func isFraming(line string) bool {
	text := strings.TrimSpace(line)
	for _, start := range []string{"=== ", "--- PASS", "--- FAIL", "--- SKIP", "ok  \t", "FAIL\t", "?   \t", "coverage:"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return text == "PASS" || text == "FAIL" || text == ""
}

// unfinished lists the tests without an outcome when the package ended, except those that only waited for an
// unfinished subtest.
func (s *suite) unfinished() []string {
	var names []string
	for name, t := range s.tests {
		if t.outcome == "" && !s.hasDescendant(name, func(sub *test) bool { return sub.outcome == "" }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// isOwnFailure reports whether the test itself failed and not a subtest.
func (s *suite) isOwnFailure(name string) bool {
	return !s.hasDescendant(name, func(sub *test) bool { return sub.outcome == "fail" || sub.outcome == "" })
}

func (s *suite) isLeaf(name string) bool {
	return !s.hasDescendant(name, func(*test) bool { return true })
}

func (s *suite) hasDescendant(name string, matches func(*test) bool) bool {
	for other, t := range s.tests {
		if strings.HasPrefix(other, name+"/") && matches(t) {
			return true
		}
	}
	return false
}
