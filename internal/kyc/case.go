package kyc

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// State is the state of a case.
type State string

// The states of a case.
const (
	None      State = "none"
	Submitted State = "submitted"
	Approved  State = "approved"
	Rejected  State = "rejected"
	Expired   State = "expired"
)

// Decision is a decision on a submission.
type Decision string

// The decisions.
const (
	Approve Decision = "approve"
	Reject  Decision = "reject"
)

// renewalWindow is how long before the end of an approval the person is notified and may submit again.
const renewalWindow = 30 * 24 * time.Hour

// Case is a person's identity check.
type Case struct {
	ID                uuid.UUID
	TenantID          uuid.UUID
	UserID            uuid.UUID
	State             State
	Reason            string    // why it was rejected
	SubmissionID      uuid.UUID // of the current submission
	Provider          string    // who was asked; empty when no provider was
	ProviderReference string
	SubmittedAt       time.Time // when the current submission was made
	DecidedAt         time.Time
	DecidedBy         uuid.UUID // nil when nobody has, or when the platform or a provider did
	// ExpiresAt is when the approval ends. A renewal or its rejection does not change it: the person counts as approved
	// until then.
	ExpiresAt time.Time
	CreatedAt time.Time

	submission    []byte // sealed
	attempts      int64
	nextAttemptAt time.Time // zero when there is nothing to ask a provider
	noticedAt     time.Time // when the person was notified of the end
	updatedAt     time.Time
}

// CountsAs is the effective state, for whatever depends on the case: while an approval is valid, the person counts as
// approved, even while a renewal waits or after it was rejected; once it has ended they do not, even before the stored
// state changes.
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

// submit records a submission on which nobody has decided. It fails with INVALID_TRANSITION when the case does not
// accept one, because one is waiting or the approval does not end soon.
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

// mayDecide fails with INVALID_TRANSITION when no submission is waiting.
func (c *Case) mayDecide() error {
	if c.State != Submitted {
		return fault.New(fault.InvalidTransition, "KYC is %s: it can be decided on when it is submitted", c.State)
	}
	return nil
}

// approve approves the case until a time; zero is for ever. It fails with INVALID_TRANSITION when that time has passed
// because a document has expired since the submission.
func (c *Case) approve(by uuid.UUID, until, now time.Time) error {
	if isOver(until, now) {
		return fault.New(fault.InvalidTransition, "a document has expired on %s: reject it, so that another is handed in", lastDayBefore(until))
	}
	c.decide(Approved, by, "", now)
	c.ExpiresAt, c.noticedAt = until, time.Time{}
	return nil
}

// reject rejects the submission, so that the person can submit a better one.
func (c *Case) reject(by uuid.UUID, reason string, now time.Time) {
	c.decide(Rejected, by, reason, now)
}

func (c *Case) decide(state State, by uuid.UUID, reason string, now time.Time) {
	c.State, c.Reason, c.DecidedBy, c.DecidedAt = state, reason, by, now
	c.attempts, c.nextAttemptAt = 0, time.Time{} // there is nobody left to ask
}

// expire ends an approval whose time is over and reports whether there was one. A submitted or rejected renewal stays
// in its state, without the approval behind it.
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

// validUntil returns when an approval given now ends: after the validity of approvals, or with the first document to
// expire; zero is never.
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

// isOver reports whether an approval until a time has ended; one until zero never does.
func isOver(until, now time.Time) bool { return !until.IsZero() && !now.Before(until) }

// lastDayBefore is the last day of validity of a document that ends an approval at this time.
func lastDayBefore(until time.Time) string {
	return until.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
}

// managedBy reports whether the caller is an admin of the case's tenant, or of the platform.
func (c *Case) managedBy(caller identity.Caller) bool {
	return caller.Role.AtLeast(identity.RoleSuperAdmin) ||
		c.TenantID == caller.TenantID && caller.Role.AtLeast(identity.RoleAdmin)
}
