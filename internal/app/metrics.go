package app

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"bourse/internal/httpapi"
	"bourse/internal/worker"
)

// listenMetrics opens the listener of the metrics, which are nobody's business but the operator's. Without an
// address there is none: nil.
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

// serveMetrics answers scrapes until stop is called. Every number is kept up to date by who knows it: a scrape
// runs no query.
func (p *platform) serveMetrics(listener net.Listener) (stop func()) {
	if listener == nil {
		return func() {}
	}
	pages := http.NewServeMux()
	pages.Handle("GET /metrics", p.metrics.Handler())
	server := httpapi.NewServer(pages, p.logger)
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

// queueGaugeInterval is how old the size of the queue in the metrics may be.
const queueGaugeInterval = 15 * time.Second

// queueGauge is the worker that keeps the size of the webhook queue in the metrics.
type queueGauge struct {
	read   func() (depth int64, oldest time.Duration, err error)
	show   func(depth int64, oldest time.Duration)
	logger *slog.Logger
}

// Name is the worker's name.
func (queueGauge) Name() string { return "webhook-queue-gauge" }

// Run reads the queue until the context ends. It never fails: a queue that cannot be read keeps its last size.
func (g queueGauge) Run(ctx context.Context) error {
	ticker := time.NewTicker(queueGaugeInterval)
	defer ticker.Stop()
	for {
		err := worker.Turn(ctx, func(context.Context) error {
			depth, oldest, err := g.read()
			if err == nil {
				g.show(depth, oldest)
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			g.logger.Warn("the webhook queue cannot be read for the metrics", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}
