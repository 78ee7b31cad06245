package investment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/stats"
)

// Period is how far back a performance looks.
type Period string

// The periods.
const (
	Week    Period = "week"
	Month   Period = "month"
	Quarter Period = "quarter"
	Year    Period = "year"
	All     Period = "all"
)

var periodDays = map[Period]int{Week: 7, Month: 30, Quarter: 90, Year: 365}

// since is the start of the first UTC day of the period, of which today is the last; the zero time for All.
func (p Period) since(now time.Time) time.Time {
	if p == All {
		return time.Time{}
	}
	year, month, day := now.UTC().Date()
	return time.Date(year, month, day-periodDays[p]+1, 0, 0, 0, 0, time.UTC)
}

// Performance is how accounts have done in a period. Returns are fractions; what is undefined is 0.
type Performance struct {
	Period       Period
	TotalReturn  float64
	WinRate      float64
	SharpeRatio  float64
	ClosedTrades int // positions that were fully closed
	Observations int // the number of days that the figures are based on
}

// Performance measures the caller's accounts together, or one when account is not nil. It fails with NOT_FOUND for
// another user's account and with VALIDATION_ERROR for an unknown period.
func (s *Service) Performance(ctx context.Context, caller identity.Caller, period Period, account uuid.UUID) (result Performance, err error) {
	defer money.Catch(&err)
	result.Period = period
	if _, known := periodDays[period]; !known && period != All {
		return result, fault.Invalid("period", "must be week, month, quarter, year or all")
	}
	accounts, err := s.selected(ctx, caller, account)
	if err != nil || len(accounts) == 0 {
		return result, err
	}
	days, err := s.accounts.EquityCurve(ctx, caller.TenantID, caller.UserID, accounts)
	if err != nil {
		return result, err
	}
	since := period.since(s.now())
	groups, err := s.accounts.TradeTotals(ctx, accounts, since)
	if err != nil {
		return result, err
	}
	returns := returnsOf(newTrackRecord(days).observed(since))
	result.TotalReturn = stats.Total(returns)
	result.SharpeRatio = stats.Sharpe(returns, calendarDays, 0)
	result.Observations = len(returns)
	totals := addUp(groups)
	result.ClosedTrades, result.WinRate = totals.Trades, totals.winRate()
	return result, nil
}
