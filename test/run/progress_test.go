package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var begun = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// at is an event of a test at a number of seconds after the start.
func at(seconds int, action, name, test string) string {
	moment := begun.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339)
	text := `{"Time":"` + moment + `","Action":"` + action + `","Package":"` + name + `"`
	if test != "" {
		text += `,"Test":"` + test + `"`
	}
	return text + "}\n"
}

func TestProgressTellsHowFarItIsAndWhatRunsTheLongest(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	results := newReport(&out, 3)
	results.begun = begun
	for _, line := range []string{
		at(0, "start", "p", ""), at(0, "run", "p", "TestA"), at(1, "pass", "p", "TestA"), at(1, "pass", "p", ""),
		at(2, "start", "q", ""), at(2, "run", "q", "TestDone"), at(3, "pass", "q", "TestDone"),
		at(3, "run", "q", "TestB"), at(3, "run", "q", "TestB/sqlite"), at(4, "run", "q", "TestB/postgres"),
		at(5, "run", "q", "TestLater"), at(5, "pause", "q", "TestLater"), // is paused
		at(6, "run", "q", "TestC"), at(6, "pause", "q", "TestC"), at(10, "cont", "q", "TestC"),
	} {
		results.line([]byte(line))
	}
	results.progress(begun.Add(30 * time.Second))
	wantPrinted(t, out.String(), "begin p\nok    p 0.0s (1 of 3)\nbegin q\n")
	wantPrinted(t, out.String(), "..... after 30s: 1 of 3 packages done\n"+
		"        q: 1 tests done; running TestB/sqlite for 27s, TestB/postgres for 26s, TestC for 20s\n")
	results.line([]byte(at(31, "run", "q", "TestD")))
	results.progress(begun.Add(60 * time.Second))
	wantPrinted(t, out.String(), "TestC for 50s and 1 more\n")
	results.line([]byte(`{"Action":"output","Package":"q","Test":"TestD","Output":"it closed twice\n"}`))
	results.line([]byte(at(61, "fail", "q", "TestD")))
	results.progress(begun.Add(90 * time.Second))
	results.progress(begun.Add(120 * time.Second))
	if told := strings.Count(out.String(), "        failed: q TestD\n    it closed twice\n"); told != 2 {
		t.Errorf("what failed was told %d times, want each time:\n%s", told, out.String())
	}
}

func TestBlackBoxTestsRunBesideTheOthersWithoutTheRaceDetector(t *testing.T) {
	t.Parallel()
	flags, packages, err := split(t.Context(), []string{"-run", "TestA", "bourse/test/run", "bourse/internal/app", "bourse/test/e2e/...", "bourse/internal/oas"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(flags, " "); got != "-run TestA" {
		t.Errorf("the flags are %q", got)
	}
	if slices.Contains(packages, "bourse/internal/oas") || slices.Index(packages, "bourse/test/e2e/operations") > slices.Index(packages, "bourse/test/run") {
		t.Errorf("the packages are %v, want none without tests and those with the most to test first", packages)
	}
	runs := runsOf(flags, packages)
	racing := runs[0].arguments
	if !slices.Contains(racing, "-race") || !slices.Equal(racing[len(racing)-4:], []string{"-run", "TestA", "bourse/internal/app", "bourse/test/run"}) {
		t.Errorf("the first run is %v, want everything that may race, the most to test first", racing)
	}
	for _, run := range runs[1:] { // separately, so that two of them can run at the same time
		if len(run.arguments) != 3 || !isBlackBox(run.arguments[2]) || run.packages != 1 {
			t.Errorf("a run is %v, want one black-box package without the race detector", run)
		}
	}
	if want := len(packages) - 1; len(runs) != want {
		t.Errorf("there are %d runs of %d packages, want %d", len(runs), len(packages), want)
	}
	if alone := runsOf(nil, []string{"bourse/internal/app"}); len(alone) != 1 {
		t.Errorf("one package makes the runs %v", alone)
	}
	if _, _, err := split(t.Context(), []string{"bourse/nowhere"}); err == nil {
		t.Error("a package that does not exist is listed")
	}
}

func TestWhatOnlyCalculatesStartsNothing(t *testing.T) {
	t.Parallel()
	starts := regexp.MustCompile(`(?m)^\s*(go (func\b|\w+[.(])|\S+\.Go\()`)
	for name := range onlyCalculates {
		files, _ := filepath.Glob(filepath.Join("..", "..", strings.TrimPrefix(name, "bourse/"), "*.go")) // the pattern is valid
		if len(files) == 0 {
			t.Errorf("there is no package %s", name)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") && starts.Match(content) {
				t.Errorf("%s starts a goroutine: its tests need the race detector", file)
			}
		}
	}
	if runs := runsOf(nil, []string{"bourse/internal/money", "bourse/internal/app"}); len(runs) != 2 || slices.Contains(runs[1].arguments, "-race") {
		t.Errorf("a package that calculates and one that does not make the runs %v", runs)
	}
}

func TestABinaryThatCannotBeBuiltFailsTheRunAndLeavesNothing(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := buildBinaries(ctx, &bytes.Buffer{}); err == nil {
		t.Error("nothing was built and nobody was told")
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "*")); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
}
