// Command run is run by `make test`: it tests everything on both database engines, mostly with the race detector, on
// a machine that may have nothing but Go.
//
//	go run ./test/run [arguments of go test, such as packages]
//
// It makes sure that there are a C compiler (for the race detector), PostgreSQL, PgBouncer, the locale en_US.UTF-8, a
// Chromium and the tools to make a disk, builds the binary for the black-box tests, starts one throw-away PostgreSQL
// cluster for all packages, reports progress and failures as they happen, and ends with how many tests ran on each
// engine and a line "N passed, M failed". Texts compare there as on most databases of the world, by the rules of
// English; the packages that search texts are run once more on databases of the locale C. It fails when a test
// failed, when a test ran on one engine or, in those packages, in one locale only, and when everything was tested and
// nothing ran on PostgreSQL.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/bourse"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "test:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, arguments []string, out io.Writer) (err error) {
	wholeHouse := len(arguments) == 0
	if err := ensureCompiler(ctx); err != nil {
		return err
	}
	if err := ensureCommands(ctx); err != nil {
		return err
	}
	ensureLocale(ctx)
	url, stop, err := ensurePostgres(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	locale, err := databasetest.ServerLocale(ctx, url)
	if err != nil {
		return err
	}
	flags, packages, err := split(ctx, arguments)
	if err != nil {
		return err
	}
	if err := ensureBrowser(ctx, packages); err != nil {
		return err
	}
	ensureDisks(ctx, packages)
	if err := ensurePooler(ctx, packages); err != nil {
		return err
	}
	environment, remove, err := prepareEnvironment(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	if slices.ContainsFunc(packages, isBlackBox) {
		built, remove, err := buildBinaries(ctx, out)
		if err != nil {
			return err
		}
		defer remove()
		environment = append(environment, bourse.BuiltVariable+"="+built)
	}

	results := newReport(out, len(packages))
	failure := goTest(ctx, environment, runsOf(flags, packages), results)
	names := results.onPostgresIn(twoLocales)
	again := newReport(out, len(names))
	if len(names) > 0 && ctx.Err() == nil {
		fmt.Fprintf(out, "\nonce more on databases of the locale %s:\n", secondLocale)
		environment = append(environment, databasetest.LocaleVariable+"="+secondLocale, databasetest.EnginesVariable+"="+string(database.Postgres))
		failure = errors.Join(failure, goTest(ctx, environment, []goRun{{selection(names), runtime.NumCPU()}}, again))
	}
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return errors.Join(closeRuns(out, wholeHouse, results, locale, again), failure)
}

// runsOf divides the packages among runs of go test with the flags. Black-box tests run without the race detector,
// which is in the servers that they run, and so do packages that only calculate; everything else has it. The two
// share the cores, and each of the black-box packages is a run of its own, so that they get all cores once the others
// are done.
func runsOf(flags, packages []string) (runs []goRun) {
	var racing, calculating []string
	var blackBoxes []goRun
	for _, name := range packages {
		switch {
		case isBlackBox(name):
			blackBoxes = append(blackBoxes, goRun{slices.Concat(flags, []string{name}), 1})
		case onlyCalculates[name]:
			calculating = append(calculating, name)
		default:
			racing = append(racing, name)
		}
	}
	if len(racing) > 0 {
		cores := runtime.NumCPU()
		if len(blackBoxes) > 0 {
			cores = max(1, cores/2)
		}
		runs = append(runs, goRun{slices.Concat(bourse.Race, flags, racing), cores})
	}
	runs = append(runs, blackBoxes...)
	if len(calculating) > 0 {
		runs = append(runs, goRun{slices.Concat(flags, calculating), 1})
	}
	return runs
}

// secondLocale is that of databases whose texts compare as bytes.
const secondLocale = "C"

// twoLocales are the packages whose tests run in both locales. Every text column compares as bytes in any locale,
// which a test of internal/database checks; the locale can still change how words are split and compared, by which
// courses are found.
var twoLocales = map[string]bool{
	"bourse/internal/database": true, "bourse/internal/database/databasetest": true, "bourse/internal/education": true,
}

// selection is the arguments of go test that select the packages and tests. They run without the race detector, which
// has already seen them.
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
