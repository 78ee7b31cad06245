package payments

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// DisputeStatus is where a dispute stands.
type DisputeStatus string

// The statuses of a dispute. An inquiry takes no money and is not written down.
const (
	DisputeInquiry DisputeStatus = "inquiry"
	DisputeOpen    DisputeStatus = "open"
	DisputeWon     DisputeStatus = "won"
	DisputeLost    DisputeStatus = "lost"
)

// Dispute is money of a payment that its payer has had taken back by their bank, until that has decided.
type Dispute struct {
	ID, PaymentID, TenantID uuid.UUID
	Provider                string
	Amount                  money.Decimal // as the provider tells it
	Taken                   money.Decimal // of the payment: no more than was left of it
	Held, Owed              money.Decimal // how a deposit's account gave it
	Status                  DisputeStatus
	Reason                  string
	CreatedAt, ClosedAt     time.Time

	reference string // the provider's
}
