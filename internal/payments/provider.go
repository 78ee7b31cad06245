package payments

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Provider is the company that takes the money. Its calls may go over a network, so none is made inside a
// transaction.
//
// A *Refusal means that the provider will never do what it was asked. Any other error is temporary: the same call is
// made again later.
type Provider interface {
	// Name is the name that payments are stored with.
	Name() string
	// Lifetime is how long the payer has to pay.
	Lifetime() time.Duration
	// Open creates a checkout. Called again for the same payment, it returns the same one or another that is just as
	// good: only the first that is stored is ever shown.
	Open(ctx context.Context, order Order) (Session, error)
	// Look returns the state of a checkout.
	Look(ctx context.Context, reference string) (Report, error)
	// Find returns the checkout that brought money, given that money's name in a Report. Money that came another way
	// has a report without a PaymentID.
	Find(ctx context.Context, payment string) (Report, error)
	// Close makes sure that a checkout can no longer be paid. It fails when it is already paid.
	Close(ctx context.Context, reference string) error
	// Refund pays money back once per order id; called again, it reports the state of that refund.
	Refund(ctx context.Context, order RefundOrder) (RefundReport, error)
	// Refunds lists all refunds of a payment, whoever made them, given its money's name in a Report.
	Refunds(ctx context.Context, payment string) ([]RefundReport, error)
	// Read checks the signature of an event that came over the wire, and reads it. It fails with a fault when the
	// event is not the provider's, or when this provider sends none.
	Read(body []byte, signature string) (Event, error)
}

// Order requests a checkout.
type Order struct {
	PaymentID   uuid.UUID
	Description string
	Amount      money.Decimal // whole cents
	Currency    string
	// Paid and GivenUp are where the payer goes afterwards.
	Paid, GivenUp string
}

// Session is a checkout that a payer can visit.
type Session struct{ Reference, URL string }

// State is the state of a checkout.
type State string

// The states of a checkout.
const (
	CheckoutOpen       State = "open"
	CheckoutProcessing State = "processing" // paid by a means that takes days to confirm
	CheckoutPaid       State = "paid"
	CheckoutFailed     State = "failed"
	CheckoutExpired    State = "expired"
)

// Report is what a provider reports about a checkout.
type Report struct {
	PaymentID uuid.UUID // as given in the order
	Reference string
	State     State
	Amount    money.Decimal
	Currency  string
	// Payment is the provider's name for the money; a refund refers to it.
	Payment string
}

// RefundOrder requests that money be paid back.
type RefundOrder struct {
	RefundID  uuid.UUID
	PaymentID uuid.UUID
	Payment   string // of the Report that brought the money
	Reference string // from an earlier answer; empty the first time
	Amount    money.Decimal
}

// RefundReport is what a provider reports about a refund.
type RefundReport struct {
	RefundID  uuid.UUID // nil for one that was made at the provider, without us
	Reference string
	Payment   string // of the Report that brought the money; needed where RefundID is nil
	Amount    money.Decimal
	Status    RefundStatus
}

// DisputeReport is what a provider reports about a dispute: a payer has asked their bank for the money back.
type DisputeReport struct {
	Reference string
	Payment   string // of the Report that brought the money
	Amount    money.Decimal
	Status    DisputeStatus
	Reason    string // the provider's word for it
}

// Event is something that a provider reports on its own. One that does not concern us has none of the reports.
type Event struct {
	ID, Type string
	Checkout *Report
	Refund   *RefundReport
	Dispute  *DisputeReport
	// RefundsOf names a payment whose refunds have changed; the provider has to be asked for them.
	RefundsOf string
}

// money is the provider's name for the money that the event is about, where nothing else identifies the payment.
func (e Event) money() string {
	switch {
	case e.Refund != nil && e.Refund.RefundID == uuid.Nil:
		return e.Refund.Payment
	case e.Dispute != nil:
		return e.Dispute.Payment
	}
	return e.RefundsOf
}

// Refusal is a provider's final refusal. Its reason is one of the provider's codes, safe to log.
type Refusal struct {
	Reason string
	// AlreadyRefunded reports that the money has gone back another way.
	AlreadyRefunded bool
}

func (r *Refusal) Error() string { return "the payment provider refuses: " + r.Reason }
