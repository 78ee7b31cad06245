package delivery

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/wire"
)

// BoundQueues sets how many deliveries to a fast receiver future lanes may keep in memory.
func (d *Dispatcher) BoundQueues(most int) { d.mostQueued = most }

// NotAlone makes the process one of several sharing a SQLite file, which happens only in tests.
func (d *Dispatcher) NotAlone() { d.alone = false }

// Abandon simulates that the process was killed: nothing more is sent, recorded, renewed or released, and requests in
// flight are cut off.
func (d *Dispatcher) Abandon(ctx context.Context) error {
	err := d.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE webhook_lanes SET holder = 'dead', fence = fence + 1 WHERE holder = $1`, d.holder)
		return err
	})
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, l := range d.lanes {
		l.lose()
	}
	return err
}

// lane returns the lane of an endpoint, nil when this process does not have it.
func (d *Dispatcher) lane(endpoint uuid.UUID) *lane {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.lanes[endpoint]
}

// Queued returns how many deliveries to the endpoint this process has in memory but not in flight.
func (d *Dispatcher) Queued(endpoint uuid.UUID) int {
	l := d.lane(endpoint)
	if l == nil {
		return 0
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.queue.len()
}

// HasLane reports whether this process sends to the endpoint.
func (d *Dispatcher) HasLane(endpoint uuid.UUID) bool { return d.hasLane(endpoint) }

// LoseLane stops the lane of an endpoint as if its lease could not be renewed in time.
func (d *Dispatcher) LoseLane(endpoint uuid.UUID) {
	if l := d.lane(endpoint); l != nil {
		l.lose()
		<-l.ended
	}
}

// OfferLate hands over a delivery after the lane of its endpoint has ended.
func (d *Dispatcher) OfferLate(endpoint uuid.UUID) { d.offer([][]Delivery{{{EndpointID: endpoint}}}) }

// Unrecorded returns how many attempts of the endpoint's lane are not yet recorded; none without a lane.
func (d *Dispatcher) Unrecorded(endpoint uuid.UUID) int {
	l := d.lane(endpoint)
	if l == nil {
		return 0
	}
	return l.unaccounted()
}

// Spent returns what the process has in flight and in memory.
func (d *Dispatcher) Spent() (places int, bytes int64) {
	d.budget.mutex.Lock()
	defer d.budget.mutex.Unlock()
	return d.budget.usedPlaces, d.budget.usedBytes
}

// WrapEndpoints wraps the dispatcher's Endpoints, before it runs.
func (d *Dispatcher) WrapEndpoints(wrap func(Endpoints) Endpoints) { d.endpoints = wrap(d.endpoints) }

// TakesLane leases the lane of an endpoint, without sending, and reports whether it got it.
func (d *Dispatcher) TakesLane(ctx context.Context, endpoint uuid.UUID) (bool, error) {
	leased, err := d.leaseLane(ctx, endpoint)
	return leased != nil, err
}

// HeadersJSON returns a header as it is stored.
func HeadersJSON(header http.Header, secrets ...string) string { return headersJSON(header, secrets) }

// BatchAttempts returns the batch sizes in which attempts with answers of the given sizes are recorded: as they arrive,
// and for one lane that was locked.
func BatchAttempts(answers ...int) (gathered, locked []int) {
	all := make([]*attempt, len(answers))
	r := &recorder{attempts: make(chan *attempt, len(answers))}
	for i, size := range answers {
		all[i] = &attempt{result: wire.Result{Body: make([]byte, size)}}
		r.add(all[i])
	}
	r.close()
	for first := range r.attempts {
		gathered = append(gathered, len(r.gather(first)))
	}
	for len(all) > 0 {
		count := len(beginning(all))
		locked, all = append(locked, count), all[count:]
	}
	return gathered, locked
}
