package delivery

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/wire"
)

// BoundQueues sets how many deliveries to a fast receiver the lanes that come may keep in memory.
func (d *Dispatcher) BoundQueues(most int) { d.mostQueued = most }

// NotAlone makes the process one of several that share a SQLite file, which only tests do.
func (d *Dispatcher) NotAlone() { d.alone = false }

// Abandon makes the process as good as dead: nothing more is sent, recorded, renewed or given back, and what
// is on the wire is cut off. To the database it looks as if the process had been killed.
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

// lane is the lane of an endpoint, nil when this process does not have it.
func (d *Dispatcher) lane(endpoint uuid.UUID) *lane {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.lanes[endpoint]
}

// Queued is how many deliveries to the endpoint this process has in memory and not on the wire.
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

// LoseLane stops the lane of an endpoint as when its lease could not be renewed in time.
func (d *Dispatcher) LoseLane(endpoint uuid.UUID) {
	if l := d.lane(endpoint); l != nil {
		l.lose()
		<-l.ended
	}
}

// OfferLate hands over a delivery after the lane of its endpoint has gone.
func (d *Dispatcher) OfferLate(endpoint uuid.UUID) { d.offer([][]Delivery{{{EndpointID: endpoint}}}) }

// Unrecorded is how many attempts of the endpoint's lane are not dealt with yet; none without a lane.
func (d *Dispatcher) Unrecorded(endpoint uuid.UUID) int {
	l := d.lane(endpoint)
	if l == nil {
		return 0
	}
	return l.unaccounted()
}

// Spent is what the process has on the wire and in memory.
func (d *Dispatcher) Spent() (places int, bytes int64) {
	d.budget.mutex.Lock()
	defer d.budget.mutex.Unlock()
	return d.budget.usedPlaces, d.budget.usedBytes
}

// WrapEndpoints puts something around the endpoints that the dispatcher asks, before it runs.
func (d *Dispatcher) WrapEndpoints(wrap func(Endpoints) Endpoints) { d.endpoints = wrap(d.endpoints) }

// TakesLane leases the lane of an endpoint, without sending, and reports whether it got it.
func (d *Dispatcher) TakesLane(ctx context.Context, endpoint uuid.UUID) (bool, error) {
	leased, err := d.leaseLane(ctx, endpoint)
	return leased != nil, err
}

// HeadersJSON is what is kept of a header.
func HeadersJSON(header http.Header, secrets ...string) string { return headersJSON(header, secrets) }

// BatchAttempts tells how many attempts at a time are recorded of those that have answers of so many bytes: as they come, and
// of one lane that was locked.
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
