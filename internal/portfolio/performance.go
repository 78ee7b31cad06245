package portfolio

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Period is how far a series goes back.
type Period string

// The periods.
const (
	Week        Period = "week"
	Month       Period = "month"
	ThreeMonths Period = "3months"
	Year        Period = "year"
	AllTime     Period = "all"
)

// periodDays is how many days a period has, including today; 0 means all.
var periodDays = map[Period]int{Week: 7, Month: 30, ThreeMonths: 90, Year: 365, AllTime: 0}

// Point is what a portfolio was worth at the end of a UTC day.
type Point struct {
	Date  time.Time // the start of the day
	Value money.Decimal
	PnL   money.Decimal // the profit since the first point
}

// Performance is the value of a portfolio of the caller, one point for each UTC day, oldest first; the last one is
// the current value. There is always one. It fails with NOT_FOUND and with VALIDATION_ERROR (period).
func (s *Service) Performance(ctx context.Context, caller identity.Caller, id uuid.UUID, period Period) ([]Point, error) {
	days, known := periodDays[period]
	if !known {
		return nil, fault.Invalid("period", "must be week, month, 3months, year or all")
	}
	portfolio, err := s.Portfolio(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	curve, err := s.accounts.EquityCurve(ctx, caller.TenantID, caller.UserID, portfolio.history)
	if err != nil {
		return nil, err
	}
	if len(curve) == 0 { // no money was ever paid in
		curve = []EquityDay{{Day: s.today(), Value: portfolio.TotalValue}}
	}
	return series(curve, days)
}

// series is the last days of a curve, with the profit since the first of them: the value minus the first one and
// minus net payments after it. It fails when the amounts are too large.
func series(curve []EquityDay, days int) (points []Point, err error) {
	defer money.Catch(&err)
	if days > 0 && len(curve) > days {
		curve = curve[len(curve)-days:]
	}
	points = make([]Point, len(curve))
	var paid money.Decimal // since the first point
	for i, day := range curve {
		if i > 0 {
			paid = paid.Add(day.In).Sub(day.Out)
		}
		points[i] = Point{Date: day.Day, Value: day.Value, PnL: day.Value.Sub(curve[0].Value).Sub(paid)}
	}
	return points, nil
}
