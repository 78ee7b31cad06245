package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"
)

// result is one line of the table.
type result struct {
	name     string
	ours     string
	baseline string // empty when there is nothing to compare with
	ratio    string
	note     string
	target   string // empty when the figure is only for information
	met      bool
}

// report prints results as they come and counts the targets.
type report struct {
	out         io.Writer
	met, missed int
}

const tableRow = "  %-34s %14s %14s  %-18s %-10s %-7s %s\n"

func (t *report) heading(of area) {
	fmt.Fprintf(t.out, "\n%s: %s\n", of.name, of.about)
	fmt.Fprintf(t.out, tableRow, "", "bourse", "bare", "ratio (range)", "target", "", "")
}

func (t *report) add(one result) {
	verdict := ""
	switch {
	case one.target == "":
	case one.met:
		verdict = "met"
		t.met++
	default:
		verdict = "MISSED"
		t.missed++
	}
	fmt.Fprintf(t.out, tableRow, one.name, one.ours, one.baseline, one.ratio, one.target, verdict, one.note)
}

// addComparison reports a comparison of throughput whose median ratio must be at least so much.
func (t *report) addComparison(name string, compared comparison, atLeast float64) {
	middle := median(compared.ratios)
	t.add(result{
		name:     name,
		ours:     fmt.Sprintf("%.0f/s", median(compared.ours)),
		baseline: fmt.Sprintf("%.0f/s", median(compared.bare)),
		ratio:    fmt.Sprintf("%.2f (%.2f–%.2f)", middle, slices.Min(compared.ratios), slices.Max(compared.ratios)),
		target:   fmt.Sprintf("≥ %.2f", atLeast),
		met:      middle >= atLeast,
		note:     compared.processorTime(),
	})
}

// addDuration reports the median of some durations, which must be below a limit.
func (t *report) addDuration(name string, measured []time.Duration, below time.Duration) {
	middle := median(measured)
	t.add(result{
		name:   name,
		ours:   middle.Round(time.Millisecond).String(),
		target: "< " + below.String(),
		met:    middle < below,
		note: fmt.Sprintf("median of %d, %s–%s", len(measured),
			slices.Min(measured).Round(time.Millisecond), slices.Max(measured).Round(time.Millisecond)),
	})
}

// summary prints how many targets were met and returns how many were not.
func (t *report) summary() (missed int) {
	fmt.Fprintf(t.out, "\n%d targets met, %d missed\n", t.met, t.missed)
	return t.missed
}

// median of at least one value; of an even number, the lower one of the two in the middle.
func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}
