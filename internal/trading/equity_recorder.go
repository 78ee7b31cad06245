package trading

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/worker"
)

const (
	snapshotBatch = 500 // accounts that are valued at a time

	// settling is how long after midnight a day is recorded: by then its last candle is stored and transactions begun
	// before midnight have committed.
	settling = 5 * time.Minute
	// candlePatience is how long after midnight to wait for the day's last candles while the feed is down, since a stored
	// day never changes. After that the day is recorded with the latest prices available.
	candlePatience = 3 * time.Hour
	// startPatience is the minimum wait for them after a start, at any time of day: the feed is still fetching what the
	// process missed while it was down.
	startPatience = 15 * time.Minute
	candleRetry   = 10 * time.Second
	// longestWeekend is the largest number of days for which a market may be closed.
	longestWeekend = 5
)

// EquityRecorder is the worker that stores the values of accounts at the end of each UTC day. Every replica may run it, at
// any time: all of them write the same.
type EquityRecorder struct {
	service   *Service
	startedAt time.Time
	left      []uuid.UUID // accounts that were locked when the days up to leftOf were stored for all others
	leftOf    time.Time
	locked    Patience // while there are any left
}

// EquityRecorder makes the worker.
func (s *Service) EquityRecorder() *EquityRecorder { return &EquityRecorder{service: s} }

// Name is the worker's name.
func (r *EquityRecorder) Name() string { return "equity-recorder" }

// Run stores the completed days that are not stored yet, at once and then after each midnight, until the context ends. It
// fails when the database does.
func (r *EquityRecorder) Run(ctx context.Context) error {
	r.startedAt = r.service.now()
	return worker.Loop(ctx, nil, r.turn)
}

// turn stores what can be stored now, and returns how long to wait for more.
func (r *EquityRecorder) turn(ctx context.Context) (wait time.Duration, err error) {
	today := UTCDay(r.service.now().UTC().Add(-settling))
	yesterday, isLeft := today.AddDate(0, 0, -1), false
	isEarly, err := r.lacksCandles(ctx, yesterday)
	if err == nil && !isEarly {
		isLeft, err = r.CatchUp(ctx, yesterday)
	}
	if err != nil {
		return 0, fmt.Errorf("record the equity: %w", err)
	}
	now := r.service.now()
	if isLeft {
		r.locked.Wait(now)
		return r.locked.Until.Sub(now), nil
	}
	r.locked = Patience{}
	if isEarly {
		return candleRetry, nil
	}
	return today.AddDate(0, 0, 1).Add(settling).Sub(now), nil
}

// lacksCandles reports whether to store the completed days up to this one later, because the last prices of something open
// at their ends are not stored yet. A symbol that has had none for longer than a long weekend while others have theirs is
// not waited for: no feed delivers it.
func (r *EquityRecorder) lacksCandles(ctx context.Context, day time.Time) (isEarly bool, err error) {
	s := r.service
	first, err := s.firstMissingDay(ctx, day)
	if err != nil || first.After(day) {
		return false, err
	}
	symbols, err := heldSymbols(ctx, s.db, first, day)
	if err != nil {
		return false, err
	}
	closes := s.lastCloses(symbols, day)
	newest, err := s.market.NewestCandles(ctx, slices.Collect(maps.Keys(closes)))
	if err != nil {
		return false, err
	}
	lacking := maps.Clone(closes)
	maps.DeleteFunc(lacking, func(series market.Series, closed time.Time) bool {
		return !newest[series].Add(time.Minute).Before(closed)
	})
	isExpected := false
	for series := range lacking {
		isExpected = isExpected || len(lacking) == len(closes) || !newest[series].Before(day.AddDate(0, 0, -longestWeekend))
	}
	now := s.now()
	switch {
	case len(lacking) == 0:
		return false, nil
	case now.Before(r.startedAt.Add(startPatience)):
		return true, nil
	case !isExpected:
		return false, nil
	case now.Before(day.AddDate(0, 0, 1).Add(candlePatience)):
		return true, nil
	}
	s.logger.WarnContext(ctx, "the worth of accounts is taken without the last prices of the day", slog.Time("day", day), slog.Int("symbols", len(lacking)))
	return false, nil
}

