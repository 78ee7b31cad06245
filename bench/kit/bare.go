package kit

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// BareCommand is the hidden first argument that turns this program into a baseline.
const BareCommand = "bare"

// StartBare runs a baseline in a process of its own, as the product runs in one.
func (r *Rig) StartBare(ctx context.Context, name string, settings any) (*Server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	line, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(context.WithoutCancel(ctx), self, BareCommand, name)
	// The settings may contain the password of a database, so they are not passed as an argument.
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	running, err := startProcess("bare "+name, filepath.Join(r.directory, "bare.log"), command)
	if err != nil {
		return nil, err
	}
	running.quit = func() { _ = input.Close() } // the error means that it has already ended
	_, written := input.Write(append(line, '\n'))
	address, err := bufio.NewReader(output).ReadString('\n')
	if err := errors.Join(written, err); err != nil {
		_ = running.Stop() // the failure to start matters more
		return nil, running.Explain(err)
	}
	return &Server{Process: running, Address: strings.TrimSpace(address)}, nil
}

// ServeBare is the other end of StartBare: it reads the settings, serves, prints its address, and ends when its input
// does, which also happens when the parent process is killed.
func ServeBare(baselines map[string]Baseline, arguments []string, input io.Reader, output io.Writer) error {
	if len(arguments) != 1 || baselines[arguments[0]] == nil {
		return fmt.Errorf("there is no baseline %q", arguments)
	}
	lines := bufio.NewReader(input)
	settings, err := lines.ReadBytes('\n')
	if err != nil {
		return err
	}
	handler, err := baselines[arguments[0]](settings)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- http.Serve(listener, handler) }()
	if _, err := fmt.Fprintln(output, listener.Addr()); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, lines)
		ended <- err
	}()
	select {
	case err := <-failed:
		return err
	case err := <-ended:
		return err
	}
}
