// Package market knows what can be traded and at which price.
//
// A Feed delivers ticks and closed one-minute candles. Every process runs its own, because quotes live in memory: reading
// one takes neither a lock nor an allocation. The candles are stored by the recorder, which any number of processes may run
// at once: a candle is a row that never changes, so the first process to write it wins and the others find it there. The
// recorder also rolls minutes up to longer candles as soon as those are over, and asks the feed for whatever was missed
// while no process recorded.
//
// The feeds are subpackages: sim makes prices up, reproducibly; replay plays a file; binance listens to the exchange.
package market

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/worker"
)

// defaultStaleAfter is the maximum age of a quote if the options do not set one.
const defaultStaleAfter = 30 * time.Second

// Options are the dependencies and settings of a market.
type Options struct {
	Database *database.DB
	Feed     Feed
	// StaleAfter is the maximum age of a quote that may be traded on; zero is 30 seconds.
	StaleAfter time.Duration
	// SpreadBP, if set, replaces every instrument's own spread.
	SpreadBP *money.Decimal
	// MinuteHistory and DailyHistory are how far back the recorder fills candles, in whole UTC days.
	// Minutes are never filled further back than they are kept.
	MinuteHistory time.Duration
	DailyHistory  time.Duration
	// Kept is how long candles are kept; a zero field has a default.
	Kept Retention
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Logger may be nil.
	Logger *slog.Logger
}

// Market knows what can be traded and at which price. It is safe for concurrent use.
type Market struct {
	options  Options
	db       *database.DB
	now      func() time.Time
	logger   *slog.Logger
	listings atomic.Pointer[listings]
	writing  sync.Mutex // serializes changes of quotes; readers do not take it
	updates  subscribers[Update]
	closed   subscribers[[]Candle]
	recorder *recorder
	// startedAt is when the instruments were loaded.
	startedAt time.Time
	lastTick  atomic.Pointer[time.Time] // when the feed last delivered a price; nil before its first
	// pastLoadedAt is when the past of the listings was read, in nanoseconds of the monotonic clock.
	pastLoadedAt atomic.Int64
}

// listings are the instruments, set once by Start.
type listings struct {
	bySymbol map[string]*listing
	sorted   []Instrument
}

// listing is one instrument and its price.
type listing struct {
	Instrument
	live   atomic.Pointer[Quote] // from the feed; nil until its first tick
	isLost atomic.Bool           // the feed has lost it since; read before live, so that an old price is never taken for a newer one
	stored atomic.Pointer[Quote] // from the newest candle that was stored when the process started, or nil
	past   atomic.Pointer[past]  // what candles say about the last day; nil until they are read
	ticked tickedRange           // the range of its ticks since then
	hours  atomic.Pointer[hours] // whether it trades, as last determined
}

// New makes a market. It has no instruments until Start.
func New(options Options) *Market {
	options.StaleAfter = cmp.Or(options.StaleAfter, defaultStaleAfter)
	if options.Now == nil {
		options.Now = time.Now
	}
	options.Logger = cmp.Or(options.Logger, slog.New(slog.DiscardHandler))
	options.Kept = options.Kept.orDefault()
	options.MinuteHistory = min(options.MinuteHistory, options.Kept.Minutes)
	m := &Market{options: options, db: options.Database, now: options.Now, logger: options.Logger}
	m.listings.Store(&listings{})
	m.recorder = newRecorder(m)
	return m
}

// Start loads the instruments and their last known prices. An installation without instruments gets the
// built-in catalogue. It fails when the database does.
func (m *Market) Start(ctx context.Context) error {
	instruments, err := loadInstruments(ctx, m.db)
	if err == nil && len(instruments) == 0 {
		if err = insertInstruments(ctx, m.db, builtIn(), m.now()); err == nil {
			// Another process may have written its own at the same time.
			instruments, err = loadInstruments(ctx, m.db)
		}
	}
	if err != nil {
		return fmt.Errorf("load instruments: %w", err)
	}
	loaded := &listings{bySymbol: make(map[string]*listing, len(instruments)), sorted: instruments}
	for i := range instruments {
		if m.options.SpreadBP != nil {
			instruments[i].SpreadBP = *m.options.SpreadBP
		}
		loaded.bySymbol[instruments[i].Symbol] = &listing{Instrument: instruments[i]}
	}
	m.listings.Store(loaded)
	m.startedAt = m.now()
	return m.loadStored(ctx)
}

// loadStored uses the closes of the newest stored candles as last prices of instruments for which the feed has delivered
// none, as when their market is closed. It also reads the prices of the last day.
func (m *Market) loadStored(ctx context.Context) error {
	newest, err := newestCandles(ctx, m.db)
	if err != nil {
		return fmt.Errorf("load last prices: %w", err)
	}
	for symbol, entry := range m.listings.Load().bySymbol {
		candle, ok := newest[symbol]
		if !ok {
			continue
		}
		closedAt := candle.OpenedAt.Add(candle.Interval.Duration())
		if _, closes := entry.Session.Hours(candle.OpenedAt); closes.After(candle.OpenedAt) {
			closedAt = earlier(closedAt, closes) // a day's last price is that of its last trade
		}
		quote, err := entry.QuoteAt(candle.Close, closedAt)
		if err != nil {
			return fmt.Errorf("last price of %s: %w", symbol, err)
		}
		entry.stored.Store(&quote)
	}
	return m.loadPast(ctx)
}

// Instrument returns the instrument of a symbol, active or not. It fails with NOT_FOUND.
func (m *Market) Instrument(symbol string) (Instrument, error) {
	entry, err := m.listing(symbol)
	if err != nil {
		return Instrument{}, err
	}
	return entry.Instrument, nil
}

// Instruments lists all instruments by symbol, active or not.
func (m *Market) Instruments() []Instrument {
	return slices.Clone(m.listings.Load().sorted)
}

func (m *Market) activeInstruments() []Instrument {
	return slices.DeleteFunc(m.Instruments(), func(i Instrument) bool { return !i.IsActive })
}

func (m *Market) listing(symbol string) (*listing, error) {
	entry, ok := m.listings.Load().bySymbol[symbol]
	if !ok {
		return nil, fault.New(fault.NotFound, "there is no instrument %s", shortened(symbol)).About("symbol")
	}
	return entry, nil
}

// shortened truncates a client's text, so that it cannot flood the answer that repeats it.
func shortened(symbol string) string {
	const longest = 20
	if len(symbol) > longest {
		return strings.ToValidUTF8(symbol[:longest], "") + "…"
	}
	return symbol
}

// Workers are the workers that every process needs for itself: the feed, because quotes live in memory, and the reader of
// the last day's prices. Start must be called before they run.
func (m *Market) Workers() []worker.Worker { return []worker.Worker{feedWorker{m}, pastWorker{m}} }

// SharedWorkers are the workers of which the installation needs only one instance, more do no harm: the recorder of
// candles. After this call the feed's closed candles wait for the recorder, so that none is lost while the workers start:
// the caller must run it.
func (m *Market) SharedWorkers() []worker.Worker {
	m.recorder.expected.Store(true)
	return []worker.Worker{m.recorder}
}
