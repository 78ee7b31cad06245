package bots

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
	"bourse/internal/trading/strategy"
	"bourse/internal/worker"
)

// roundInterval is how often the runner starts a round by itself: for candles that another replica has stored, for prices
// that a bot is waiting for, and for prices that stay away.
const roundInterval = time.Minute

// botRunner lets every running bot decide on each candle of its timeframe. Any number of replicas may run one: a bot's
// account is locked while it acts, and a candle has at most one signal.
//
// A wake-up only says that there may be something to do. Each round looks at all bots, so nothing is lost if one comes
// twice, late, or not at all.
type botRunner struct {
	service *Service
	wake    worker.Wake
	since   time.Time // since when candles are expected

	mu     sync.Mutex
	newest map[market.Series]time.Time // opening time of the newest known candle

	decided map[botSymbol]time.Time // the last candle decided on by this process
	edges   map[ForecastKey]bool    // of models, in the last round

	isLocked bool             // a bot was locked elsewhere in the last round
	locked   trading.Patience // while that is so
}

type botSymbol struct {
	bot    uuid.UUID
	symbol string
}

func (s *Service) botRunner() worker.Worker { return s.newBotRunner(s.now()) }

func (s *Service) newBotRunner(since time.Time) *botRunner {
	return &botRunner{
		service: s, wake: worker.NewWake(), since: since,
		newest: map[market.Series]time.Time{}, decided: map[botSymbol]time.Time{},
	}
}

// Name is the worker's name.
func (r *botRunner) Name() string { return "bot-runner" }

// Run runs the bots until the context ends. It fails when the bots cannot be read.
func (r *botRunner) Run(ctx context.Context) error {
	r.since = r.service.now() // what was missed before is still being filled in
	defer r.service.market.SubscribeClosed(r.heard)()
	defer r.service.db.Subscribe(botsTopic, func(string) { r.wake.Notify() })()
	ticker := time.NewTicker(roundInterval)
	defer ticker.Stop()
	for {
		if err := worker.Turn(ctx, r.round); ctx.Err() != nil {
			return nil
		} else if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-r.wake:
		case <-ticker.C:
		case <-r.untilFree():
		}
	}
}

// untilFree is when to try bots again that were locked elsewhere; never, when there were none.
func (r *botRunner) untilFree() <-chan time.Time {
	if !r.isLocked {
		r.locked = trading.Patience{}
		return nil
	}
	now := r.service.now()
	r.locked.Wait(now)
	return time.After(r.locked.Until.Sub(now))
}

// heard notes candles that were stored. It runs on the recorder's goroutine.
func (r *botRunner) heard(candles []market.Candle) {
	for _, c := range candles {
		r.note(market.Series{Symbol: c.Symbol, Interval: c.Interval}, c.OpenedAt)
	}
	r.wake.Notify()
}

func (r *botRunner) note(s market.Series, openedAt time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if openedAt.After(r.newest[s]) {
		r.newest[s] = openedAt
	}
}

// round gives every bot its turn. An error of one counts against it and does not affect the others; one that is locked
// elsewhere gets its turn in a later round. It fails when the bots cannot be read.
func (r *botRunner) round(ctx context.Context) error {
	r.isLocked = false
	if err := r.resumeFed(ctx); err != nil {
		return fmt.Errorf("resume bots: %w", err)
	}
	bots, err := runningBots(ctx, r.service.db)
	if err != nil {
		return fmt.Errorf("read the bots: %w", err)
	}
	if err := r.followEdges(ctx, bots); err != nil {
		return fmt.Errorf("follow the models: %w", err)
	}
	held, err := openPositionsOfBots(ctx, r.service.db, bots)
	if err != nil {
		return fmt.Errorf("read the bots' positions: %w", err)
	}
	if err := r.lookForNewest(ctx, bots); err != nil {
		return fmt.Errorf("look for candles: %w", err)
	}
	chart := &charts{market: r.service.market, read: map[market.Series]chart{}}
	for _, bot := range bots {
		worker.Progress(ctx)
		err := r.turn(ctx, bot, held[bot.AccountID], chart)
		if err == nil || ctx.Err() != nil {
			continue
		}
		if database.IsLocked(err) {
			r.isLocked = true
			continue
		}
		if database.IsOutage(err) { // not the bot's fault
			return fmt.Errorf("let %s decide: %w", bot.Name, err)
		}
		r.service.logger.ErrorContext(ctx, "a bot has failed", "bot", bot.Name, "error", err)
		if err := r.service.countFailure(ctx, bot.ID, err); err != nil {
			r.service.logger.ErrorContext(ctx, "a bot's failure was not counted", "bot", bot.Name, "error", err)
		}
	}
	return nil
}

// turn lets one bot decide on the candles that have closed since its last turn. A panic counts as an error of this bot.
func (r *botRunner) turn(ctx context.Context, bot *Bot, held []*trading.Position, charts *charts) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	decides, err := newEngine(bot)
	if err != nil {
		return err
	}
	var snapshots []engine.Snapshot
	acts := false
	for _, symbol := range bot.Symbols {
		seen, found, err := r.look(ctx, decides, symbol, charts)
		if stale := (*staleError)(nil); errors.As(err, &stale) {
			return r.service.failStale(ctx, bot.ID, symbol)
		}
		if err != nil {
			return err
		}
		if found {
			snapshots = append(snapshots, seen)
			acts = acts || decides.Decide(seen, engine.HoldingOf(held, symbol)) != nil
		}
	}
	if len(snapshots) == 0 {
		return nil
	}
	var waiting map[string]bool
	if acts || bot.Failures > 0 { // most candles change nothing, and cost no transaction
		if waiting, err = r.service.takeTurn(ctx, bot.ID, bot.AccountID, snapshots); err != nil {
			return err
		}
	}
	for _, s := range snapshots {
		if !waiting[s.Instrument.Symbol] {
			r.decided[botSymbol{bot.ID, s.Instrument.Symbol}] = s.Bars[len(s.Bars)-1].OpenedAt
		}
	}
	return nil
}

