package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// interruptWait is how long tests may take to end after an interrupt.
	interruptWait = 10 * time.Second
	// progressEvery is the interval between progress reports.
	progressEvery = 30 * time.Second
	// testsAtOnce is how many tests of a package run in parallel, or the number of cores if that is more.
	testsAtOnce = 4
)

// goRun is one run of go test.
type goRun struct {
	arguments []string
	packages  int // how many packages it tests at the same time
}

// goTest runs go test for each of the runs, in order and as many at the same time as there are cores for their
// packages, and feeds their output to the report. Its error is about go test itself, such as a package that does not
// exist: failed tests are in the report.
func goTest(ctx context.Context, environment []string, runs []goRun, results *report) error {
	lines := make(chan []byte)
	failures := make([]error, len(runs))
	go func() {
		defer close(lines)
		cores := semaphore.NewWeighted(int64(runtime.NumCPU()))
		var running sync.WaitGroup
		defer running.Wait()
		for i, run := range runs {
			if err := cores.Acquire(ctx, int64(run.packages)); err != nil {
				return // interrupted, which the caller sees too
			}
			running.Go(func() {
				defer cores.Release(int64(run.packages))
				failures[i] = listen(ctx, environment, slices.Concat(testFlags(run.packages), run.arguments), lines)
			})
		}
	}()
	follow(lines, results)
	for i, err := range failures {
		var exit *exec.ExitError
		if errors.As(err, &exit) && results.failed() {
			failures[i] = nil // the report says it better
		}
	}
	return errors.Join(failures...)
}

// testFlags are the flags of every go test that tests this many packages at the same time. -count=1, because a test
// that really runs shows more than a cached result. The runs share the cores among their packages: the tests need
// processor time, so more at once would not end sooner and make each wait, which the product's time limits would take
// for an outage. Within a package some tests wait for a lease or a process, so more of them run than it has cores.
// The time-out is for hangs, and far longer than a busy machine takes. Lint does the vetting, once; nobody debugs
// these binaries, so they are linked without debug information.
func testFlags(packages int) []string {
	return []string{"test", "-json", "-count=1", "-vet=off", "-ldflags=-w", "-timeout=90m",
		"-p=" + strconv.Itoa(packages), "-parallel=" + strconv.Itoa(max(testsAtOnce, runtime.NumCPU()))}
}

// listen runs go and passes on each line of its output, until it has ended.
func listen(ctx context.Context, environment, arguments []string, lines chan<- []byte) error {
	command := exec.CommandContext(ctx, "go", arguments...)
	// The race detector waits a second at the end of a process for late races; the tests have ended by then.
	command.Env = append(append(os.Environ(), "CGO_ENABLED=1", "GORACE=atexit_sleep_ms=20"), environment...)
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
	reader := bufio.NewReader(output)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 0 {
			lines <- line
		}
		if err != nil { // the end of the output; Wait returns the reason
			break
		}
	}
	if err := command.Wait(); err != nil {
		return fmt.Errorf("go test: %w", err)
	}
	return nil
}

// follow feeds the lines to the report until there are no more, and makes it report progress now and then.
func follow(lines <-chan []byte, results *report) {
	now := time.NewTicker(progressEvery)
	defer now.Stop()
	for {
		select {
		case line, isMore := <-lines:
			if !isMore {
				return
			}
			results.line(line)
		case moment := <-now.C:
			results.progress(moment)
		}
	}
}
