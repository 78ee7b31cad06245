package payments

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Provider is who takes the money in. Its calls may go over a network, so none is made inside a transaction.
//
// A *Refusal means that the provider will never do what it was asked for. Any other error is temporary: the
// same call is made again later.
type Provider interface {
	// Name is what payments are marked with.
	Name() string
	// Lifetime is how long somebody may take to pay.
	Lifetime() time.Duration
	// Open makes a checkout. Asked again for the same payment, it returns the same one or another that is
	// just as good: only the first that is stored is ever shown.
	Open(ctx context.Context, order Order) (Session, error)
	// Look tells what has become of a checkout.
	Look(ctx context.Context, reference string) (Report, error)
	// Find tells of the checkout that brought money, by what a Report knows it by. Money that came another way has
	// a report without a PaymentID.
	Find(ctx context.Context, payment string) (Report, error)
	// Close makes sure that a checkout can no longer be paid. It fails when it is paid already.
	Close(ctx context.Context, reference string) error
	// Refund pays money back, or tells how that goes on if it was asked before: once for each order's id.
	Refund(ctx context.Context, order RefundOrder) (RefundReport, error)
	// Refunds lists the refunds of a payment, by what a Report knows its money by, whoever has made them.
	Refunds(ctx context.Context, payment string) ([]RefundReport, error)
	// Read checks the signature of an event that came over the wire, and reads it. It fails with a fault when
	// the event is not the provider's, or when this provider sends none.
	Read(body []byte, signature string) (Event, error)
}

// Order asks for a checkout.
type Order struct {
	PaymentID   uuid.UUID
	Description string
	Amount      money.Decimal // whole cents
	Currency    string
	// Paid and GivenUp are where the payer goes then.
	Paid, GivenUp string
}

// Session is a checkout that somebody can go to.
type Session struct{ Reference, URL string }

// State is what has become of a checkout.
type State string

// The states of a checkout.
const (
	CheckoutOpen       State = "open"
	CheckoutProcessing State = "processing" // paid by a means that takes days to confirm
	CheckoutPaid       State = "paid"
	CheckoutFailed     State = "failed"
	CheckoutExpired    State = "expired"
)

// Report is what a provider tells of a checkout.
type Report struct {
	PaymentID uuid.UUID // as given with the order
	Reference string
	State     State
	Amount    money.Decimal
	Currency  string
	// Payment is what the provider knows the money by; a refund refers to it.
	Payment string
}

// RefundOrder asks for money to be paid back.
type RefundOrder struct {
	RefundID  uuid.UUID
	PaymentID uuid.UUID
	Payment   string // of the Report that brought the money
	Reference string // of an earlier answer; empty the first time
	Amount    money.Decimal
}

// RefundReport is what a provider tells of a refund.
type RefundReport struct {
	RefundID  uuid.UUID // nil for one that was made at the provider, without us
	Reference string
	Payment   string // of the Report that brought the money; needed where RefundID is nil
	Amount    money.Decimal
	Status    RefundStatus
}

// DisputeReport is what a provider tells of a dispute: a payer has asked their bank for the money back.
type DisputeReport struct {
	Reference string
	Payment   string // of the Report that brought the money
	Amount    money.Decimal
	Status    DisputeStatus
	Reason    string // a word of the provider's
}

// Event is something that a provider tells by itself. What is not for us has none of the reports.
type Event struct {
	ID, Type string
	Checkout *Report
	Refund   *RefundReport
	Dispute  *DisputeReport
	// RefundsOf names a payment whose refunds have changed; the provider has to be asked for them.
	RefundsOf string
}

// money is what the provider knows the money by that the event is about, where nothing else says which payment it is.
func (e Event) money() string {
	switch {
	case e.Refund != nil && e.Refund.RefundID == uuid.Nil:
		return e.Refund.Payment
	case e.Dispute != nil:
		return e.Dispute.Payment
	}
	return e.RefundsOf
}

// Refusal is a provider's last word. Its reason is one of the provider's codes, fit for a log.
type Refusal struct {
	Reason string
	// AlreadyRefunded tells that the money has gone back another way.
	AlreadyRefunded bool
}

func (r *Refusal) Error() string { return "the payment provider refuses: " + r.Reason }
