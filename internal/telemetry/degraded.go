package telemetry

import "github.com/prometheus/client_golang/prometheus"

// ShowDegraded adds the degraded parts to the metrics. Troubled is called on every scrape and must be fast.
func (m *Metrics) ShowDegraded(troubled func() map[string]bool) {
	m.registry.MustRegister(degradedCollector{
		description: prometheus.NewDesc("bourse_degraded", "Whether a part that the process depends on is in trouble: 1 or 0.", []string{"part"}, nil),
		troubled:    troubled,
	})
}

type degradedCollector struct {
	description *prometheus.Desc
	troubled    func() map[string]bool
}

// Describe implements prometheus.Collector.
func (c degradedCollector) Describe(to chan<- *prometheus.Desc) { to <- c.description }

// Collect implements prometheus.Collector.
func (c degradedCollector) Collect(to chan<- prometheus.Metric) {
	for part, isTroubled := range c.troubled() {
		value := 0.0
		if isTroubled {
			value = 1
		}
		to <- prometheus.MustNewConstMetric(c.description, prometheus.GaugeValue, value, part)
	}
}
