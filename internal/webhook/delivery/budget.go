package delivery

import (
	"sync"

	"github.com/google/uuid"
)

// budget is what one process may spend on sending: requests in flight, and bytes of deliveries in memory.
//
// One rule shares it. A tenant may take more while it has less than is free, and an endpoint while it has less than
// that leaves its tenant. So a single tenant gets half of everything, two get a third each, and however slow some
// receivers are, the next tenant finds something free. What does not fit waits in the database.
type budget struct {
	places int
	bytes  int64

	mutex      sync.Mutex
	usedPlaces int
	usedBytes  int64
	tenants    map[uuid.UUID]*tenantUse
	waiting    []*laneUse // for a place, longest first
}

// tenantUse is what all endpoints of a tenant use. It is guarded by the budget's mutex.
type tenantUse struct {
	id     uuid.UUID
	lanes  int
	places int
	bytes  int64
}

// laneUse is what one endpoint uses. It is guarded by the budget's mutex.
type laneUse struct {
	budget    *budget
	tenant    *tenantUse
	wake      func()
	places    int
	bytes     int64
	granted   int // places granted while it waited, not used yet
	isWaiting bool
	hasLeft   bool
}

// mostAsked bounds how many waiting lanes are tried when a place becomes free.
const mostAsked = 64

func newBudget(limits Limits) *budget {
	return &budget{places: limits.InFlight, bytes: limits.QueuedBytes, tenants: map[uuid.UUID]*tenantUse{}}
}

// join registers an endpoint; wake is called when a place is granted to it.
func (b *budget) join(tenant uuid.UUID, wake func()) *laneUse {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	shared := b.tenants[tenant]
	if shared == nil {
		shared = &tenantUse{id: tenant}
		b.tenants[tenant] = shared
	}
	shared.lanes++
	return &laneUse{budget: b, tenant: shared, wake: wake}
}

// leave unregisters an endpoint that has nothing in flight.
func (u *laneUse) leave() {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if u.hasLeft {
		return
	}
	u.hasLeft = true
	b.takeBack(u)
	if u.tenant.lanes--; u.tenant.lanes == 0 {
		delete(b.tenants, u.tenant.id)
	}
}

// acquire takes a place for a request. If there is none, the endpoint queues for one and is woken.
func (u *laneUse) acquire() bool {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	switch {
	case u.granted > 0:
		u.granted--
	case b.admits(u):
		b.count(u, 1)
	default:
		if !u.isWaiting {
			u.isWaiting = true
			b.waiting = append(b.waiting, u)
		}
		return false
	}
	return true
}

// release returns a place.
func (u *laneUse) release() {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.count(u, -1)
	b.grant()
}

// decline returns granted places that are not needed.
func (u *laneUse) decline() {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.takeBack(u)
}

func (b *budget) takeBack(u *laneUse) {
	if u.granted == 0 {
		return
	}
	b.count(u, -u.granted)
	u.granted = 0
	b.grant()
}

func (b *budget) count(u *laneUse, places int) {
	b.usedPlaces += places
	u.tenant.places += places
	u.places += places
}

func (b *budget) admits(u *laneUse) bool {
	free := b.places - b.usedPlaces
	return free > 0 && u.places < free-u.tenant.places
}

// grant gives free places to waiting lanes. A lane that may not have one yet goes to the back of the queue.
func (b *budget) grant() {
	for asked := min(len(b.waiting), mostAsked); asked > 0 && b.usedPlaces < b.places; asked-- {
		u := b.waiting[0]
		b.waiting[0] = nil
		b.waiting = b.waiting[1:]
		switch {
		case u.hasLeft:
		case b.admits(u):
			u.isWaiting = false
			u.granted++
			b.count(u, 1)
			u.wake()
		default:
			b.waiting = append(b.waiting, u)
		}
	}
	if len(b.waiting) == 0 {
		b.waiting = nil // frees its capacity, which may be large
	}
}

// room returns how many more bytes the endpoint may keep in memory.
func (u *laneUse) room() int64 {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.bytes - b.usedBytes - u.tenant.bytes - u.bytes
}

// reserve reserves as much memory as there is room for, up to most, for deliveries about to be read. It returns 0 when
// that is less than least.
func (u *laneUse) reserve(least, most int64) int64 {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	size := min(most, b.bytes-b.usedBytes-u.tenant.bytes-u.bytes)
	if size < least {
		return 0
	}
	b.keep(u, size)
	return size
}

// keep adds to the bytes that the endpoint has in memory; size is negative when they are freed.
func (u *laneUse) keep(size int64) {
	u.budget.mutex.Lock()
	defer u.budget.mutex.Unlock()
	u.budget.keep(u, size)
}

func (b *budget) keep(u *laneUse, size int64) {
	b.usedBytes += size
	u.tenant.bytes += size
	u.bytes += size
}
