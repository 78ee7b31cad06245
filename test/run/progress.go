package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// longest is how many of the running tests of a package are named.
const longest = 3

// progress reports the progress of the run: how many packages are done, and of those in progress how many tests, and
// which have been running the longest. Failures are repeated each time, so that a reader of a part of the output need
// not look for them.
func (r *report) progress(now time.Time) {
	fmt.Fprintf(r.out, "%s after %s: %d of %d packages done\n", strings.Repeat(".", 5), now.Sub(r.begun).Round(time.Second), r.done, r.wanted)
	for _, s := range r.underWay() {
		fmt.Fprintf(r.out, "        %s: %d tests done%s\n", s.name, s.ended(), s.running(now))
	}
	for _, one := range r.failures {
		fmt.Fprintf(r.out, "        failed: %s\n%s\n", one.name, one.gist)
	}
}

// underWay lists the packages whose tests have started and not ended, by name.
func (r *report) underWay() []*suite {
	var all []*suite
	for _, s := range r.packages {
		if !s.done {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *suite) int { return cmp.Compare(a.name, b.name) })
	return all
}

// ended counts the top-level tests that have an outcome.
func (s *suite) ended() int {
	count := 0
	for name, t := range s.tests {
		if t.outcome != "" && s.isLeaf(name) {
			count++
		}
	}
	return count
}

// running names the tests that have been running the longest, except those that only wait for a subtest.
func (s *suite) running(now time.Time) string {
	var names []string
	for name, t := range s.tests {
		if t.isRunning() && !s.hasDescendant(name, (*test).isRunning) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(s.tests[a].since.Compare(s.tests[b].since), cmp.Compare(a, b))
	})
	text := ""
	for i, name := range names {
		if i == longest {
			text += fmt.Sprintf(" and %d more", len(names)-longest)
			break
		}
		text += fmt.Sprintf(", %s for %s", name, now.Sub(s.tests[name].since).Round(time.Second))
	}
	if text == "" {
		return ""
	}
	return "; running" + strings.TrimPrefix(text, ",")
}

// isRunning reports whether a test has started, has no outcome and is not paused.
func (t *test) isRunning() bool { return !t.since.IsZero() && t.outcome == "" }
