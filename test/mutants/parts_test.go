package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestQuickTestsAreAskedFirstAndNoneIsLeftOut(t *testing.T) {
	t.Parallel()
	said := "=== RUN   TestSlow\n--- PASS: TestSlow (4.50s)\n--- PASS: TestQuick (0.00s)\n    --- PASS: TestQuick/part (0.00s)\n" +
		"--- SKIP: TestSkipped (0.00s)\n--- PASS: ExampleRate (0.02s)\n--- PASS: TestFair (0.30s)\nPASS\n"
	times := readTimes([]byte(said))
	want := []testTime{{"TestSlow", 4500 * time.Millisecond}, {"TestQuick", 0}, {"ExampleRate", 20 * time.Millisecond}, {"TestFair", 300 * time.Millisecond}}
	if diff := cmp.Diff(want, times); diff != "" {
		t.Error(diff)
	}
	choices := []string{"-test.run=^(TestQuick|ExampleRate)$", "-test.run=^(TestFair)$", "-test.skip=^(TestQuick|ExampleRate|TestFair)$"}
	if diff := cmp.Diff(choices, split(times)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"-test.skip=^()$"}, split(nil)); diff != "" {
		t.Error(diff)
	}
}
