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

// The modes: the user executes by hand, or the subscription does so automatically.
const (
	Manual SubscriptionMode = "manual"
	Auto   SubscriptionMode = "auto"
)

// SubscriptionStatus is the state of a subscription.
type SubscriptionStatus string

// The states of a subscription.
const (
	SubscriptionActive  SubscriptionStatus = "active"
	SubscriptionPaused  SubscriptionStatus = "paused"  // by the user: active, and enters nothing
	SubscriptionStopped SubscriptionStatus = "stopped" // it reached its loss limit
	SubscriptionEnded   SubscriptionStatus = "ended"   // by the user
)

// Subscription is a user following a bot.
type Subscription struct {
	ID               uuid.UUID
	TenantID         uuid.UUID
	UserID           uuid.UUID
	BotID            uuid.UUID
	BotName          string
	AccountID        uuid.UUID
	Mode             SubscriptionMode
	Status           SubscriptionStatus
	AllocatedCapital money.Decimal // the basis of sizes; 0 means the account's equity
	CopyStopPercent  int           // 0 is none
	RealizedPnL      money.Decimal
	UnrealizedPnL    money.Decimal // at the marks when it was read
	OpenFees         money.Decimal // of open positions, not yet charged to a closing
	OpenPositions    int
	SignalsReceived  int
	SignalsExecuted  int
	SignalsSkipped   int
	CreatedAt        time.Time
	PausedAt         time.Time // zero while it is not paused
	EndedAt          time.Time
	isBehind         bool      // an older signal was left for it, which the copier copies first
	owner            uuid.UUID // executes a signal once, see Account.Owner; known to the copier only
	hasOpen          bool      // it has open positions; known to the copier only
}

// State is the subscription's status, or paused.
func (s *Subscription) State() SubscriptionStatus {
	if s.Status == SubscriptionActive && !s.PausedAt.IsZero() {
		return SubscriptionPaused
	}
	return s.Status
}

// hold adds the figures of an open position to the subscription.
func (s *Subscription) hold(position *trading.Position, mark money.Decimal) {
	s.OpenPositions++
	s.UnrealizedPnL = s.UnrealizedPnL.Add(position.UnrealizedPnL(mark))
	s.OpenFees = s.OpenFees.Add(position.EntryFee)
}

// TotalPnL is the subscription's profit so far, after all fees, computed like an account's.
func (s *Subscription) TotalPnL() money.Decimal {
	return s.RealizedPnL.Add(s.UnrealizedPnL).Sub(s.OpenFees)
}

// wholeAccount reports whether all the account's money follows the bot: that is how investment accounts follow their
// agents.
func (s *Subscription) wholeAccount() bool { return s.AllocatedCapital.IsZero() }

// event is an event for the tenant about the subscription.
func (s *Subscription) event(eventType string) webhook.Event {
	return webhook.Event{TenantID: s.TenantID, Type: eventType, Data: newSubscriptionEvent(s)}
}

// SubscribeOptions are the choices of a user who follows a bot. Zero values get defaults: the mode is manual, the capital a
// tenth of the account's equity, or what is left if that is less, the copy-stop of an automatic one 20 percent of it, the
// account the paper account.
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

// settle fills in the defaults of a subscription on an account with this equity and this much already allocated. It fails
// with VALIDATION_ERROR on mode, allocatedCapital (not positive) or copyStopPercent (not 1 to 100), and with
// INSUFFICIENT_FUNDS on allocatedCapital when less than that is left.
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

// isBeyondStop reports whether the subscription has reached its loss limit, with the profit of its open positions included.
func (s *Subscription) isBeyondStop(unrealized money.Decimal) bool {
	return copyStopReached(s.AllocatedCapital, s.CopyStopPercent, s.RealizedPnL, unrealized)
}

// copyStopReached reports whether a subscription has lost the share of its capital that it may lose; 0 percent is no limit.
func copyStopReached(allocated money.Decimal, stopPercent int, realized, unrealized money.Decimal) bool {
	if stopPercent == 0 {
		return false
	}
	limit := allocated.Mul(money.FromInt(int64(stopPercent)).Mul(oneOfHundred)).Neg()
	total := realized.Add(unrealized)
	return total.IsNegative() && !total.GreaterThan(limit) // for a tiny capital the limit rounds to 0, and a loss of 0 is none
}
