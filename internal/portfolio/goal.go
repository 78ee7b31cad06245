package portfolio

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// GoalStatus is how a goal is doing.
type GoalStatus string

// The states of a goal.
const (
	OnTrack  GoalStatus = "on_track" // it is projected to be reached in time
	AtRisk   GoalStatus = "at_risk"
	Achieved GoalStatus = "achieved" // it was reached once
)

// Goal is an amount that a portfolio should be worth on a date.
type Goal struct {
	ID                  uuid.UUID
	PortfolioID         uuid.UUID
	Name                string
	TargetAmount        money.Decimal
	TargetDate          time.Time // the start of the UTC day
	MonthlyContribution money.Decimal
	Share               money.Decimal // of the portfolio, as a fraction; 0 means what nearer goals leave
	AchievedAt          time.Time     // zero until it is
	CreatedAt           time.Time
	UpdatedAt           time.Time

	// Derived from the portfolio when the goal was read.
	CurrentAmount   money.Decimal // the part of the portfolio that counts for this goal only
	ProgressPercent money.Decimal // 0 to 100, and 100 only when the full amount is there
	ProjectedValue  money.Decimal
	RequiredMonthly money.Decimal
	Status          GoalStatus
}

// farthest is the maximum number of years until a goal's date.
const farthest = 100

// check fails with VALIDATION_ERROR when a goal is invalid. The date is checked only when it is new: a goal can still
// be renamed after its date has come.
func (g *Goal) check(today time.Time, isNewDate bool) (err error) {
	if g.Name, err = name(g.Name); err != nil {
		return err
	}
	if !g.TargetAmount.IsPositive() {
		return fault.Invalid("targetAmount", "must be more than 0")
	}
	if g.MonthlyContribution.IsNegative() {
		return fault.Invalid("monthlyContribution", "must not be less than 0")
	}
	if g.Share.IsNegative() || g.Share.GreaterThan(one) {
		return fault.Invalid("share", "must be from 0 to 1")
	}
	if g.Share.Round(4) != g.Share {
		return fault.Invalid("share", "must have at most 4 decimals")
	}
	if !isNewDate {
		return nil
	}
	g.TargetDate = utcDay(g.TargetDate)
	if !g.TargetDate.After(today) {
		return fault.Invalid("targetDate", "must be after today, %s", today.Format(time.DateOnly))
	}
	if g.TargetDate.After(today.AddDate(farthest, 0, 0)) {
		return fault.Invalid("targetDate", "must be at most %d years ahead", farthest)
	}
	return nil
}

// isReached reports whether an open goal has its target amount. The portfolio must have been shared out.
func (g *Goal) isReached() bool {
	return g.AchievedAt.IsZero() && !g.TargetAmount.GreaterThan(g.CurrentAmount)
}

// assess fills in the goal's status, given its part of a portfolio.
func (g *Goal) assess(p *Portfolio, today time.Time) {
	ahead := newProjection(profiles[p.RiskProfile].annualReturn, today, g.TargetDate)
	g.ProgressPercent = progress(g.CurrentAmount, g.TargetAmount)
	g.ProjectedValue = ahead.value(g.CurrentAmount, g.MonthlyContribution)
	g.RequiredMonthly = money.Zero
	switch {
	case !g.AchievedAt.IsZero():
		g.Status = Achieved
		return
	case g.ProjectedValue.LessThan(g.TargetAmount):
		g.Status = AtRisk
	default:
		g.Status = OnTrack
	}
	g.RequiredMonthly = ahead.required(g.CurrentAmount, g.TargetAmount)
}

var almost = money.MustParse("99.99")

// progress is the percentage of the target that is there, rounded down.
func progress(current, target money.Decimal) money.Decimal {
	if !current.LessThan(target) {
		return hundred
	}
	part, err := current.Div(target)
	if err != nil || !part.IsPositive() { // the target is positive and greater, so the division cannot fail
		return money.Zero
	}
	return money.Min(part.Mul(hundred).FloorTo(cent), almost)
}
