package investment

import (
	"slices"
	"strings"
	"time"

	"bourse/internal/fault"
)

// Status is the state of an account in its life cycle.
type Status string

// The states of an account.
const (
	PendingKYC Status = "pending_kyc"
	Active     Status = "active"
	Suspended  Status = "suspended"
	Closed     Status = "closed"
)

// nextStates are the allowed transitions.
var nextStates = map[Status][]Status{
	PendingKYC: {Active, Closed},
	Active:     {Suspended, Closed},
	Suspended:  {Active, Closed},
	Closed:     {},
}

// CheckTransition fails with INVALID_TRANSITION, which names what is allowed, unless an account can go from one state
// to the other.
func CheckTransition(from, to Status) error {
	allowed := nextStates[from]
	if slices.Contains(allowed, to) {
		return nil
	}
	if len(allowed) == 0 {
		return fault.New(fault.InvalidTransition, "the account is %s and stays so", from)
	}
	names := make([]string, len(allowed))
	for i, state := range allowed {
		names[i] = string(state)
	}
	return fault.New(fault.InvalidTransition, "the account is %s and can only become %s", from, strings.Join(names, " or "))
}

// become moves the account to another state. It fails as CheckTransition does, and once it is being closed.
func (a *Account) become(next Status, now time.Time) error {
	if a.closing() {
		return fault.New(fault.InvalidTransition, "the account is being closed, and will be when everything is sold")
	}
	if err := CheckTransition(a.Status, next); err != nil {
		return err
	}
	a.Status = next
	switch {
	case next == Active && a.ActivatedAt.IsZero():
		a.ActivatedAt = now
	case next == Closed:
		a.ClosedAt = now
	}
	return nil
}

// wait reverts the closing of the account: not everything could be sold yet.
func (a *Account) wait(now time.Time) {
	a.Status, a.ClosedAt, a.ClosingSince = Suspended, time.Time{}, now
}
