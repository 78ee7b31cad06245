package main

import (
	"os"
	"path/filepath"
	"testing"

	"bourse/bench/page"
)

func TestOnlyTheNamedAreasAreMeasured(t *testing.T) {
	t.Parallel()
	if chosen, err := chooseAreas(""); err != nil || len(chosen) != len(areas) {
		t.Errorf("an empty list chooses %d areas: %v", len(chosen), err)
	}
	if chosen, err := chooseAreas("memory,me"); err != nil || len(chosen) != 2 || chosen[0].Name != "memory" || chosen[1].Name != "me" {
		t.Errorf("memory,me chooses %d areas: %v", len(chosen), err)
	}
	if _, err := chooseAreas("me,nothing"); err == nil {
		t.Error("an area that is not there was found")
	}
}

func TestThePageIsWhatWasKept(t *testing.T) {
	t.Parallel()
	kept := page.Folder("../docs")
	all, err := kept.Read(names())
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile("../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	if page.Text(all) != string(content) {
		t.Error("docs/benchmarks.md is stale: go run ./bench -render")
	}
	files, err := filepath.Glob("../docs/benchmarks/*.json")
	if err != nil || len(files) != len(all) {
		t.Errorf("%d files are kept, of which %d are of areas: %v", len(files), len(all), err)
	}
}
