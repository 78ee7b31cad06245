package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// platformMetrics are the metrics of what the platform does for its users, and of what waits to be done.
type platformMetrics struct {
	fills    *prometheus.CounterVec
	orders   *prometheus.CounterVec
	stopLag  *prometheus.HistogramVec
	waiting  *prometheus.GaugeVec
	oldest   *prometheus.GaugeVec
	failing  prometheus.Gauge
	longest  *prometheus.GaugeVec
	ledger   *prometheus.GaugeVec
	disk     prometheus.Gauge
	file     prometheus.Gauge
	log      prometheus.Gauge
	readings *prometheus.GaugeVec
}

func gauge(name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
}

func gaugeBy(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
}

func newPlatformMetrics() platformMetrics {
	return platformMetrics{
		fills: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_trading_fills_total",
			Help: "Fills that this process has committed, by kind: open or close.",
		}, []string{"kind"}),
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bourse_trading_orders_total",
			Help: "Orders that this process has committed, by what became of them: placed, filled, cancelled, expired or rejected.",
		}, []string{"outcome"}),
		stopLag: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "bourse_trading_stop_lag_seconds",
			Help:    "Time from the tick that reached a stop, target or liquidation to the commit of the closing, by reason.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300},
		}, []string{"reason"}),
		waiting: gaugeBy("bourse_waiting_items", "Things that wait for somebody or something, counted up to 10000, by what they are.", "what"),
		oldest: gaugeBy("bourse_waiting_oldest_seconds",
			"For how long the oldest of them has waited, or been due; 0 without any.", "what"),
		failing: gauge("bourse_webhook_endpoints_failing", "Active endpoints without a success since their last failure, counted up to 10000."),
		longest: gaugeBy("bourse_webhook_endpoint_failing_seconds",
			"For how long an endpoint has failed; the ten that have failed longest.", "endpoint"),
		ledger: gaugeBy("bourse_ledger_imbalance",
			"Sum of all balances of a currency, which is 0 while the books are in order.", "currency"),
		disk: gauge("bourse_disk_free_bytes", "Free space where the data folder is."),
		file: gauge("bourse_database_file_bytes", "Size of the SQLite file."),
		log:  gauge("bourse_database_wal_bytes", "Size of SQLite's write-ahead log."),
		readings: gaugeBy("bourse_reading_timestamp_seconds",
			"When the numbers that are read in the background were last read, by what they tell of.", "reading"),
	}
}

func (p platformMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{
		p.fills, p.orders, p.stopLag, p.waiting, p.oldest, p.failing, p.longest, p.ledger, p.readings,
	}
}

// Filled counts fills by kind: open or close.
func (m *Metrics) Filled(kind string, count int) {
	m.platform.fills.WithLabelValues(kind).Add(float64(count))
}

// OrderBecame counts orders by their new state: placed, filled, cancelled, expired or rejected.
func (m *Metrics) OrderBecame(what string) { m.platform.orders.WithLabelValues(what).Inc() }

// StopClosed records the time from the tick that reached a level to the commit of the resulting close.
func (m *Metrics) StopClosed(reason string, lag time.Duration) {
	m.platform.stopLag.WithLabelValues(reason).Observe(lag.Seconds())
}

// Waiting sets how many things of a kind wait, and for how long the oldest has.
func (m *Metrics) Waiting(what string, count int64, oldest time.Duration) {
	m.platform.waiting.WithLabelValues(what).Set(float64(count))
	m.platform.oldest.WithLabelValues(what).Set(max(0, oldest.Seconds()))
}

// EndpointsFailing sets how many endpoints are failing, and for how long those that have failed longest.
func (m *Metrics) EndpointsFailing(count int64, longest map[string]time.Duration) {
	m.platform.failing.Set(float64(count))
	m.platform.longest.Reset()
	for endpoint, since := range longest {
		m.platform.longest.WithLabelValues(endpoint).Set(max(0, since.Seconds()))
	}
}

// LedgerImbalance sets the sum of all balances of a currency.
func (m *Metrics) LedgerImbalance(currency string, sum float64) {
	m.platform.ledger.WithLabelValues(currency).Set(sum)
}

// DiskFree sets how many bytes are free on the data folder's disk. The metric appears with the first call.
func (m *Metrics) DiskFree(bytes uint64) {
	m.once(m.platform.disk)
	m.platform.disk.Set(float64(bytes))
}

// DatabaseSize sets the sizes of SQLite's files. The metrics appear with the first call.
func (m *Metrics) DatabaseSize(file, log int64) {
	m.once(m.platform.file)
	m.once(m.platform.log)
	m.platform.file.Set(float64(file))
	m.platform.log.Set(float64(log))
}

// once registers a gauge that not every process has.
func (m *Metrics) once(one prometheus.Collector) {
	_ = m.registry.Register(one) // it may be registered already
}

// GaugeRead records when numbers were read in the background.
func (m *Metrics) GaugeRead(name string, at time.Time) {
	m.platform.readings.WithLabelValues(name).Set(float64(at.UnixMilli()) / 1000)
}

// Feed shows for how long a feed has delivered no price. Age is called on every scrape and must not query a database;
// while it is unknown, the metric is absent.
func (m *Metrics) Feed(name string, age func() (time.Duration, bool)) {
	m.registry.MustRegister(&ageCollector{
		description: prometheus.NewDesc("bourse_feed_age_seconds", "Time since the feed last delivered a price, or since the start before its first.", nil, prometheus.Labels{"feed": name}),
		age:         age,
	})
}

// Streams shows how many streams are open. Count is called on every scrape and must not query a database.
func (m *Metrics) Streams(count func() int64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "bourse_streams_open", Help: "Streams of quotes, positions and signals that somebody listens to now.",
	}, func() float64 { return float64(count()) }))
}

type ageCollector struct {
	description *prometheus.Desc
	age         func() (time.Duration, bool)
}

// Describe describes the metric to the registry.
func (c *ageCollector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- c.description }

// Collect sends the current age.
func (c *ageCollector) Collect(metrics chan<- prometheus.Metric) {
	if age, known := c.age(); known {
		metrics <- prometheus.MustNewConstMetric(c.description, prometheus.GaugeValue, age.Seconds())
	}
}
