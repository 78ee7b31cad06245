package kit

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"
)

// Result is one line of the table.
type Result struct {
	Name     string
	Ours     string
	Baseline string // empty if there is nothing to compare with
	Ratio    string
	Note     string
	Target   string // empty if the figure is only informational
	Met      bool
}

// Report prints results as they come and counts the targets.
type Report struct {
	out         io.Writer
	met, missed int
	results     []Result // of the current area
}

// NewReport prints to out.
func NewReport(out io.Writer) *Report { return &Report{out: out} }

const tableRow = "  %-34s %14s %14s  %-18s %-10s %-7s %s\n"

// Heading starts the lines of an area.
func (r *Report) Heading(of Area) {
	r.results = nil
	fmt.Fprintf(r.out, "\n%s: %s\n", of.Name, of.About)
	fmt.Fprintf(r.out, tableRow, "", "bourse", "bare", "ratio (range)", "target", "", "")
}

// Results are the lines since the last heading.
func (r *Report) Results() []Result { return slices.Clone(r.results) }

// Add prints a line.
func (r *Report) Add(result Result) {
	r.results = append(r.results, result)
	verdict := ""
	switch {
	case result.Target == "":
	case result.Met:
		verdict = "met"
		r.met++
	default:
		verdict = "MISSED"
		r.missed++
	}
	fmt.Fprintf(r.out, tableRow, result.Name, result.Ours, result.Baseline, result.Ratio, result.Target, verdict, result.Note)
}

// AddComparison reports a comparison of throughput, with the minimum of its median ratio.
func (r *Report) AddComparison(name string, compared Comparison, atLeast float64) {
	r.Add(compared.Result(name, atLeast, compared.ProcessorTime()))
}

// AddDuration reports the median of some durations, with its limit.
func (r *Report) AddDuration(name string, durations []time.Duration, below time.Duration) {
	middle := Median(durations)
	r.Add(Result{
		Name:   name,
		Ours:   middle.Round(time.Millisecond).String(),
		Target: "< " + below.String(),
		Met:    middle < below,
		Note: fmt.Sprintf("median of %d, %s–%s", len(durations),
			slices.Min(durations).Round(time.Millisecond), slices.Max(durations).Round(time.Millisecond)),
	})
}

// AddMemory reports bytes of memory, with their limit.
func (r *Report) AddMemory(name string, bytes, below int64, note string) {
	r.Add(Result{Name: name, Ours: Mebibytes(bytes), Target: "< " + Mebibytes(below), Met: bytes < below, Note: note})
}

// Summary prints how many targets were met and returns how many were not.
func (r *Report) Summary() (missed int) {
	fmt.Fprintf(r.out, "\n%d targets met, %d missed\n", r.met, r.missed)
	return r.missed
}

// Median of at least one value; of an even number, the lower one of the two in the middle.
func Median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}

// Spread is the median of some ratios with their minimum and maximum.
func Spread(ratios []float64) string {
	return fmt.Sprintf("%.2f (%.2f–%.2f)", Median(ratios), slices.Min(ratios), slices.Max(ratios))
}

// PerSecond writes a rate.
func PerSecond(rate float64) string { return fmt.Sprintf("%.0f/s", rate) }

// Mebibytes writes an amount of memory.
func Mebibytes(bytes int64) string { return fmt.Sprintf("%.0f MiB", float64(bytes)/(1<<20)) }

// Micros is a duration in microseconds.
func Micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
