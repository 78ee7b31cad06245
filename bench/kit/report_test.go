package kit_test

import (
	"strings"
	"testing"
	"time"

	"bourse/bench/kit"
)

func TestTheTableSaysWhichTargetsAreMet(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	table := kit.NewReport(&out)
	table.AddComparison("just fast enough", kit.Comparison{
		Ours: []float64{60, 10, 90}, Bare: []float64{100, 100, 100}, Ratios: []float64{0.6, 0.1, 0.9},
	}, 0.6)
	table.AddComparison("too slow", kit.Comparison{
		Ours: []float64{59}, Bare: []float64{100}, Ratios: []float64{0.59},
	}, 0.6)
	table.AddDuration("quick", []time.Duration{time.Minute, time.Millisecond, time.Millisecond}, time.Second)
	table.AddDuration("late", []time.Duration{time.Second}, time.Second)
	table.Add(kit.Result{Name: "without a target", Ours: "1"})
	if missed := table.Summary(); missed != 2 {
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
