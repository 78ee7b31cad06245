package portfolio

import (
	"context"
	"time"

	"bourse/internal/money"
)

// The functions that the tests of the pure rules call.
var (
	Series       = series
	CheckTargets = checkTargets
	Progress     = progress
	WholeMonths  = wholeMonths
)

// Percents are the shares of values.
func Percents(values []money.Decimal) []money.Decimal {
	shares, _ := percents(values)
	return shares
}

// ShareOut divides a value among goals.
func ShareOut(value money.Decimal, goals []*Goal) { shareOut(value, goals) }

// DefaultTargets are those of a risk profile.
func DefaultTargets(profile RiskProfile, exists func(string) bool) []Target {
	return profile.targets(exists)
}

// Outlook is the projection of a goal.
func Outlook(profile RiskProfile, today, date time.Time, amount, contribution, target money.Decimal) (projected, required money.Decimal) {
	ahead := newProjection(profiles[profile].annualReturn, today, date)
	return ahead.value(amount, contribution), ahead.required(amount, target)
}

// Allocate is what accounts consist of, each symbol its own asset.
func Allocate(accounts []Account, targets []Target) (*Portfolio, []Allocation, error) {
	p := &Portfolio{IsPrimary: true}
	if err := p.fill(accounts); err != nil {
		return nil, nil, err
	}
	return p, allocate(p, targets, func(symbol string) string { return symbol }), nil
}

// Offer is how an asset can be traded.
type Offer struct{ Price, LotStep money.Decimal }

// Plan finds the trades for allocations.
func Plan(allocations []Allocation, bound money.Decimal, offered map[string]Offer) []Line {
	offers := make(map[string]offer, len(offered))
	for asset, o := range offered {
		offers[asset] = offer{price: o.Price, lotStep: o.LotStep}
	}
	return plan(allocations, bound, offers)
}

// WatchGoals checks all open goals once.
func (s *Service) WatchGoals(ctx context.Context) error { return (&goalWatcher{service: s}).watch(ctx) }

// GoalWatcher is the watcher, whose checks the test starts.
type GoalWatcher = goalWatcher

func (s *Service) NewGoalWatcher() *GoalWatcher { return &goalWatcher{service: s} }

func (w *goalWatcher) Watch(ctx context.Context) error { return w.watch(ctx) }
