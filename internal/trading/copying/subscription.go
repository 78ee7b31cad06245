package copying

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// SubscriptionMode says who executes a bot's signals.
type SubscriptionMode string

// The modes: the user by hand, or the subscription by itself.
const (
	Manual SubscriptionMode = "manual"
	Auto   SubscriptionMode = "auto"
)

// SubscriptionStatus is how far a subscription has come.
type SubscriptionStatus string

// The states of a subscription.
const (
	SubscriptionActive  SubscriptionStatus = "active"
	SubscriptionPaused  SubscriptionStatus = "paused"  // by the user: active, and enters nothing
	SubscriptionStopped SubscriptionStatus = "stopped" // it lost what it may lose
	SubscriptionEnded   SubscriptionStatus = "ended"   // by the user
)

// Subscription is a user who follows a bot.
type Subscription struct {
	ID               uuid.UUID
	TenantID         uuid.UUID
	UserID           uuid.UUID
	BotID            uuid.UUID
	BotName          string
	AccountID        uuid.UUID
	Mode             SubscriptionMode
	Status           SubscriptionStatus
	AllocatedCapital money.Decimal // what sizes stand on; 0 is what the account is worth
	CopyStopPercent  int           // 0 is none
	RealizedPnL      money.Decimal
	UnrealizedPnL    money.Decimal // at the marks, when it was read
	OpenFees         money.Decimal // of open positions, that no closing has carried yet
	OpenPositions    int
	SignalsReceived  int
	SignalsExecuted  int
	SignalsSkipped   int
	CreatedAt        time.Time
	PausedAt         time.Time // zero while it is not paused
	EndedAt          time.Time
	isBehind         bool      // an older signal was left for it, which the copier brings first
	owner            uuid.UUID // who executes a signal once, see Account.Owner; known to the copier only
	hasOpen          bool      // positions; known to the copier only
}

// State is how far the subscription has come: its status, or that it is paused.
func (s *Subscription) State() SubscriptionStatus {
	if s.Status == SubscriptionActive && !s.PausedAt.IsZero() {
		return SubscriptionPaused
	}
	return s.Status
}

// hold adds what a position comes to that the subscription has open.
func (s *Subscription) hold(position *trading.Position, mark money.Decimal) {
	s.OpenPositions++
	s.UnrealizedPnL = s.UnrealizedPnL.Add(position.UnrealizedPnL(mark))
	s.OpenFees = s.OpenFees.Add(position.EntryFee)
}

// TotalPnL is what the subscription has brought so far, after all fees, as the profit of accounts is.
func (s *Subscription) TotalPnL() money.Decimal {
	return s.RealizedPnL.Add(s.UnrealizedPnL).Sub(s.OpenFees)
}

// wholeAccount reports whether everything that the account has follows the bot: so investment accounts follow their
// agents.
func (s *Subscription) wholeAccount() bool { return s.AllocatedCapital.IsZero() }

// event tells the tenant what became of the subscription.
func (s *Subscription) event(eventType string) webhook.Event {
	return webhook.Event{TenantID: s.TenantID, Type: eventType, Data: newSubscriptionEvent(s)}
}

// SubscribeOptions are the choices of a user who follows a bot. Zero values are chosen: the mode is manual, the
// capital a tenth of what the account is worth, or what is left when that is less, the copy-stop of an automatic
// one 20 percent of it, the account the paper account.
type SubscribeOptions struct {
	Mode             SubscriptionMode
	AllocatedCapital *money.Decimal
	CopyStopPercent  int
	AccountID        uuid.UUID
}

const defaultCopyStop = 20

var (
	defaultAllocation = money.MustParse("0.1")
	oneOfHundred      = money.MustParse("0.01")
)

// settle fills in what was not chosen for a subscription on an account that is worth so much and has allocated so
// much of it already. It fails with VALIDATION_ERROR on mode, allocatedCapital (not positive) or copyStopPercent
// (not 1 to 100), and with INSUFFICIENT_FUNDS on allocatedCapital when less than that is left.
func (o SubscribeOptions) settle(equity, allocated money.Decimal) (mode SubscriptionMode, capital money.Decimal, stop int, err error) {
	mode, stop = cmp.Or(o.Mode, Manual), cmp.Or(o.CopyStopPercent, defaultCopyStop)
	if mode != Manual && mode != Auto {
		return "", money.Zero, 0, fault.Invalid("mode", "must be manual or auto")
	}
	if stop < 1 || stop > 100 {
		return "", money.Zero, 0, fault.Invalid("copyStopPercent", "must be from 1 to 100")
	}
	left := money.Max(equity.Sub(allocated), money.Zero)
	if o.AllocatedCapital != nil {
		if capital = *o.AllocatedCapital; !capital.IsPositive() {
			return "", money.Zero, 0, fault.Invalid("allocatedCapital", "must be more than 0")
		}
	} else {
		capital = money.Min(equity.Mul(defaultAllocation), left)
	}
	if !capital.IsPositive() || capital.GreaterThan(left) {
		return "", money.Zero, 0, errAllocated(equity, allocated)
	}
	if mode == Manual {
		stop = 0 // what was opened by hand is closed by hand
	}
	return mode, capital, stop, nil
}

func errAllocated(equity, allocated money.Decimal) error {
	return fault.New(fault.InsufficientFunds, "the account is worth %s %s and %s of it is allocated to other bots",
		equity.Round(2), trading.Currency, allocated.Round(2)).About("allocatedCapital")
}

// isBeyondStop reports whether the subscription has lost what it may lose, with what it has won or lost that is open.
func (s *Subscription) isBeyondStop(unrealized money.Decimal) bool {
	return copyStopReached(s.AllocatedCapital, s.CopyStopPercent, s.RealizedPnL, unrealized)
}

// copyStopReached reports whether a subscription has lost the share of its capital that it may lose; 0
// percent is no limit.
func copyStopReached(allocated money.Decimal, stopPercent int, realized, unrealized money.Decimal) bool {
	if stopPercent == 0 {
		return false
	}
	limit := allocated.Mul(money.FromInt(int64(stopPercent)).Mul(oneOfHundred)).Neg()
	total := realized.Add(unrealized)
	return total.IsNegative() && !total.GreaterThan(limit) // of next to no capital the limit is 0, and nothing lost is no loss
}
