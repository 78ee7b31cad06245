package delivery

const (
	// maxQueued is how many deliveries a lane may keep in memory while there is room; more wait in the database,
	// unless the receiver is fast.
	maxQueued = 256
	// maxQueuedFast is how many a lane with a fast receiver may keep: several batches. What it has in memory need not
	// be read back from the database. The bytes of all lanes together are bounded by the budget.
	maxQueuedFast = 16384
	// queuedSize is about what a queued delivery occupies beside its body.
	queuedSize = 400
)

// laneQueue is what a lane has in memory to be sent. It is guarded by the lane's mutex.
type laneQueue struct {
	items    []Delivery
	use      *laneUse // counts their bytes
	mostFast int      // deliveries while the receiver is fast
}

func (q *laneQueue) len() int { return len(q.items) }

// hasRoom reports whether one more delivery may be kept in memory.
func (q *laneQueue) hasRoom(delivery *Delivery, isFast bool) bool {
	most := maxQueued
	if isFast {
		most = q.mostFast
	}
	return len(q.items) < most && size(delivery) <= q.use.room()
}

func size(delivery *Delivery) int64 { return int64(queuedSize + len(delivery.Body)) }

func (q *laneQueue) push(delivery Delivery) {
	q.use.keep(size(&delivery))
	q.items = append(q.items, delivery)
}

func (q *laneQueue) pushFront(delivery Delivery) {
	q.use.keep(size(&delivery))
	q.items = append([]Delivery{delivery}, q.items...)
}

func (q *laneQueue) first() *Delivery { return &q.items[0] }

func (q *laneQueue) pop() Delivery {
	delivery := q.items[0]
	q.use.keep(-size(&delivery))
	q.items[0] = Delivery{}
	if q.items = q.items[1:]; len(q.items) == 0 {
		q.items = nil // the room behind it may be large
	}
	return delivery
}

// clear empties the queue, calling dropped for each delivery.
func (q *laneQueue) clear(dropped func(delivery *Delivery)) {
	for i := range q.items {
		q.use.keep(-size(&q.items[i]))
		dropped(&q.items[i])
	}
	q.items = nil
}
