package kyc

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// State is where a case is in its life.
type State string

// The states of a case.
const (
	None      State = "none"
	Submitted State = "submitted"
	Approved  State = "approved"
	Rejected  State = "rejected"
	Expired   State = "expired"
)

// Decision is what somebody makes of a submission.
type Decision string

// The decisions.
const (
	Approve Decision = "approve"
	Reject  Decision = "reject"
)

// renewalWindow is how long before the end of an approval the person is told of it and may hand in anew.
const renewalWindow = 30 * 24 * time.Hour

// Case is how far the platform knows a person.
type Case struct {
	ID                uuid.UUID
	TenantID          uuid.UUID
	UserID            uuid.UUID
	State             State
	Reason            string    // why it was rejected
	SubmissionID      uuid.UUID // of what is there now
	Provider          string    // who was asked; empty for nobody outside
	ProviderReference string
	SubmittedAt       time.Time // when what is there now was handed in
	DecidedAt         time.Time
	DecidedBy         uuid.UUID // nil when nobody has, or the platform or a provider
	// ExpiresAt is when the approval ends. It outlasts the handing in of a renewal, and its rejection: the person is
	// known until then.
	ExpiresAt time.Time
	CreatedAt time.Time

	submission    []byte // sealed
	attempts      int64
	nextAttemptAt time.Time // zero when there is nothing to tell a provider
	noticedAt     time.Time // when the person was told of the end
	updatedAt     time.Time
}

// CountsAs is the state that counts for what depends on the case: a person whose approval has not ended is known while a
// renewal waits, and after it was rejected, and one whose approval has ended is not, also before anybody has written so.
func (c *Case) CountsAs(now time.Time) State {
	switch {
	case c.State != None && c.State != Expired && now.Before(c.ExpiresAt):
		return Approved
	case c.State == Approved && isOver(c.ExpiresAt, now):
		return Expired
	}
	return c.State
}

// isRenewable reports whether the approval ends soon.
func (c *Case) isRenewable(now time.Time) bool {
	return c.State == Approved && !c.ExpiresAt.IsZero() && !now.Before(c.ExpiresAt.Add(-renewalWindow))
}

// submit records that the person has handed something in, which nobody has decided on. It fails with INVALID_TRANSITION
// when they have been heard already.
func (c *Case) submit(id uuid.UUID, sealed []byte, now time.Time) error {
	switch {
	case c.State == None, c.State == Rejected, c.State == Expired, c.isRenewable(now):
	case c.State == Approved && !c.ExpiresAt.IsZero():
		return fault.New(fault.InvalidTransition, "KYC is approved until %s: it can be renewed from 30 days before", c.ExpiresAt.UTC().Format(time.DateOnly))
	default:
		return fault.New(fault.InvalidTransition, "KYC is %s: it can be submitted when it is none, rejected or expired", c.State)
	}
	if !now.Before(c.ExpiresAt) {
		c.ExpiresAt = time.Time{}
	}
	c.State, c.Reason, c.DecidedBy, c.DecidedAt = Submitted, "", uuid.Nil, time.Time{}
	c.SubmissionID, c.SubmittedAt, c.submission = id, now, sealed
	c.Provider, c.ProviderReference, c.attempts, c.nextAttemptAt = "", "", 0, time.Time{}
	return nil
}

// mayDecide fails with INVALID_TRANSITION when there is nothing to decide on.
func (c *Case) mayDecide() error {
	if c.State != Submitted {
		return fault.New(fault.InvalidTransition, "KYC is %s: it can be decided on when it is submitted", c.State)
	}
	return nil
}

// approve makes the person known until a moment; zero is for ever. It fails with INVALID_TRANSITION when that is over, as a
// document has run out since it was handed in.
func (c *Case) approve(by uuid.UUID, until, now time.Time) error {
	if isOver(until, now) {
		return fault.New(fault.InvalidTransition, "a document has expired on %s: reject it, so that another is handed in", lastDayBefore(until))
	}
	c.decide(Approved, by, "", now)
	c.ExpiresAt, c.noticedAt = until, time.Time{}
	return nil
}

// reject sends the person back to hand in something better.
func (c *Case) reject(by uuid.UUID, reason string, now time.Time) {
	c.decide(Rejected, by, reason, now)
}

func (c *Case) decide(state State, by uuid.UUID, reason string, now time.Time) {
	c.State, c.Reason, c.DecidedBy, c.DecidedAt = state, reason, by, now
	c.attempts, c.nextAttemptAt = 0, time.Time{} // nobody needs to be asked any more
}

// expire ends an approval whose time is over, and reports whether there was one. What was handed in for a renewal, or
// was rejected, stays what it is, without the approval behind it.
func (c *Case) expire(now time.Time) bool {
	if c.State == Expired || c.ExpiresAt.IsZero() || now.Before(c.ExpiresAt) {
		return false
	}
	if c.State == Approved {
		c.State = Expired
		return true
	}
	c.ExpiresAt = time.Time{}
	return true
}

// validUntil is when an approval of now ends: after the time that approvals last, or with the first of the documents that
// runs out; zero is never.
func validUntil(valid time.Duration, documents []Document, now time.Time) (until time.Time) {
	if valid > 0 {
		until = now.Add(valid)
	}
	for _, document := range documents {
		if document.ExpiresOn.IsZero() {
			continue
		}
		if end := document.ExpiresOn.AddDate(0, 0, 1); until.IsZero() || end.Before(until) { // valid on its last day
			until = end
		}
	}
	return until
}

// isOver reports whether an approval until a moment has ended; one until zero never does.
func isOver(until, now time.Time) bool { return !until.IsZero() && !now.Before(until) }

// lastDayBefore is the last day on which a document was valid that ends an approval at a moment.
func lastDayBefore(until time.Time) string {
	return until.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
}

// managedBy reports whether the caller is an admin of the case's tenant, or of the platform.
func (c *Case) managedBy(caller identity.Caller) bool {
	return caller.Role.AtLeast(identity.RoleSuperAdmin) ||
		c.TenantID == caller.TenantID && caller.Role.AtLeast(identity.RoleAdmin)
}
