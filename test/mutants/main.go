// Command mutants is run by `make mutants`: it changes our pure code in one place at a time (a plus into a minus, a <
// into a <=) and requires the package's tests to fail for each change.
//
//	go run ./test/mutants [-dry] [-v] [-workers n] [packages, such as money or trading/strategy]
//
// go-gremlins changes and tests a copy of what the package needs. This command chooses the packages and files
// (targets.go), builds all changes of a package at once (prepare.go), ignores mutants that cannot matter and are
// named with their reason (survivors.json), reports each other one that lived or that no test reaches, and ends with
// a table. It fails when a package is below 95 % killed or 95 % covered, and when a named survivor no longer exists.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

func main() {
	switch filepath.Base(os.Args[0]) {
	case "go":
		os.Exit(actAsGo(os.Args[1:]))
	case inParts:
		os.Exit(runInParts(os.Args[1], os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, arguments []string, out io.Writer) error {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	dry := flags.Bool("dry", false, "only tell which mutants are covered")
	workers := flags.Int("workers", 1, "how many mutants are tested at the same time")
	verbose := flags.Bool("v", false, "tell what becomes of each mutant, when it is known")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	chosen, err := choose(flags.Args())
	if err != nil {
		return err
	}
	named, err := readSurvivors()
	if err != nil {
		return err
	}
	progress := io.Discard
	if *verbose {
		progress = out
	}
	tester, err := newTester(ctx, *workers, *dry, progress)
	if err != nil {
		return err
	}
	defer tester.remove()

	var results []result
	for _, target := range chosen {
		fmt.Fprintf(out, "%s …\n", target.dir)
		mutants, err := tester.test(ctx, target)
		if err != nil {
			return fmt.Errorf("%s: %w", target.dir, err)
		}
		measured := measure(target.dir, mutants, named)
		measured.tell(out)
		results = append(results, measured)
	}
	writeTable(out, results)
	if *dry {
		return nil
	}
	return judge(results)
}

// choose returns the named targets, or all if no name is given. It fails for an unknown name.
func choose(names []string) ([]target, error) {
	if len(names) == 0 {
		return targets, nil
	}
	var chosen []target
	for _, name := range names {
		dir := "internal/" + strings.TrimPrefix(strings.TrimPrefix(name, "./"), "internal/")
		index := slices.IndexFunc(targets, func(t target) bool { return t.dir == dir })
		if index < 0 {
			return nil, fmt.Errorf("%s is none of the packages that are tested", name)
		}
		chosen = append(chosen, targets[index])
	}
	return chosen, nil
}
