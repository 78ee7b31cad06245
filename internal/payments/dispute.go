package payments

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// DisputeStatus is the state of a dispute.
type DisputeStatus string

// The statuses of a dispute. An inquiry takes no money and is not stored.
const (
	DisputeInquiry DisputeStatus = "inquiry"
	DisputeOpen    DisputeStatus = "open"
	DisputeWon     DisputeStatus = "won"
	DisputeLost    DisputeStatus = "lost"
)

// Dispute is money of a payment that the payer's bank has taken back, until the bank has decided.
type Dispute struct {
	ID, PaymentID, TenantID uuid.UUID
	Provider                string
	Amount                  money.Decimal // as reported by the provider
	Taken                   money.Decimal // from the payment: at most what was left of it
	Held, Owed              money.Decimal // how a deposit's account provided it
	Status                  DisputeStatus
	Reason                  string
	CreatedAt, ClosedAt     time.Time

	reference string // the provider's
}
