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
	"syscall"
	"time"

	"bourse/internal/testkit"
)

const (
	// interruptWait is how long tests may take to end after an interrupt.
	interruptWait = 10 * time.Second
	// progressEvery is the interval between progress reports.
	progressEvery = 30 * time.Second
	// testsAtOnce is how many tests of a package run in parallel, or the number of cores if that is more.
	testsAtOnce = 4
)

// goTest runs go test with the arguments and feeds its output to the report. Its error is about go test itself, such as
// a package that does not exist: failed tests are in the report.
func goTest(ctx context.Context, environment, arguments []string, results *report) error {
	flags, err := testFlags()
	if err != nil {
		return err
	}
	lines := make(chan []byte)
	var failure error
	go func() {
		defer close(lines)
		failure = listen(ctx, environment, slices.Concat(flags, arguments), lines)
	}()
	follow(lines, results)
	var exit *exec.ExitError
	if errors.As(failure, &exit) && results.failed() {
		return nil // the report says it better
	}
	return failure
}

// testFlags are the flags of every go test. -count=1, because a test that really runs shows more than a cached result.
// As many packages at once as there are cores: the tests need processor time, so more would not end sooner and make
// each wait, which the product's time limits would take for an outage. Within a package some tests wait for a lease or
// a process, so more of them run than it has cores. The time-out is for hangs, and far longer than a busy machine
// takes. Lint does the vetting, once; nobody debugs these binaries, so they are linked without debug information. The
// processor time of each test binary is recorded by this program, which starts it.
func testFlags() ([]string, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return []string{"test", "-json", "-count=1", "-vet=off", "-ldflags=-w", "-timeout=90m", "-exec='" + program + "' " + measured,
		"-p=" + strconv.Itoa(runtime.NumCPU()), "-parallel=" + strconv.Itoa(max(testsAtOnce, runtime.NumCPU()))}, nil
}

// listen runs go and passes on each line of its output, until it has ended.
func listen(ctx context.Context, environment, arguments []string, lines chan<- []byte) error {
	command := exec.CommandContext(ctx, "go", arguments...)
	// The race detector waits a second at the end of a process for late races; the tests have ended by then.
	command.Env = append(append(os.Environ(), "GORACE=atexit_sleep_ms=20"), environment...)
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
	err = command.Wait()
	testkit.Spent(testkit.SpentByGo, command.ProcessState)
	if err != nil {
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
