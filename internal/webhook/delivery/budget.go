package delivery

import (
	"sync"

	"github.com/google/uuid"
)

// budget is what one process may spend on sending: requests on the wire, and bytes of deliveries in memory.
//
// It is shared by one rule. A tenant may take more while it has less than what is free, and one of its endpoints while
// it has less than what that leaves the tenant. So a tenant alone gets half of all, two get a third each, and however
// slow the receivers of some are, whoever comes next finds something free. What does not fit waits in the database.
type budget struct {
	places int
	bytes  int64

	mutex      sync.Mutex
	usedPlaces int
	usedBytes  int64
	tenants    map[uuid.UUID]*tenantUse
	waiting    []*laneUse // for a place, the longest first
}

// tenantUse is what all endpoints of a tenant have taken. It is guarded by the budget's mutex.
type tenantUse struct {
	id     uuid.UUID
	lanes  int
	places int
	bytes  int64
}

// laneUse is what one endpoint has taken. It is guarded by the budget's mutex.
type laneUse struct {
	budget    *budget
	tenant    *tenantUse
	wake      func()
	places    int
	bytes     int64
	granted   int // places that it was given while it waited, and has not used yet
	isWaiting bool
	hasLeft   bool
}

// mostAsked bounds how many of those who wait are asked when a place becomes free.
const mostAsked = 64

func newBudget(limits Limits) *budget {
	return &budget{places: limits.InFlight, bytes: limits.QueuedBytes, tenants: map[uuid.UUID]*tenantUse{}}
}

// join makes room in the books for an endpoint; wake is called when a place has become free for it.
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

// leave ends the part of an endpoint that has nothing on the wire any more.
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

// acquire takes a place on the wire. Without one the endpoint waits its turn and is woken.
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

// release gives a place back.
func (u *laneUse) release() {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.count(u, -1)
	b.grant()
}

// decline gives back places that were granted and are not needed.
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

// grant gives free places to those who wait. Who cannot have one yet goes behind the others.
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
		b.waiting = nil // the room behind it may be large
	}
}

// room is how many bytes more the endpoint may keep in memory.
func (u *laneUse) room() int64 {
	b := u.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.bytes - b.usedBytes - u.tenant.bytes - u.bytes
}

// reserve keeps as much memory as there is room for, at most so much, for what is about to be read. It returns 0
// when that is less than the least.
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

// keep counts bytes that the endpoint has in memory; less than nothing when they are gone.
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
