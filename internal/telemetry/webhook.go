package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// webhookMetrics are the metrics of the webhook sender.
type webhookMetrics struct {
	attempts  *prometheus.CounterVec
	durations prometheus.Histogram
	lanes     prometheus.Gauge

	queueDepth, oldestDue prometheus.Gauge
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
		queueDepth: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "bourse_webhook_queue_depth",
			Help: "Deliveries that wait to be sent, or sent again.",
		}),
		oldestDue: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "bourse_webhook_oldest_due_seconds",
			Help: "For how long the oldest waiting delivery has been due.",
		}),
	}
}

// AttemptMade counts an attempt to deliver an event, and its duration.
func (m *Metrics) AttemptMade(outcome string, duration time.Duration) {
	m.webhook.attempts.WithLabelValues(outcome).Inc()
	m.webhook.durations.Observe(duration.Seconds())
}

// LanesHeld sets how many endpoints this process sends to.
func (m *Metrics) LanesHeld(count int) { m.webhook.lanes.Set(float64(count)) }

// WebhookQueue sets how many deliveries wait, and for how long the oldest of them has been due.
func (m *Metrics) WebhookQueue(depth int64, oldest time.Duration) {
	m.webhook.queueDepth.Set(float64(depth))
	m.webhook.oldestDue.Set(max(0, oldest.Seconds()))
}
