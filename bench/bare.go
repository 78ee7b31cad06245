package main

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

// bareCommand is the hidden first argument that turns this program into a baseline.
const bareCommand = "bare"

// baselines are the bare handlers by name. Each is made from settings in JSON.
var baselines = map[string]func(settings []byte) (http.Handler, error){
	"fixed":     newBareFixed,
	"sessions":  newBareSessions,
	"trading":   newBareTrading,
	"investing": newBareInvesting,
	"search":    newBareSearch,
}

// startBare runs a baseline in a process of its own, as the product runs in one.
func (r *rig) startBare(ctx context.Context, name string, settings any) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	line, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(context.WithoutCancel(ctx), self, bareCommand, name)
	// The settings may hold the password of a database, so they are no argument.
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
	running.quit = func() { _ = input.Close() } // fails when it has ended, which is as good
	_, written := input.Write(append(line, '\n'))
	address, err := bufio.NewReader(output).ReadString('\n')
	if err := errors.Join(written, err); err != nil {
		_ = running.stop() // it is the failure to start that counts
		return nil, running.explain(err)
	}
	return &server{process: running, address: strings.TrimSpace(address)}, nil
}

// serveBare is the other end of startBare: it reads the settings, serves, says where, and ends when its
// input does, which also comes when the process at the other end is killed.
func serveBare(arguments []string, input io.Reader, output io.Writer) error {
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

// fixedSettings are an answer to repeat.
type fixedSettings struct {
	Header http.Header
	Body   []byte
}

// newBareFixed makes a handler that writes the same answer to every request.
func newBareFixed(settings []byte) (http.Handler, error) {
	var answer fixedSettings
	if err := json.Unmarshal(settings, &answer); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		for name, values := range answer.Header {
			header[name] = values
		}
		_, _ = w.Write(answer.Body) // the client has gone
	}), nil
}
