// Command run is what `make test` calls: it tests the whole house on both database engines, with the
// race detector, on a machine that may have nothing but Go.
//
//	go run ./test/run [arguments of go test, such as packages]
//
// It sees to it that a C compiler (for the race detector), PostgreSQL and the locale en_US.UTF-8 are there,
// starts one throw-away PostgreSQL cluster for all packages, shows failures as they happen, and closes with
// how many tests ran on each engine and a line "N passed, M failed". Texts compare there as on most databases
// of the world, by the rules of English; what ran on PostgreSQL below internal/ is run once more on databases of
// the locale C. It fails when a test failed, when a test ran on one engine or in one locale only, and when
// the whole house was tested and nothing of it ran on PostgreSQL.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

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

	results := newReport(out)
	environment := []string{databasetest.ServerVariable + "=" + url}
	if !slices.ContainsFunc(arguments, isPackage) {
		arguments = append(slices.Clone(arguments), "./...")
	}
	failure := goTest(ctx, environment, append(slices.Clone(bourse.Race), arguments...), results)
	again := newReport(out)
	if names := results.onPostgresBelow(house); len(names) > 0 && ctx.Err() == nil {
		fmt.Fprintf(out, "\nonce more on databases of the locale %s:\n", secondLocale)
		environment = append(environment, databasetest.LocaleVariable+"="+secondLocale, databasetest.EnginesVariable+"="+string(database.Postgres))
		failure = errors.Join(failure, goTest(ctx, environment, selection(names), again))
	}
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return errors.Join(closeRuns(out, wholeHouse, results, locale, again), failure)
}

const (
	// house is where the tests are that run in both locales.
	house = "bourse/internal/"
	// secondLocale is the one of databases whose texts compare as their bytes.
	secondLocale = "C"
)

// selection are the arguments of go test that choose the packages and tests. They run without the race
// detector, which found what it could the first time.
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

// interruptWait is how long tests may take to end after an interrupt.
const interruptWait = 10 * time.Second

// goTest runs the tests and feeds what they say to the report. Its error is about go test itself, such as
// a package that does not exist: failed tests are the report's.
func goTest(ctx context.Context, environment, arguments []string, results *report) error {
	// A cached result would be right, but a test that runs on its own account shows more: -count=1. Many tests
	// wait most of their time, for a lease, a database or a process, so more run at once than there are cores. The
	// time-out is for what hangs, and far beyond what a busy machine takes.
	flags := []string{"test", "-json", "-count=1", "-timeout=90m", "-parallel=" + strconv.Itoa(2*runtime.NumCPU())}
	command := exec.CommandContext(ctx, "go", append(flags, arguments...)...)
	command.Env = append(append(os.Environ(), "CGO_ENABLED=1"), environment...)
	command.Stderr = os.Stderr
	// The test processes are children of go's: one signal to the group reaches all of them.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGINT) }
	command.WaitDelay = interruptWait
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	lines := bufio.NewReader(output)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			results.line(line)
		}
		if err != nil { // the end of the output; how it came about, Wait tells
			break
		}
	}
	err = command.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && results.failed() {
		return nil // the report says it better
	}
	if err != nil {
		return fmt.Errorf("go test: %w", err)
	}
	return nil
}

// isPackage tells packages from flags and their values, as far as the two can be told apart: a package of
// this house starts with a dot or with the module's name.
func isPackage(argument string) bool {
	return strings.HasPrefix(argument, ".") || strings.HasPrefix(argument, "bourse/")
}
