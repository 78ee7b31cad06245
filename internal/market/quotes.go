package market

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// halfSpreadDivisor converts a spread in basis points to half of it as a fraction.
var halfSpreadDivisor = money.FromInt(2 * 10_000)

// Quote returns a price that may be traded on. It fails with NOT_FOUND for an unknown symbol, with MARKET_CLOSED, which
// gives the next opening, while the market is closed, and with MARKET_DATA_STALE when it is open and the feed has not
// delivered a price yet or has lost it, or the last one is too old or dated in the future, because the clock was set back
// since and its age is unknown.
func (m *Market) Quote(symbol string) (Quote, error) {
	entry, err := m.listing(symbol)
	if err != nil {
		return Quote{}, err
	}
	now := m.now()
	isLost, quote := entry.isLost.Load(), entry.live.Load()
	switch {
	case !entry.Session.Open(now):
		return Quote{}, entry.closedFault(now)
	case quote == nil:
		return Quote{}, fault.New(fault.MarketDataStale, "there is no price of %s yet", entry.Symbol).After(staleRetry)
	case isLost:
		return Quote{}, fault.New(fault.MarketDataStale, "there are no live prices for %s at the moment", entry.Symbol).After(staleRetry)
	case quote.isStale(now, m.options.StaleAfter):
		return Quote{}, fault.New(fault.MarketDataStale, "the last price of %s is %s", entry.Symbol, quote.age(now)).After(staleRetry)
	}
	return *quote, nil
}

// staleRetry is when to retry after a stale price: about as fast as a feed reconnects.
const staleRetry = 5 * time.Second

// NoPriceNow reports whether an error of Quote is temporary: the market is closed or its prices are stale.
func NoPriceNow(err error) bool {
	return fault.Is(err, fault.MarketClosed) || fault.Is(err, fault.MarketDataStale)
}

// Open reports whether the instrument of that symbol trades at a moment. An unknown one never does.
func (m *Market) Open(symbol string, at time.Time) bool {
	entry, ok := m.listings.Load().bySymbol[symbol]
	return ok && entry.Session.Open(at)
}

// IsOpen reports whether an instrument can be traded now.
func (m *Market) IsOpen(instrument Instrument) bool {
	return instrument.IsActive && instrument.Session.Open(m.now())
}

// NextOpening is the first moment, from the given one on, at which the instrument of a symbol trades: the given one if it
// trades then. It is not found for an unknown symbol.
func (m *Market) NextOpening(symbol string, from time.Time) (at time.Time, found bool) {
	entry, ok := m.listings.Load().bySymbol[symbol]
	if !ok {
		return time.Time{}, false
	}
	return entry.Session.NextOpening(from)
}

// NextClosing is when the instrument of a symbol, which trades at the given moment, next stops. It is not found for an
// unknown symbol, while the market is closed and for one that never closes.
func (m *Market) NextClosing(symbol string, from time.Time) (at time.Time, found bool) {
	entry, ok := m.listings.Load().bySymbol[symbol]
	if !ok {
		return time.Time{}, false
	}
	return entry.Session.NextClosing(from)
}

// LastQuote returns the last known price, however old: from the feed, or else the close of the newest candle that was
// stored when the process started or the history had been filled. It is for valuing positions, not for trading.
func (m *Market) LastQuote(symbol string) (Quote, bool) {
	entry, ok := m.listings.Load().bySymbol[symbol]
	if !ok {
		return Quote{}, false
	}
	if quote := entry.live.Load(); quote != nil {
		return *quote, true
	}
	if quote := entry.stored.Load(); quote != nil {
		return *quote, true
	}
	return Quote{}, false
}

// Subscribe calls handler after every delivery of the feed, on the feed's goroutine, once the quotes are updated: it must
// be quick, and calls may overlap when a feed has several goroutines. The returned function ends the subscription.
func (m *Market) Subscribe(handler func(Update)) (cancel func()) { return m.updates.add(handler) }

// SubscribeClosed calls handler with every candle that this process's recorder has stored: the minutes that the feed closed
// and, with the minute that ends them, the longer candles. Per symbol they come oldest first, a minute before the longer
// candles it ends. If several processes record, each candle is reported only in the one that stored it. Candles that were
// missed during an interruption of the feed come late, and those from before the start of this process do not come at all.
// The handler runs on the recorder's goroutine.
func (m *Market) SubscribeClosed(handler func([]Candle)) (cancel func()) {
	return m.closed.add(handler)
}

// quote is the price after a tick whose prices are on the tick size. It fails when the numbers are too large for a price.
func (l *listing) quote(tick Tick) (quote Quote, err error) {
	if tick.Bid.IsPositive() && tick.Ask.IsPositive() {
		return Quote{Symbol: l.Symbol, Bid: tick.Bid, Ask: tick.Ask, Mark: tick.Close, At: tick.At, TickSize: l.TickSize}, nil
	}
	return l.QuoteAt(tick.Close, tick.At)
}

