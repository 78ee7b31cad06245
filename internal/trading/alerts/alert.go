package alerts

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// AlertKind says when an alert fires.
type AlertKind string

// The kinds of alerts: the price is at or above a level, at or below it, or has moved by some percent, up or down, from
// where it was when the alert was created.
const (
	Above       AlertKind = "above"
	Below       AlertKind = "below"
	PercentMove AlertKind = "percent_move"
)

// AlertStatus is the state of an alert.
type AlertStatus string

// The states of an alert: all but the first are final.
const (
	AlertWorking   AlertStatus = "working"
	AlertHasFired  AlertStatus = "fired"
	AlertCancelled AlertStatus = "cancelled"
)

// Alert is a price of which its user wants to be notified, once. Numbers that do not apply are 0.
type Alert struct {
	ID             uuid.UUID
	TenantID       uuid.UUID
	UserID         uuid.UUID
	Symbol         string
	Kind           AlertKind
	Price          money.Decimal // of the kinds above and below
	Percent        money.Decimal // of the kind percent_move
	ReferencePrice money.Decimal // the mark when it was created; 0 when there was none
	Note           string
	Status         AlertStatus
	FiredPrice     money.Decimal
	CreatedAt      time.Time
	EndedAt        time.Time // when it fired or was cancelled
}

// FiredAt is when it fired; the zero time when it has not.
func (a *Alert) FiredAt() time.Time {
	if a.Status != AlertHasFired {
		return time.Time{}
	}
	return a.EndedAt
}

// NewAlert is a request for an alert. Exactly one of price and percent is set, as the kind requires.
type NewAlert struct {
	Symbol  string
	Kind    AlertKind
	Price   *money.Decimal
	Percent *money.Decimal
	Note    string
}

// mostPercent is more than any move that somebody could wait for.
var mostPercent = money.FromInt(1000)

// check fails with VALIDATION_ERROR when the numbers do not fit the kind.
func (n NewAlert) check() error {
	wanted, other := n.Price, n.Percent
	name, otherName := "price", "percent"
	if n.Kind == PercentMove {
		wanted, other, name, otherName = n.Percent, n.Price, "percent", "price"
	}
	switch {
	case wanted == nil:
		return fault.Invalid(name, "is missing: an alert of the kind %s has one", n.Kind)
	case other != nil:
		return fault.Invalid(otherName, "must be missing: an alert of the kind %s has none", n.Kind)
	case !wanted.IsPositive():
		return fault.Invalid(name, "must be more than 0")
	case n.Kind == PercentMove && wanted.GreaterThan(mostPercent):
		return fault.Invalid(name, "at most %s", mostPercent)
	}
	return nil
}

// levels are the prices at which an alert fires; 0 is none.
type levels struct{ upper, lower money.Decimal }

var percent = money.MustParse("0.01")

// levels are the alert's levels. It panics with a *money.OverflowError when one is too large for a price.
func (a *Alert) levels() levels {
	switch a.Kind {
	case Above:
		return levels{upper: a.Price}
	case Below:
		return levels{lower: a.Price}
	}
	move := a.ReferencePrice.Mul(a.Percent.Mul(percent))
	return levels{upper: a.ReferencePrice.Add(move), lower: money.Max(a.ReferencePrice.Sub(move), money.Zero)}
}

// reached reports whether a price that moved between two others has reached a level, and its value then.
func (l levels) reached(high, low money.Decimal) (price money.Decimal, isReached bool) {
	switch {
	case l.upper.IsPositive() && !high.LessThan(l.upper):
		return high, true
	case l.lower.IsPositive() && !low.GreaterThan(l.lower):
		return low, true
	}
	return money.Zero, false
}

// fire ends an alert whose level was reached.
func (a *Alert) fire(price money.Decimal, now time.Time) {
	a.Status, a.FiredPrice, a.EndedAt = AlertHasFired, price, now
}
