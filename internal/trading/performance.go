package trading

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/stats"
)

// tradingDay is what the closings of one UTC day add up to.
type tradingDay struct {
	day          int64 // since 1970
	firstOpening int64 // the day on which the earliest of the closed positions was opened
	closings     int
	wins         int
	won, lost    money.Decimal // both positive
	fall         float64       // the largest fall from a peak of the realized balance that a closing ended at, as a fraction
}

func (d tradingDay) realized() money.Decimal { return d.won.Sub(d.lost) }

// microsPerDay is a day as times are stored.
const microsPerDay = int64(24 * time.Hour / time.Microsecond)

// PerformanceOf is the definition of a bot's performance: what its closing fills, in any order, made of the
// capital. The Sharpe ratio is that of the daily returns of the realized balance, from the day on which the
// first of the positions was opened to the day of the last closing; a day without a closing returned 0.
// It panics with a *money.OverflowError when the sums are too large.
func PerformanceOf(trades []Trade, capital money.Decimal, periodsPerYear float64) Performance {
	ordered := slices.Clone(trades)
	slices.SortFunc(ordered, func(a, b Trade) int {
		return cmp.Or(cmp.Compare(database.Micros(a.ClosedAt), database.Micros(b.ClosedAt)), slices.Compare(a.ID[:], b.ID[:]))
	})
	var days []tradingDay
	balance, peak := capital, capital
	for _, trade := range ordered {
		number := database.Micros(trade.ClosedAt) / microsPerDay
		if len(days) == 0 || days[len(days)-1].day != number {
			days = append(days, tradingDay{day: number, firstOpening: number})
		}
		day := &days[len(days)-1]
		day.closings++
		day.firstOpening = min(day.firstOpening, database.Micros(trade.OpenedAt)/microsPerDay)
		if trade.RealizedPnL.IsPositive() {
			day.wins++
			day.won = day.won.Add(trade.RealizedPnL)
		} else {
			day.lost = day.lost.Sub(trade.RealizedPnL)
		}
		balance = balance.Add(trade.RealizedPnL)
		peak = money.Max(peak, balance)
		if peak.IsPositive() {
			day.fall = max(day.fall, float64(peak.Sub(balance).Units())/float64(peak.Units()))
		}
	}
	return performanceOfDays(days, capital, periodsPerYear)
}

// performanceOfDays adds days up, which are in order.
func performanceOfDays(days []tradingDay, capital money.Decimal, periodsPerYear float64) Performance {
	if len(days) == 0 {
		return Performance{}
	}
	var p Performance
	var won, lost money.Decimal
	wins, first, fall := 0, days[0].firstOpening, 0.0
	for _, day := range days {
		p.ClosedTrades += day.closings
		wins += day.wins
		won, lost = won.Add(day.won), lost.Add(day.lost)
		first, fall = min(first, day.firstOpening), max(fall, day.fall)
	}
	count := money.FromInt(int64(p.ClosedTrades))
	p.TotalReturn = ratio(won.Sub(lost), capital)
	p.WinRate = ratio(money.FromInt(int64(wins)), count)
	p.ProfitFactor = ratio(won, lost)
	p.Expectancy = ratio(won.Sub(lost), count)
	p.MaxDrawdown = rounded(fall)
	returns := dailyReturns(days, first, capital)
	p.Observations, p.SharpeRatio = len(returns), rounded(stats.Sharpe(returns, periodsPerYear, 0))
	return p
}

// dailyReturns are the returns of the realized balance for each day from the first on.
func dailyReturns(days []tradingDay, first int64, capital money.Decimal) []float64 {
	returns := make([]float64, days[len(days)-1].day-first+1)
	balance := capital
	for _, day := range days {
		if balance.IsPositive() {
			returns[day.day-first] = day.realized().Float64() / balance.Float64()
		}
		balance = balance.Add(day.realized())
	}
	return returns
}

// ratio is 0 where it is undefined.
func ratio(part, whole money.Decimal) money.Decimal {
	quotient, err := part.Div(whole)
	if err != nil {
		return money.Zero
	}
	return quotient
}

// rounded is 0 where a number cannot be held.
func rounded(number float64) money.Decimal {
	decimal, err := money.FromFloat(number)
	if err != nil {
		return money.Zero
	}
	return decimal
}

// The days of a year on which markets trade.
const (
	cryptoDays = 365
	otherDays  = 252
)

// periodsPerYear is how many days a year the bot's instruments trade.
func (s *Service) periodsPerYear(symbols []string) float64 {
	for _, symbol := range symbols {
		if instrument, err := s.market.Instrument(symbol); err != nil || instrument.Kind != market.Crypto {
			return otherDays
		}
	}
	return cryptoDays
}

// refreshPerformance computes anew what the bots among the traders have achieved. It costs nothing when there
// are none, and the same few statements for one and for many.
func (s *Service) refreshPerformance(ctx context.Context, tx *database.Tx, trades []Trade) error {
	var accounts []uuid.UUID
	for _, trade := range trades {
		if trade.UserID == uuid.Nil && !slices.Contains(accounts, trade.AccountID) {
			accounts = append(accounts, trade.AccountID)
		}
	}
	return database.InBatches(accounts, func(batch []uuid.UUID) error {
		bots, err := botsOfAccounts(ctx, tx, batch)
		if err != nil || len(bots) == 0 {
			return err
		}
		days, err := tradingDays(ctx, tx, batch)
		if err != nil {
			return err
		}
		for _, bot := range bots {
			bot.Performance = performanceOfDays(days[bot.AccountID], bot.Capital, s.periodsPerYear(bot.Symbols))
		}
		return updatePerformance(ctx, tx, bots)
	})
}
