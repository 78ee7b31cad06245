package main

import (
	"strings"
	"testing"
	"time"
)

func TestTheTableSaysWhichTargetsAreMet(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	table := &report{out: &out}
	table.addComparison("just fast enough", comparison{
		ours: []float64{60, 10, 90}, bare: []float64{100, 100, 100}, ratios: []float64{0.6, 0.1, 0.9},
	}, 0.6)
	table.addComparison("too slow", comparison{
		ours: []float64{59}, bare: []float64{100}, ratios: []float64{0.59},
	}, 0.6)
	table.addDuration("quick", []time.Duration{time.Minute, time.Millisecond, time.Millisecond}, time.Second)
	table.addDuration("late", []time.Duration{time.Second}, time.Second)
	table.add(result{name: "without a target", ours: "1"})
	if missed := table.summary(); missed != 2 {
		t.Errorf("%d targets are missed, want 2", missed)
	}
	for line := range strings.Lines(out.String()) {
		wantMissed := strings.Contains(line, "too slow") || strings.Contains(line, "late")
		if got := strings.Contains(line, "MISSED"); got != wantMissed {
			t.Errorf("the line says MISSED: %v, want %v: %s", got, wantMissed, line)
		}
	}
	if want := "0.60 (0.10–0.90)"; !strings.Contains(out.String(), want) {
		t.Errorf("there is no %q in:\n%s", want, out.String())
	}
}

func TestOnlyTheNamedAreasAreMeasured(t *testing.T) {
	t.Parallel()
	if chosen, err := chooseAreas(""); err != nil || len(chosen) != len(areas) {
		t.Errorf("an empty list chooses %d areas: %v", len(chosen), err)
	}
	if chosen, err := chooseAreas("memory,me"); err != nil || len(chosen) != 2 || chosen[0].name != "memory" || chosen[1].name != "me" {
		t.Errorf("memory,me chooses %v: %v", chosen, err)
	}
	if _, err := chooseAreas("me,nothing"); err == nil {
		t.Error("an area that is not there was found")
	}
}
