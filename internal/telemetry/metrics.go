package telemetry

import (
	"database/sql"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// UnknownOperation is the operation of a request that matches none of the contract's, whatever its path.
const UnknownOperation = "unknown"

// statusClasses are the values of the status label, by the first digit of the status.
var statusClasses = [...]string{"unknown", "1xx", "2xx", "3xx", "4xx", "5xx"}

// Metrics are the metrics of this process, in a registry of their own. All methods are safe for concurrent use. Label
// values must come from a fixed set: a metric per user or per path would grow without bound.
type Metrics struct {
	registry *prometheus.Registry

	// operations is never written after NewMetrics, so reading it needs no lock.
	operations map[string]*operationMetrics
	unknown    *operationMetrics

	requests         *prometheus.CounterVec
	durations        *prometheus.HistogramVec
	requestsInFlight prometheus.Gauge
	workerFailures   *prometheus.CounterVec
	messages         *prometheus.CounterVec
	authEvents       *prometheus.CounterVec
	webhook          webhookMetrics
	platform         platformMetrics
}

// operationMetrics keeps the children of one operation by status class. They are created when first seen, because all
// of them together would be thousands of lines of zeros on every scrape.
type operationMetrics struct {
	name    string
	classes [len(statusClasses)]atomic.Pointer[requestMetrics]
}

type requestMetrics struct {
	count    prometheus.Counter
	duration prometheus.Observer
}

// NewMetrics returns the metrics of a process with the given operations of the contract; a request for any other counts
// as UnknownOperation. Pools, which may be nil, is called on every scrape and returns the state of the database's
// connection pools by name.
func NewMetrics(operations []string, pools func() map[string]sql.DBStats) *Metrics {
	m := &Metrics{
		registry:   prometheus.NewRegistry(),
		operations: make(map[string]*operationMetrics, len(operations)),
		unknown:    &operationMetrics{name: UnknownOperation},
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_http_requests_total",
			Help: "Requests answered, by operation of the contract and class of status.",
		}, []string{"operation", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "bourse_http_request_duration_seconds",
			Help:    "Time from the first byte read to the last byte written of a request.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"operation", "status"}),
		requestsInFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "bourse_http_requests_in_flight",
			Help: "Requests being answered now.",
		}),
		workerFailures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_worker_failures_total",
			Help: "Times a background worker failed and had to be run again.",
		}, []string{"worker"}),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_messages_sent_total",
			Help: "Messages handed to a mail or phone provider, by how that went.",
		}, []string{"channel", "outcome"}),
		authEvents: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_auth_events_total",
			Help: "Security events, such as log-ins and refused codes.",
		}, []string{"event"}),
		webhook: newWebhookMetrics(), platform: newPlatformMetrics(),
	}
	for _, name := range operations {
		m.operations[name] = &operationMetrics{name: name}
	}
	m.operations[UnknownOperation] = m.unknown
	m.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		buildInfo(Version()),
		m.requests, m.durations, m.requestsInFlight, m.workerFailures, m.messages, m.authEvents,
		m.webhook.attempts, m.webhook.durations, m.webhook.lanes, m.webhook.queueDepth, m.webhook.oldestDue,
	)
	m.registry.MustRegister(m.platform.collectors()...)
	if pools != nil {
		m.registry.MustRegister(newPoolCollector(pools))
	}
	m.beginAtZero()
	return m
}

// beginAtZero creates the counters whose labels are known in advance: to Prometheus a jump from absent to one is not an
// increase, and an alert would miss the first.
func (m *Metrics) beginAtZero() {
	for _, outcome := range []string{"succeeded", "retried", "exhausted"} {
		m.webhook.attempts.WithLabelValues(outcome)
	}
	for _, channel := range []string{"mail", "sms"} {
		for _, outcome := range []string{"sent", "failed"} {
			m.messages.WithLabelValues(channel, outcome)
		}
	}
	for _, kind := range []string{"open", "close"} {
		m.platform.fills.WithLabelValues(kind)
	}
	for _, outcome := range []string{"placed", "filled", "cancelled", "expired", "rejected"} {
		m.platform.orders.WithLabelValues(outcome)
	}
	for _, reason := range []string{"stop_loss", "trailing_stop", "take_profit", "liquidation"} {
		m.platform.stopLag.WithLabelValues(reason)
	}
}

// buildInfo is the usual gauge of 1 whose labels say what is running, so that a graph can show a deployment.
func buildInfo(build Build) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "bourse_build_info",
		Help: "The running build: always 1, told by its labels.",
		ConstLabels: prometheus.Labels{
			"version": build.Version, "commit": build.Commit, "go_version": build.GoVersion,
		},
	}, func() float64 { return 1 })
}

// Handler serves the metrics in the formats that Prometheus scrapes.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// RequestStarted counts a request as in flight. Every call must be followed by one of RequestEnded.
func (m *Metrics) RequestStarted() { m.requestsInFlight.Inc() }

// RequestEnded counts a request as no longer in flight.
func (m *Metrics) RequestEnded() { m.requestsInFlight.Dec() }

// ObserveRequest counts an answered request and its duration. It does not allocate for an operation and status class
// seen before.
func (m *Metrics) ObserveRequest(operation string, status int, duration time.Duration) {
	of, known := m.operations[operation]
	if !known {
		of = m.unknown
	}
	class := status / 100
	if class < 0 || class >= len(statusClasses) {
		class = 0
	}
	request := of.classes[class].Load()
	if request == nil {
		// Two goroutines may both get here: the vectors return the same children to both.
		request = &requestMetrics{
			count:    m.requests.WithLabelValues(of.name, statusClasses[class]),
			duration: m.durations.WithLabelValues(of.name, statusClasses[class]),
		}
		of.classes[class].Store(request)
	}
	request.count.Inc()
	request.duration.Observe(duration.Seconds())
}

// WorkerFailed counts a failure of the named background worker.
func (m *Metrics) WorkerFailed(worker string) { m.workerFailures.WithLabelValues(worker).Inc() }

// WorkersKnown creates the failure counters of the named background workers, at zero.
func (m *Metrics) WorkersKnown(workers []string) {
	for _, worker := range workers {
		m.workerFailures.WithLabelValues(worker)
	}
}

// MessageSent counts a message by channel (mail, sms) and outcome (sent, failed).
func (m *Metrics) MessageSent(channel, outcome string) {
	m.messages.WithLabelValues(channel, outcome).Inc()
}

// AuthEvent counts a security event by its kind.
func (m *Metrics) AuthEvent(event string) { m.authEvents.WithLabelValues(event).Inc() }
