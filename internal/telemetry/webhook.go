package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// webhookMetrics are the numbers of the webhook sender.
type webhookMetrics struct {
	attempts  *prometheus.CounterVec
	durations prometheus.Histogram
	lanes     prometheus.Gauge
}

func newWebhookMetrics() webhookMetrics {
	return webhookMetrics{
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_webhook_attempts_total",
			Help: "Attempts to deliver an event, by what came of them: succeeded, retried or exhausted.",
		}, []string{"outcome"}),
		durations: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "bourse_webhook_attempt_duration_seconds",
			Help:    "Time that receivers took.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60},
		}),
		lanes: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "bourse_webhook_lanes_held",
			Help: "Endpoints that this process sends to now.",
		}),
	}
}

// AttemptMade counts an attempt to deliver an event and the time it took.
func (m *Metrics) AttemptMade(outcome string, duration time.Duration) {
	m.webhook.attempts.WithLabelValues(outcome).Inc()
	m.webhook.durations.Observe(duration.Seconds())
}

// LanesHeld tells how many endpoints this process sends to.
func (m *Metrics) LanesHeld(count int) { m.webhook.lanes.Set(float64(count)) }

// WatchWebhookQueue shows, on every scrape, how many deliveries wait and for how long the oldest of them has
// been due. A queue that cannot be read is left out of the scrape.
func (m *Metrics) WatchWebhookQueue(read func() (depth int64, oldest time.Duration, err error)) {
	m.registry.MustRegister(queueCollector{read})
}

type queueCollector struct {
	read func() (int64, time.Duration, error)
}

var (
	queueDepth = prometheus.NewDesc("bourse_webhook_queue_depth", "Deliveries that wait to be sent, or sent again.", nil, nil)
	oldestDue  = prometheus.NewDesc("bourse_webhook_oldest_due_seconds", "For how long the oldest waiting delivery has been due.", nil, nil)
)

func (c queueCollector) Describe(to chan<- *prometheus.Desc) {
	to <- queueDepth
	to <- oldestDue
}

func (c queueCollector) Collect(to chan<- prometheus.Metric) {
	depth, oldest, err := c.read()
	if err != nil {
		return
	}
	to <- prometheus.MustNewConstMetric(queueDepth, prometheus.GaugeValue, float64(depth))
	to <- prometheus.MustNewConstMetric(oldestDue, prometheus.GaugeValue, max(0, oldest.Seconds()))
}
