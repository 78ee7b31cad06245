package delivery

const (
	// maxQueued is how many deliveries a lane may keep in memory while there is room, unless the receiver is fast; the
	// rest wait in the database.
	maxQueued = 256
	// maxQueuedFast is how many a lane with a fast receiver may keep: several batches. Deliveries in memory need not be
	// read back from the database. The budget bounds the bytes of all lanes together.
	maxQueuedFast = 16384
	// queuedSize is about the memory that a queued delivery takes in addition to its body.
	queuedSize = 400
)

// laneQueue holds the deliveries that a lane has in memory to send. It is guarded by the lane's mutex.
type laneQueue struct {
	items    []Delivery
	use      *laneUse // counts their bytes
	mostFast int      // deliveries while the receiver is fast
}

func (q *laneQueue) len() int { return len(q.items) }

// hasRoom reports whether another delivery may be kept in memory.
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
		q.items = nil // frees its capacity, which may be large
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
