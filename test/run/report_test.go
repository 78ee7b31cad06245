package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// conclude feeds events, written as "action package test output", to a report and returns its output and whether it
// failed.
func conclude(t *testing.T, wholeHouse bool, events ...string) (printed string, err error) {
	t.Helper()
	var out bytes.Buffer
	results := record(&out, events...)
	err = request{wholeHouse: wholeHouse}.closeRuns(&out, results, "en_US.UTF-8", newReport(&out, 0))
	return out.String(), err
}

// record feeds events to a report.
func record(out io.Writer, events ...string) *report {
	results := newReport(out, 1)
	for _, line := range events {
		fields := append(strings.SplitN(line, " ", 4), "", "", "")
		var e strings.Builder
		e.WriteString(`{"Action":"` + fields[0] + `","Package":"` + fields[1] + `"`)
		if fields[2] != "" && fields[2] != "-" {
			e.WriteString(`,"Test":"` + fields[2] + `"`)
		}
		e.WriteString(`,"Output":"` + fields[3] + `\n"}` + "\n")
		results.line([]byte(e.String()))
	}
	return results
}

// lastLine is the last line of the report.
func lastLine(printed string) string {
	lines := strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
	return lines[len(lines)-1]
}

func wantLast(t *testing.T, printed, want string) {
	t.Helper()
	if got := lastLine(printed); got != want {
		t.Errorf("the last line is %q, want %q, of:\n%s", got, want, printed)
	}
}

func wantPrinted(t *testing.T, printed, want string) {
	t.Helper()
	if !strings.Contains(printed, want) {
		t.Errorf("not printed: %q, but:\n%s", want, printed)
	}
}

func TestATestOnBothEnginesCountsOncePerEngine(t *testing.T) {
	t.Parallel()
	printed, err := conclude(t, true,
		"run p TestA", "output p TestA said while passing", "run p TestA/sqlite", "run p TestA/postgres",
		"pass p TestA/sqlite", "pass p TestA/postgres", "pass p TestA", "run p TestPlain", "pass p TestPlain", "pass p")
	if err != nil {
		t.Errorf("failed: %v", err)
	}
	wantPrinted(t, printed, "1 tests ran on sqlite, 1 on postgres (en_US.UTF-8), 0 once more on postgres (C)\n")
	wantPrinted(t, printed, "ok    p")
	wantLast(t, printed, "3 passed, 0 failed")
	if strings.Contains(printed, "said while passing") {
		t.Errorf("the output of a passed test was shown:\n%s", printed)
	}
}

func TestAFailedTestIsShownAndCountedWithoutItsParents(t *testing.T) {
	t.Parallel()
	printed, err := conclude(t, true,
		"run p TestA", "run p TestA/sqlite", "run p TestA/postgres", "output p TestA/sqlite the balance is off",
		"pass p TestA/postgres", "fail p TestA/sqlite", "fail p TestA", "fail p")
	if err == nil {
		t.Error("did not fail")
	}
	wantPrinted(t, printed, "--- FAIL: p TestA/sqlite (0.00s)\nthe balance is off\n")
	wantPrinted(t, printed, "failed: p TestA/sqlite\n    the balance is off\nFAIL  p")
	wantLast(t, printed, "1 passed, 1 failed")
}

func TestWhatFailedIsNamedOnceMoreAtTheEndWithoutTheServersLogs(t *testing.T) {
	t.Parallel()
	printed, _ := conclude(t, false,
		"run p TestA", `output p TestA {\"time\":\"a log of a server\"}`, "output p TestA it closed twice", "fail p TestA",
		"run p TestB", "output p - panic: no such thing", "fail p", "run q TestC", "pass q TestC", "pass q")
	_, end, _ := strings.Cut(printed, "ok    q")
	wantPrinted(t, end, "failed: p TestA\n    it closed twice\n")
	wantPrinted(t, end, "failed: p TestB (did not finish)\n    panic: no such thing\n")
	if strings.Contains(end, "a log of a server") {
		t.Errorf("the end repeats logs:\n%s", end)
	}
	wantLast(t, printed, "1 passed, 2 failed")
}

func TestATestThatFailsByItselfBesideItsSubtestsIsCounted(t *testing.T) {
	t.Parallel()
	printed, err := conclude(t, false,
		"run p TestA", "run p TestA/sub", "pass p TestA/sub", "output p TestA after all", "fail p TestA", "fail p")
	if err == nil {
		t.Error("did not fail")
	}
	wantPrinted(t, printed, "after all")
	wantLast(t, printed, "1 passed, 1 failed")
}

func TestATestOnOneEngineOnlyFailsTheRunByName(t *testing.T) {
	t.Parallel()
	printed, err := conclude(t, true,
		"run p TestA", "run p TestA/sqlite", "run p TestA/postgres", "pass p TestA/sqlite", "pass p TestA/postgres", "pass p TestA",
		"run p TestB", "run p TestB/sqlite", "run p TestB/sqlite#01", "run p TestB/postgres",
		"pass p TestB/sqlite", "pass p TestB/sqlite#01", "pass p TestB/postgres", "pass p TestB",
		"run p TestC", "run p TestC/sqlite", "run p TestC/postgres", "pass p TestC/sqlite", "skip p TestC/postgres", "pass p TestC", "pass p")
	if err == nil {
		t.Error("did not fail")
	}
	wantPrinted(t, printed, "ran on one engine only: p TestB/sqlite#01\n")
	wantPrinted(t, printed, "ran on one engine only: p TestC/sqlite\n")
	wantPrinted(t, printed, "4 tests ran on sqlite, 2 on postgres (en_US.UTF-8), ")
	wantLast(t, printed, "6 passed, 0 failed, 1 skipped")
}

