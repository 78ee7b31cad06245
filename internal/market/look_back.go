package market

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"bourse/internal/worker"
)

// lookBacks are the past candles that strategies need, beyond what the recorder fills by itself.
type lookBacks struct {
	isAsked atomic.Bool // more is wanted than was filled

	mu     sync.Mutex
	wanted map[Series]int // number of candles before now
	filled map[Series]int // for how many the feed has been asked
}

func newLookBacks() *lookBacks {
	return &lookBacks{wanted: map[Series]int{}, filled: map[Series]int{}}
}

// KeepHistory makes the recorder of this process fill the last count candles of a series, straight from the feed, so that a
// strategy over hundreds of hours need not wait for them to pass. Repeated requests cost nothing. What the feed does not
// have stays missing.
func (m *Market) KeepHistory(series Series, count int) {
	b := m.recorder.lookBacks
	if b.want(series, count) {
		b.isAsked.Store(true)
		m.recorder.wake.Notify()
	}
}

// fillLimit is how long a caller waits for the history: a rate-limiting feed may demand a pause of any length.
const fillLimit = 2 * time.Minute

// FillHistory is KeepHistory, but returns once the candles are stored, as far as the feed has them. It fails with NOT_FOUND
// for an unknown symbol, when the feed or the database does, and after two minutes.
func (m *Market) FillHistory(ctx context.Context, series Series, count int) error {
	instrument, err := m.Instrument(series.Symbol)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, fillLimit)
	defer cancel()
	r := m.recorder
	if r.isRecording.Load() && series.Interval != Minute {
		// The candles rolled up from minutes are stored by now. The recorder must not wait until the feed has delivered the
		// rest: it is told only once that is stored, because otherwise it would request it too.
		err = r.fillSeries(ctx, instrument, series.Interval, count)
	} else {
		r.lookBacks.want(series, count)
		err = r.fillAll(ctx, instrument, series.Interval, count)
	}
	if err == nil {
		r.lookBacks.want(series, count)
		r.lookBacks.fill(series, count)
	}
	return err
}

// fillAll fills a series together with the minutes that its newest candles are rolled up from.
func (r *recorder) fillAll(ctx context.Context, instrument Instrument, interval Interval, count int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.load(ctx); err != nil {
		return err
	}
	if err := r.fill(ctx, instrument); err != nil {
		return err
	}
	return r.fillSeries(ctx, instrument, interval, count)
}

// want notes that so many candles are needed, and reports whether that is more than before.
func (b *lookBacks) want(series Series, count int) (isNew bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	isNew = count > b.wanted[series]
	if isNew {
		b.wanted[series] = count
	}
	return isNew
}

func (b *lookBacks) count(series Series) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wanted[series]
}

// missing are the series for which the feed has not been asked yet.
func (b *lookBacks) missing() map[Series]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	missing := maps.Clone(b.wanted)
	maps.DeleteFunc(missing, func(series Series, count int) bool { return count <= b.filled[series] })
	return missing
}

func (b *lookBacks) fill(series Series, count int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.filled[series] = max(count, b.filled[series])
}

// lookBack fills what was requested. What the feed cannot deliver now is tried again; meanwhile the recording of minutes
// continues. It fails when the database does.
func (r *recorder) lookBack(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.load(ctx); err != nil {
		return err
	}
	for series, count := range r.lookBacks.missing() {
		worker.Progress(ctx)
		instrument, err := r.market.Instrument(series.Symbol)
		if err != nil || !instrument.IsActive {
			continue // no feed delivers it
		}
		err = r.fillSeries(ctx, instrument, series.Interval, count)
		if feeds := (*historyError)(nil); errors.As(err, &feeds) && ctx.Err() == nil {
			r.market.logger.Warn("the past of a series cannot be filled", "feed", r.market.options.Feed.Name(),
				"symbol", series.Symbol, "interval", series.Interval, "error", err, "retryIn", retryInterval)
			continue
		}
		if err != nil {
			return err
		}
		r.lookBacks.fill(series, count)
	}
	return nil
}

// fillSeries fills the candles of a series. For minutes the recorder must be locked; the longer candles before them do not
// concern it.
func (r *recorder) fillSeries(ctx context.Context, instrument Instrument, interval Interval, count int) error {
	if interval != Minute {
		return r.fillLonger(ctx, instrument, interval, instrument.Session.lookBack(interval, count, r.market.now()))
	}
	if _, hasMinutes := r.newest[instrument.Symbol]; !hasMinutes { // just after midnight there may be none of today to go back from
		return r.fillForward(ctx, instrument)
	}
	return r.fillBackward(ctx, instrument) // as far back as firstMinute now reaches
}

// lookBack is the start of the smallest number of whole UTC days before a moment that have count candles, not counting the
// day of the moment.
func (s Session) lookBack(interval Interval, count int, before time.Time) time.Time {
	day := Day.Start(before)
	for range 2*count + int(longestBreak/(24*time.Hour)) { // a market that trades at all does so every other day
		if count <= 0 {
			break
		}
		day = day.Add(-24 * time.Hour)
		if opens, closes := s.Hours(day); opens.Before(closes) {
			traded := closes.Sub(interval.Start(opens))
			count -= int((traded + interval.Duration() - 1) / interval.Duration())
		}
	}
	return day
}
