package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bourse/internal/database"
)

// tally counts what is worth counting: tests without subtests, and failures that no subtest explains.
type tally struct {
	passed, failed, skipped int
	// ran holds, for every engine, the tests that ran on it, named without the engine.
	ran map[database.Engine]map[string]bool
}

// failed reports whether anything failed so far.
func (r *report) failed() bool { return r.tally().failed > 0 }

func (r *report) tally() tally {
	total := tally{ran: map[database.Engine]map[string]bool{database.SQLite: {}, database.Postgres: {}}}
	for _, s := range r.packages {
		failedBefore := total.failed
		for name, t := range s.tests {
			total.count(s, name, t)
		}
		if (s.failed || !s.done) && total.failed == failedBefore {
			total.failed++ // the package itself: it did not build, or its process died
		}
	}
	return total
}

func (total *tally) count(s *suite, name string, t *test) {
	leaf := s.isLeaf(name)
	switch {
	case t.outcome == "pass" && leaf:
		total.passed++
	case t.outcome == "skip" && leaf:
		total.skipped++
		return // it did not run on its engine
	case t.outcome == "fail" && s.isOwnFailure(name), t.outcome == "" && leaf:
		total.failed++
	}
	if !leaf {
		return
	}
	elements := strings.Split(name, "/")
	for i, element := range elements {
		engine, _, _ := strings.Cut(element, "#") // sqlite#01 is the second of that name
		if tests, isEngine := total.ran[database.Engine(engine)]; isEngine {
			elements[i] = "*" + strings.TrimPrefix(element, engine)
			tests[s.name+" "+strings.Join(elements, "/")] = true
			return
		}
	}
}

// close prints the sums and fails when the tests did, when a test ran on one engine only, and when the
// whole house was tested and nothing ran on PostgreSQL.
func (r *report) close(wholeHouse bool) error {
	total := r.tally()
	lonely := total.lonely()
	for _, name := range lonely {
		fmt.Fprintln(r.out, "ran on one engine only:", name)
	}
	onSQLite, onPostgres := len(total.ran[database.SQLite]), len(total.ran[database.Postgres])
	fmt.Fprintf(r.out, "\n%d tests ran on sqlite, %d on postgres\n", onSQLite, onPostgres)
	fmt.Fprintf(r.out, "%d passed, %d failed", total.passed, total.failed)
	if total.skipped > 0 {
		fmt.Fprintf(r.out, ", %d skipped", total.skipped)
	}
	fmt.Fprintln(r.out)
	switch {
	case total.failed > 0:
		return fmt.Errorf("%d failed", total.failed)
	case len(lonely) > 0:
		return fmt.Errorf("%d tests ran on one engine only", len(lonely))
	case wholeHouse && onPostgres == 0:
		return errors.New("no test ran on postgres")
	}
	return nil
}

// lonely lists the tests that ran on one engine and not on the other, as package, name and that engine.
func (total *tally) lonely() []string {
	var names []string
	for engine, other := range map[database.Engine]database.Engine{
		database.SQLite: database.Postgres, database.Postgres: database.SQLite,
	} {
		for name := range maps.Keys(total.ran[engine]) {
			if !total.ran[other][name] {
				names = append(names, strings.Replace(name, "*", string(engine), 1))
			}
		}
	}
	slices.Sort(names)
	return names
}
