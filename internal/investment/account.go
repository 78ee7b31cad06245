package investment

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Agent is a house bot that accounts follow.
type Agent string

// The agents, from the most cautious to the boldest.
const (
	Atlas Agent = "atlas"
	Orion Agent = "orion"
	Nova  Agent = "nova"
)

func (a Agent) valid() bool { return a == Atlas || a == Orion || a == Nova }

// RiskProfile is how much risk the owner will take.
type RiskProfile string

// The risk profiles.
const (
	Conservative RiskProfile = "conservative"
	Moderate     RiskProfile = "moderate"
	Aggressive   RiskProfile = "aggressive"
)

func (p RiskProfile) check() error {
	if p != Conservative && p != Moderate && p != Aggressive {
		return fault.Invalid("riskProfile", "must be conservative, moderate or aggressive")
	}
	return nil
}

// Account is money that the house invests for a user.
type Account struct {
	ID             uuid.UUID
	TenantID       uuid.UUID
	UserID         uuid.UUID
	Agent          Agent
	InitialCapital money.Decimal
	RiskProfile    RiskProfile
	Status         Status
	KYCStatus      KYCStatus // this and the next four describe the owner's case
	KYCReason      string    // why it was rejected
	KYCDecidedBy   uuid.UUID // nil if undecided, or decided by the platform itself
	KYCSubmittedAt time.Time // when the current submission was made
	KYCDecidedAt   time.Time
	CreatedAt      time.Time
	ActivatedAt    time.Time // for the first time
	ClosingSince   time.Time // its holdings are being sold; it is suspended meanwhile
	ClosedAt       time.Time

	updatedAt time.Time

	// CurrentBalance and AccumulatedProfit use the marks of when the account was read.
	CurrentBalance    money.Decimal
	AccumulatedProfit money.Decimal
}

var (
	leastCapital = money.FromInt(100)
	mostCapital  = money.FromInt(1_000_000_000)
)

// NewAccount is a user's request for an account.
type NewAccount struct {
	Agent          Agent
	InitialCapital money.Decimal
	RiskProfile    RiskProfile
}

// check fails with VALIDATION_ERROR on the field that cannot be accepted.
func (n NewAccount) check() error {
	switch {
	case !n.Agent.valid():
		return fault.Invalid("tradingAgent", "must be atlas, orion or nova")
	case n.InitialCapital.LessThan(leastCapital):
		return fault.Invalid("initialCapital", "must be %s or more", leastCapital)
	case n.InitialCapital.GreaterThan(mostCapital):
		return fault.Invalid("initialCapital", "must be at most %s", mostCapital)
	case n.InitialCapital.Round(2) != n.InitialCapital:
		return fault.Invalid("initialCapital", "must have at most 2 decimals")
	}
	return n.RiskProfile.check()
}

// closing reports whether the account is to be closed and waits for markets to open.
func (a *Account) closing() bool { return !a.ClosingSince.IsZero() && a.Status != Closed }

// mayChange fails with ACCOUNT_NOT_ACTIVE once the account is closed or being closed.
func (a *Account) mayChange() error {
	switch {
	case a.Status == Closed:
		return fault.New(fault.AccountNotActive, "the account is closed")
	case a.closing():
		return fault.New(fault.AccountNotActive, "the account is being closed")
	}
	return nil
}