// look finds the bars for a bot to decide on now. There are none while no candle has closed since the last time, or while
// its strategy's look-back is incomplete: it is being filled, or has not happened yet. It fails as due and withForecast do.
func (r *botRunner) look(ctx context.Context, decides botEngine, symbol string, charts *charts) (seen engine.Snapshot, found bool, err error) {
	series, warmup := market.Series{Symbol: symbol, Interval: decides.bot.Timeframe}, decides.Warmup()
	r.service.market.KeepHistory(series, warmup)
	instrument, due, err := r.due(decides.bot, symbol)
	if err != nil || !due {
		return engine.Snapshot{}, false, err
	}
	bars, err := charts.bars(ctx, series, warmup)
	if err != nil || len(bars) < warmup {
		return engine.Snapshot{}, false, err
	}
	if !engine.IsNewest(instrument.Session, series.Interval, bars[len(bars)-1].OpenedAt, r.service.now()) {
		return engine.Snapshot{}, false, nil
	}
	return r.service.withForecast(ctx, decides, engine.Snapshot{Instrument: instrument, Bars: bars})
}

// staleError says that candles are not arriving.
type staleError struct{ symbol string }

func (e *staleError) Error() string { return "prices of " + e.symbol + " are stale" }

// due reports whether a bot has a candle to decide on and an open market to act in. It fails with a *staleError when no
// candle has closed for too long, and with NOT_FOUND when the instrument is gone.
func (r *botRunner) due(bot *Bot, symbol string) (market.Instrument, bool, error) {
	instrument, err := r.service.market.Instrument(symbol)
	if err != nil {
		return instrument, false, err
	}
	now := r.service.now()
	if !instrument.Session.Open(now) {
		return instrument, false, nil
	}
	newest := r.newestCandle(market.Series{Symbol: symbol, Interval: bot.Timeframe})
	since := bot.UpdatedAt
	for _, later := range []time.Time{r.since, newest.Add(bot.Timeframe.Duration())} {
		if later.After(since) {
			since = later
		}
	}
	if isStale(instrument.Session, bot.Timeframe, since, now) {
		return instrument, false, &staleError{symbol}
	}
	return instrument, newest.After(r.decided[botSymbol{bot.ID, symbol}]), nil
}

// newestCandle is the opening time of the newest known candle; the zero time when there is none.
func (r *botRunner) newestCandle(s market.Series) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.newest[s]
}

// lookForNewest reads the newest candles of those series that should have a newer one than the known: another replica may
// have stored it.
func (r *botRunner) lookForNewest(ctx context.Context, bots []*Bot) error {
	now := r.service.now()
	wanted := make(map[market.Series]bool)
	for _, bot := range bots {
		for _, symbol := range bot.Symbols {
			instrument, err := r.service.market.Instrument(symbol)
			if err != nil || !instrument.Session.Open(now) {
				continue // the bot's turn reports the error
			}
			s := market.Series{Symbol: symbol, Interval: bot.Timeframe}
			if known := r.newestCandle(s); known.IsZero() || !engine.IsNewest(instrument.Session, s.Interval, known, now) {
				wanted[s] = true
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	newest, err := r.service.market.NewestCandles(ctx, slices.Collect(maps.Keys(wanted)))
	for s, openedAt := range newest {
		r.note(s, openedAt)
	}
	return err
}

// charts reads each series once a round, however many bots use it.
type charts struct {
	market *market.Market
	read   map[market.Series]chart
}

type chart struct {
	limit int // how many bars were requested
	bars  []strategy.Bar
}

func (c *charts) bars(ctx context.Context, s market.Series, count int) ([]strategy.Bar, error) {
	if known, ok := c.read[s]; ok && known.limit >= count {
		return known.bars, nil
	}
	candles, err := c.market.RecordedCandles(ctx, s.Symbol, s.Interval, time.Time{}, time.Time{}, count)
	if err != nil {
		return nil, err
	}
	c.read[s] = chart{count, engine.BarsOf(candles)}
	return c.read[s].bars, nil
}

// FailStaleBots moves running bots to error whose candles have not arrived, although expected since a given moment, as the
// runner does in its rounds. It fails when the database does.
func (s *Service) FailStaleBots(ctx context.Context, since time.Time) error {
	bots, err := runningBots(ctx, s.db)
	if err != nil {
		return err
	}
	runner := s.newBotRunner(since)
	if err := runner.lookForNewest(ctx, bots); err != nil {
		return err
	}
	for _, bot := range bots {
		for _, symbol := range bot.Symbols {
			_, _, err := runner.due(bot, symbol)
			if stale := (*staleError)(nil); errors.As(err, &stale) {
				err = s.failStale(ctx, bot.ID, symbol)
			}
			if err != nil && !database.IsLocked(err) { // the runner will retry a locked one
				return err
			}
		}
	}
	return nil
}
