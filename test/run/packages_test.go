package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestThePackagesWithTheMostToTestComeFirst(t *testing.T) {
	t.Parallel()
	wanted, err := read(t.Context(), []string{"-record", "file", "-run", "TestA", "bourse/test/run", "bourse/internal/app", "bourse/test/e2e/...", "bourse/internal/oas"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(wanted.flags, " "); got != "-run TestA" || wanted.record != "file" || wanted.racing || wanted.wholeHouse {
		t.Errorf("the arguments are read as %+v", wanted)
	}
	if slices.Contains(wanted.packages, "bourse/internal/oas") ||
		slices.Index(wanted.packages, "bourse/test/e2e/operations") > slices.Index(wanted.packages, "bourse/test/run") {
		t.Errorf("the packages are %v, want none without tests and those with the most to test first", wanted.packages)
	}
	if _, _, err := split(t.Context(), []string{"bourse/nowhere"}, false); err == nil {
		t.Error("a package that does not exist is listed")
	}
}

func TestJourneysAreTestedOnRequestAndSharedStateWithTheRaceDetector(t *testing.T) {
	t.Parallel()
	whole, err := read(t.Context(), []string{"-v"})
	if err != nil || !whole.wholeHouse || slices.ContainsFunc(whole.packages, isJourney) || !slices.Contains(whole.packages, "bourse/test/e2e/trading") {
		t.Errorf("everything is %+v (%v), want it without journeys", whole, err)
	}
	racing, err := read(t.Context(), []string{"-race"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"bourse/internal/worker": true, "bourse/internal/database": true, "bourse/internal/education": true, raceRoom: true, "bourse/sdk/go": true,
		"bourse/internal/money": false, "bourse/internal/stats": false, "bourse/test/e2e/trading": false, "bourse/internal/architecture": false,
	} {
		if got := slices.Contains(racing.packages, name); got != want {
			t.Errorf("whether %s is tested with the race detector: %t, want %t", name, got, want)
		}
	}
	for name := range onBothEngines {
		if !slices.Contains(racing.packages, name) {
			t.Errorf("%s is to be tested on both engines, but there is no such package that shares state", name)
		}
	}
}

func TestABinaryThatCannotBeBuiltFailsTheRunAndLeavesNothing(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := buildBinary(ctx, nil); err == nil {
		t.Error("nothing was built and nobody was told")
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "*")); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
}
