package httpapi

import (
	"context"

	"bourse/internal/oas"
	"bourse/internal/portfolio"
)

// ListPortfolios implements GET /portfolio.
func (a *API) ListPortfolios(ctx context.Context) (oas.ListPortfoliosRes, error) {
	portfolios, err := a.Portfolio.Portfolios(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.PortfolioListEnvelope{Success: true, Data: mapped(portfolios, portfolioView)}, nil
}

// CreatePortfolio implements POST /portfolio.
func (a *API) CreatePortfolio(ctx context.Context, req *oas.CreatePortfolioRequest) (oas.CreatePortfolioRes, error) {
	created, err := a.Portfolio.Create(ctx, caller(ctx), portfolio.NewPortfolio{
		Name: req.Name, RiskProfile: portfolio.RiskProfile(req.RiskProfile), AccountIDs: req.AccountIds,
	})
	if err != nil {
		return nil, err
	}
	return &oas.PortfolioEnvelope{Success: true, Data: portfolioView(created)}, nil
}

// GetPortfolio implements GET /portfolio/{portfolioId}.
func (a *API) GetPortfolio(ctx context.Context, params oas.GetPortfolioParams) (oas.GetPortfolioRes, error) {
	found, err := a.Portfolio.Portfolio(ctx, caller(ctx), params.PortfolioId)
	if err != nil {
		return nil, err
	}
	return &oas.PortfolioEnvelope{Success: true, Data: portfolioView(found)}, nil
}

// UpdatePortfolio implements PATCH /portfolio/{portfolioId}.
func (a *API) UpdatePortfolio(ctx context.Context, req *oas.UpdatePortfolioRequest, params oas.UpdatePortfolioParams) (oas.UpdatePortfolioRes, error) {
	var change portfolio.Change
	if value, ok := req.Name.Get(); ok {
		change.Name = &value
	}
	if value, ok := req.RiskProfile.Get(); ok {
		profile := portfolio.RiskProfile(value)
		change.RiskProfile = &profile
	}
	changed, err := a.Portfolio.Update(ctx, caller(ctx), params.PortfolioId, change)
	if err != nil {
		return nil, err
	}
	return &oas.PortfolioEnvelope{Success: true, Data: portfolioView(changed)}, nil
}

// ListAllocations implements GET /portfolio/{portfolioId}/allocations.
func (a *API) ListAllocations(ctx context.Context, params oas.ListAllocationsParams) (oas.ListAllocationsRes, error) {
	allocations, err := a.Portfolio.Allocations(ctx, caller(ctx), params.PortfolioId)
	if err != nil {
		return nil, err
	}
	return &oas.AllocationListEnvelope{Success: true, Data: mapped(allocations, allocation)}, nil
}

// SetTargets implements PUT /portfolio/{portfolioId}/targets.
func (a *API) SetTargets(ctx context.Context, req *oas.TargetsRequest, params oas.SetTargetsParams) (oas.SetTargetsRes, error) {
	targets := mapped(req.Targets, func(t oas.Target) portfolio.Target { return portfolio.Target{Asset: t.Asset, Percent: t.Percent} })
	allocations, err := a.Portfolio.SetTargets(ctx, caller(ctx), params.PortfolioId, targets)
	if err != nil {
		return nil, err
	}
	return &oas.AllocationListEnvelope{Success: true, Data: mapped(allocations, allocation)}, nil
}

// GetPortfolioPerformance implements GET /portfolio/{portfolioId}/performance.
func (a *API) GetPortfolioPerformance(ctx context.Context, params oas.GetPortfolioPerformanceParams) (oas.GetPortfolioPerformanceRes, error) {
	points, err := a.Portfolio.Performance(ctx, caller(ctx), params.PortfolioId, portfolio.Period(params.Period.Value))
	if err != nil {
		return nil, err
	}
	return &oas.PortfolioPerformanceEnvelope{Success: true, Data: mapped(points, func(p portfolio.Point) oas.PortfolioPoint {
		return oas.PortfolioPoint{Date: p.Date, Value: p.Value, Pnl: p.PnL}
	})}, nil
}

// PreviewRebalance implements GET /portfolio/{portfolioId}/rebalance.
func (a *API) PreviewRebalance(ctx context.Context, params oas.PreviewRebalanceParams) (oas.PreviewRebalanceRes, error) {
	preview, err := a.Portfolio.PreviewRebalance(ctx, caller(ctx), params.PortfolioId)
	if err != nil {
		return nil, err
	}
	return &oas.RebalanceEnvelope{Success: true, Data: oas.Rebalance{
		PortfolioId: preview.PortfolioID, TotalValue: preview.TotalValue, Needed: preview.Needed,
		Lines: mapped(preview.Lines, func(l portfolio.Line) oas.RebalanceLine {
			return oas.RebalanceLine{
				Asset: l.Asset, Action: oas.RebalanceLineAction(l.Action), CurrentPercent: l.CurrentPercent,
				TargetPercent: l.TargetPercent, Quantity: l.Quantity, Value: l.Value, Reason: l.Reason,
			}
		}),
	}}, nil
}

// ListGoals implements GET /portfolio/{portfolioId}/goals.
func (a *API) ListGoals(ctx context.Context, params oas.ListGoalsParams) (oas.ListGoalsRes, error) {
	goals, err := a.Portfolio.Goals(ctx, caller(ctx), params.PortfolioId)
	if err != nil {
		return nil, err
	}
	return &oas.GoalListEnvelope{Success: true, Data: mapped(goals, goal)}, nil
}

// CreateGoal implements POST /portfolio/{portfolioId}/goals.
func (a *API) CreateGoal(ctx context.Context, req *oas.CreateGoalRequest, params oas.CreateGoalParams) (oas.CreateGoalRes, error) {
	created, err := a.Portfolio.CreateGoal(ctx, caller(ctx), params.PortfolioId, portfolio.NewGoal{
		Name: req.Name, TargetAmount: req.TargetAmount, TargetDate: req.TargetDate,
		MonthlyContribution: req.MonthlyContribution.Value, Share: req.Share.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.GoalEnvelope{Success: true, Data: goal(created)}, nil
}

// UpdateGoal implements PATCH /portfolio/{portfolioId}/goals/{goalId}.
func (a *API) UpdateGoal(ctx context.Context, req *oas.UpdateGoalRequest, params oas.UpdateGoalParams) (oas.UpdateGoalRes, error) {
	change := portfolio.GoalChange{
		TargetAmount: decimal(req.TargetAmount), MonthlyContribution: decimal(req.MonthlyContribution), Share: decimal(req.Share),
	}
	if value, ok := req.Name.Get(); ok {
		change.Name = &value
	}
	if value, ok := req.TargetDate.Get(); ok {
		change.TargetDate = &value
	}
	changed, err := a.Portfolio.UpdateGoal(ctx, caller(ctx), params.PortfolioId, params.GoalId, change)
	if err != nil {
		return nil, err
	}
	return &oas.GoalEnvelope{Success: true, Data: goal(changed)}, nil
}

// DeleteGoal implements DELETE /portfolio/{portfolioId}/goals/{goalId}.
func (a *API) DeleteGoal(ctx context.Context, params oas.DeleteGoalParams) (oas.DeleteGoalRes, error) {
	if err := a.Portfolio.DeleteGoal(ctx, caller(ctx), params.PortfolioId, params.GoalId); err != nil {
		return nil, err
	}
	return done("the goal is removed"), nil
}

func portfolioView(p *portfolio.Portfolio) oas.Portfolio {
	return oas.Portfolio{
		ID: p.ID, UserId: p.UserID, Name: p.Name, RiskProfile: oas.RiskProfile(p.RiskProfile), TotalValue: p.TotalValue,
		UnrealizedPnl: p.UnrealizedPnL, IsPrimary: p.IsPrimary, IsPaper: p.IsPaper, AccountIds: p.AccountIDs, CreatedAt: p.CreatedAt.UTC(),
	}
}

func allocation(a portfolio.Allocation) oas.PortfolioAllocation {
	return oas.PortfolioAllocation{
		ID: a.ID, PortfolioId: a.PortfolioID, Asset: a.Asset, TargetPercent: a.TargetPercent,
		CurrentPercent: a.CurrentPercent, Quantity: a.Quantity, Value: a.Value,
	}
}

func goal(g *portfolio.Goal) oas.Goal {
	return oas.Goal{
		ID: g.ID, PortfolioId: g.PortfolioID, Name: g.Name, TargetAmount: g.TargetAmount, TargetDate: g.TargetDate.UTC(),
		MonthlyContribution: g.MonthlyContribution, Share: g.Share, CurrentAmount: g.CurrentAmount, ProgressPercent: g.ProgressPercent,
		ProjectedValue: g.ProjectedValue, RequiredMonthly: g.RequiredMonthly, Status: oas.GoalStatus(g.Status),
		CreatedAt: g.CreatedAt.UTC(),
	}
}
