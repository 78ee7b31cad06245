package trading

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
)

// SignalType is what a signal proposes.
type SignalType string

// The types of signals.
const (
	EntryLong  SignalType = "entry_long"
	EntryShort SignalType = "entry_short"
	ExitLong   SignalType = "exit_long"
	ExitShort  SignalType = "exit_short"
	Hold       SignalType = "hold"
)

// IsEntry reports whether the signal opens a position.
func (t SignalType) IsEntry() bool { return t == EntryLong || t == EntryShort }

// Side is the side of the positions that the signal opens or closes.
func (t SignalType) Side() Side {
	if t == EntryLong || t == ExitLong {
		return Buy
	}
	return Sell
}

// Confidence is how sure the author of a signal is.
type Confidence string

// The levels of confidence.
const (
	ConfidenceLow      Confidence = "low"
	ConfidenceMedium   Confidence = "medium"
	ConfidenceHigh     Confidence = "high"
	ConfidenceVeryHigh Confidence = "very_high"
)

// RiskLevel says how much of the equity a position may lose.
type RiskLevel string

// The levels of risk.
const (
	RiskLow    RiskLevel = "low"
	RiskMedium RiskLevel = "medium"
	RiskHigh   RiskLevel = "high"
)

// Signal is a proposal to open or close positions. Prices that do not apply are 0.
type Signal struct {
	ID          uuid.UUID
	TenantID    uuid.UUID // the owner; identity.Platform when all tenants share it
	BotID       uuid.UUID // nil for an analyst's
	AuthorID    uuid.UUID // nil for a bot's
	Symbol      string
	Type        SignalType
	Confidence  Confidence
	RiskLevel   RiskLevel
	Price       money.Decimal
	TargetPrice money.Decimal
	StopLoss    money.Decimal
	Reason      string
	CandleAt    time.Time     // the candle that a bot decided on
	Proportion  money.Decimal // the bot's quantity per million of its equity
	CreatedAt   time.Time
	ExpiresAt   time.Time

	AuthorName string // the analyst's name at publication; empty for a bot's
	BotName    string // the current name of the bot that published it
	Executed   bool   // by the caller; false without one
	Number     int64  // among all signals in order of publication; 0 for signals of a made-up past
}

// AuthorKind is the kind of a signal's author.
type AuthorKind string

// The kinds of authors.
const (
	AuthorBot     AuthorKind = "bot"
	AuthorAnalyst AuthorKind = "analyst"
)

// AuthorKind is the kind of the signal's author, and the identifier of that bot or user.
func (s *Signal) AuthorKind() (AuthorKind, uuid.UUID) {
	if s.BotID != uuid.Nil {
		return AuthorBot, s.BotID
	}
	return AuthorAnalyst, s.AuthorID
}

// Author is the name of the signal's author.
func (s *Signal) Author() string { return cmp.Or(s.BotName, s.AuthorName, "Analyst") }

// Expired reports whether the signal can no longer be executed.
func (s *Signal) Expired(now time.Time) bool { return !now.Before(s.ExpiresAt) }

// largestMove is how far the price may have moved since an entry was proposed.
var largestMove = money.MustParse("0.01")

// Actionable fails when the signal cannot be executed: SIGNAL_NOT_ACTIONABLE for hold, SIGNAL_EXPIRED when it is too late.
func (s *Signal) Actionable(now time.Time) error {
	if s.Type == Hold {
		return fault.New(fault.SignalNotActionable, "the signal says hold: there is nothing to execute")
	}
	if s.Expired(now) {
		return fault.New(fault.SignalExpired, "the signal expired at %s", s.ExpiresAt.UTC().Format(time.RFC3339))
	}
	return nil
}

// Enterable fails with PRICE_MOVED when the market has moved more than one percent from the price of an entry, or has
// already reached its stop or target: the position would be closed at once.
func (s *Signal) Enterable(quote market.Quote) error {
	if moved := quote.Mark.Sub(s.Price).Abs(); moved.GreaterThan(s.Price.Mul(largestMove)) {
		return fault.New(fault.PriceMoved, "%s has moved from %s to %s since the signal", s.Symbol, s.Price, quote.Mark)
	}
	exit, long := quote.Bid, s.Type == EntryLong
	if !long {
		exit = quote.Ask
	}
	if StopReached(long, exit, s.StopLoss) || TargetReached(long, exit, s.TargetPrice) {
		return fault.New(fault.PriceMoved, "%s has reached the signal's stop or target already", s.Symbol)
	}
	return nil
}

// StopReached reports whether a price triggers a stop; 0 is no stop.
func StopReached(long bool, price, stop money.Decimal) bool {
	if stop.IsZero() {
		return false
	}
	if long {
		return !price.GreaterThan(stop)
	}
	return !price.LessThan(stop)
}

// TargetReached reports whether a price triggers a target; 0 is no target.
func TargetReached(long bool, price, target money.Decimal) bool {
	if target.IsZero() {
		return false
	}
	if long {
		return !price.LessThan(target)
	}
	return !price.GreaterThan(target)
}
