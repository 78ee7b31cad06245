package app

import (
	"net"
	"net/http"

	"bourse/internal/httpapi/edge"
	"bourse/internal/telemetry"
)

// listenMetrics opens the listener of the metrics, which are for the operator only. It is nil without an address.
func (p *platform) listenMetrics() (net.Listener, error) {
	if p.settings.MetricsListen == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", p.settings.MetricsListen)
	if err != nil {
		return nil, &settingError{"metrics-listen", err}
	}
	p.logger.Info("metrics", "address", listener.Addr().String())
	return listener, nil
}

// serveMetrics answers scrapes until stop is called. Every number is kept up to date by the code that knows it: a
// scrape runs no query.
func (p *platform) serveMetrics(listener net.Listener) (stop func()) {
	if listener == nil {
		return func() {}
	}
	pages := http.NewServeMux()
	pages.Handle("GET /metrics", p.metrics.Handler())
	server := edge.NewServer(pages, p.logger)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener) // ends when the server is closed
	}()
	return func() {
		_ = server.Close()
		<-ended
	}
}

// workerStates are the background jobs' states for the metrics.
func (p *platform) workerStates() []telemetry.WorkerState {
	tracked := p.tracker.Snapshot()
	states := make([]telemetry.WorkerState, len(tracked))
	for i, one := range tracked {
		states[i] = telemetry.WorkerState{
			Name: one.Name, Successes: one.Successes, Failures: one.Failures, LastSuccess: one.LastSuccess, LastFailure: one.LastFailure,
		}
	}
	return states
}
