package delivery

import (
	"iter"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// dueTopic is notified with the comma-separated ids of endpoints with due deliveries.
const dueTopic = "webhook.due"

// NotifyDue notifies the endpoint's sender, once the transaction is committed, that the database has deliveries for it.
func NotifyDue(tx *database.Tx, endpoint uuid.UUID) { tx.Notify(dueTopic, endpoint.String()) }

// Listen begins to listen for deliveries written by other replicas.
func (d *Dispatcher) Listen() { d.db.Subscribe(dueTopic, d.onDue) }

// Dispatch has the transaction's pending deliveries sent once it is committed: it passes them directly to the lanes of
// this process, and notifies the holders of other lanes. Deliveries to one endpoint should be adjacent: each run of
// them costs one call of the lane.
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

// runs yields the runs of adjacent pending deliveries to one endpoint.
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

// expect prepares the lane for deliveries that are about to be committed, and reports whether this process has the
// lane. From now on the lane leaves the deliveries to their publisher, even when it finds them in the database first:
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

// unexpect revokes expect for a transaction that was, or may have been, rolled back.
func (d *Dispatcher) unexpect(all [][]Delivery) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, run := range all {
		if l := d.lanes[run[0].EndpointID]; l != nil {
			l.unexpect(run)
		}
	}
}

// offer hands over deliveries that were just committed. Those whose lane has ended meanwhile wait in the database for
// its next holder.
func (d *Dispatcher) offer(all [][]Delivery) {
	d.mutex.Lock() // held throughout: an ending lane must not take what it will not send
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
