package bourse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
)

// Command is one call of the binary.
type Command struct {
	Binary string
	Args   []string
	Folder string    // it runs in; this process's own when empty
	Env    []string  // on top of this process's, without its BOURSE_… variables
	Input  io.Reader // nothing when nil
}

// Process is one run of the binary.
type Process struct {
	// Address is where it serves; empty unless it was started by Serve.
	Address string

	command  *exec.Cmd
	out, err *output
	killed   atomic.Bool
	ended    chan struct{} // closed when it has ended and all of its output has been read
}

// Start runs the command and does not wait for anything.
func (c Command) Start() (*Process, error) {
	p := &Process{
		command: exec.Command(c.Binary, c.Args...),
		out:     newOutput(), err: newOutput(),
		ended: make(chan struct{}),
	}
	p.command.Dir, p.command.Stdin, p.command.Stdout, p.command.Stderr = c.Folder, c.Input, p.out, p.err
	p.command.Env = append(inherited(), c.Env...)
	// An interrupt from the terminal is for whoever started us; what it started is ended by that.
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.ended)
		_ = p.command.Wait() // the exit status tells the same
	}()
	return p, nil
}

// inherited is the environment without settings of the binary, which would change what it does. There is no load
// balancer that a stop has to wait for, and nothing is left that the race detector has to wait a second for: what the
// process started has ended by then. The host's time is half an hour beside every full one, which no answer may show.
func inherited() []string {
	kept := []string{"BOURSE_DRAIN_DELAY=0s", "GORACE=atexit_sleep_ms=20", "TZ=Asia/Kolkata"}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "BOURSE_") && !strings.HasPrefix(variable, "TZ=") {
			kept = append(kept, variable)
		}
	}
	return kept
}

// Serve runs the command and waits until it serves. It fails when the process ends before that or the
// context does, with what the process has said; the process is then gone.
func (c Command) Serve(ctx context.Context) (*Process, error) {
	p, err := c.Start()
	if err != nil {
		return nil, err
	}
	for {
		log, moreLog := p.err.read()
		printed, morePrinted := p.out.read()
		if p.Address = address(log + printed); p.Address != "" {
			return p, nil
		}
		select {
		case <-moreLog:
		case <-morePrinted:
		case <-p.ended:
			return nil, fmt.Errorf("it ended with status %d before it served:\n%s", p.status(), p.Log())
		case <-ctx.Done():
			p.Kill()
			return nil, fmt.Errorf("it does not serve: %w\n%s", ctx.Err(), p.Log())
		}
	}
}

// Run runs the command to its end and returns its exit status. It fails when the context ends first; the
// process is then gone.
func (c Command) Run(ctx context.Context) (status int, printed, log string, err error) {
	p, err := c.Start()
	if err != nil {
		return 0, "", "", err
	}
	status, err = p.Wait(ctx)
	return status, p.Printed(), p.Log(), err
}

// URL is where the process serves.
func (p *Process) URL() string { return "http://" + p.Address }

// ID is the number of the process.
func (p *Process) ID() int { return p.command.Process.Pid }

// Log is what it has written to the standard error so far.
func (p *Process) Log() string { return p.err.String() }

// Printed is what it has written to the standard output so far.
func (p *Process) Printed() string { return p.out.String() }

// AwaitLog waits until the log holds the text. It fails when the process or the context ends before that.
func (p *Process) AwaitLog(ctx context.Context, text string) error {
	for {
		log, more := p.err.read()
		if strings.Contains(log, text) {
			return nil
		}
		select {
		case <-more:
		case <-p.ended:
			if strings.Contains(p.Log(), text) {
				return nil
			}
			return fmt.Errorf("the process ended and never logged %q", text)
		case <-ctx.Done():
			return fmt.Errorf("the process has not logged %q: %w", text, ctx.Err())
		}
	}
}

// Terminate asks the process to stop, as a service manager does. What the process has started itself is
// asked too.
func (p *Process) Terminate() error { return p.signal(syscall.SIGTERM) }

// Interrupt asks the process to stop, as a person at the terminal does. What the process has started
// itself is asked too.
func (p *Process) Interrupt() error { return p.signal(syscall.SIGINT) }

// Suspend stops the process in the middle of whatever it does, as a machine that is paused does, until Resume.
func (p *Process) Suspend() error { return p.signal(syscall.SIGSTOP) }

// Resume lets a suspended process go on.
func (p *Process) Resume() error { return p.signal(syscall.SIGCONT) }

// Kill ends the process at once, as a power cut would, with all that it has started, and waits until it
// is gone.
func (p *Process) Kill() {
	p.killed.Store(true)
	_ = p.signal(syscall.SIGKILL) // it fails only for a process that has ended already
	<-p.ended
}

// signal reaches the process and all that it has started, which are a group of their own. It does nothing
// when the process has ended, as its number may be somebody else's by now.
func (p *Process) signal(signal syscall.Signal) error {
	select {
	case <-p.ended:
		return nil
	default:
	}
	if err := syscall.Kill(-p.ID(), signal); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// Wait waits for the end of the process and returns its exit status. It fails when the context ends
// first; the process is then killed.
func (p *Process) Wait(ctx context.Context) (status int, err error) {
	select {
	case <-p.ended:
		return p.status(), nil
	case <-ctx.Done():
		p.Kill()
		return p.status(), fmt.Errorf("it does not end: %w", ctx.Err())
	}
}

// Stop asks the process to stop and waits for it. It fails when that is not over before the context ends
// and when the exit status is not 0, which is also how the race detector reports what it has found. A
// process that has ended before is judged by the same rule, unless it was ended by Kill.
func (p *Process) Stop(ctx context.Context) error {
	if err := p.Terminate(); err != nil {
		return err
	}
	status, err := p.Wait(ctx)
	if err == nil && status != 0 && !p.killed.Load() {
		err = fmt.Errorf("it ended with status %d", status)
	}
	return err
}

// status is the exit status of a process that has ended; -1 when a signal ended it.
func (p *Process) status() int { return p.command.ProcessState.ExitCode() }
