package kit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Process is a server that this program started.
type Process struct {
	Name    string
	command *exec.Cmd
	log     string // file with its output
	quit    func() // asks it to end in order
	ended   chan struct{}
	failure error // how it ended; valid once ended is closed
}

// startProcess runs the command with its log in a file: writing it costs what it costs in production, and nobody has
// to read it.
func startProcess(name, log string, command *exec.Cmd) (*Process, error) {
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	command.Stderr = file
	// An interrupt from the terminal is for this program only, which then stops the others in order.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &Process{Name: name, command: command, log: log, ended: make(chan struct{})}
	p.quit = func() { _ = command.Process.Signal(syscall.SIGTERM) } // the error means that it has already ended
	go func() {
		defer close(p.ended)
		p.failure = command.Wait()
	}()
	return p, nil
}

// stopWait is how long a process may take to end in order.
const stopWait = 30 * time.Second

// Stop ends the process and waits for it. It fails when the process did not end well. It may be called twice.
func (p *Process) Stop() error {
	p.quit()
	select {
	case <-p.ended:
	case <-time.After(stopWait):
		_ = p.command.Process.Kill()
		<-p.ended
		return fmt.Errorf("%s did not stop within %s", p.Name, stopWait)
	}
	if p.failure != nil {
		return p.Explain(p.failure)
	}
	return nil
}

// Await calls probe until it succeeds. It fails when the process ends first.
func (p *Process) Await(ctx context.Context, probe func() error) error {
	retry := time.NewTicker(time.Millisecond)
	defer retry.Stop()
	for {
		err := probe()
		if err == nil {
			return nil
		}
		select {
		case <-p.ended:
			return p.Explain(errors.Join(errors.New("ended before it answered"), p.failure))
		case <-ctx.Done():
			return p.Explain(errors.Join(err, ctx.Err()))
		case <-retry.C:
		}
	}
}

// Ended is closed when the process has ended, however it did.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Failure is how the process ended, once it has, with the last of its output.
func (p *Process) Failure() error { return p.Explain(errors.Join(errors.New("ended"), p.failure)) }

// Explain adds the last of the process's output to an error.
func (p *Process) Explain(err error) error {
	const most = 2000
	said, _ := os.ReadFile(p.log) // otherwise the error has to suffice
	said = said[max(0, len(said)-most):]
	return fmt.Errorf("%s: %w\n%s", p.Name, err, bytes.TrimSpace(said))
}

// ticks is the unit of processor time in /proc, on every architecture that Go runs on.
const ticks = time.Second / 100

// ProcessorTime is what the process has used so far, in its own code and in the kernel on its behalf.
func (p *Process) ProcessorTime() (time.Duration, error) {
	content, err := os.ReadFile(filepath.Join(p.folder(), "stat"))
	if err != nil {
		return 0, err
	}
	// The second field is the program's name in parentheses, which may contain anything.
	fields := bytes.Fields(content[bytes.LastIndexByte(content, ')')+1:])
	const userTime, systemTime = 11, 12 // counted from after the name
	var total time.Duration
	for _, at := range []int{userTime, systemTime} {
		value, err := strconv.ParseInt(string(fields[at]), 10, 64)
		if err != nil {
			return 0, err
		}
		total += time.Duration(value) * ticks
	}
	return total, nil
}

// ResidentMemory is how many bytes of memory the process occupies now.
func (p *Process) ResidentMemory() (int64, error) { return p.memory("VmRSS:") }

// PeakMemory is the most memory that it has occupied.
func (p *Process) PeakMemory() (int64, error) { return p.memory("VmHWM:") }

func (p *Process) memory(kind string) (int64, error) {
	content, err := os.ReadFile(filepath.Join(p.folder(), "status"))
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(content) {
		if value, ok := bytes.CutPrefix(line, []byte(kind)); ok {
			kibibytes, err := strconv.ParseInt(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(value), []byte("kB")))), 10, 64)
			return kibibytes << 10, err
		}
	}
	return 0, errors.New("/proc does not tell the resident memory")
}

func (p *Process) folder() string {
	return filepath.Join("/proc", strconv.Itoa(p.command.Process.Pid))
}

// OwnProcessorTime is what this program has used, for baselines that run in it.
func OwnProcessorTime() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}
