// Command chaos breaks everything around the platform while people use it, and then checks whether anything that was
// promised is missing.
//
// Several customers and administrators of two brands do a bit of everything: they register, log in and out, trade,
// follow bots, pay money in and out, buy courses and learn, submit KYC, plan goals, set alerts, and publish events
// that a receiver of ours gets (people.go, deeds_*.go). Every POST has an Idempotency-Key, and a client that loses an
// answer repeats the same request with the same key until there is one (insist.go). Two replicas serve them on
// PostgreSQL, one process on SQLite (replica.go).
//
// Meanwhile, on a schedule that the seed decides (faults.go), processes are killed, stopped and continued, PostgreSQL
// is restarted and crashes, connections to it are cut and stalled (proxy.go), the disk is full (disk_linux.go) and
// the platform's clock jumps: the server under test is built with another file for its only clock (overlay.go).
//
// What was intended and what was acknowledged is written to a journal outside of the platform before the next step is
// taken (journal.go). At the end everything is healed and quiet; the platform is asked for all that it has
// (state.go), and the judge (judge.go) compares the two: nothing acknowledged is lost, nothing was done twice,
// balances follow from the acknowledged movements, every event reached the receiver under its one id. `bourse verify`
// recomputes the books (books.go). A table reports what happened (report.go); any finding makes the exit status 1.
//
// A seed repeats the schedule and what everybody wants to do; which fault meets which request exactly depends on the
// machine.
//
// With -defect the server is built with a transaction that is split in two, or another defect that chaos must notice:
// a run that finds nothing then proves nothing.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"bourse/internal/database"
)

// options are the options of a run.
type options struct {
	engine     database.Engine
	seed       uint64
	length     time.Duration
	operations int64  // at most; 0 means as many as time allows
	binary     string // built from this source with the overlay
	folder     string // for all of the run's data
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	isClean, err := command(ctx, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
	}
	if err != nil || !isClean {
		stop()
		os.Exit(1)
	}
}

// command runs what the arguments request, and reports whether nothing was wrong.
func command(ctx context.Context, arguments []string) (isClean bool, err error) {
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "decides the schedule of the faults and what people want to do")
	seconds := flags.Int("seconds", 120, "how long people work on each engine")
	engine := flags.String("engine", "both", "sqlite, postgres or both")
	operations := flags.Int64("operations", 0, "end after so many operations; 0 is when the time is over")
	defect := flags.String("defect", "", "build the server with a defect that has to be caught: "+strings.Join(slices.Sorted(maps.Keys(defects)), ", "))
	if err := flags.Parse(arguments); err != nil {
		return false, err
	}
	engines := map[string][]database.Engine{
		"sqlite": {database.SQLite}, "postgres": {database.Postgres}, "both": {database.SQLite, database.Postgres},
	}[*engine]
	if engines == nil || *seconds < 1 || *operations < 0 {
		return false, errors.New("-engine is sqlite, postgres or both, -seconds at least 1, -operations not negative")
	}
	folder, err := os.MkdirTemp("", "bourse-chaos-")
	if err != nil {
		return false, err
	}
	defer func() {
		if isClean {
			err = errors.Join(err, os.RemoveAll(folder))
			return
		}
		fmt.Printf("\njournals and logs are kept in %s\n", folder)
	}()
	if err := os.Chmod(folder, 0o755); err != nil { // PostgreSQL's user needs to pass through it
		return false, err
	}
	fmt.Println("building the server with a clock that jumps", withDefect(*defect))
	binary, err := build(ctx, filepath.Join(folder, "build"), *defect)
	if err != nil {
		return false, err
	}
	var results []*result
	for _, one := range engines {
		got, err := run(ctx, options{
			engine: one, seed: *seed, length: time.Duration(*seconds) * time.Second, operations: *operations,
			binary: binary, folder: filepath.Join(folder, string(one)),
		})
		if got != nil {
			results = append(results, got)
		}
		if err != nil {
			return false, fmt.Errorf("on %s: %w", one, err)
		}
	}
	isClean = true
	for _, got := range results {
		got.print(os.Stdout)
		isClean = isClean && got.isClean()
	}
	return isClean, nil
}

func withDefect(name string) string {
	if name == "" {
		return ""
	}
	return "and the defect " + name
}