// QuoteAt is the quote for a price with the instrument's spread, rounded to the tick: the mark to the nearest, the bid half
// a spread below it and down, the ask half a spread above it and up. It fails when the numbers are too large for a price.
func (i *Instrument) QuoteAt(price money.Decimal, at time.Time) (quote Quote, err error) {
	defer money.Catch(&err)
	mark := TickNearest(price, i.TickSize)
	half, err := mark.Mul(i.SpreadBP).Div(halfSpreadDivisor)
	if err != nil {
		return Quote{}, err
	}
	return Quote{
		Symbol: i.Symbol, Mark: mark, Bid: TickDown(mark.Sub(half), i.TickSize), Ask: TickUp(mark.Add(half), i.TickSize),
		At: at, TickSize: i.TickSize,
	}, nil
}

// tick applies a delivery of the feed. It ignores invalid ticks: unknown symbols, prices that are not positive or too
// large, and times before the last tick, unless that one lies in the future.
func (m *Market) tick(ticks []Tick) {
	known := m.listings.Load().bySymbol
	taken, now := make([]Tick, 0, len(ticks)), m.now()
	m.writing.Lock()
	for _, tick := range ticks {
		if entry, ok := known[tick.Symbol]; ok && tick.Close.IsPositive() {
			if rounded, isTaken := entry.take(tick, now); isTaken {
				taken = append(taken, rounded)
			}
		}
	}
	m.writing.Unlock()
	if len(taken) > 0 {
		m.lastTick.Store(&now)
		m.updates.tell(Update{Ticks: taken})
	}
}

// take makes a tick the last price, and returns it rounded to the tick size. It ignores one that is older than the last
// price or too large. A last price dated in the future does not count: the clock was set back since, and the price would
// otherwise block new ones until the clock shows that time again.
func (l *listing) take(tick Tick, now time.Time) (rounded Tick, isTaken bool) {
	if last := l.live.Load(); last != nil && tick.At.Before(last.At) && !last.At.After(now) {
		return Tick{}, false
	}
	rounded, err := tick.onTick(l.TickSize)
	if err != nil {
		return Tick{}, false
	}
	quote, err := l.quote(rounded)
	if err != nil {
		return Tick{}, false
	}
	l.ticked.extend(rounded)
	l.live.Store(&quote)
	l.isLost.Store(false)
	return rounded, true
}

// lose stops trading on the last prices of symbols.
func (m *Market) lose(symbols []string) {
	known := m.listings.Load().bySymbol
	m.writing.Lock()
	defer m.writing.Unlock()
	for _, symbol := range symbols {
		if entry, ok := known[symbol]; ok {
			entry.isLost.Store(true)
		}
	}
}

// subscribers are handlers of notifications. Notifying takes no lock.
type subscribers[T any] struct {
	mu       sync.Mutex
	handlers atomic.Pointer[[]*func(T)]
}

func (s *subscribers[T]) add(handler func(T)) (cancel func()) {
	s.change(func(handlers []*func(T)) []*func(T) { return append(handlers, &handler) })
	return func() {
		s.change(func(handlers []*func(T)) []*func(T) {
			return slices.DeleteFunc(handlers, func(one *func(T)) bool { return one == &handler })
		})
	}
}

func (s *subscribers[T]) change(edit func([]*func(T)) []*func(T)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var handlers []*func(T)
	if known := s.handlers.Load(); known != nil {
		handlers = slices.Clone(*known)
	}
	handlers = edit(handlers)
	s.handlers.Store(&handlers)
}

func (s *subscribers[T]) tell(what T) {
	if handlers := s.handlers.Load(); handlers != nil {
		for _, handler := range *handlers {
			(*handler)(what)
		}
	}
}

// feedWorker keeps the feed running.
type feedWorker struct{ market *Market }

func (feedWorker) Name() string { return "market-feed" }

func (w feedWorker) Run(ctx context.Context) error {
	m := w.market
	return m.options.Feed.Run(ctx, m.activeInstruments(), sink{ctx: ctx, market: m})
}

// sink is the market as the feed sees it. It lives as long as one run of the feed, so that a feed waiting for the recorder
// is released when it has to stop.
type sink struct {
	ctx    context.Context
	market *Market
}

func (s sink) Tick(ticks ...Tick) { s.market.tick(ticks) }

func (s sink) Lost(symbols ...string) { s.market.lose(symbols) }

func (s sink) Closed(candles ...Candle) { s.market.recorder.enqueue(s.ctx, candles) }
