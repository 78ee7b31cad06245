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

	"bourse/internal/testkit"
)

// Command is one invocation of the binary.
type Command struct {
	Binary string
	Args   []string
	Folder string    // working directory; this process's own if empty
	Env    []string  // added to this process's, without its BOURSE_… variables
	Input  io.Reader // nothing if nil
}

// Process is one run of the binary.
type Process struct {
	// Address is where it serves; empty unless it was started by Serve.
	Address string

	command  *exec.Cmd
	out, err *output
	killed   atomic.Bool
	ended    chan struct{} // closed when it has ended and all of its output was read
}

// Start starts the command without waiting.
func (c Command) Start() (*Process, error) {
	p := &Process{
		command: exec.Command(c.Binary, c.Args...),
		out:     newOutput(), err: newOutput(),
		ended: make(chan struct{}),
	}
	p.command.Dir, p.command.Stdin, p.command.Stdout, p.command.Stderr = c.Folder, c.Input, p.out, p.err
	p.command.Env = append(inherited(), c.Env...)
	// An interrupt from the terminal goes only to the process that started us, which then ends what it started.
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.ended)
		_ = p.command.Wait() // the exit status says the same
		testkit.Spent(testkit.SpentByServers, p.command.ProcessState)
	}()
	return p, nil
}

// inherited is the environment without settings of the binary, which would change its behaviour. No load balancer
// delays a stop, and the race detector need not wait a second at the end: everything the process started has ended by
// then. The host's time zone is half an hour off the full hours, which no answer may reveal.
func inherited() []string {
	kept := []string{"BOURSE_DRAIN_DELAY=0s", "GORACE=atexit_sleep_ms=20", "TZ=Asia/Kolkata"}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "BOURSE_") && !strings.HasPrefix(variable, "TZ=") {
			kept = append(kept, variable)
		}
	}
	return kept
}

// Serve runs the command and waits until it serves. It fails, with the process's output, when the process or the
// context ends before that; the process is then gone.
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

// Run runs the command to its end and returns its exit status. It fails when the context ends first; the process is
// then gone.
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

// ID is the process id.
func (p *Process) ID() int { return p.command.Process.Pid }

// Log is what it has written to standard error so far.
func (p *Process) Log() string { return p.err.String() }

// Printed is what it has written to standard output so far.
func (p *Process) Printed() string { return p.out.String() }

// AwaitLog waits until the log contains the text. It fails when the process or the context ends before that.
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

// Terminate asks the process and its children to stop, as a service manager does.
func (p *Process) Terminate() error { return p.signal(syscall.SIGTERM) }

// Interrupt asks the process and its children to stop, as a person at the terminal does.
func (p *Process) Interrupt() error { return p.signal(syscall.SIGINT) }

// Suspend stops the process in the middle of its work, like a paused machine, until Resume.
func (p *Process) Suspend() error { return p.signal(syscall.SIGSTOP) }

// Resume continues a suspended process.
func (p *Process) Resume() error { return p.signal(syscall.SIGCONT) }

// Kill ends the process and its children at once, as a power cut would, and waits until it is gone.
func (p *Process) Kill() {
	p.killed.Store(true)
	_ = p.signal(syscall.SIGKILL) // it only fails for a process that has already ended
	<-p.ended
}

// signal reaches the process and its children, which are a process group. It does nothing when the process has ended,
// as its id may belong to another one by now.
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

// Wait waits for the end of the process and returns its exit status. It fails when the context ends first; the
// process is then killed.
func (p *Process) Wait(ctx context.Context) (status int, err error) {
	select {
	case <-p.ended:
		return p.status(), nil
	case <-ctx.Done():
		p.Kill()
		return p.status(), fmt.Errorf("it does not end: %w", ctx.Err())
	}
}

// Stop asks the process to stop and waits for it. It fails when the context ends first and when the exit status is
// not 0, which is also how the race detector reports its findings. The same applies to a process that has already
// ended, unless by Kill.
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

// status is the exit status of a process that has ended; -1 if a signal ended it.
func (p *Process) status() int { return p.command.ProcessState.ExitCode() }
