package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"

	"bourse/internal/httpapi"
	"bourse/internal/telemetry"
	"bourse/internal/worker"
)

type serveCommand struct {
	serverSettings `embed:""`

	Role string `help:"What this process does: all, api (requests only) or worker (background jobs only)." enum:"all,api,worker" default:"all"`
}

// role says which part of the work a process does.
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
	return p.serve(ctx, func(string) {})
}

// serve runs the workers and the HTTP server until the context ends. Then it stops accepting, finishes the
// requests in flight, and lets the workers finish what they hold.
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
	giveHeadroom()
	server := httpapi.NewServer(p.handler, p.logger)
	// The workers outlive the requests, which may depend on them.
	working, stopWorkers := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { worker.RunAll(working, p.logger, p.metrics.WorkerFailed, p.workers...) })
	defer running.Wait()
	defer stopWorkers()

	failed := make(chan error, 1)
	running.Go(func() { failed <- server.Serve(listener) })
	address := listener.Addr().String()
	p.logger.Info("listening", "address", address, "role", p.role, "database", p.db.Engine(), "version", telemetry.Version().Version)
	started(address)
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	return p.drain(ctx, server)
}

func (p *platform) drain(ctx context.Context, server *http.Server) error {
	p.draining.Store(true)
	p.logger.Info("stopping: no new requests, finishing those in flight")
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.settings.DrainTimeout)
	defer cancel()
	if err := server.Shutdown(limited); err != nil {
		p.logger.Warn("some requests did not finish in time", "error", err)
		return server.Close()
	}
	p.logger.Info("stopped")
	return nil
}

// say writes a line for a person to read.
func say(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, format+"\n", args...)
}
