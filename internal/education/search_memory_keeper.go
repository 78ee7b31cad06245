package education

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

// indexSize is how much an index holds: courses, and the different words of each, added up.
type indexSize struct{ courses, postings int }

// What an index may take where nobody says how much memory there is. Beyond it the engine's own index answers.
const (
	mostIndexBytes    = 200_000_000
	bytesOfPosting    = 5
	postingsOfACourse = 200
)

// indexWithin is what fits into so many bytes; zero is the most that any index may take.
func indexWithin(bytes int64) indexSize {
	postings := int(cmp.Or(bytes, mostIndexBytes) / bytesOfPosting)
	return indexSize{courses: postings / postingsOfACourse, postings: postings}
}

const (
	// mostChanges is how many courses a search brings up to date by itself. After more the index is built anew.
	mostChanges = 1_000
	// lookEvery is how often is looked for changes of which nobody told.
	lookEvery = time.Second
)

// indexKeeper has the index in memory and sees to it that it knows every change. It is a worker, which builds the
// index when somebody has searched: until then, and whenever there is none, the engine's own index answers. What
// has changed since is read by the next search, so that it finds what was committed before it.
type indexKeeper struct {
	db     *database.DB
	now    func() time.Time
	logger *slog.Logger
	most   indexSize

	current atomic.Pointer[keptIndex] // nil while there is none
	wanted  atomic.Bool               // somebody would like an index
	wake    worker.Wake
	told    atomic.Int64 // how many changes were told of
}

// keptIndex is an index and what it knows.
type keptIndex struct {
	*wordIndex
	changing sync.Mutex   // held by whoever brings it up to date
	version  atomic.Int64 // up to which it knows all changes
	heard    atomic.Int64 // up to which told change it has looked
	looked   atomic.Int64 // when it was last looked for changes, in microseconds
}

func newIndexKeeper(db *database.DB, now func() time.Time, logger *slog.Logger, most indexSize) *indexKeeper {
	k := &indexKeeper{db: db, now: now, logger: logger, most: most, wake: worker.NewWake()}
	db.Subscribe(coursesTopic, func(string) { k.told.Add(1) })
	return k
}

// fresh returns an index that knows everything that was committed in this process, what other processes told of,
// and what they did a second ago; while messages do not arrive, everything. It returns nil when there is none.
func (k *indexKeeper) fresh(ctx context.Context) (*keptIndex, error) {
	index := k.current.Load()
	if index == nil {
		k.want()
		return nil, nil
	}
	told, now := k.told.Load(), k.now().UnixMicro()
	since := now - index.looked.Load()
	if k.db.Live() && index.heard.Load() >= told && since >= 0 && since < lookEvery.Microseconds() {
		return index, nil
	}
	version, err := searchVersion(ctx, k.db)
	if err != nil {
		return nil, err
	}
	if version != index.version.Load() {
		if isCurrent, err := k.catchUp(ctx, index); err != nil || !isCurrent {
			return nil, err
		}
	}
	raise(&index.heard, told)
	raise(&index.looked, now)
	return index, nil
}

// raise makes a number at least so large.
func raise(number *atomic.Int64, least int64) {
	for present := number.Load(); present < least; present = number.Load() {
		if number.CompareAndSwap(present, least) {
			return
		}
	}
}

// catchUp brings the index up to date. It gives the index up when that is too much at once, and when the database
// is behind it, as after a fail-over that lost commits.
func (k *indexKeeper) catchUp(ctx context.Context, index *keptIndex) (isCurrent bool, err error) {
	index.changing.Lock()
	defer index.changing.Unlock()
	known := index.version.Load()
	version, err := searchVersion(ctx, k.db)
	if err != nil || version == known { // somebody else has done it
		return err == nil, err
	}
	changed, latest, err := changesSince(ctx, k.db, known, mostChanges+1)
	if err != nil {
		return false, err
	}
	if version < known || len(changed) > mostChanges {
		k.giveUp(index)
		return false, nil
	}
	gone := make(map[uuid.UUID]bool, len(changed))
	for _, id := range changed {
		gone[id] = true
	}
	// Each takes its place as it is read: a thousand of them are too long to be held. If the rest cannot be read, the
	// version stays, and the next search reads all of them again.
	if err := readSearched(ctx, k.db, changed, func(course *searchedCourse) error {
		delete(gone, course.ID)
		index.replace(course)
		return nil
	}); err != nil {
		return false, err
	}
	index.forget(gone)
	index.version.Store(max(latest, version))
	if index.exceeds(k.most) {
		k.giveUp(index)
	} else if index.isWorn() {
		k.want()
	}
	return true, nil
}

// giveUp leaves searches to the engine until there is a new index.
func (k *indexKeeper) giveUp(index *keptIndex) {
	k.current.CompareAndSwap(index, nil)
	k.want()
}

// want asks for a new index.
func (k *indexKeeper) want() {
	k.wanted.Store(true)
	k.wake.Notify()
}
