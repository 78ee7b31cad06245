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

// indexSize is the size of an index: its courses, and the sum of the distinct words of each.
type indexSize struct{ courses, postings int }

// The default limits of an index, when no memory limit is configured. Beyond them the engine's own index answers.
const (
	mostIndexBytes    = 200_000_000
	bytesOfPosting    = 5
	postingsOfACourse = 200
)

// indexWithin returns the size that fits into a number of bytes; zero means the largest allowed index.
func indexWithin(bytes int64) indexSize {
	postings := int(cmp.Or(bytes, mostIndexBytes) / bytesOfPosting)
	return indexSize{courses: postings / postingsOfACourse, postings: postings}
}

const (
	// mostChanges is how many courses a search updates by itself. With more changes, the index is rebuilt.
	mostChanges = 1_000
	// lookEvery is how often to check for changes that were not announced.
	lookEvery = time.Second
)

// indexKeeper keeps the index in memory and up to date. It is a worker that builds the index once somebody has
// searched: until then, and whenever there is none, the engine's own index answers. Each search first reads what has
// changed since the last one, so it finds everything that was committed before it.
type indexKeeper struct {
	db     *database.DB
	now    func() time.Time
	logger *slog.Logger
	most   indexSize

	current atomic.Pointer[keptIndex] // nil while there is none
	wanted  atomic.Bool               // a search wants an index
	wake    worker.Wake
	told    atomic.Int64 // number of announced changes
}

// keptIndex is an index and how current it is.
type keptIndex struct {
	*wordIndex
	changing sync.Mutex   // held while it is being updated
	version  atomic.Int64 // it contains all changes up to this version
	heard    atomic.Int64 // the value of told that it has caught up with
	looked   atomic.Int64 // when it was last checked for changes, in microseconds
}

func newIndexKeeper(db *database.DB, now func() time.Time, logger *slog.Logger, most indexSize) *indexKeeper {
	k := &indexKeeper{db: db, now: now, logger: logger, most: most, wake: worker.NewWake()}
	db.Subscribe(coursesTopic, func(string) { k.told.Add(1) })
	return k
}

// fresh returns an index that contains everything committed in this process, what other processes announced, and what
// they committed at least a second ago; while announcements do not arrive, everything. It returns nil when there is
// none.
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

// raise sets a number to at least the given value.
func raise(number *atomic.Int64, least int64) {
	for present := number.Load(); present < least; present = number.Load() {
		if number.CompareAndSwap(present, least) {
			return
		}
	}
}

// catchUp brings the index up to date. It discards the index when there are too many changes at once, and when the
// database is behind the index, as after a fail-over that lost commits.
func (k *indexKeeper) catchUp(ctx context.Context, index *keptIndex) (isCurrent bool, err error) {
	index.changing.Lock()
	defer index.changing.Unlock()
	known := index.version.Load()
	version, err := searchVersion(ctx, k.db)
	if err != nil || version == known { // another goroutine has done it
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
	// Each course replaces its predecessor as soon as it is read: a thousand of them are too large to keep in memory.
	// If the rest cannot be read, the version stays as it was, and the next search reads all of them again.
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

// giveUp discards the index; the engine answers searches until there is a new one.
func (k *indexKeeper) giveUp(index *keptIndex) {
	k.current.CompareAndSwap(index, nil)
	k.want()
}

// want requests a new index.
func (k *indexKeeper) want() {
	k.wanted.Store(true)
	k.wake.Notify()
}
