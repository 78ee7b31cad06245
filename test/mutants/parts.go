package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Most mutants are noticed by tests of a few milliseconds, but the tests of a package can take many seconds. So the
// tests run in parts, the quick ones first, and stop after a part that fails.

const (
	// inParts is the name with which the go command calls this program to run a test binary.
	inParts = "in-parts"
	// timesFile names the variable with the file of each test's time.
	timesFile = "MUTANTS_TIMES"
)

// parts are the maximum times of a test in each part; longer tests are in a last one, which is not listed.
var parts = []time.Duration{20 * time.Millisecond, 300 * time.Millisecond, 3 * time.Second}

// testTime is how long a test took without a change.
type testTime struct {
	Name string
	Time time.Duration
}

// runInParts runs a test binary with its arguments and returns its status. The run that measures coverage is not
// split.
func runInParts(binary string, arguments []string) int {
	isCoverage := func(argument string) bool { return strings.HasPrefix(argument, "-test.coverprofile") }
	if slices.ContainsFunc(arguments, isCoverage) {
		return runTests(binary, arguments)
	}
	written, err := os.ReadFile(os.Getenv(timesFile))
	var times []testTime
	if err := errors.Join(err, json.Unmarshal(written, &times)); err != nil {
		return worse(0, err)
	}
	for _, choice := range split(times) {
		if status := runTests(binary, append([]string{choice}, arguments...)); status != 0 {
			return status
		}
	}
	return 0
}

// measureTimes runs a test binary in a folder and writes each test's time to a file. It fails when a test does.
func measureTimes(ctx context.Context, binary, folder, file string) error {
	command := exec.CommandContext(ctx, binary, "-test.v")
	command.Dir = folder
	said, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("tests without a change: %w\n%s", err, said)
	}
	written, err := json.Marshal(readTimes(said))
	if err != nil {
		return err
	}
	return os.WriteFile(file, written, 0o644)
}

// withLimit runs a command with at most four gigabytes of memory: a change can cause an endless loop that keeps
// allocating.
const withLimit = `ulimit -v 4194304; exec "$0" "$@"`

// runTests runs a test binary and returns its status.
func runTests(binary string, arguments []string) int {
	command := exec.Command("sh", append([]string{"-c", withLimit, binary}, arguments...)...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err := command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1) // one that was killed by a signal has none
	}
	return worse(0, err)
}

// worse is the status of a run, and 1 if there is another error.
func worse(status int, err error) int {
	if err == nil {
		return status
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

var passed = regexp.MustCompile(`(?m)^--- PASS: (\S+) \((\S+)s\)$`)

// readTimes reads each test's time from a test binary's output.
func readTimes(said []byte) []testTime {
	var times []testTime
	for _, match := range passed.FindAllSubmatch(said, -1) {
		seconds, err := strconv.ParseFloat(string(match[2]), 64)
		if err != nil {
			continue
		}
		times = append(times, testTime{string(match[1]), time.Duration(seconds * float64(time.Second))})
	}
	return times
}

// split returns the selection of tests for each part that has any. The last one is of all that are not in the others,
// so that none is left out.
func split(times []testTime) []string {
	names := make([][]string, len(parts))
	var chosen []string
	for _, test := range times {
		part := slices.IndexFunc(parts, func(longest time.Duration) bool { return test.Time <= longest })
		if part >= 0 {
			names[part] = append(names[part], test.Name)
			chosen = append(chosen, test.Name)
		}
	}
	var choices []string
	for _, part := range names {
		if len(part) > 0 {
			choices = append(choices, "-test.run=^("+strings.Join(part, "|")+")$")
		}
	}
	return append(choices, "-test.skip=^("+strings.Join(chosen, "|")+")$")
}
