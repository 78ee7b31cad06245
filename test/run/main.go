// Command run tests everything, on a machine that may have nothing but Go: `make test` on both database engines,
// `make race` with the race detector, and `make journeys` what needs Node or a browser.
//
//	go run ./test/run [-race] [-record FILE] [arguments of go test, such as packages]
//
// It makes sure that there are PostgreSQL, PgBouncer, the locale en_US.UTF-8 and the tools to make a disk, and, for those
// who need them, a C compiler, a Chromium and the commands of the guides. It builds the binary for the black-box tests,
// starts one throw-away PostgreSQL cluster for all packages, reports progress and failures as they happen, and ends
// with what took longest, how many tests ran on each engine and a line "N passed, M failed". Texts compare there as on
// most databases of the world, by the rules of English; the packages that search texts are run once more on databases
// of the locale C. It fails when a test failed, when a test ran on one engine or, in those packages, in one locale
// only, and when everything was tested and nothing ran on PostgreSQL. With the race detector each test of the packages
// that share state runs once, most of them on PostgreSQL only.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/bourse"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == measured {
		os.Exit(measure(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "test:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, arguments []string, out io.Writer) (err error) {
	wanted, err := read(ctx, arguments)
	if err != nil {
		return err
	}
	if err := wanted.ensureTools(ctx); err != nil {
		return err
	}
	records, err := startRecords()
	if err != nil {
		return err
	}
	defer os.Remove(records)
	url, stop, err := ensurePostgres(ctx)
	if err != nil {
		return err
	}
	stop = sync.OnceValue(stop)
	defer func() { err = errors.Join(err, stop()) }()
	locale, err := databasetest.ServerLocale(ctx, url)
	if err != nil {
		return err
	}
	environment, remove, err := prepareEnvironment(ctx, url)
	if err != nil {
		return err
	}
	remove = sync.OnceValue(remove)
	defer func() { err = errors.Join(err, remove()) }()
	if slices.ContainsFunc(wanted.packages, func(name string) bool { return isBlackBox(name) || isJourney(name) }) {
		built, remove, err := buildBinary(ctx, wanted.buildFlags())
		if err != nil {
			return err
		}
		defer remove()
		environment = append(environment, bourse.BuiltVariable+"="+built)
	}

	results, again := newReport(out, len(wanted.packages)), newReport(out, 0)
	failure := wanted.test(ctx, environment, results)
	if names := results.onPostgresIn(twoLocales); len(names) > 0 && !wanted.racing && ctx.Err() == nil {
		fmt.Fprintf(out, "\nonce more on databases of the locale %s:\n", secondLocale)
		again.wanted = len(names)
		environment = append(environment, databasetest.LocaleVariable+"="+secondLocale, onlyPostgres)
		failure = errors.Join(failure, goTest(ctx, environment, selection(names), again))
	}
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	// The cluster has ended by then: what it spent is known.
	failure = errors.Join(failure, remove(), stop(), writeCost(out, wanted.record, records, results, again))
	return errors.Join(wanted.closeRuns(out, results, locale, again), failure)
}

// request is what to test, and how.
type request struct {
	racing          bool
	record          string // the file for the cost; none if empty
	wholeHouse      bool   // no packages were named
	flags, packages []string
}

// read reads the program's arguments. It fails when go cannot list the packages.
func read(ctx context.Context, arguments []string) (wanted request, err error) {
	for len(arguments) > 0 {
		if arguments[0] == "-race" {
			wanted.racing, arguments = true, arguments[1:]
		} else if arguments[0] == "-record" && len(arguments) > 1 {
			wanted.record, arguments = arguments[1], arguments[2:]
		} else {
			break
		}
	}
	wanted.wholeHouse = !slices.ContainsFunc(arguments, isPackage)
	wanted.flags, wanted.packages, err = split(ctx, arguments, wanted.racing)
	return wanted, err
}

// buildFlags are the flags of go build and go test with which everything is compiled.
func (r request) buildFlags() []string {
	if r.racing {
		return bourse.Race
	}
	return nil
}

// onlyPostgres is the setting that leaves SQLite out.
const onlyPostgres = databasetest.EnginesVariable + "=" + string(database.Postgres)

// test tests the packages: with the race detector those that run on both engines after the others.
func (r request) test(ctx context.Context, environment []string, results *report) error {
	arguments := slices.Concat(r.buildFlags(), r.flags)
	if !r.racing {
		return goTest(ctx, environment, slices.Concat(arguments, r.packages), results)
	}
	environment = append(environment, "CGO_ENABLED=1")
	var failure error
	for _, both := range []bool{false, true} {
		packages := slices.DeleteFunc(slices.Clone(r.packages), func(name string) bool { return onBothEngines[name] != both })
		if len(packages) == 0 || ctx.Err() != nil {
			continue
		}
		if both {
			failure = errors.Join(failure, goTest(ctx, environment, slices.Concat(arguments, packages), results))
		} else {
			failure = errors.Join(failure, goTest(ctx, append(slices.Clone(environment), onlyPostgres), slices.Concat(arguments, packages), results))
		}
	}
	return failure
}

// secondLocale is that of databases whose texts compare as bytes.
const secondLocale = "C"

// twoLocales are the packages whose tests run in both locales. Every text column compares as bytes in any locale,
// which a test of internal/database checks; the locale can still change how words are split and compared, by which
// courses are found.
var twoLocales = map[string]bool{
	"bourse/internal/database": true, "bourse/internal/database/databasetest": true, "bourse/internal/education": true,
}

// selection is the arguments of go test that select the packages and tests.
func selection(names map[string][]string) []string {
	tests := map[string]bool{}
	for _, ran := range names {
		for _, name := range ran {
			tests[name] = true
		}
	}
	pattern := "^(" + strings.Join(slices.Sorted(maps.Keys(tests)), "|") + ")$"
	return append([]string{"-run", pattern}, slices.Sorted(maps.Keys(names))...)
}
