package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"bourse/internal/telemetry"
	"bourse/internal/worker"
)

type serveCommand struct {
	serverSettings `embed:""`

	Role string `help:"What this process does: all, api (requests only) or worker (background jobs only)." enum:"all,api,worker" default:"all"`
}

// role is which part of the work a process does.
type role string

const (
	roleAll    role = "all"
	roleAPI    role = "api"
	roleWorker role = "worker"
)

// Run serves until the context ends, and then drains.
func (c *serveCommand) Run(ctx context.Context, terminal console) (err error) {
	p, err := newPlatform(ctx, c.serverSettings, role(c.Role), terminal.err, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	return p.serve(ctx, func(address string) { p.introduce(terminal, address) })
}

// tryListening fails when an address cannot be listened on, before the schema is migrated for a server that will not
// serve. It does not keep listening: until the server can answer, callers should be refused rather than left waiting.
func (s *serverSettings) tryListening() error {
	for _, address := range []struct{ flag, value string }{{"listen", s.Listen}, {"metrics-listen", s.MetricsListen}} {
		if address.value == "" {
			continue
		}
		listener, err := net.Listen("tcp", address.value)
		if err != nil {
			return &settingError{address.flag, err}
		}
		if err := listener.Close(); err != nil {
			return &settingError{address.flag, err}
		}
	}
	return nil
}

// serve runs the workers and the HTTP server until the context ends. Then it stops accepting, finishes the requests
// in flight, and lets the workers finish what they hold.
func (p *platform) serve(ctx context.Context, started func(address string)) error {
	listener, err := net.Listen("tcp", p.settings.Listen)
	if err != nil {
		return &settingError{"listen", err}
	}
	metrics, err := p.listenMetrics()
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer p.serveMetrics(metrics)()
	p.metrics.WorkersKnown(workerNames(p.workers))
	giveHeadroom()
	server := p.server()
	// The workers outlive the requests, which may depend on them.
	working, stopWorkers := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWorkers()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.tracker.RunAll(working, p.logger, p.metrics.WorkerFailed, p.workers...)
	}()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(p.handler.NewListener(listener)) }() // until the server is stopped or closed
	address := listener.Addr().String()
	p.logger.Info("listening", "address", address, "role", p.role, "database", p.db.Engine(), "version", telemetry.Version().Version)
	started(address)
	select {
	case err = <-failed:
		err = fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
		err = p.drain(ctx, server)
	}
	stopWorkers()
	return errors.Join(err, p.awaitWorkers(ended))
}

// server makes the public HTTP server.
func (p *platform) server() *http.Server {
	server := p.handler.NewServer(p.logger)
	if p.around != nil {
		server.Handler = p.around(server.Handler)
	}
	return server
}

func workerNames(workers []worker.Worker) []string {
	names := make([]string, len(workers))
	for i, one := range workers {
		names[i] = one.Name()
	}
	return names
}

// say writes a line for a person to read.
func say(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, format+"\n", args...)
}
