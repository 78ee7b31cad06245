// Command fuzz sends the platform malformed input: first a million requests generated from the contract, on both
// engines and in steps with a seed each, then arbitrary bytes to every fuzz target, for a while. It ends with status
// 1 when something was found.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"bourse/test/e2e/hostile"
)

var (
	requests = flag.Int("requests", 1_000_000, "requests in all, half of them on each engine")
	step     = flag.Int("step", 100_000, "requests of a step, which has servers and people of its own")
	seed     = flag.Int("seed", 1, "seed of the first step; each one after it has the next")
	duration = flag.Duration("fuzztime", 20*time.Second, "how long each target is fuzzed; 0 leaves the targets out")
)

func usage(to io.Writer) {
	flag.CommandLine.SetOutput(to)
	flag.PrintDefaults()
}

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	isClean, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
	}
	if err != nil || !isClean {
		os.Exit(1)
	}
}

func run(ctx context.Context) (isClean bool, err error) {
	isClean = true
	if *requests > 0 {
		if isClean, err = sendRequests(ctx); err != nil {
			return false, err
		}
	}
	if *duration == 0 {
		return isClean, nil
	}
	targets, err := findTargets(".")
	if err != nil {
		return false, err
	}
	for i, one := range targets {
		fmt.Printf("target %d of %d: %s of %s for %s\n", i+1, len(targets), one.name, one.folder, *duration)
		command := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-fuzz", "^"+one.name+"$", "-fuzztime", duration.String(), "./"+one.folder)
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		if err := command.Run(); err != nil {
			fmt.Printf("%s of %s: %v; what was found is in its testdata\n", one.name, one.folder, err)
			isClean = false
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
	}
	fmt.Printf("%d targets were fuzzed for %s each\n", len(targets), *duration)
	return isClean, nil
}

// stepsOf returns the number of requests on each engine in each step.
func stepsOf(requests, step int) (all []int) {
	for left := requests; left > 0; left -= step {
		all = append(all, min(left, step)/2)
	}
	return all
}

// sendRequests runs the steps and prints their combined result. It fails when a step left no result.
func sendRequests(ctx context.Context) (isClean bool, err error) {
	folder, err := os.MkdirTemp("", "bourse-fuzz-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	result, isClean, began := filepath.Join(folder, "result.jsonl"), true, time.Now()
	steps := stepsOf(*requests, *step)
	for i, count := range steps {
		command := exec.CommandContext(ctx, "go", "test", "-count=1", "-v", "-timeout", "3h", "-run", "TestHostileInputIsAnsweredAsTheContractSays", "./test/e2e/hostile")
		command.Env = append(os.Environ(), fmt.Sprintf("%s=%d", hostile.RequestsVariable, count), fmt.Sprintf("%s=%d", hostile.SeedVariable, *seed+i), hostile.ResultVariable+"="+result)
		said, err := command.CombinedOutput()
		if err != nil {
			fmt.Printf("step %d of %d, seed %d: %v\n%s\n", i+1, len(steps), *seed+i, err, said)
			isClean = false
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		all, err := readResults(result)
		if err != nil {
			return false, err
		}
		fmt.Printf("step %d of %d, seed %d, %s: %s\n", i+1, len(steps), *seed+i, time.Since(began).Round(time.Second), all)
	}
	all, err := readResults(result)
	if err != nil {
		return false, err
	}
	fmt.Printf("\n%s\n%s\n", all.Table(), all)
	return isClean && all.Failures == 0 && all.Violations == 0, nil
}
