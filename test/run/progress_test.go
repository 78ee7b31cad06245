package main

import (
	"bytes"
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
