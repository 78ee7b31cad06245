// Command bench measures the built binary beside bare baselines, in the same run on the same machine.
//
//	go run ./bench [-strict] [-only area,…] [-record] [-rounds 15] [-round 400ms] [-scale 1] [-postgres-url URL] [-binary FILE]
//	go run ./bench -render
//
// What counts are ratios: how fast an operation of Bourse is compared with the least that a Go program could do for
// the same answer. Each feature has a folder, whose package says what is compared with what and why that is the
// least; kit is what all of them measure with.
//
// -record keeps the results in docs/benchmarks and writes docs/benchmarks.md from all that is kept there; -render
// only writes the page.
//
// It ends with status 0 when everything could be measured, whatever the figures; -strict makes a missed target a
// failure too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"bourse/bench/backtest"
	"bourse/bench/copying"
	"bourse/bench/growth"
	"bourse/bench/identity"
	"bourse/bench/investing"
	"bourse/bench/kit"
	"bourse/bench/ml"
	"bourse/bench/notify"
	"bourse/bench/process"
	"bourse/bench/search"
	"bourse/bench/stream"
	"bourse/bench/trading"
	"bourse/bench/webhooks"
)

var areas = []kit.Area{
	identity.Me, identity.Sessions, process.Start, process.Memory, webhooks.Webhooks, webhooks.Million,
	trading.Trading, backtest.Backtest, copying.Copies, investing.Investing, notify.Notify, search.Search, ml.ML, stream.Streams, growth.Growth,
}

type options struct {
	kit.Options
	strict bool
	record bool
	render bool
	only   string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == kit.BareCommand {
		if err := kit.ServeBare(baselines(), os.Args[2:], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bare:", err)
			os.Exit(1)
		}
		return
	}
	var chosen options
	flag.BoolVar(&chosen.strict, "strict", false, "fail when a target is missed")
	flag.StringVar(&chosen.only, "only", "", "areas to measure, separated by commas; all by default")
	flag.BoolVar(&chosen.record, "record", false, "keep the results in docs/benchmarks and write docs/benchmarks.md")
	flag.BoolVar(&chosen.render, "render", false, "measure nothing and write docs/benchmarks.md from what is kept")
	flag.IntVar(&chosen.Rounds, "rounds", 15, "rounds of each comparison")
	flag.DurationVar(&chosen.Round, "round", 400*time.Millisecond, "length of each side's turn in a round")
	flag.StringVar(&chosen.PostgresURL, "postgres-url", "", "server on which to create databases; a throw-away cluster by default")
	flag.StringVar(&chosen.Binary, "binary", "", "binary to measure; built from this source by default")
	flag.Float64Var(&chosen.Scale, "scale", 1, "size of the brand that growth fills; 1 has 100,000 users and five years")
	flag.Parse()
	// A reader of the table may leave early, as head does. The processes started here must still be stopped.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, chosen, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, chosen options, out io.Writer) (err error) {
	if chosen.Rounds < 1 || chosen.Round <= 0 {
		return errors.New("there must be at least one round, and it must take time")
	}
	wanted, err := chooseAreas(chosen.only)
	if err != nil {
		return err
	}
	if chosen.render {
		return documents.Write(names())
	}
	report := kit.NewReport(out)
	rig, err := kit.NewRig(ctx, chosen.Options, report)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rig.Close()) }()
	fmt.Fprintf(out, "%s, %d processors, %d rounds of %s a side\n", runtime.Version(), runtime.NumCPU(), chosen.Rounds, chosen.Round)
	for _, area := range wanted {
		report.Heading(area)
		circumstances := observe(ctx)
		failed := area.Measure(ctx, rig)
		switch {
		case failed != nil:
			err = errors.Join(err, fmt.Errorf("%s: %w", area.Name, failed))
			fmt.Fprintln(out, "  could not be measured:", failed)
		case chosen.record:
			err = errors.Join(err, record(rig, area, circumstances))
		}
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
	}
	missed := report.Summary()
	if chosen.strict && missed > 0 {
		err = errors.Join(err, fmt.Errorf("%d targets missed", missed))
	}
	return err
}

// chooseAreas finds the areas named in a list; an empty list is all of them.
func chooseAreas(list string) ([]kit.Area, error) {
	if list == "" {
		return areas, nil
	}
	var chosen []kit.Area
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(areas, func(area kit.Area) bool { return area.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no area %q", name)
		}
		chosen = append(chosen, areas[i])
	}
	return chosen, nil
}

// baselines are the bare handlers of all areas.
func baselines() map[string]kit.Baseline {
	all := map[string]kit.Baseline{}
	for _, area := range areas {
		maps.Copy(all, area.Baselines)
	}
	return all
}
