package binance

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"bourse/internal/market"
)

// queueLength bounds the klines that wait while a follower waits for REST. Those that do not fit are
// fetched later, like any others that are missing.
const queueLength = 64

// follower delivers the candles of one instrument, each once and in order. It outlives connections: only
// one at a time offers klines to it.
type follower struct {
	instrument market.Instrument
	symbol     string // the exchange's
	rest       *client
	sink       market.Sink
	logger     *slog.Logger

	// due is when the next candle to deliver opens.
	due time.Time
	// askedBefore is the kline before which candles were missing when REST was last asked for them.
	askedBefore time.Time

	mutex  sync.Mutex
	queue  []kline
	queued chan struct{} // holds a token when there is something new in the queue
}

func newFollower(instrument market.Instrument, due time.Time, rest *client, sink market.Sink, logger *slog.Logger) *follower {
	return &follower{
		instrument: instrument, symbol: venueSymbol(instrument), due: due,
		rest: rest, sink: sink, logger: logger.With("symbol", instrument.Symbol),
		queued: make(chan struct{}, 1),
	}
}

// offer queues a kline of the stream. An open kline only says which minute it is, so the next one replaces it.
func (f *follower) offer(next kline) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if last := len(f.queue) - 1; last >= 0 && !f.queue[last].closed {
		f.queue[last] = next
	} else {
		if len(f.queue) == queueLength {
			f.queue = append(f.queue[:0], f.queue[1:]...)
		}
		f.queue = append(f.queue, next)
	}
	select {
	case f.queued <- struct{}{}:
	default:
	}
}

func (f *follower) takeQueue() []kline {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	taken := f.queue
	f.queue = nil
	return taken
}

// follow serves one connection until the context ends: it delivers what was missed before it, calls filled, and then
// delivers what it brings. What is left in the queue from the previous connection is stale by then.
func (f *follower) follow(ctx context.Context, filled func()) {
	// Most connections are replaced within the minute, and then there is nothing to fetch. If our clock is behind the
	// exchange's, the next kline shows it.
	if time.Since(f.due) >= time.Minute {
		f.fill(ctx, time.Time{})
	}
	filled()
	for ctx.Err() == nil {
		for _, next := range f.takeQueue() {
			f.advance(ctx, next)
		}
		select {
		case <-f.queued:
		case <-ctx.Done():
		}
	}
}

// advance delivers the candles up to the given kline. If some are missing before it, REST is asked for them twice: when the
// first kline after them is seen, to have them soon, and when that one closes, because the exchange may not have had them
// so soon.
func (f *follower) advance(ctx context.Context, next kline) {
	if next.openedAt.Before(f.due) {
		return
	}
	if next.openedAt.After(f.due) && (next.closed || !next.openedAt.Equal(f.askedBefore)) {
		f.fill(ctx, next.openedAt)
		f.askedBefore = next.openedAt
	}
	if ctx.Err() != nil || !next.closed {
		return
	}
	if next.openedAt.After(f.due) {
		f.logger.WarnContext(ctx, "binance has no candles for a while", "from", f.due, "to", next.openedAt)
	}
	f.deliver([]kline{next})
}

// fill delivers the candles from the one that is due to the one that opens at `to`, or to the newest. It keeps trying while
// the connection lasts, as prices continue without candles, but not if the exchange refuses for good.
func (f *follower) fill(ctx context.Context, to time.Time) {
	from, count := f.due, 0
	retry := f.rest.settings.backoff()
	for {
		err := f.rest.klines(ctx, f.symbol, market.Minute, f.due, to, func(page []kline) {
			count += len(page)
			f.deliver(page)
		})
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			break
		}
		f.logger.WarnContext(ctx, "binance candles cannot be fetched", "from", f.due, "error", err)
		if isPermanent(err) || pause(ctx, retry.next()) != nil {
			return
		}
	}
	if count > 0 {
		f.logger.InfoContext(ctx, "binance candles fetched", "from", from, "count", count)
	}
}

func (f *follower) deliver(klines []kline) {
	candles := make([]market.Candle, len(klines))
	for i, next := range klines {
		candles[i] = next.candle(f.instrument.Symbol, market.Minute)
	}
	f.sink.Closed(candles...)
	f.due = klines[len(klines)-1].openedAt.Add(time.Minute)
}
