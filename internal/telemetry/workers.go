package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// WorkerState is what the metrics show of one background worker.
type WorkerState struct {
	Name                     string
	Successes, Failures      int64 // pieces of work
	LastSuccess, LastFailure time.Time
}

// Workers shows the state of this process's workers. Snapshot is called on every scrape and must not query a database.
func (m *Metrics) Workers(snapshot func() []WorkerState) {
	describe := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("bourse_worker_"+name, help, []string{"worker"}, nil)
	}
	m.registry.MustRegister(&workerCollector{
		snapshot:    snapshot,
		successes:   describe("turns_succeeded_total", "Pieces of work that a background worker has done."),
		failures:    describe("turns_failed_total", "Pieces of work that a background worker could not do."),
		lastSuccess: describe("last_success_timestamp_seconds", "When a background worker last did a piece of work."),
		lastFailure: describe("last_failure_timestamp_seconds", "When a background worker last failed to do a piece of work."),
	})
}

// workerCollector reads the state of the workers on every scrape.
type workerCollector struct {
	snapshot                                      func() []WorkerState
	successes, failures, lastSuccess, lastFailure *prometheus.Desc
}

// Describe describes the metrics to the registry.
func (c *workerCollector) Describe(descriptions chan<- *prometheus.Desc) {
	for _, description := range []*prometheus.Desc{c.successes, c.failures, c.lastSuccess, c.lastFailure} {
		descriptions <- description
	}
}

// Collect sends the current state of every worker. Events that never happened have no time.
func (c *workerCollector) Collect(metrics chan<- prometheus.Metric) {
	for _, state := range c.snapshot() {
		metrics <- prometheus.MustNewConstMetric(c.successes, prometheus.CounterValue, float64(state.Successes), state.Name)
		metrics <- prometheus.MustNewConstMetric(c.failures, prometheus.CounterValue, float64(state.Failures), state.Name)
		for description, at := range map[*prometheus.Desc]time.Time{c.lastSuccess: state.LastSuccess, c.lastFailure: state.LastFailure} {
			if !at.IsZero() {
				metrics <- prometheus.MustNewConstMetric(description, prometheus.GaugeValue, float64(at.UnixMilli())/1000, state.Name)
			}
		}
	}
}