// lastCloses is when the last minute candle of each symbol ended by the end of a day. If the market is closed that day, it
// is that of its last session: its closing price is the value on the days since.
func (s *Service) lastCloses(symbols []string, day time.Time) map[market.Series]time.Time {
	closes := map[market.Series]time.Time{}
	for _, symbol := range symbols {
		instrument, err := s.market.Instrument(symbol)
		if err != nil || !instrument.IsActive {
			continue // no feed delivers it
		}
		for back := range longestWeekend + 1 {
			if opened, closed := instrument.Session.Hours(day.AddDate(0, 0, -back)); opened.Before(closed) {
				closes[market.Series{Symbol: symbol, Interval: market.Minute}] = closed
				break
			}
		}
	}
	return closes
}

// firstMissingDay is the day after the last one stored. If none is, the history begins with yesterday.
func (s *Service) firstMissingDay(ctx context.Context, yesterday time.Time) (time.Time, error) {
	stored, err := recordedDay(ctx, s.db)
	if err != nil || stored.IsZero() {
		return yesterday, err
	}
	return stored.AddDate(0, 0, 1), nil
}

// CatchUp stores every day after the last one stored, up to yesterday, and then calls the listeners. It reports whether any
// accounts were skipped because they are locked; the days count as stored once those are done.
func (r *EquityRecorder) CatchUp(ctx context.Context, yesterday time.Time) (isLeft bool, err error) {
	first, err := r.service.firstMissingDay(ctx, yesterday)
	if err != nil {
		return false, err
	}
	if !first.After(yesterday) {
		if isLeft, err = r.record(ctx, first, yesterday); err != nil {
			return false, err
		}
	}
	leftByOthers, err := r.service.tellDaysStored(ctx, yesterday)
	return isLeft || leftByOthers, err
}

// record stores the days from first to last of every account that moved on them, or only of those skipped last time, and
// reports whether any are skipped now. An account without bookings or open positions keeps the value of the previous day,
// which readers know.
func (r *EquityRecorder) record(ctx context.Context, first, last time.Time) (isLeft bool, err error) {
	s := r.service
	accounts := r.left
	if len(accounts) == 0 || !r.leftOf.Equal(last) { // another day has ended, which no account has yet
		if accounts, err = movedAccounts(ctx, s.db, bookedSince(first)); err != nil {
			return false, err
		}
	}
	var left []uuid.UUID
	for some := range slices.Chunk(accounts, snapshotBatch) {
		locked, err := r.recordSome(ctx, some, first, last)
		if err != nil {
			return false, err
		}
		left = append(left, locked...)
	}
	if r.left, r.leftOf = left, last; len(left) > 0 {
		return true, nil
	}
	return false, s.db.InTx(ctx, func(tx *database.Tx) error { return setRecordedDay(ctx, tx, last) })
}

// recordSome stores the days of accounts and returns those that another transaction has locked: a snapshot references its
// account, so the insert would have to wait for that lock.
func (r *EquityRecorder) recordSome(ctx context.Context, accounts []uuid.UUID, first, last time.Time) (left []uuid.UUID, err error) {
	ends, err := r.service.DayEnds(ctx, accounts, first, last)
	if err != nil {
		return nil, err
	}
	err = r.service.db.InTx(ctx, func(tx *database.Tx) error {
		left = nil
		if err := tx.LimitLockWait(ctx, BriefWait); err != nil {
			return err
		}
		free, err := tx.ReferToFree(ctx, "trading_accounts", accounts)
		if err != nil {
			return err
		}
		for _, account := range accounts {
			if !free[account] {
				left = append(left, account)
			}
		}
		moved := make([]DayEnd, 0, len(ends))
		for _, end := range ends {
			if end.IsMoved && free[end.Account] {
				moved = append(moved, end)
			}
		}
		return StoreDays(ctx, tx, moved)
	})
	if database.IsLocked(err) { // another replica stores the same
		return accounts, nil
	}
	return left, err
}
