package delivery

import (
	"iter"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// dueTopic is notified with the ids of endpoints, separated by commas, for which deliveries are due.
const dueTopic = "webhook.due"

// NotifyDue notifies whoever sends to the endpoint, once the transaction is committed, that the database holds something
// for it.
func NotifyDue(tx *database.Tx, endpoint uuid.UUID) { tx.Notify(dueTopic, endpoint.String()) }

// Listen begins to listen for what other replicas write.
func (d *Dispatcher) Listen() { d.db.Subscribe(dueTopic, d.onDue) }

// Dispatch has deliveries sent that the transaction writes, once it is committed: those of lanes that this process has
// go straight there, and of the others whoever has the lane is notified. What is not pending is left alone. Deliveries to
// one endpoint should follow each other: its lane is spoken to once for each run of them.
func (d *Dispatcher) Dispatch(tx *database.Tx, deliveries []Delivery) {
	var own [][]Delivery
	var others []uuid.UUID
	for run := range runs(deliveries) {
		if d.expect(run) {
			own = append(own, run)
		} else if id := run[0].EndpointID; !slices.Contains(others, id) {
			others = append(others, id)
		}
	}
	tx.NotifyIDs(dueTopic, others...)
	if len(own) > 0 {
		tx.AfterCommit(func() { d.offer(own) })
		tx.AfterRollback(func() { d.unexpect(own) })
	}
}

// runs are the stretches of pending deliveries that follow each other and go to one endpoint.
func runs(deliveries []Delivery) iter.Seq[[]Delivery] {
	return func(yield func([]Delivery) bool) {
		for start := 0; start < len(deliveries); {
			first, end := &deliveries[start], start+1
			for end < len(deliveries) && deliveries[end].EndpointID == first.EndpointID && deliveries[end].Status == first.Status {
				end++
			}
			if first.Status == Pending && !yield(deliveries[start:end:end]) {
				return
			}
			start = end
		}
	}
}

// expect prepares the lane of deliveries that are about to be committed, and reports whether this process has
// it. From now on the lane leaves the deliveries to their publisher, even when it meets them in the database first:
// else one could be sent, recorded and forgotten before the publisher hands it over, and be sent again.
func (d *Dispatcher) expect(run []Delivery) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	l := d.lanes[run[0].EndpointID]
	if l == nil || !d.running {
		return false
	}
	l.expect(run)
	return true
}

// unexpect takes back what was expected of a transaction that was rolled back, or may have been.
func (d *Dispatcher) unexpect(all [][]Delivery) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, run := range all {
		if l := d.lanes[run[0].EndpointID]; l != nil {
			l.unexpect(run)
		}
	}
}

// offer hands over deliveries that were committed a moment ago. Those whose lane is gone meanwhile wait in
// the database for whoever has the lane next.
func (d *Dispatcher) offer(all [][]Delivery) {
	d.mutex.Lock() // all the while: a lane that ends must not take what it will not send
	defer d.mutex.Unlock()
	for _, run := range all {
		if l := d.lanes[run[0].EndpointID]; l != nil {
			l.offer(run)
		} else {
			d.wanted[run[0].EndpointID] = true
			d.wake.Notify()
		}
	}
}
