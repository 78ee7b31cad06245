// Command bench measures the built binary beside bare baselines, in the same run on the same machine.
//
//	go run ./bench [-strict] [-only area,…] [-rounds 15] [-round 400ms] [-postgres-url URL] [-binary FILE]
//
// What counts are ratios: how fast an operation of Bourse is against the least that a Go program could do
// for the same answer. A ratio hardly depends on the machine, and rounds that take turns (rounds.go) keep
// it from depending on what else the machine does.
//
// Each area is a file (me.go, sessions.go, start.go, memory.go) with one function that measures and
// reports. The rest is the harness: rig.go makes installations of the product, process.go runs it, bare.go
// runs the baselines in processes of their own, load.go is the client, report.go the table.
//
// It ends with status 0 when everything could be measured, whatever the figures; -strict makes a missed
// target a failure too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// area is one thing to measure.
type area struct {
	name    string
	about   string
	measure func(ctx context.Context, r *rig) error
}

var areas = []area{
	{"me", "GET /auth/me against a handler that writes the same bytes", measureMe},
	{"sessions", "GET /auth/sessions against a handler that runs the same query", measureSessions},
	{"start", "serve on an existing database, until /readyz answers 200", measureStart},
	{"memory", "resident memory, idle after a burst of requests and log-ins", measureMemory},
	{"webhooks", "publish to receipt, everything on, against 64 workers of a plain client loop", measureWebhooks},
	{"million", "listing, publishing and claiming with a million stored deliveries beside a few thousand", measureMillion},
	{"trading", "lists of a large desk, executing and closing, and a tick over 10,000 open positions", measureTrading},
	{"copies", "a signal brought to 10,000 automatic subscriptions against a loop that only writes the same rows", measureCopies},
	{"investing", "five years of performance and analytics against a handler that runs the same queries", measureInvesting},
	{"notify", "commits whose hints are told after them against the same commits without", measureNotify},
	{"search", "a catalogue of 10,000 courses against a handler that asks the engine's own full-text search", measureSearch},
}

type options struct {
	strict      bool
	only        string
	rounds      int
	round       time.Duration
	postgresURL string
	binary      string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == bareCommand {
		if err := serveBare(os.Args[2:], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bare:", err)
			os.Exit(1)
		}
		return
	}
	var chosen options
	flag.BoolVar(&chosen.strict, "strict", false, "fail when a target is missed")
	flag.StringVar(&chosen.only, "only", "", "areas to measure, separated by commas; all by default")
	flag.IntVar(&chosen.rounds, "rounds", 15, "rounds of each comparison")
	flag.DurationVar(&chosen.round, "round", 400*time.Millisecond, "length of each side's turn in a round")
	flag.StringVar(&chosen.postgresURL, "postgres-url", "", "server on which to create databases; a throw-away cluster by default")
	flag.StringVar(&chosen.binary, "binary", "", "binary to measure; built from this source by default")
	flag.Parse()
	// Whoever reads the table may leave early, as head does. The processes started here are stopped even so.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, chosen, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, chosen options, out io.Writer) (err error) {
	if chosen.rounds < 1 || chosen.round <= 0 {
		return errors.New("there must be at least one round, and it must take time")
	}
	wanted, err := chooseAreas(chosen.only)
	if err != nil {
		return err
	}
	table := &report{out: out}
	r, err := newRig(ctx, chosen, table)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	fmt.Fprintf(out, "%s, %d processors, %d rounds of %s a side\n", runtime.Version(), runtime.NumCPU(), chosen.rounds, chosen.round)
	for _, one := range wanted {
		table.heading(one)
		if failed := one.measure(ctx, r); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", one.name, failed))
			fmt.Fprintln(out, "  could not be measured:", failed)
		}
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
	}
	missed := table.summary()
	if chosen.strict && missed > 0 {
		err = errors.Join(err, fmt.Errorf("%d targets missed", missed))
	}
	return err
}

// chooseAreas finds the areas named in a list; an empty list is all of them.
func chooseAreas(list string) ([]area, error) {
	if list == "" {
		return areas, nil
	}
	var chosen []area
	for name := range strings.SplitSeq(list, ",") {
		at := slices.IndexFunc(areas, func(one area) bool { return one.name == name })
		if at < 0 {
			return nil, fmt.Errorf("there is no area %q", name)
		}
		chosen = append(chosen, areas[at])
	}
	return chosen, nil
}
