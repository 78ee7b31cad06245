package portfolio

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// mostGoals limits a portfolio's goals: the list is not paged.
const mostGoals = 100

// Goals lists the goals of a portfolio of the caller, nearest first. A goal found to be reached becomes achieved. It
// fails with NOT_FOUND.
func (s *Service) Goals(ctx context.Context, caller identity.Caller, portfolioID uuid.UUID) ([]*Goal, error) {
	portfolio, err := s.Portfolio(ctx, caller, portfolioID)
	if err != nil {
		return nil, err
	}
	found, err := readGoals(ctx, s.db, portfolio)
	if err != nil {
		return nil, err
	}
	goals := found[portfolioID]
	shareOut(portfolio.TotalValue, goals)
	if slices.ContainsFunc(goals, (*Goal).isReached) {
		err = s.db.InTx(ctx, func(tx *database.Tx) error {
			goals, err = s.achieve(ctx, tx, portfolio)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	for _, goal := range goals {
		goal.assess(portfolio, s.today())
	}
	return append([]*Goal{}, goals...), nil
}

// achieve reads the goals of a portfolio, divides it among them, and marks and publishes those reached.
func (s *Service) achieve(ctx context.Context, tx *database.Tx, portfolio *Portfolio) ([]*Goal, error) {
	found, err := readGoals(ctx, tx, portfolio)
	if err != nil {
		return nil, err
	}
	goals := found[portfolio.ID]
	shareOut(portfolio.TotalValue, goals)
	return goals, s.mark(ctx, tx, map[uuid.UUID]*Portfolio{portfolio.ID: portfolio}, goals)
}

// mark marks the goals that are reached, and publishes those that this transaction has marked.
func (s *Service) mark(ctx context.Context, tx *database.Tx, portfolios map[uuid.UUID]*Portfolio, goals []*Goal) error {
	reached := slices.DeleteFunc(slices.Clone(goals), func(goal *Goal) bool { return !goal.isReached() })
	if len(reached) == 0 {
		return nil
	}
	now := s.now()
	achieved, err := achieveGoals(ctx, tx, reached, now)
	if err != nil {
		return err
	}
	var events []webhook.Event
	for _, goal := range reached {
		goal.AchievedAt = now
		if slices.Contains(achieved, goal.ID) {
			events = append(events, portfolios[goal.PortfolioID].achievedEvent(goal, s.today()))
		}
	}
	if len(events) == 0 {
		return nil
	}
	return s.events.Publish(ctx, tx, events...)
}

// NewGoal is a request to create a goal.
type NewGoal struct {
	Name                string
	TargetAmount        money.Decimal
	TargetDate          time.Time
	MonthlyContribution money.Decimal
	Share               money.Decimal // of the portfolio; 0 means what nearer goals leave
}

// CreateGoal adds a goal to a portfolio of the caller. A goal that is already reached is achieved at once. It fails
// with NOT_FOUND, with VALIDATION_ERROR (name, targetAmount, targetDate, monthlyContribution, share), and with
// CONFLICT when the portfolio has too many goals.
func (s *Service) CreateGoal(ctx context.Context, caller identity.Caller, portfolioID uuid.UUID, given NewGoal) (*Goal, error) {
	now := s.now()
	goal := &Goal{
		ID: database.NewID(), PortfolioID: portfolioID, Name: given.Name, TargetAmount: given.TargetAmount,
		TargetDate: given.TargetDate, MonthlyContribution: given.MonthlyContribution, Share: given.Share, CreatedAt: now, UpdatedAt: now,
	}
	return s.saveGoal(ctx, caller, goal.ID, portfolioID, func(tx *database.Tx) error {
		if err := goal.check(s.today(), true); err != nil {
			return err
		}
		count, err := countGoals(ctx, tx, portfolioID)
		if err != nil {
			return err
		}
		if count >= mostGoals {
			return fault.New(fault.Conflict, "there are %d goals, which is the most a portfolio may have", count)
		}
		return insertGoal(ctx, tx, goal)
	})
}

// GoalChange is a change to a goal; nil fields stay as they are.
type GoalChange struct {
	Name                *string
	TargetAmount        *money.Decimal
	TargetDate          *time.Time
	MonthlyContribution *money.Decimal
	Share               *money.Decimal
}

// UpdateGoal changes a goal of the caller. An achieved goal stays achieved, whatever is changed. It fails with
// NOT_FOUND and with VALIDATION_ERROR (name, targetAmount, targetDate, monthlyContribution, share).
func (s *Service) UpdateGoal(ctx context.Context, caller identity.Caller, portfolioID, id uuid.UUID, change GoalChange) (*Goal, error) {
	return s.saveGoal(ctx, caller, id, portfolioID, func(tx *database.Tx) error {
		goal, err := lockGoal(ctx, tx, portfolioID, id)
		if err != nil {
			return err
		}
		set(&goal.Name, change.Name)
		set(&goal.TargetAmount, change.TargetAmount)
		set(&goal.TargetDate, change.TargetDate)
		set(&goal.MonthlyContribution, change.MonthlyContribution)
		set(&goal.Share, change.Share)
		if err := goal.check(s.today(), change.TargetDate != nil); err != nil {
			return err
		}
		goal.UpdatedAt = s.now()
		return updateGoal(ctx, tx, goal)
	})
}

func set[T any](target *T, value *T) {
	if value != nil {
		*target = *value
	}
}

// saveGoal runs save while the portfolio is locked, marks what is reached, and returns the resulting goal. Goals that
// claim more than all of the portfolio are a VALIDATION_ERROR.
func (s *Service) saveGoal(ctx context.Context, caller identity.Caller, id, portfolioID uuid.UUID, save func(tx *database.Tx) error) (*Goal, error) {
	var goal *Goal
	portfolio, err := s.changeGoals(ctx, caller, portfolioID, save, func(goals []*Goal) error {
		goal = goals[slices.IndexFunc(goals, func(one *Goal) bool { return one.ID == id })]
		return checkShares(goals)
	})
	if err != nil {
		return nil, err
	}
	goal.assess(portfolio, s.today())
	return goal, nil
}

// DeleteGoal removes a goal of the caller. Its part goes to the others: one that is reached as a result is achieved
// at once. It fails with NOT_FOUND.
func (s *Service) DeleteGoal(ctx context.Context, caller identity.Caller, portfolioID, id uuid.UUID) error {
	remove := func(tx *database.Tx) error { return deleteGoal(ctx, tx, portfolioID, id) }
	_, err := s.changeGoals(ctx, caller, portfolioID, remove, func([]*Goal) error { return nil })
	return err
}

// changeGoals runs change while a portfolio is locked, marks what is reached, and validates the resulting goals.
func (s *Service) changeGoals(
	ctx context.Context, caller identity.Caller, id uuid.UUID, change func(tx *database.Tx) error, check func(goals []*Goal) error,
) (*Portfolio, error) {
	portfolio, err := s.Portfolio(database.Beforehand(ctx), caller, id)
	if err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if _, err := readPortfolio(ctx, tx, tx.ForUpdate(), caller, id); err != nil {
			return err
		}
		if err := change(tx); err != nil {
			return err
		}
		goals, err := s.achieve(ctx, tx, portfolio)
		if err != nil {
			return err
		}
		return check(goals)
	})
	return portfolio, err
}
