// Package webhooks measures the sender of webhooks through the whole product, with everything on: authentication,
// signature, filter, custom header, one record of every attempt.
//
// webhooks compares bursts of single events, to one endpoint and to ten, and batches of 1,000 events a call, with 64
// workers of a plain client loop that post the same body to the same receiver: sending over HTTP takes at least one
// POST per event, and that loop has no database, no signature and no record. Latency, from the publishing call to the
// receipt, has limits, and so has its growth beside a slow receiver.
//
// million compares the product with itself: listing, publishing and claiming with a million stored deliveries with
// the same with a few thousand. A large table cannot cost less than a small one.
package webhooks

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	burstEvents     = 20_000
	burstRounds     = 7
	batchEvents     = 1000 // in one call
	batchPublishers = 4
	fanOutEndpoints = 10
	publishers      = 256 // connections that publish at the same time
	mostPeakMemory  = 150 << 20
	leastFanOut     = 0.35
)

// leasts are the minimum ratios to the ceiling of single events in a burst and of batches.
type leasts struct{ burst, batches float64 }

// leastOn are those of an engine: a database server takes its part of the machine.
func leastOn(engine database.Engine) leasts {
	if engine == database.SQLite {
		return leasts{burst: 0.30, batches: 0.50}
	}
	return leasts{burst: 0.25, batches: 0.40}
}

// Webhooks sends through the whole product and compares with a plain client loop.
var Webhooks = kit.Area{
	Name: "webhooks", About: "publish to receipt, everything on, against 64 workers of a plain client loop",
	Measure: kit.OnEachEngine(measureWebhooks),
}

func measureWebhooks(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	receiver, err := newReceiver()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, receiver.close()) }()
	product, err := startProduct(ctx, rig, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	if _, err := product.endpoint(ctx, receiver.url("/one")); err != nil {
		return err
	}
	if err := product.publish(ctx, 200, publishers); err != nil { // opens connections and lanes
		return err
	}
	if err := receiver.await(ctx, 200); err != nil {
		return err
	}
	if err := measureLatency(ctx, rig, product, receiver); err != nil {
		return err
	}
	if err := measureThroughput(ctx, rig, engine, product, receiver); err != nil {
		return err
	}
	peak, err := product.PeakMemory()
	if err != nil {
		return err
	}
	rig.Report.AddMemory(string(engine)+" memory, peak", peak, mostPeakMemory, "")
	return nil
}

// rate measures how fast deliveries are made, from the first publish to the last receipt.
func (c comparedRate) rate(ctx context.Context, receiver *receiver) (float64, error) {
	before := receiver.count.Load()
	started := time.Now()
	if err := c.publish(ctx, c.events); err != nil {
		return 0, err
	}
	if err := receiver.await(ctx, before+int64(c.deliveries)); err != nil {
		return 0, err
	}
	return float64(c.deliveries) / time.Since(started).Seconds(), nil
}

// measureThroughput measures bursts and batches to one endpoint and then bursts to ten, each between two runs of the
// ceiling.
func measureThroughput(ctx context.Context, rig *kit.Rig, engine database.Engine, product *product, receiver *receiver) error {
	least := leastOn(engine)
	bursts := comparedRate{string(engine) + " burst", product.publishSingly, burstEvents, burstEvents, least.burst}
	if err := bursts.measure(ctx, rig, product, receiver); err != nil {
		return err
	}
	batches := comparedRate{string(engine) + " batches", product.publishBatches, burstEvents, burstEvents, least.batches}
	if err := batches.measure(ctx, rig, product, receiver); err != nil {
		return err
	}
	for n := range fanOutEndpoints - 1 {
		if _, err := product.endpoint(ctx, receiver.url(fmt.Sprintf("/more-%d", n))); err != nil {
			return err
		}
	}
	fanOut := comparedRate{string(engine) + " fan-out to ten", product.publishSingly, burstEvents / fanOutEndpoints, burstEvents, leastFanOut}
	return fanOut.measure(ctx, rig, product, receiver)
}

// comparedRate is a number of deliveries, from fewer events when they fan out, how the events are published, and the
// minimum ratio to the ceiling.
type comparedRate struct {
	name               string
	publish            func(ctx context.Context, events int) error
	events, deliveries int
	least              float64
}

// measure takes turns with the ceiling: other load on the machine affects both, and the median ignores the round that
// it affects most.
func (c comparedRate) measure(ctx context.Context, rig *kit.Rig, product *product, receiver *receiver) error {
	var compared kit.Comparison
	body := eventBody(time.Unix(0, 0))
	ceiling, err := receiver.ceiling(ctx, burstEvents, body)
	if err != nil {
		return err
	}
	before, err := product.ProcessorTime()
	if err != nil {
		return err
	}
	for range burstRounds {
		rate, err := c.rate(ctx, receiver)
		if err != nil {
			return err
		}
		next, err := receiver.ceiling(ctx, burstEvents, body)
		if err != nil {
			return err
		}
		around := (ceiling + next) / 2
		compared.Ours, compared.Bare, compared.Ratios = append(compared.Ours, rate), append(compared.Bare, around), append(compared.Ratios, rate/around)
		ceiling = next
	}
	receiver.takeAges()
	after, err := product.ProcessorTime()
	if err != nil {
		return err
	}
	rig.Report.Add(compared.Result(c.name, c.least, fmt.Sprintf("processor time a delivery %.0f µs, without the receiver and the database's server",
		kit.Micros((after-before)/time.Duration(burstRounds*c.deliveries)))))
	return nil
}

func (p *product) remove(ctx context.Context, endpoint string) error {
	_, err := p.Call(ctx, http.MethodDelete, endpointsPath+"/"+endpoint, p.token, nil)
	return err
}
