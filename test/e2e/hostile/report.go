package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Report is the result of a campaign. It is safe for concurrent use.
type Report struct {
	mutex      sync.Mutex
	Requests   int
	Mutated    int // of the requests
	Failures   int // answers of 500 and above
	Violations int // answers outside the contract
	Taken      int // of them, to requests that the contract refuses
	Statuses   map[int]int
	Found      []string // the first findings
	Operations map[string]*Tally
	Pairs      []string // of operation and role, if requested
	pairs      map[string]bool
}

// Tally is the counts of one operation.
type Tally struct {
	Requests, Successes int
	Total, Slowest      time.Duration
	SlowestCall         string
}

// mostFound is how many failures are reported in full.
const mostFound = 40

// NewReport is one of the given operations, of which nothing has been counted.
func newReport(all []*operation) *Report {
	r := &Report{Statuses: map[int]int{}, Operations: map[string]*Tally{}, pairs: map[string]bool{}}
	for _, o := range all {
		r.Operations[o.id] = &Tally{}
	}
	return r
}

// count counts an answer and its findings.
func (r *Report) count(sent *request, a *answer, wrong []string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.Requests++
	r.Statuses[a.status]++
	if sent.wrong != "" {
		r.Mutated++
	}
	r.pairs[sent.operation.id+" "+sent.as.role()] = true
	tally := r.Operations[sent.operation.id]
	tally.Requests++
	tally.Total += a.took
	if a.took > tally.Slowest {
		tally.Slowest, tally.SlowestCall = a.took, sent.method+" "+shortly(sent.target(), 200)
	}
	if a.isSuccess() && a.operation == sent.operation.id {
		tally.Successes++
	}
	if a.status >= 500 {
		r.Failures++
	}
	if len(wrong) == 0 {
		return
	}
	if a.status < 500 {
		r.Violations++
	}
	if slices.ContainsFunc(wrong, func(one string) bool { return strings.HasPrefix(one, takenAnyway) }) {
		r.Taken++
	}
	if len(r.Found) < mostFound {
		r.Found = append(r.Found, fmt.Sprintf("%s as %s: %s\n  %s", sent.operation.id, sent.as.role(), strings.Join(wrong, "; "), describe(sent, a)))
	}
}

// describe describes a call so that it can be repeated.
func describe(sent *request, a *answer) string {
	header := ""
	for _, name := range slices.Sorted(maps.Keys(sent.header)) {
		header += fmt.Sprintf(" -H %q", name+": "+strings.Join(sent.header[name], ", "))
	}
	return fmt.Sprintf("%s %s%s\n  made wrong: %s\n  body: %q\n  answer: %d in %s %q", sent.method, shortly(sent.target(), 1500), shortly(header, 1000),
		sent.wrong, shortly(string(sent.content()), 1500), a.status, a.took.Round(time.Microsecond), shortly(string(a.content), 1500))
}

func shortly(text string, most int) string {
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// Add adds another campaign's counts.
func (r *Report) Add(other *Report) {
	r.Requests, r.Mutated, r.Failures, r.Violations = r.Requests+other.Requests, r.Mutated+other.Mutated, r.Failures+other.Failures, r.Violations+other.Violations
	r.Taken += other.Taken
	if r.Statuses == nil {
		r.Statuses, r.Operations, r.pairs = map[int]int{}, map[string]*Tally{}, map[string]bool{}
	}
	for status, count := range other.Statuses {
		r.Statuses[status] += count
	}
	for _, pair := range other.Pairs {
		r.pairs[pair] = true
	}
	r.Found = append(r.Found, other.Found...)
	for id, tally := range other.Operations {
		sum := r.Operations[id]
		if sum == nil {
			sum = &Tally{}
			r.Operations[id] = sum
		}
		sum.Requests, sum.Successes, sum.Total = sum.Requests+tally.Requests, sum.Successes+tally.Successes, sum.Total+tally.Total
		if tally.Slowest > sum.Slowest {
			sum.Slowest, sum.SlowestCall = tally.Slowest, tally.SlowestCall
		}
	}
}

// Told is the report in a form that can be written to a file.
func (r *Report) Told() *Report {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.Pairs = sortedNames(r.pairs)
	return r
}

// Without returns the operations without a success, sorted.
func (r *Report) Without() (all []string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for id, tally := range r.Operations {
		if tally.Successes == 0 {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// Slowest is the operation with the slowest answer.
func (r *Report) Slowest() (id string, tally Tally) {
	for name, one := range r.Operations {
		if one.Slowest > tally.Slowest {
			id, tally = name, *one
		}
	}
	return id, tally
}

// String is the summary, without the operations.
func (r *Report) String() string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	id, slowest := r.Slowest()
	succeeded := 0
	for _, tally := range r.Operations {
		if tally.Successes > 0 {
			succeeded++
		}
	}
	statuses := ""
	for _, status := range slices.Sorted(maps.Keys(r.Statuses)) {
		statuses += fmt.Sprintf(" %d×%d", status, r.Statuses[status])
	}
	return fmt.Sprintf("%d requests, %d of them made wrong; %d of %d operations answered with 2xx; %d pairs of operation and role; 5xx %d; outside the contract %d, taken though it refuses them %d; slowest %s %s (%s); statuses%s",
		r.Requests, r.Mutated, succeeded, len(r.Operations), len(r.pairs), r.Failures, r.Violations, r.Taken, id, slowest.Slowest.Round(time.Millisecond), slowest.SlowestCall, statuses)
}

// Table lists every operation: requests, successes, mean and slowest.
func (r *Report) Table() string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var table strings.Builder
	fmt.Fprintf(&table, "%-30s %9s %9s %10s %10s\n", "operation", "requests", "2xx", "mean ms", "slowest ms")
	for _, id := range slices.Sorted(maps.Keys(r.Operations)) {
		tally := r.Operations[id]
		mean := tally.Total.Seconds() * 1000 / float64(max(tally.Requests, 1))
		fmt.Fprintf(&table, "%-30s %9d %9d %10.2f %10.1f\n", id, tally.Requests, tally.Successes, mean, tally.Slowest.Seconds()*1000)
	}
	return table.String()
}

func sortedNames[V any](all map[string]V) []string { return slices.Sorted(maps.Keys(all)) }
