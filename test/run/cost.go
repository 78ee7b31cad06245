package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"bourse/internal/testkit"
)

// measured is the first argument of this program when go test has it start a test binary.
const measured = "measured"

// programs are the test binaries, with everything that they started and waited for.
const programs = "programs"

// measure runs a test binary, records its processor time and returns its exit status. Signals of a terminal reach
// both; go tells only this process to show its goroutines and end.
func measure(arguments []string) int {
	command := exec.Command(arguments[0], arguments[1:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if err := command.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		for sent := range signals {
			if sent != os.Interrupt {
				_ = command.Process.Signal(sent) // it fails only for a process that has ended
			}
		}
	}()
	err := command.Wait()
	testkit.Spent(programs, command.ProcessState)
	if err != nil {
		return max(1, command.ProcessState.ExitCode())
	}
	return 0
}

// spending is what the processors did, from the records of all processes.
type spending map[string]time.Duration

// startRecords creates the file for the records of all processes and has them write there.
func startRecords() (name string, err error) {
	file, err := os.CreateTemp("", "bourse-spent-")
	if err != nil {
		return "", err
	}
	return file.Name(), errors.Join(file.Close(), os.Setenv(testkit.SpentVariable, file.Name()))
}

// readSpending sums up the records in the file.
func readSpending(name string) (spending, error) {
	records, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	spent := spending{}
	for line := range strings.Lines(string(records)) {
		var by string
		var nanoseconds int64
		if _, err := fmt.Sscan(line, &by, &nanoseconds); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", name, line, err)
		}
		spent[by] += time.Duration(nanoseconds)
	}
	return spent, nil
}

// write prints who spent how much. The few clusters that single tests start count twice: as tests and as PostgreSQL.
func (s spending) write(out io.Writer) {
	for _, line := range []struct {
		by    string
		spent time.Duration
	}{
		{"compiler and go", s[testkit.SpentByGo] - s[programs]},
		{"tests", s[programs] - s[testkit.SpentByServers] - s[testkit.SpentByBrowsers]},
		{"our servers", s[testkit.SpentByServers]},
		{"PostgreSQL", s[testkit.SpentByPostgres]},
		{"browsers and Node", s[testkit.SpentByBrowsers]},
	} {
		fmt.Fprintf(out, "%8.1f s  %s\n", line.spent.Seconds(), line.by)
	}
}

// timed is how long a package or test took.
type timed struct {
	name    string
	seconds float64
}

// slowest returns the packages and the tests of the reports, the slowest first.
func slowest(reports ...*report) (packages, tests []timed) {
	for _, r := range reports {
		for _, s := range r.packages {
			packages = append(packages, timed{s.name, s.elapsed})
			for name, t := range s.tests {
				if s.isLeaf(name) {
					tests = append(tests, timed{s.name + " " + name, t.elapsed})
				}
			}
		}
	}
	for _, list := range [][]timed{packages, tests} {
		slices.SortFunc(list, func(a, b timed) int { return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.name, b.name)) })
	}
	return packages, tests
}

// writeCost prints the ten slowest packages, the twenty slowest tests and who spent the processor time. All of it goes
// into the file record too, if that is named: every package and test, by name, so that two runs can be compared.
func writeCost(out io.Writer, record, records string, reports ...*report) error {
	spent, err := readSpending(records)
	if err != nil {
		return err
	}
	packages, tests := slowest(reports...)
	fmt.Fprintln(out, "\nslowest packages and tests, by the clock:")
	writeTimes(out, packages[:min(10, len(packages))])
	writeTimes(out, tests[:min(20, len(tests))])
	fmt.Fprintln(out, "processor time:")
	spent.write(out)
	if record == "" {
		return nil
	}
	var all strings.Builder
	spent.write(&all)
	for _, list := range [][]timed{packages, tests} {
		slices.SortFunc(list, func(a, b timed) int { return cmp.Compare(a.name, b.name) })
		writeTimes(&all, list)
	}
	return os.WriteFile(record, []byte(all.String()), 0o644)
}

func writeTimes(out io.Writer, list []timed) {
	for _, one := range list {
		fmt.Fprintf(out, "%8.1f s  %s\n", one.seconds, one.name)
	}
}
