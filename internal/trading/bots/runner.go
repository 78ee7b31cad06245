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

// roundInterval is how often the runner looks by itself: for candles that another replica has stored, for
// prices that a bot waits for, and for those that do not come.
const roundInterval = time.Minute

// botRunner lets every running bot decide on each candle of its timeframe. Any number of replicas may run
// one: a bot's account is held while it acts, and a candle has one signal.
//
// What wakes it only says that there may be something to do. Each round looks at all bots, so nothing is lost
// when it is woken twice, late, or not at all.
type botRunner struct {
	service *Service
	wake    worker.Wake
	since   time.Time // candles are expected from then on

	mu     sync.Mutex
	newest map[market.Series]time.Time // when the newest known candle opened

	decided map[botSymbol]time.Time // the last candle that was decided on here
	edges   map[ForecastKey]bool    // of models, as they were in the last round

	isLocked bool             // somebody else held a bot in the last round
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
	r.since = r.service.now() // what was missed before is being filled in
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

// untilFree is when to look again at bots that somebody else held; never, when there were none.
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

// round gives every bot its turn. What goes wrong with one is counted against it and does not touch the
// others; one that somebody else holds has its turn in a later round. It fails when the bots cannot be read.
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
		if database.IsOutage(err) { // which is no fault of the bot's
			return fmt.Errorf("let %s decide: %w", bot.Name, err)
		}
		r.service.logger.ErrorContext(ctx, "a bot has failed", "bot", bot.Name, "error", err)
		if err := r.service.countFailure(ctx, bot.ID, err); err != nil {
			r.service.logger.ErrorContext(ctx, "a bot's failure was not counted", "bot", bot.Name, "error", err)
		}
	}
	return nil
}

// turn lets one bot decide on what has closed since its last turn. A panic is an error of this bot.
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

// look finds the bars that a bot decides on now. There are none while no candle has closed since the last time,
// and while the past that its strategy looks back on is not there: it is being filled, or still happening. It
// fails as due and withForecast do.
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

// staleError says that candles do not come.
type staleError struct{ symbol string }

func (e *staleError) Error() string { return "prices of " + e.symbol + " are stale" }

// due reports whether a bot has a candle to decide on and the market to act in. It fails with a *staleError
// when no candle has closed for too long, and with NOT_FOUND when the instrument is gone.
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

// newestCandle is when the newest known candle opened; the zero time when there is none.
func (r *botRunner) newestCandle(s market.Series) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.newest[s]
}

// lookForNewest asks for the newest candles of those series in which a newer one than the known should be
// there: another replica may have stored it.
func (r *botRunner) lookForNewest(ctx context.Context, bots []*Bot) error {
	now := r.service.now()
	wanted := make(map[market.Series]bool)
	for _, bot := range bots {
		for _, symbol := range bot.Symbols {
			instrument, err := r.service.market.Instrument(symbol)
			if err != nil || !instrument.Session.Open(now) {
				continue // the bot's turn tells what is wrong
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

// charts reads each series once a round, however many bots look at it.
type charts struct {
	market *market.Market
	read   map[market.Series]chart
}

type chart struct {
	limit int // how many bars were asked for
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

// FailStaleBots brings running bots to error whose candles do not come, though they were expected since a
// moment, as the runner does in its rounds. It fails when the database does.
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
			if err != nil && !database.IsLocked(err) { // the runner comes to it
				return err
			}
		}
	}
	return nil
}
