package trading

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
)

// DayEnd is the value of an account at the end of a UTC day.
type DayEnd struct {
	Account uuid.UUID
	Day     int64 // its beginning
	Value   money.Decimal
	IsMoved bool // something was booked on the day, or open at its end; otherwise the value is that of the previous day
}

// DayEnds reconstructs the values of accounts at the ends of the days from first to last, in order for each account: the
// current money without later bookings, and the positions open then at the day's closing prices. So the result is the same
// in the first minute after midnight and a week later. The cost grows with what was done on the accounts since. An account
// whose sums are too large is left out.
func (s *Service) DayEnds(ctx context.Context, accounts []uuid.UUID, first, last time.Time) ([]DayEnd, error) {
	var books accountBooks
	err := s.db.InSnapshot(ctx, func(from database.Querier) (err error) {
		books, err = readBooks(ctx, from, accounts, first, bookedSince(first))
		return err
	})
	if err != nil {
		return nil, err
	}
	var ends []DayEnd
	prices := &closingPrices{service: s, first: first, last: last, known: map[string]map[int64]money.Decimal{}}
	for _, account := range accounts {
		own, err := books.endsOf(ctx, prices, account)
		if s.passesOver(ctx, account, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		ends = append(ends, own...)
	}
	return ends, nil
}

// passesOver reports, and logs, whether an account failed because its sums are too large: that must not hold up the others.
func (s *Service) passesOver(ctx context.Context, account uuid.UUID, err error) bool {
	var overflow *money.OverflowError
	if !errors.As(err, &overflow) {
		return false
	}
	s.logger.WarnContext(ctx, "an account could not be valued", slog.String("account", account.String()), slog.Any("error", err))
	return true
}

// endsOf works backwards from now to the first day. It fails with a *money.OverflowError when the sums are too large.
func (b accountBooks) endsOf(ctx context.Context, prices *closingPrices, account uuid.UUID) (ends []DayEnd, err error) {
	defer money.Catch(&err)
	value, known := b.balances[account]
	if !known {
		return nil, nil
	}
	later := b.movements[account]
	for day := prices.last; !day.Before(prices.first); day = day.AddDate(0, 0, -1) {
		end := DayEnd{Account: account, Day: database.Micros(day)}
		for len(later) > 0 && later[len(later)-1].day > end.Day {
			value, later = value.Sub(later[len(later)-1].amount), later[:len(later)-1]
		}
		end.IsMoved = len(later) > 0 && later[len(later)-1].day == end.Day
		unrealized, isOpen, err := prices.unrealized(ctx, b.lots[account], day)
		if err != nil {
			return nil, err
		}
		end.Value, end.IsMoved = value.Add(unrealized), end.IsMoved || isOpen
		ends = append(ends, end)
	}
	slices.Reverse(ends)
	return ends, nil
}

// accountBooks is the data of accounts since a given day.
type accountBooks struct {
	balances  map[uuid.UUID]money.Decimal // cash, margin and reserved money, now
	movements map[uuid.UUID][]movement    // in the order of days
	lots      map[uuid.UUID][]lot
}

// movement is what was booked on an account on a UTC day.
type movement struct {
	day    int64
	amount money.Decimal
}

// lot is a part of a position that was opened at one moment and closed at another.
type lot struct {
	position         uuid.UUID
	symbol           string
	side             Side
	entry, quantity  money.Decimal
	openedAt, closed int64 // closed lies beyond all days while the lot is open
}

// closingPrices looks up the closing prices of symbols on the days from first to last.
type closingPrices struct {
	service     *Service
	first, last time.Time
	known       map[string]map[int64]money.Decimal // by symbol and day; zero where there is no candle
}

// unrealized is the profit or loss, at the end of a day, of the lots open then.
func (c *closingPrices) unrealized(ctx context.Context, lots []lot, day time.Time) (sum money.Decimal, isOpen bool, err error) {
	end := database.Micros(day.AddDate(0, 0, 1))
	// A position is valued as a whole: valuing its parts would round each of them.
	var open []lot
	for _, held := range lots {
		if held.openedAt >= end || held.closed < end {
			continue
		}
		same := slices.IndexFunc(open, func(other lot) bool { return other.position == held.position })
		if same < 0 {
			open = append(open, held)
			continue
		}
		open[same].quantity = open[same].quantity.Add(held.quantity)
	}
	for _, held := range open {
		price, err := c.at(ctx, held.symbol, day)
		if err != nil {
			return sum, true, err
		}
		if price.IsPositive() {
			sum = sum.Add(Profit(held.side, held.entry, price, held.quantity))
		}
	}
	return sum, len(open) > 0, nil
}

// at is a symbol's closing price on a day, or on the last earlier day on which it was traded; zero when it never was.
func (c *closingPrices) at(ctx context.Context, symbol string, day time.Time) (money.Decimal, error) {
	if err := c.load(ctx, symbol); err != nil {
		return money.Zero, err
	}
	if price, known := c.known[symbol][database.Micros(day)]; known {
		return price, nil
	}
	var newest market.Candle
	for _, interval := range []market.Interval{market.Day, market.Minute} {
		candles, err := c.service.market.RecordedCandles(ctx, symbol, interval, time.Time{}, day.AddDate(0, 0, 1), 1)
		if fault.Is(err, fault.NotFound) { // no longer listed
			break
		}
		if err != nil {
			return money.Zero, err
		}
		if len(candles) == 1 && endOf(candles[0]).After(endOf(newest)) {
			newest = candles[0]
		}
	}
	c.known[symbol][database.Micros(day)] = newest.Close
	return newest.Close, nil
}

// load reads all daily candles of a symbol at once.
func (c *closingPrices) load(ctx context.Context, symbol string) error {
	if c.known[symbol] != nil {
		return nil
	}
	candles, err := c.service.market.RecordedCandles(ctx, symbol, market.Day, c.first, c.last.AddDate(0, 0, 1), 1<<20)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	c.known[symbol] = make(map[int64]money.Decimal, len(candles))
	for _, candle := range candles {
		c.known[symbol][database.Micros(candle.OpenedAt)] = candle.Close
	}
	return nil
}

func endOf(candle market.Candle) time.Time { return candle.OpenedAt.Add(candle.Interval.Duration()) }
