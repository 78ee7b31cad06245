package portfolio

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/webhook"
)

// The events of this package.
const (
	portfolioCreated = "portfolio.created"
	targetsChanged   = "portfolio.targets_changed"
	goalAchieved     = "portfolio.goal.achieved"
)

// portfolioEvent is the data of portfolio.created: the portfolio as the API shows it, and its id also as portfolioId.
type portfolioEvent struct {
	ID            uuid.UUID         `json:"id"`
	PortfolioID   uuid.UUID         `json:"portfolioId"`
	UserID        uuid.UUID         `json:"userId"`
	Name          string            `json:"name"`
	RiskProfile   RiskProfile       `json:"riskProfile"`
	TotalValue    money.Decimal     `json:"totalValue"`
	UnrealizedPnL money.Decimal     `json:"unrealizedPnl"`
	IsPrimary     bool              `json:"isPrimary"`
	IsPaper       bool              `json:"isPaper"`
	AccountIDs    []uuid.UUID       `json:"accountIds"` // empty for the two that every user has
	CreatedAt     webhook.Timestamp `json:"createdAt"`
}

func (p *Portfolio) data() portfolioEvent {
	accounts := p.AccountIDs
	if accounts == nil {
		accounts = []uuid.UUID{}
	}
	return portfolioEvent{
		ID: p.ID, PortfolioID: p.ID, UserID: p.UserID, Name: p.Name, RiskProfile: p.RiskProfile, TotalValue: p.TotalValue,
		UnrealizedPnL: p.UnrealizedPnL, IsPrimary: p.IsPrimary, IsPaper: p.IsPaper, AccountIDs: accounts, CreatedAt: webhook.At(p.CreatedAt),
	}
}

func (p *Portfolio) createdEvent() webhook.Event {
	return webhook.Event{TenantID: p.TenantID, Type: portfolioCreated, Data: p.data()}
}

// targetsEvent is the data of portfolio.targets_changed.
type targetsEvent struct {
	portfolioEvent
	Targets []Target `json:"targets"`
}

func (p *Portfolio) targetsEvent(targets []Target) webhook.Event {
	return webhook.Event{TenantID: p.TenantID, Type: targetsChanged, Data: targetsEvent{p.data(), targets}}
}

// achievedEvent is the data of portfolio.goal.achieved: the goal as the API shows it, and its owner.
type achievedEvent struct {
	ID                  uuid.UUID         `json:"id"`
	GoalID              uuid.UUID         `json:"goalId"`
	PortfolioID         uuid.UUID         `json:"portfolioId"`
	UserID              uuid.UUID         `json:"userId"`
	Name                string            `json:"name"`
	TargetAmount        money.Decimal     `json:"targetAmount"`
	TargetDate          string            `json:"targetDate"`
	MonthlyContribution money.Decimal     `json:"monthlyContribution"`
	CurrentAmount       money.Decimal     `json:"currentAmount"`
	ProgressPercent     money.Decimal     `json:"progressPercent"`
	ProjectedValue      money.Decimal     `json:"projectedValue"`
	RequiredMonthly     money.Decimal     `json:"requiredMonthly"`
	Share               money.Decimal     `json:"share"`
	Status              GoalStatus        `json:"status"`
	CreatedAt           webhook.Timestamp `json:"createdAt"`
	AchievedAt          webhook.Timestamp `json:"achievedAt"`
}

func (p *Portfolio) achievedEvent(goal *Goal, today time.Time) webhook.Event {
	g := *goal
	g.assess(p, today)
	return webhook.Event{TenantID: p.TenantID, Type: goalAchieved, Data: achievedEvent{
		ID: g.ID, GoalID: g.ID, PortfolioID: p.ID, UserID: p.UserID, Name: g.Name, TargetAmount: g.TargetAmount,
		TargetDate: g.TargetDate.UTC().Format(time.DateOnly), MonthlyContribution: g.MonthlyContribution, CurrentAmount: g.CurrentAmount,
		ProgressPercent: g.ProgressPercent, ProjectedValue: g.ProjectedValue, RequiredMonthly: g.RequiredMonthly, Share: g.Share,
		Status:    g.Status,
		CreatedAt: webhook.At(g.CreatedAt), AchievedAt: webhook.At(g.AchievedAt),
	}}
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	id := func(last byte) uuid.UUID {
		u := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000300")
		u[15] = last
		return u
	}
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	view := &Portfolio{
		ID: id(1), UserID: id(2), Name: "Retirement", RiskProfile: Moderate, AccountIDs: []uuid.UUID{id(3)},
		TotalValue: money.MustParse("25104.37"), CreatedAt: at,
	}
	goal := &Goal{
		ID: id(4), Name: "A new roof", TargetAmount: money.FromInt(25_000), TargetDate: at.AddDate(2, 0, 0).Truncate(24 * time.Hour), CurrentAmount: money.MustParse("25104.37"),
		MonthlyContribution: money.FromInt(200), AchievedAt: at, CreatedAt: at.AddDate(-1, 0, 0),
	}
	return []webhook.EventType{
		webhook.NewEventType(portfolioCreated, "A user has a new portfolio.", view.createdEvent().Data),
		webhook.NewEventType(targetsChanged, "A user said what a portfolio should be made of.",
			view.targetsEvent(profiles[Moderate].targets).Data),
		webhook.NewEventType(goalAchieved, "A portfolio is worth what a goal asks for. It is told once for a goal.",
			view.achievedEvent(goal, at).Data),
	}
}
