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

// createdEvent is the data of portfolio.created.
type createdEvent struct {
	PortfolioID uuid.UUID   `json:"portfolioId"`
	UserID      uuid.UUID   `json:"userId"`
	Name        string      `json:"name"`
	RiskProfile RiskProfile `json:"riskProfile"`
	IsPrimary   bool        `json:"isPrimary"`
	AccountIDs  []uuid.UUID `json:"accountIds"` // empty for the primary one, which sees all
	CreatedAt   time.Time   `json:"createdAt"`
}

func (p *Portfolio) createdEvent() webhook.Event {
	accounts := p.AccountIDs
	if accounts == nil {
		accounts = []uuid.UUID{}
	}
	return webhook.Event{TenantID: p.TenantID, Type: portfolioCreated, Data: createdEvent{
		PortfolioID: p.ID, UserID: p.UserID, Name: p.Name, RiskProfile: p.RiskProfile, IsPrimary: p.IsPrimary,
		AccountIDs: accounts, CreatedAt: p.CreatedAt.UTC(),
	}}
}

// targetsEvent is the data of portfolio.targets_changed.
type targetsEvent struct {
	PortfolioID uuid.UUID `json:"portfolioId"`
	UserID      uuid.UUID `json:"userId"`
	Targets     []Target  `json:"targets"`
}

func (p *Portfolio) targetsEvent(targets []Target) webhook.Event {
	return webhook.Event{TenantID: p.TenantID, Type: targetsChanged, Data: targetsEvent{p.ID, p.UserID, targets}}
}

// achievedEvent is the data of portfolio.goal.achieved.
type achievedEvent struct {
	GoalID        uuid.UUID     `json:"goalId"`
	PortfolioID   uuid.UUID     `json:"portfolioId"`
	UserID        uuid.UUID     `json:"userId"`
	Name          string        `json:"name"`
	TargetAmount  money.Decimal `json:"targetAmount"`
	CurrentAmount money.Decimal `json:"currentAmount"`
	AchievedAt    time.Time     `json:"achievedAt"`
}

func (p *Portfolio) achievedEvent(goal *Goal) webhook.Event {
	return webhook.Event{TenantID: p.TenantID, Type: goalAchieved, Data: achievedEvent{
		GoalID: goal.ID, PortfolioID: p.ID, UserID: p.UserID, Name: goal.Name, TargetAmount: goal.TargetAmount,
		CurrentAmount: p.TotalValue, AchievedAt: goal.AchievedAt.UTC(),
	}}
}

// Events describes what this package publishes.
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
	goal := &Goal{ID: id(4), Name: "A new roof", TargetAmount: money.FromInt(25_000), AchievedAt: at}
	return []webhook.EventType{
		webhook.NewEventType(portfolioCreated, "A user has a new portfolio.", view.createdEvent().Data),
		webhook.NewEventType(targetsChanged, "A user said what a portfolio should be made of.",
			view.targetsEvent(profiles[Moderate].targets).Data),
		webhook.NewEventType(goalAchieved, "A portfolio is worth what a goal asks for. It is told once for a goal.",
			view.achievedEvent(goal).Data),
	}
}
