package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// tally counts top-level tests, and failures that no subtest explains.
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
		engine, _, _ := strings.Cut(element, "#") // sqlite#01 is the second with that name
		if tests, isEngine := total.ran[database.Engine(engine)]; isEngine {
			elements[i] = "*" + strings.TrimPrefix(element, engine)
			tests[s.name+" "+strings.Join(elements, "/")] = true
			return
		}
	}
}

// closeRuns prints the sums of the first run, in the given locale, and of the second run, in the other one. It fails
// when tests did, when everything was tested and nothing ran on PostgreSQL, or nothing in a language's locale, and,
// unless each test was to run once, when a test ran on one engine or in one locale only.
func (r request) closeRuns(out io.Writer, first *report, locale string, second *report) error {
	total, again := first.tally(), second.tally()
	var lonely, missing []string
	if !r.racing {
		lonely, missing = total.lonely(), total.missingIn(again)
	}
	for _, name := range lonely {
		fmt.Fprintln(out, "ran on one engine only:", name)
	}
	for _, name := range missing {
		fmt.Fprintf(out, "did not run in the locale %s: %s\n", secondLocale, name)
	}
	for _, failed := range slices.Concat(first.failures, second.failures) {
		fmt.Fprint(out, failed)
	}
	onSQLite, onPostgres := len(total.ran[database.SQLite]), len(total.ran[database.Postgres])
	fmt.Fprintf(out, "\n%d tests ran on sqlite, %d on postgres (%s), %d once more on postgres (%s)\n",
		onSQLite, onPostgres, locale, len(again.ran[database.Postgres]), secondLocale)
	failed := total.failed + again.failed
	fmt.Fprintf(out, "%d passed, %d failed", total.passed+again.passed, failed)
	if skipped := total.skipped + again.skipped; skipped > 0 {
		fmt.Fprintf(out, ", %d skipped", skipped)
	}
	fmt.Fprintln(out)
	switch {
	case failed > 0:
		return fmt.Errorf("%d failed", failed)
	case len(lonely) > 0:
		return fmt.Errorf("%d tests ran on one engine only", len(lonely))
	case len(missing) > 0:
		return fmt.Errorf("%d tests did not run in the locale %s", len(missing), secondLocale)
	case r.wholeHouse && onPostgres == 0:
		return errors.New("no test ran on postgres")
	case r.wholeHouse && !isOfALanguage(locale):
		return fmt.Errorf("the tests ran in the locale %s only: PostgreSQL needs %s or ICU", locale, databasetest.Locale)
	}
	return nil
}

// isOfALanguage distinguishes locales with rules of their own from those that compare bytes.
func isOfALanguage(locale string) bool {
	name, _, _ := strings.Cut(locale, ".")
	return name != "C" && name != "POSIX"
}

// onPostgresIn lists, by package, the tests that ran on PostgreSQL in some packages.
func (r *report) onPostgresIn(packages map[string]bool) map[string][]string {
	tests := map[string][]string{}
	for place := range r.tally().ran[database.Postgres] {
		name, test, _ := strings.Cut(place, " ")
		if packages[name] {
			top, _, _ := strings.Cut(test, "/")
			tests[name] = append(tests[name], top)
		}
	}
	return tests
}

// missingIn lists the tests that run in both locales and ran on PostgreSQL here but not there.
func (total *tally) missingIn(other tally) []string {
	var names []string
	for name := range total.ran[database.Postgres] {
		if in, _, _ := strings.Cut(name, " "); twoLocales[in] && !other.ran[database.Postgres][name] {
			names = append(names, strings.Replace(name, "*", string(database.Postgres), 1))
		}
	}
	slices.Sort(names)
	return names
}

// lonely lists the tests that ran on one engine and not on the other, as package, name and that engine. What a page
// shows does not depend on the engine, so that journeys choose one.
func (total *tally) lonely() []string {
	var names []string
	for engine, other := range map[database.Engine]database.Engine{
		database.SQLite: database.Postgres, database.Postgres: database.SQLite,
	} {
		for name := range maps.Keys(total.ran[engine]) {
			if !total.ran[other][name] && !isJourney(name) {
				names = append(names, strings.Replace(name, "*", string(engine), 1))
			}
		}
	}
	slices.Sort(names)
	return names
}
