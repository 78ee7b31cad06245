package delivery

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// dueTopic is notified with the ids of endpoints, separated by commas, for which deliveries are due.
const dueTopic = "webhook.due"

// notifiedAtOnce is how many endpoints one notification names at most.
const notifiedAtOnce = 150

// NotifyDue notifies whoever sends to the endpoint, once the transaction is committed, that the database holds something
// for it.
func NotifyDue(tx *database.Tx, endpoint uuid.UUID) { tx.Notify(dueTopic, endpoint.String()) }

// Listen begins to listen for what other replicas write.
func (d *Dispatcher) Listen() { d.db.Subscribe(dueTopic, d.onDue) }

// Dispatch has deliveries sent that the transaction writes, once it is committed: those of lanes that this process has
// go straight there, and of the others whoever has the lane is notified. What is not pending is left alone.
func (d *Dispatcher) Dispatch(tx *database.Tx, deliveries []Delivery) {
	var own []Delivery
	var others []string
	for _, delivery := range deliveries {
		if delivery.Status != Pending {
			continue
		}
		if d.expect(delivery) {
			own = append(own, delivery)
		} else if id := delivery.EndpointID.String(); !slices.Contains(others, id) {
			others = append(others, id)
		}
	}
	for some := range slices.Chunk(others, notifiedAtOnce) {
		tx.Notify(dueTopic, strings.Join(some, ","))
	}
	if len(own) > 0 {
		tx.AfterCommit(func() { d.offer(own) })
		tx.AfterRollback(func() { d.unexpect(own) })
	}
}

// expect prepares the lane of a delivery that is about to be committed, and reports whether this process has
// it. From now on the lane leaves the delivery to its publisher, even when it meets it in the database first:
// else it could be sent, recorded and forgotten before the publisher hands it over, and be sent again.
func (d *Dispatcher) expect(delivery Delivery) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	l := d.lanes[delivery.EndpointID]
	if l == nil || !d.running {
		return false
	}
	l.expect(delivery.ID)
	return true
}

// unexpect takes back what was expected of a transaction that was rolled back, or may have been.
func (d *Dispatcher) unexpect(deliveries []Delivery) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, delivery := range deliveries {
		if l := d.lanes[delivery.EndpointID]; l != nil {
			l.unexpect(delivery.ID)
		}
	}
}

// offer hands over deliveries that were committed a moment ago. One whose lane is gone meanwhile waits in
// the database for whoever has the lane next.
func (d *Dispatcher) offer(deliveries []Delivery) {
	d.mutex.Lock() // all the while: a lane that ends must not take what it will not send
	defer d.mutex.Unlock()
	for _, delivery := range deliveries {
		if l := d.lanes[delivery.EndpointID]; l != nil {
			l.offer(delivery)
		} else {
			d.wanted[delivery.EndpointID] = true
			d.wake.Notify()
		}
	}
}
