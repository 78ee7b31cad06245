package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// mostShown is how many findings of a kind are shown individually.
const mostShown = 12

// count is how many findings are of a kind.
func (r *result) count(kind string) (number int) {
	for _, one := range r.findings {
		if one.Kind == kind {
			number++
		}
	}
	return number
}

// isClean reports whether nothing is wrong.
func (r *result) isClean() bool { return len(r.findings) == 0 && sum(r.tally.failures) == 0 }

// print writes the table of a run.
func (r *result) print(out io.Writer) {
	row := func(name, format string, arguments ...any) {
		fmt.Fprintf(out, "  %-14s %s\n", name, fmt.Sprintf(format, arguments...))
	}
	fmt.Fprintln(out)
	row("engine", "%s", r.engine)
	row("seed", "%d", r.seed)
	row("seconds", "%.0f", r.took.Seconds())
	row("faults", "%d: %s", sum(r.faults), counts(r.faults))
	row("processes", "%d started", r.starts)
	row("operations", "%d", r.tally.operations)
	row("acknowledged", "%d: %s", sum(r.tally.acknowledged), counts(r.tally.acknowledged))
	row("withdrawals", "%d acknowledged, %d after the clock went forward last", r.tally.withdrawals, r.tally.afterJump)
	row("refused", "%d: %s", sum(r.tally.refused), counts(r.tally.refused))
	row("unknown", "%d (an answer was lost): %s", r.tally.unknown, counts(r.tally.resolved))
	row("repeated", "%d with their keys at the end, answered as then", r.repeated)
	row("events", "%d, each with its receiver", r.events)
	row("500", "%d: %s", sum(r.tally.failures), counts(r.tally.failures))
	row("lost", "%d", r.count(isLost))
	row("done twice", "%d", r.count(isTwice))
	row("broken", "%d", r.count(isBroken))
	shown := map[string]int{}
	for _, one := range r.findings {
		if shown[one.Kind]++; shown[one.Kind] <= mostShown {
			fmt.Fprintf(out, "  ! %s: %s\n", one.Kind, one.Text)
		}
	}
}

// counts formats how often each thing happened.
func counts(of map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		parts = append(parts, fmt.Sprintf("%s %d", strings.TrimSpace(name), of[name]))
	}
	return strings.Join(parts, ", ")
}
