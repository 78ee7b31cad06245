package telemetry

import (
	"database/sql"

	"github.com/prometheus/client_golang/prometheus"
)

// poolCollector reads the state of the connection pools on every scrape, so nothing has to update gauges in between.
type poolCollector struct {
	pools func() map[string]sql.DBStats

	limit, open, inUse, idle *prometheus.Desc
	waits, waited, closed    *prometheus.Desc
}

func newPoolCollector(pools func() map[string]sql.DBStats) *poolCollector {
	describe := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("bourse_database_"+name, help, append([]string{"pool"}, labels...), nil)
	}
	return &poolCollector{
		pools:  pools,
		limit:  describe("connections_limit", "Connections the pool may open, 0 for no limit."),
		open:   describe("connections_open", "Connections the pool holds, used and idle."),
		inUse:  describe("connections_in_use", "Connections somebody is using."),
		idle:   describe("connections_idle", "Connections waiting to be used."),
		waits:  describe("connection_waits_total", "Times somebody had to wait for a connection."),
		waited: describe("connection_wait_seconds_total", "Time spent waiting for a connection."),
		closed: describe("connections_closed_total", "Connections the pool closed, by reason.", "reason"),
	}
}

// Describe describes the metrics to the registry.
func (c *poolCollector) Describe(descriptions chan<- *prometheus.Desc) {
	for _, description := range []*prometheus.Desc{c.limit, c.open, c.inUse, c.idle, c.waits, c.waited, c.closed} {
		descriptions <- description
	}
}

// Collect sends the current state of every pool.
func (c *poolCollector) Collect(metrics chan<- prometheus.Metric) {
	for pool, stats := range c.pools() {
		gauge := func(description *prometheus.Desc, value int) {
			metrics <- prometheus.MustNewConstMetric(description, prometheus.GaugeValue, float64(value), pool)
		}
		counter := func(description *prometheus.Desc, value float64, labels ...string) {
			labels = append([]string{pool}, labels...)
			metrics <- prometheus.MustNewConstMetric(description, prometheus.CounterValue, value, labels...)
		}
		gauge(c.limit, stats.MaxOpenConnections)
		gauge(c.open, stats.OpenConnections)
		gauge(c.inUse, stats.InUse)
		gauge(c.idle, stats.Idle)
		counter(c.waits, float64(stats.WaitCount))
		counter(c.waited, stats.WaitDuration.Seconds())
		counter(c.closed, float64(stats.MaxIdleClosed), "idle_limit")
		counter(c.closed, float64(stats.MaxIdleTimeClosed), "idle_time")
		counter(c.closed, float64(stats.MaxLifetimeClosed), "lifetime")
	}
}
