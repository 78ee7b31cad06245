package kyc

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/webhook"
)

// The events of this package.
const (
	caseSubmitted = "kyc.case.submitted"
	caseApproved  = "kyc.case.approved"
	caseRejected  = "kyc.case.rejected"
	caseExpired   = "kyc.case.expired"
)

// caseEvent is the data of all events: the case as the API returns it to admins, never the submission.
type caseEvent struct {
	ID                uuid.UUID         `json:"id"`
	CaseID            uuid.UUID         `json:"caseId"`
	UserID            uuid.UUID         `json:"userId"`
	TenantID          uuid.UUID         `json:"tenantId"`
	State             State             `json:"state"`
	Reason            string            `json:"reason,omitempty"`
	SubmittedAt       webhook.Timestamp `json:"submittedAt,omitzero"`
	DecidedAt         webhook.Timestamp `json:"decidedAt,omitzero"`
	DecidedBy         uuid.UUID         `json:"decidedBy,omitzero"`
	ExpiresAt         webhook.Timestamp `json:"expiresAt,omitzero"`
	Provider          string            `json:"provider,omitempty"`
	ProviderReference string            `json:"providerReference,omitempty"`
}

func newCaseEvent(c *Case) caseEvent {
	return caseEvent{
		ID: c.ID, CaseID: c.ID, UserID: c.UserID, TenantID: c.TenantID, State: c.State, Reason: c.Reason,
		SubmittedAt: webhook.At(c.SubmittedAt), DecidedAt: webhook.At(c.DecidedAt), DecidedBy: c.DecidedBy, ExpiresAt: webhook.At(c.ExpiresAt),
		Provider: c.Provider, ProviderReference: c.ProviderReference,
	}
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	submitted := Case{
		ID: uuid.MustParse("019bc0f2-6a80-7000-8000-000000000701"), UserID: uuid.MustParse("019bc0f2-6a80-7000-8000-000000000702"),
		TenantID: uuid.MustParse("019bc0f2-6a80-7000-8000-000000000002"), State: Submitted, SubmittedAt: at,
	}
	approved, rejected := submitted, submitted
	approved.State, approved.DecidedAt, approved.ExpiresAt = Approved, at.AddDate(0, 0, 1), at.AddDate(2, 0, 1)
	rejected.State, rejected.DecidedAt, rejected.Reason = Rejected, at.AddDate(0, 0, 1), "The picture is blurred."
	rejected.DecidedBy = uuid.MustParse("019bc0f2-6a80-7000-8000-000000000703")
	expired := approved
	expired.State = Expired
	return []webhook.EventType{
		webhook.NewEventType(caseSubmitted, "A person handed in what KYC needs.", newCaseEvent(&submitted)),
		webhook.NewEventType(caseApproved, "A person is known: their accounts that waited for it are active.", newCaseEvent(&approved)),
		webhook.NewEventType(caseRejected, "What a person handed in was rejected.", newCaseEvent(&rejected)),
		webhook.NewEventType(caseExpired, "The approval of a person's KYC has ended: they pay nothing in and out until it is renewed.", newCaseEvent(&expired)),
	}
}
