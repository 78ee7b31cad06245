package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// finishLimit is how long background jobs and connections may take to end, once no request is left. A stop takes no
// longer than --drain-delay, --drain-timeout and this together.
const finishLimit = 20 * time.Second

// leastCloseTime is what every closer gets, so that the log is written even if something before it hung.
const leastCloseTime = 100 * time.Millisecond

// drain tells load balancers that the process stops, keeps serving while they notice, then stops accepting and
// finishes the requests in flight. A second signal skips what it waits for.
func (p *platform) drain(ctx context.Context, server *http.Server) error {
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(again)
	p.health.Drain()
	if delay := p.settings.DrainDelay; delay > 0 {
		p.logger.Info("draining: not ready any more, serving on while load balancers notice", "for", delay)
		select {
		case <-time.After(delay):
		case <-again:
		}
	}
	p.logger.Info("stopping: no new requests, finishing those in flight")
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.settings.DrainTimeout)
	defer cancel()
	go func() { // ends with limited
		select {
		case <-again:
			cancel()
		case <-limited.Done():
		}
	}()
	if err := server.Shutdown(limited); err != nil {
		p.logger.Warn("some requests did not finish in time", "error", err)
		return server.Close()
	}
	p.logger.Info("stopped")
	return nil
}

// awaitWorkers waits until the background jobs have ended. It fails with the names of those that do not.
func (p *platform) awaitWorkers(ended <-chan struct{}) error {
	p.finishBy = time.Now().Add(finishLimit)
	select {
	case <-ended:
		return nil
	case <-time.After(finishLimit):
	}
	var hanging []string
	for _, state := range p.tracker.Snapshot() {
		if state.IsRunning {
			hanging = append(hanging, state.Name)
		}
	}
	p.logger.Error("background jobs did not end in time", "jobs", hanging, "limit", finishLimit)
	return fmt.Errorf("background jobs did not end within %v: %s", finishLimit, strings.Join(hanging, ", "))
}

// closer releases something that was opened.
type closer struct {
	name  string
	close func() error
}

// onClose registers a release for when the process ends, last registered first.
func (g *ground) onClose(name string, release func() error) {
	g.closers = append(g.closers, closer{name, release})
}

// close releases everything, last opened first. A release that hangs is named and left alone.
func (g *ground) close() error {
	if g.finishBy.IsZero() {
		g.finishBy = time.Now().Add(finishLimit)
	}
	var failures []error
	for _, last := range slices.Backward(g.closers) {
		failures = append(failures, g.closeWithin(last, max(time.Until(g.finishBy), leastCloseTime)))
	}
	return errors.Join(failures...)
}

func (g *ground) closeWithin(one closer, limit time.Duration) error {
	closed := make(chan error, 1)
	go func() { closed <- one.close() }() // one that hangs ends with the process
	select {
	case err := <-closed:
		return err
	case <-time.After(limit):
		g.logger.Error("something could not be closed in time", "what", one.name)
		return fmt.Errorf("%s could not be closed in time", one.name)
	}
}
