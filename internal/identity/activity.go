package identity

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// activityInterval limits how often the activity of one session is written.
	activityInterval = time.Minute
	// activityFlush is how long recorded activity waits to be written as a batch.
	activityFlush = 5 * time.Second
	activityBatch = 500
)

// activity collects which sessions and API keys were used and writes them in batches, off the request path.
type activity struct {
	db    *database.DB
	now   func() time.Time
	mutex sync.Mutex
	used  map[uuid.UUID]struct{}
	keys  map[uuid.UUID]keyUse
}

func newActivity(db *database.DB, now func() time.Time) *activity {
	return &activity{db: db, now: now, used: map[uuid.UUID]struct{}{}, keys: map[uuid.UUID]keyUse{}}
}

// note records that a session was used, at most once a minute.
func (a *activity) note(state *sessionState, now time.Time) {
	last := state.touchedAt.Load()
	if now.Unix()-last < int64(activityInterval/time.Second) || !state.touchedAt.CompareAndSwap(last, now.Unix()) {
		return
	}
	a.mutex.Lock()
	a.used[state.session.ID] = struct{}{}
	a.mutex.Unlock()
}

// noteKey records that a key was used and from which address, at most once a minute.
func (a *activity) noteKey(key *keyAccess, address string) {
	now := a.now()
	last := key.usedAt.Load()
	if now.Unix()-last < int64(activityInterval/time.Second) || !key.usedAt.CompareAndSwap(last, now.Unix()) {
		return
	}
	a.mutex.Lock()
	a.keys[key.ID] = keyUse{key.ID, now.UnixMicro(), address}
	a.mutex.Unlock()
}

// Name is the worker's name.
func (a *activity) Name() string { return "identity-activity" }

// Run writes recorded activity until the context ends, then writes what is left. It runs no queries while nothing was
// recorded.
func (a *activity) Run(ctx context.Context) error {
	if err := worker.Loop(ctx, nil, worker.Every(activityFlush, a.flush)); err != nil {
		return err
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), activityFlush)
	defer cancel()
	return a.flush(last)
}

func (a *activity) flush(ctx context.Context) error {
	a.mutex.Lock()
	ids := make([]string, 0, len(a.used))
	for id := range a.used {
		ids = append(ids, id.String())
	}
	clear(a.used)
	uses := slices.Collect(maps.Values(a.keys))
	clear(a.keys)
	a.mutex.Unlock()
	for batch := range slices.Chunk(ids, activityBatch) {
		if err := writeActivity(ctx, a.db, batch, a.now()); err != nil {
			return err
		}
	}
	if len(uses) == 0 {
		return nil
	}
	return writeKeyUses(ctx, a.db, uses)
}
