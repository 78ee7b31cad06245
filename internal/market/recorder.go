package market

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bourse/internal/worker"
)

const (
	// queueLength is how many deliveries of the feed may wait for the recorder before the feed has to wait too. A live feed
	// takes hours of a failing database to get there; a replay at full speed gets there at once.
	queueLength = 1 << 14
	// batchLength is roughly how many candles are stored in one transaction.
	batchLength     = 2000
	retryInterval   = 30 * time.Second
	cleanupInterval = time.Hour
)

// recorder stores the candles that the feed closes.
//
// Its candles are exact because of one rule: a minute is stored only when everything before it that is available has been
// stored. So the newest stored minute of a symbol says where to continue, after a restart and on another replica, and a
// longer candle can be rolled up as soon as its last minute is stored.
type recorder struct {
	market   *Market
	expected atomic.Bool // a worker is going to run it
	// isRecording is set while it runs and has filled what was missed.
	isRecording atomic.Bool
	queue       chan []Candle
	wake        worker.Wake // there is something in the queue or to look back at

	lookBacks *lookBacks // has its own lock

	mu      sync.Mutex           // held while anything below is used
	loaded  bool                 // newest has been read
	newest  map[string]time.Time // opening times of the last recorded minutes
	unsaved []Candle             // taken from the queue and not yet stored
	behind  map[string]bool      // symbols whose history was unavailable; they are not recorded until it is filled
}

func newRecorder(m *Market) *recorder {
	return &recorder{
		market: m, queue: make(chan []Candle, queueLength), wake: worker.NewWake(), lookBacks: newLookBacks(),
		newest: map[string]time.Time{}, behind: map[string]bool{},
	}
}

// Name is the worker's name.
func (r *recorder) Name() string { return "market-recorder" }

// enqueue passes the feed's closed candles to the recorder, and waits while the queue is full.
func (r *recorder) enqueue(ctx context.Context, candles []Candle) {
	if !r.expected.Load() {
		return
	}
	listed := r.market.listings.Load()
	kept := slices.DeleteFunc(slices.Clone(candles), func(c Candle) bool { return listed.bySymbol[c.Symbol] == nil })
	if listed.onTick(kept); len(kept) == 0 {
		return
	}
	select {
	case r.queue <- kept:
		r.wake.Notify()
	case <-ctx.Done():
	}
}

// Run records until the context ends. It fails when the database does, and continues from there when run again.
func (r *recorder) Run(ctx context.Context) error {
	defer r.isRecording.Store(false)
	return worker.Loop(ctx, r.wake, (&recording{recorder: r}).step)
}

// recording is one run of the recorder.
type recording struct {
	*recorder
	isFilled  bool
	cleanupAt time.Time
	retryAt   time.Time
}

// step does the first task that is due. Periodic tasks come first but are rare, so they never keep the candles waiting, and
// an endless stream of candles does not keep them waiting.
func (r *recording) step(ctx context.Context) (wait time.Duration, err error) {
	now := time.Now()
	switch {
	case !r.isFilled:
		if err := r.market.Fill(ctx); err != nil {
			return 0, err
		}
		r.isFilled, r.cleanupAt, r.retryAt = true, now, time.Now().Add(retryInterval)
		r.isRecording.Store(true)
		return 0, nil
	case !now.Before(r.cleanupAt):
		r.cleanupAt = now.Add(cleanupInterval)
		return 0, r.cleanup(ctx)
	case !now.Before(r.retryAt):
		r.retryAt = now.Add(retryInterval)
		return 0, r.retry(ctx)
	case r.lookBacks.isAsked.Swap(false):
		return 0, r.lookBack(ctx)
	case r.takeQueued():
		return 0, r.recordQueued(ctx)
	}
	return min(r.cleanupAt.Sub(now), r.retryAt.Sub(now)), nil
}

// retry asks the feed again for what was unavailable.
func (r *recorder) retry(ctx context.Context) error {
	if err := r.catchUpBehind(ctx); err != nil {
		return err
	}
	return r.lookBack(ctx)
}

// takeQueued takes a batch from the queue and reports whether there is anything to record, new or left over.
func (r *recorder) takeQueued() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.unsaved) < batchLength {
		select {
		case candles := <-r.queue:
			r.unsaved = append(r.unsaved, candles...)
		default:
			return len(r.unsaved) > 0
		}
	}
	return true
}

// recordQueued stores what was taken from the queue, preceded by what is missing before it.
func (r *recorder) recordQueued(ctx context.Context) error {
	r.mu.Lock()
	written, err := r.recordUnsaved(ctx)
	r.mu.Unlock()
	r.announce(written)
	return err
}

func (r *recorder) recordUnsaved(ctx context.Context) ([]Candle, error) {
	var all []series
	for _, one := range bySymbol(r.unsaved) {
		whole, err := r.withoutGaps(ctx, one)
		if err != nil {
			return nil, err
		}
		all = append(all, whole)
	}
	written, err := r.store(ctx, all)
	if err == nil {
		r.unsaved = nil
	}
	return written, err
}

// announce notifies the subscribers of what was stored.
func (r *recorder) announce(written []Candle) {
	if len(written) == 0 {
		return
	}
	slices.SortStableFunc(written, func(a, b Candle) int {
		if order := a.OpenedAt.Add(a.Interval.Duration()).Compare(b.OpenedAt.Add(b.Interval.Duration())); order != 0 {
			return order
		}
		return inTableOrder(Candle{Interval: a.Interval}, Candle{Interval: b.Interval})
	})
	r.market.closed.tell(written)
}

// Record stores closed one-minute candles, oldest first per symbol, and the longer ones they end, as the recorder does with
// the feed's, and notifies the subscribers. Candles already stored stay as they are. It fails with NOT_FOUND for an unknown
// symbol, and when the database does.
func (m *Market) Record(ctx context.Context, candles ...Candle) error {
	for _, c := range candles {
		if _, err := m.listing(c.Symbol); err != nil {
			return err
		}
	}
	r := m.recorder
	r.mu.Lock()
	err := r.load(ctx)
	var written []Candle
	if err == nil {
		written, err = r.store(ctx, bySymbol(m.listings.Load().onTick(slices.Clone(candles))))
	}
	r.mu.Unlock()
	r.announce(written)
	return err
}

// Fill brings the stored candles of all active instruments up to date from the feed's history, as the recorder does when it
// starts, and then returns. What the feed cannot deliver is logged and left to the recorder. It fails when the database
// does.
func (m *Market) Fill(ctx context.Context) error {
	if err := m.recorder.catchUp(ctx, m.activeInstruments()); err != nil {
		return err
	}
	if err := m.recorder.lookBack(ctx); err != nil {
		return err
	}
	return m.loadStored(ctx)
}

// load reads, once, where the stored minutes end.
func (r *recorder) load(ctx context.Context) error {
	if r.loaded {
		return nil
	}
	candles, err := candlesAtEdge(ctx, r.market.db, Minute, "MAX")
	if err != nil {
		return fmt.Errorf("find the newest candles: %w", err)
	}
	for _, c := range candles {
		r.newest[c.Symbol] = c.OpenedAt
	}
	r.loaded = true
	return nil
}
