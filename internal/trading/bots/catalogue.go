package bots

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// BotOrder is the sort order of the catalogue.
type BotOrder string

// The orders, each best first.
const (
	ByAge       BotOrder = "newest"
	ByReturn    BotOrder = "return"
	BySharpe    BotOrder = "sharpe"
	ByDrawdown  BotOrder = "drawdown" // smallest first; bots without closings come last
	ByFollowers BotOrder = "followers"
)

// BotFilter narrows and sorts the list of bots; zero values match all, newest first.
type BotFilter struct {
	Status BotStatus
	Order  BotOrder
}

// Bots lists the catalogue that the caller can see, with the total number.
func (s *Service) Bots(ctx context.Context, caller identity.Caller, filter BotFilter, page database.Page) ([]*Bot, int, error) {
	from := s.catalogueFor(caller)
	total, err := countBots(ctx, from, caller.TenantID, filter.Status)
	if err != nil {
		return nil, 0, err
	}
	bots, err := listBots(ctx, from, caller.TenantID, filter, page)
	if err != nil {
		return nil, 0, err
	}
	return bots, total, tellFollowing(ctx, s.db, caller.UserID, bots)
}

// catalogueFor is the database to read the catalogue from: callers who may have changed it read their own writes.
func (s *Service) catalogueFor(caller identity.Caller) database.Reader {
	if caller.Role.AtLeast(identity.RoleAnalyst) {
		return s.db
	}
	return s.db.Stale()
}

// Bot reads one bot. It fails with NOT_FOUND, also for another tenant's.
func (s *Service) Bot(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Bot, error) {
	bot, err := s.seenBot(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	return bot, tellFollowing(ctx, s.db, caller.UserID, []*Bot{bot})
}

func (s *Service) seenBot(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Bot, error) {
	bot, err := readBot(ctx, s.db, id)
	if err == nil && !caller.Sees(bot.TenantID) {
		return nil, errNoBot
	}
	return bot, err
}

// Trades lists what a bot has closed on its own account, newest first, with the total number. It fails as Bot does, and
// with VALIDATION_ERROR when the days end before they begin.
func (s *Service) Trades(ctx context.Context, caller identity.Caller, id uuid.UUID, days trading.Days, page database.Page) ([]trading.Trade, int, error) {
	bot, err := s.seenBot(ctx, caller, id)
	if err != nil {
		return nil, 0, err
	}
	return s.trading.TradesOn(ctx, bot.AccountID, days, page)
}

// EquityPoint is the value of a bot's account at a moment, and its distance below the peak until then, as a fraction.
type EquityPoint struct {
	At              time.Time
	Value, Drawdown money.Decimal
}

// Equity is the value of a bot's account at the ends of its last days, and now: at most so many points, from its beginning
// on. It fails as Bot does.
func (s *Service) Equity(ctx context.Context, caller identity.Caller, id uuid.UUID, days int) (points []EquityPoint, err error) {
	defer money.Catch(&err)
	bot, err := s.seenBot(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	account := &botAccount{Bot: bot}
	var ends []trading.DayEnd
	var firstClosing time.Time
	err = s.db.InSnapshot(ctx, func(from database.Querier) (err error) {
		if ends, firstClosing, err = readDays(ctx, from, bot.AccountID); err != nil {
			return err
		}
		balances, err := trading.ReadBalances(ctx, from, []uuid.UUID{bot.AccountID})
		if err != nil {
			return err
		}
		account.balance = balances[bot.AccountID]
		account.open, err = trading.OpenPositionsOf(ctx, from, bot.AccountID)
		return err
	})
	if err != nil {
		return nil, err
	}
	if ends, err = s.withEarlierDays(ctx, account, ends, firstClosing); err != nil {
		return nil, err
	}
	return equityCurve{capital: bot.Capital, since: bot.CreatedAt, ends: ends, now: s.now(), worth: s.worth(account)}.points(days), nil
}

// withEarlierDays are the stored days of a bot, preceded by earlier days that only its trades reveal: an older version
// counted days without storing them.
func (s *Service) withEarlierDays(ctx context.Context, account *botAccount, ends []trading.DayEnd, firstClosing time.Time) ([]trading.DayEnd, error) {
	yesterday := trading.UTCDay(s.now().UTC()).AddDate(0, 0, -1)
	last := yesterday
	if len(ends) > 0 {
		last = time.UnixMicro(ends[0].Day).UTC().AddDate(0, 0, -1)
	}
	first := trading.UTCDay(firstClosing.UTC())
	if firstClosing.IsZero() || first.After(last) {
		return ends, nil
	}
	earlier, err := s.trading.DayEnds(ctx, []uuid.UUID{account.AccountID}, first, last)
	for i := range earlier {
		earlier[i].Value = account.worthAt(earlier[i])
	}
	return append(earlier, ends...), err
}

// equityCurve is the data of a bot's equity.
type equityCurve struct {
	capital money.Decimal
	since   time.Time        // when the bot was created
	ends    []trading.DayEnd // in order; a missing day has the value of the previous one
	now     time.Time
	worth   money.Decimal // now
}

// points are the last days' points. It panics with a *money.OverflowError when values are too large.
func (c equityCurve) points(days int) []EquityPoint {
	today := trading.UTCDay(c.now.UTC())
	day := trading.UTCDay(c.since.UTC())
	if len(c.ends) > 0 && c.ends[0].Day < database.Micros(day) {
		day = time.UnixMicro(c.ends[0].Day).UTC()
	}
	shown := today.AddDate(0, 0, 1-days)
	points := make([]EquityPoint, 0, days)
	value, peak, next := c.capital, c.capital, 0
	for ; day.Before(today); day = day.AddDate(0, 0, 1) {
		for ; next < len(c.ends) && c.ends[next].Day <= database.Micros(day); next++ {
			value = c.ends[next].Value
		}
		peak = money.Max(peak, value)
		if !day.Before(shown) {
			points = append(points, EquityPoint{day.AddDate(0, 0, 1), value, engine.Ratio(peak.Sub(value), peak)})
		}
	}
	peak = money.Max(peak, c.worth)
	return append(points, EquityPoint{c.now, c.worth, engine.Ratio(peak.Sub(c.worth), peak)})
}
