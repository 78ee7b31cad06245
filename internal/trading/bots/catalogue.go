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

// BotOrder is what the catalogue is sorted by.
type BotOrder string

// The orders, each with the best first.
const (
	ByAge       BotOrder = "newest"
	ByReturn    BotOrder = "return"
	BySharpe    BotOrder = "sharpe"
	ByDrawdown  BotOrder = "drawdown" // the smallest; bots that have closed nothing come last
	ByFollowers BotOrder = "followers"
)

// BotFilter narrows the list of bots and sorts it; zero values do not narrow, and the newest come first.
type BotFilter struct {
	Status BotStatus
	Order  BotOrder
}

// Bots lists the catalogue that the caller sees, and how many there are.
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

// catalogueFor is where the catalogue is read: who could have changed it finds the change at once.
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

// Trades lists what a bot has closed on its own account, the newest first, and how many there are. It fails as Bot
// does, and with VALIDATION_ERROR when the days end before they begin.
func (s *Service) Trades(ctx context.Context, caller identity.Caller, id uuid.UUID, days trading.Days, page database.Page) ([]trading.Trade, int, error) {
	bot, err := s.seenBot(ctx, caller, id)
	if err != nil {
		return nil, 0, err
	}
	return s.trading.TradesOn(ctx, bot.AccountID, days, page)
}

// EquityPoint is what a bot's account was worth at a moment, and how far that was below the most until then, as a
// fraction.
type EquityPoint struct {
	At              time.Time
	Value, Drawdown money.Decimal
}

// Equity is what a bot's account was worth at the ends of its last days, and is worth now: at most so many points,
// since it began. It fails as Bot does.
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

// withEarlierDays are the stored days of a bot with those before them that only its trades tell of: an older version
// has counted days without storing them.
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

// equityCurve is what is known of a bot's worth.
type equityCurve struct {
	capital money.Decimal
	since   time.Time        // when the bot was made
	ends    []trading.DayEnd // in order; a day that is missing has the value of the one before
	now     time.Time
	worth   money.Decimal // now
}

// points are the last of them. It panics with a *money.OverflowError when values are too large.
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
