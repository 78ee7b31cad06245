package delivery

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// tendEvery is how often leases are renewed and forgotten work is searched for: an idle process makes only these
	// two queries, one after the other on one connection.
	tendEvery    = 4 * time.Second
	drainTimeout = 15 * time.Second
	// mostLaneFailures is the number of failures after which the cause is assumed to be the database, not the
	// endpoints.
	mostLaneFailures = 20
	// searchBatch is the maximum number of endpoints with due deliveries that a search finds.
	searchBatch = 500
)

// Dispatcher is the worker that sends. It leases lanes and runs a goroutine for each.
type Dispatcher struct {
	db        *database.DB
	endpoints Endpoints
	sender    Sender
	recorders recorders
	metrics   Metrics
	now       func() time.Time
	logger    *slog.Logger
	holder    string
	alone     bool      // there is no other process: old leases are void
	searched  uuid.UUID // where the next search continues; only for the worker's own goroutine
	renewedAt time.Time // when the leases were last renewed; only for the worker's own goroutine
	budget    *budget
	// mostQueued is how many deliveries to a fast receiver a lane may keep in memory.
	mostQueued int

	mutex sync.Mutex
	lanes map[uuid.UUID]*lane
	// wanted are endpoints with work but without a lane here. The value is true when only this process knows of the
	// work, because the lane was here when it was written: the lane's current holder must be notified.
	wanted  map[uuid.UUID]bool
	running bool
	wake    worker.Wake
}

// New returns a dispatcher, which sends nothing until it runs.
func New(options Options) *Dispatcher {
	return &Dispatcher{
		db: options.Database, endpoints: options.Endpoints, sender: options.Sender, metrics: options.Metrics,
		recorders: newRecorders(options),
		now:       options.Now, logger: options.Logger, holder: uuid.Must(uuid.NewV7()).String(),
		budget: newBudget(options.Limits), alone: options.Database.Engine() == database.SQLite,
		mostQueued: maxQueuedFast,
		lanes:      map[uuid.UUID]*lane{}, wanted: map[uuid.UUID]bool{}, wake: worker.NewWake(),
	}
}

// Name is the worker's name.
func (d *Dispatcher) Name() string { return "webhook-dispatcher" }

// Run sends until the context ends; then it finishes the requests in flight, records them and releases its lanes, so
// that another process can continue at once.
func (d *Dispatcher) Run(ctx context.Context) error {
	if err := d.clearStaleLeases(ctx); err != nil {
		return err
	}
	d.recorders.open()
	d.setRunning(true)
	sending, stopSending := context.WithCancel(context.WithoutCancel(ctx))
	defer stopSending()
	recording, stopRecording := context.WithCancel(context.WithoutCancel(ctx))
	defer stopRecording()
	recorded := make(chan struct{})
	go func() { // ends when the recorders are closed below
		defer close(recorded)
		d.recorders.run(recording)
	}()
	failure := d.tendLanes(ctx, sending)
	d.setRunning(false)
	// Requests that ended in time are recorded even when others had to be cut off.
	defer time.AfterFunc(drainTimeout, stopSending).Stop()
	defer time.AfterFunc(drainTimeout+leaseMargin, stopRecording).Stop()
	lanes := d.stopLanes(recording)
	d.recorders.close()
	<-recorded
	releasing, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseMargin)
	defer cancel()
	if err := d.release(releasing, lanes...); err != nil {
		d.logger.Warn("webhook lanes could not be given back", "error", err)
	}
	return failure
}

// tendLanes leases lanes that have work, starts their goroutines and renews their leases, until the context ends.
// Failures are logged and counted, and the next turn tries again.
func (d *Dispatcher) tendLanes(ctx, sending context.Context) error {
	d.renewedAt = d.now()
	var tended time.Time
	return worker.Loop(ctx, d.wake, func(ctx context.Context) (time.Duration, error) {
		failure := d.leaseWanted(ctx, sending)
		if time.Since(tended) >= tendEvery {
			tended = time.Now()
			failure = errors.Join(failure, d.renewLeases(ctx), d.search(ctx, sending))
		}
		return max(0, tendEvery-time.Since(tended)), worker.Handled(failure)
	})
}

func (d *Dispatcher) setRunning(running bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.running = running
}

// hasLane reports whether this process currently sends to the endpoint.
func (d *Dispatcher) hasLane(endpoint uuid.UUID) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	_, found := d.lanes[endpoint]
	return found && d.running
}

// onDue handles the hint that deliveries are due; with an empty payload, any may be.
func (d *Dispatcher) onDue(payload string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if payload == "" {
		for _, l := range d.lanes {
			l.lookAgain()
		}
		return
	}
	for _, id := range database.IDs(payload) {
		if l := d.lanes[id]; l != nil {
			l.lookAgain()
		} else if d.running && !d.wanted[id] {
			d.wanted[id] = false
		}
	}
	if len(d.wanted) > 0 {
		d.wake.Notify()
	}
}

func (d *Dispatcher) start(sending context.Context, l *lane) {
	l.use = d.budget.join(l.tenantID, l.wake.Notify)
	l.queue.use, l.queue.mostFast = l.use, d.mostQueued
	d.mutex.Lock()
	d.lanes[l.endpointID] = l
	count := len(d.lanes)
	d.mutex.Unlock()
	d.metrics.LanesHeld(count)
	go func() { // stopLanes waits for it
		defer close(l.ended)
		l.run(sending)
		d.mutex.Lock()
		if d.lanes[l.endpointID] == l {
			delete(d.lanes, l.endpointID)
		}
		if l.hasWork() { // that arrived while it was ending
			d.wanted[l.endpointID] = true
			d.wake.Notify()
		}
		l.change(func() { l.queue.clear(func(*Delivery) {}) }) // everything in memory is in the database too
		l.use.leave()
		count := len(d.lanes)
		d.mutex.Unlock()
		d.metrics.LanesHeld(count)
	}()
}

// stopLanes lets every lane finish its requests in flight, and renews the leases meanwhile.
func (d *Dispatcher) stopLanes(ctx context.Context) []*lane {
	d.mutex.Lock()
	lanes := make([]*lane, 0, len(d.lanes))
	for _, l := range d.lanes {
		l.stop()
		lanes = append(lanes, l)
	}
	d.mutex.Unlock()
	ticker := time.NewTicker(tendEvery)
	defer ticker.Stop()
	for _, l := range lanes {
		for ended := false; !ended; {
			select {
			case <-l.ended:
				ended = true
			case <-ticker.C:
				_ = d.renewLeases(ctx) // logged there: lanes that are not renewed are lost, and released below
			}
		}
	}
	return lanes
}