func TestAHouseWithoutTestsOnPostgresFailsTheRun(t *testing.T) {
	t.Parallel()
	events := []string{"run p TestA", "pass p TestA", "pass p"}
	if _, err := conclude(t, true, events...); err == nil {
		t.Error("the whole house did not fail")
	}
	if _, err := conclude(t, false, events...); err != nil {
		t.Errorf("chosen packages failed: %v", err)
	}
}

func TestAPackageThatDoesNotBuildIsShownAndCounted(t *testing.T) {
	t.Parallel()
	printed, err := conclude(t, false,
		`build-output  - ./x.go:3:1: undefined: y`, "build-fail ", "start p", "output p - FAIL p [build failed]", "fail p")
	if err == nil {
		t.Error("did not fail")
	}
	wantPrinted(t, printed, "undefined: y")
	wantLast(t, printed, "0 passed, 1 failed")
}

func TestTestsThatDiedWithTheirProcessAreShownAndCounted(t *testing.T) {
	t.Parallel()
	printed, err := conclude(t, false,
		"run p TestA", "run p TestA/sqlite", "output p TestA/sqlite where it hung",
		"run p TestB", "pass p TestB", "output p - panic: test timed out", "fail p")
	if err == nil {
		t.Error("did not fail")
	}
	wantPrinted(t, printed, "TestA/sqlite (did not finish)\nwhere it hung\n")
	wantPrinted(t, printed, "panic: test timed out")
	wantLast(t, printed, "1 passed, 1 failed")
}

func TestAProcessThatDiesWithoutAFailedTestIsCounted(t *testing.T) {
	t.Parallel()
	printed, err := conclude(t, false, "run p TestA", "pass p TestA", "output p - exit status 2", "fail p")
	if err == nil {
		t.Error("did not fail")
	}
	wantPrinted(t, printed, "exit status 2")
	wantLast(t, printed, "1 passed, 1 failed")
}

func TestWhatIsNotAnEventIsShownAsItIs(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	newReport(&out, 0).line([]byte("warning: something\n"))
	wantLast(t, out.String(), "warning: something")
}

func TestPackagesAreToldFromFlags(t *testing.T) {
	t.Parallel()
	for argument, want := range map[string]bool{
		"./...": true, ".": true, "bourse/internal/money": true, "-run": false, "TestA": false, "": false,
	} {
		if got := isPackage(argument); got != want {
			t.Errorf("isPackage(%q) is %t", argument, got)
		}
	}
}

func TestATestOfTheHouseMustRunInBothLocales(t *testing.T) {
	t.Parallel()
	first := []string{"run bourse/internal/education TestA", "run bourse/internal/education TestA/sqlite", "run bourse/internal/education TestA/postgres",
		"pass bourse/internal/education TestA/sqlite", "pass bourse/internal/education TestA/postgres", "pass bourse/internal/education TestA", "pass bourse/internal/education"}
	second := []string{"run bourse/internal/education TestA", "run bourse/internal/education TestA/postgres",
		"pass bourse/internal/education TestA/postgres", "pass bourse/internal/education TestA", "pass bourse/internal/education"}
	var out bytes.Buffer
	if err := (request{wholeHouse: true}).closeRuns(&out, record(&out, first...), "en_US.UTF-8", record(&out, second...)); err != nil {
		t.Errorf("failed: %v", err)
	}
	wantPrinted(t, out.String(), "1 tests ran on sqlite, 1 on postgres (en_US.UTF-8), 1 once more on postgres (C)\n")
	wantLast(t, out.String(), "3 passed, 0 failed")
	out.Reset()
	if err := (request{wholeHouse: true}).closeRuns(&out, record(&out, first...), "en_US.UTF-8", newReport(&out, 0)); err == nil {
		t.Error("a test that did not run in the second locale did not fail the run")
	}
	wantPrinted(t, out.String(), "did not run in the locale C: bourse/internal/education TestA/postgres\n")
	if err := (request{wholeHouse: true}).closeRuns(&out, record(&out, first...), "C.UTF-8", record(&out, second...)); err == nil {
		t.Error("a server that compares bytes did not fail the run")
	}
	if err := (request{}).closeRuns(&out, record(&out, first...), "C.UTF-8", record(&out, second...)); err != nil {
		t.Errorf("chosen packages failed: %v", err)
	}
}

func TestTheSecondRunTakesTheTestsOfTheHouseThatRanOnPostgres(t *testing.T) {
	t.Parallel()
	results := record(io.Discard, "run bourse/internal/education TestA", "run bourse/internal/education TestA/case/postgres", "pass bourse/internal/education TestA/case/postgres",
		"run bourse/internal/education TestPlain", "pass bourse/internal/education TestPlain",
		"run bourse/test/e2e/x TestB", "run bourse/test/e2e/x TestB/postgres", "pass bourse/test/e2e/x TestB/postgres")
	if got, want := strings.Join(selection(results.onPostgresIn(twoLocales)), " "), "-run ^(TestA)$ bourse/internal/education"; got != want {
		t.Errorf("selected %q, want %q", got, want)
	}
}
