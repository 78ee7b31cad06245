package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	burstEvents      = 20_000
	burstRounds      = 7
	fanOutEndpoints  = 10
	publishers       = 256 // connections that publish at the same time
	steadyRate       = 50
	steadyLength     = 10 * time.Second
	slowQueue        = 1000
	mostHookMemory   = 150 << 20
	leastFanOut      = 0.35
	mostMiddle       = 3 * time.Millisecond
	mostTail         = 15 * time.Millisecond
	mostNeighbour    = 2.0
	leastBurstSQLite = 0.20
	leastBurstServer = 0.15
)

// measureWebhooks sends through the whole engine, everything on, and compares with a plain client loop.
func measureWebhooks(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureWebhooksOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

func (r *rig) measureWebhooksOn(ctx context.Context, engine database.Engine) (err error) {
	receivers, err := newReceiver()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, receivers.close()) }()
	product, err := r.serveHooks(ctx, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	if _, err := product.endpoint(ctx, receivers.url("/one")); err != nil {
		return err
	}
	if err := product.publish(ctx, 200, publishers); err != nil { // opens connections and lanes
		return err
	}
	if err := receivers.await(ctx, 200); err != nil {
		return err
	}
	if err := r.latency(ctx, engine, product, receivers); err != nil {
		return err
	}
	if err := r.throughput(ctx, engine, product, receivers); err != nil {
		return err
	}
	return r.hookMemory(engine, product)
}

// rate times how long a number of deliveries take from the first publish to the last receipt.
func (h *hookServer) rate(ctx context.Context, r *receiver, events, deliveries int) (float64, error) {
	before := r.count.Load()
	started := time.Now()
	if err := h.publish(ctx, events, publishers); err != nil {
		return 0, err
	}
	if err := r.await(ctx, before+int64(deliveries)); err != nil {
		return 0, err
	}
	return float64(deliveries) / time.Since(started).Seconds(), nil
}

// throughput measures bursts to one endpoint and then to ten, each between two runs of the ceiling.
func (r *rig) throughput(ctx context.Context, engine database.Engine, product *hookServer, receivers *receiver) error {
	least := leastBurstServer
	if engine == database.SQLite {
		least = leastBurstSQLite
	}
	if err := r.compareRate(ctx, string(engine)+" burst", product, receivers, burstEvents, burstEvents, least); err != nil {
		return err
	}
	for n := range fanOutEndpoints - 1 {
		if _, err := product.endpoint(ctx, receivers.url(fmt.Sprintf("/more-%d", n))); err != nil {
			return err
		}
	}
	return r.compareRate(ctx, string(engine)+" fan-out to ten", product, receivers, burstEvents/fanOutEndpoints, burstEvents, leastFanOut)
}

// compareRate takes turns with the ceiling: what else the machine does hits both, and the median passes over
// the round that it hits most.
func (r *rig) compareRate(ctx context.Context, name string, product *hookServer, receivers *receiver, events, deliveries int, least float64) error {
	var ours, bare, ratios []float64
	body := eventBody(time.Unix(0, 0))
	ceiling, err := receivers.ceiling(ctx, burstEvents, body)
	if err != nil {
		return err
	}
	before, err := product.processorTime()
	if err != nil {
		return err
	}
	for range burstRounds {
		rate, err := product.rate(ctx, receivers, events, deliveries)
		if err != nil {
			return err
		}
		next, err := receivers.ceiling(ctx, burstEvents, body)
		if err != nil {
			return err
		}
		around := (ceiling + next) / 2
		ours, bare, ratios = append(ours, rate), append(bare, around), append(ratios, rate/around)
		ceiling = next
	}
	receivers.takeAges()
	after, err := product.processorTime()
	if err != nil {
		return err
	}
	r.report.add(result{
		name: name, ours: perSecond(median(ours)), baseline: perSecond(median(bare)),
		ratio:  fmt.Sprintf("%.2f (%.2f–%.2f)", median(ratios), slices.Min(ratios), slices.Max(ratios)),
		target: fmt.Sprintf("≥ %.2f", least), met: median(ratios) >= least,
		note: fmt.Sprintf("processor time a delivery %.0f µs, without the receiver and the database's server",
			micros((after-before)/time.Duration(burstRounds*deliveries))),
	})
	return nil
}

// latency measures from the publishing call to the receipt, first with nothing else to do, then beside a
// receiver that is slow and has a long queue.
func (r *rig) latency(ctx context.Context, engine database.Engine, product *hookServer, receivers *receiver) error {
	receivers.takeAges()
	quiet, err := product.ages(ctx, receivers)
	if err != nil {
		return err
	}
	r.report.add(result{
		name: string(engine) + " latency, p50", ours: percentile(quiet, 50).Round(10 * time.Microsecond).String(),
		target: "≤ " + mostMiddle.String(), met: percentile(quiet, 50) <= mostMiddle,
		note: fmt.Sprintf("%d events at %d a second", len(quiet), steadyRate),
	})
	r.report.add(result{
		name: string(engine) + " latency, p99", ours: percentile(quiet, 99).Round(10 * time.Microsecond).String(),
		target: "≤ " + mostTail.String(), met: percentile(quiet, 99) <= mostTail,
	})
	receivers.slow = 2 * time.Second
	slow, err := product.endpoint(ctx, receivers.url("/slow"))
	if err != nil {
		return err
	}
	before := receivers.count.Load()
	if err := product.publish(ctx, slowQueue, publishers); err != nil {
		return err
	}
	if err := receivers.await(ctx, before+slowQueue); err != nil { // the healthy one has all of them
		return err
	}
	receivers.takeAges()
	beside, err := product.ages(ctx, receivers)
	if err != nil {
		return err
	}
	ratio := float64(percentile(beside, 99)) / float64(percentile(quiet, 99))
	r.report.add(result{
		name: string(engine) + " beside a slow one, p99", ours: percentile(beside, 99).Round(10 * time.Microsecond).String(),
		baseline: percentile(quiet, 99).Round(10 * time.Microsecond).String(), ratio: fmt.Sprintf("%.2f", ratio),
		target: fmt.Sprintf("≤ %.2f", mostNeighbour), met: ratio <= mostNeighbour,
		note: "bare: quiet; the slow one takes 2 s and has 1,000 queued",
	})
	return product.remove(ctx, slow)
}

// ages publishes steadily and returns how long each event took to arrive.
func (h *hookServer) ages(ctx context.Context, r *receiver) ([]time.Duration, error) {
	before := r.count.Load()
	events, err := h.steadily(ctx, steadyRate, steadyLength)
	if err != nil {
		return nil, err
	}
	if err := r.await(ctx, before+int64(events)); err != nil {
		return nil, err
	}
	return r.takeAges(), nil
}

func percentile(values []time.Duration, percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

func (h *hookServer) remove(ctx context.Context, endpoint string) error {
	_, err := h.call(ctx, "DELETE", "/api/v1/webhooks/endpoints/"+endpoint, h.token, nil)
	return err
}

// hookMemory looks at the most that the product ever occupied.
func (r *rig) hookMemory(engine database.Engine, product *hookServer) error {
	peak, err := product.peakMemory()
	if err != nil {
		return err
	}
	r.report.add(result{
		name: string(engine) + " memory, peak", ours: mebibytes(peak), target: "< " + mebibytes(mostHookMemory), met: peak < mostHookMemory,
	})
	return nil
}
