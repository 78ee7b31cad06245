package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// The events of this package.
const (
	paymentSucceeded     = "payment.succeeded"
	paymentFailed        = "payment.failed"
	paymentRefunded      = "payment.refunded"
	paymentRefundFailed  = "payment.refund_failed"
	paymentDisputed      = "payment.disputed"
	paymentDisputeClosed = "payment.dispute_closed"
	withdrawalPrefix     = "payment.withdrawal." // followed by the status
)

// paymentEvent is a payment as the API shows it, with all of its refunds, and its id also as paymentId. It is the data of
// payment.succeeded and payment.failed, and part of the data of the others.
type paymentEvent struct {
	ID             uuid.UUID         `json:"id"`
	PaymentID      uuid.UUID         `json:"paymentId"`
	UserID         uuid.UUID         `json:"userId"`
	Kind           Kind              `json:"kind"`
	CourseID       uuid.UUID         `json:"courseId,omitzero"`
	AccountID      uuid.UUID         `json:"accountId,omitzero"`
	Description    string            `json:"description"`
	Amount         money.Decimal     `json:"amount"`
	RefundedAmount money.Decimal     `json:"refundedAmount"`
	DisputedAmount money.Decimal     `json:"disputedAmount"`
	Currency       string            `json:"currency"`
	Status         Status            `json:"status"`
	Provider       string            `json:"provider"`
	CreatedAt      webhook.Timestamp `json:"createdAt"`
	PaidAt         webhook.Timestamp `json:"paidAt,omitzero"`
	CompletedAt    webhook.Timestamp `json:"completedAt,omitzero"`
	Refunds        []refundData      `json:"refunds"`
}

// refundData is a refund as the API shows it.
type refundData struct {
	ID        uuid.UUID         `json:"id"`
	PaymentID uuid.UUID         `json:"paymentId"`
	Amount    money.Decimal     `json:"amount"`
	Status    RefundStatus      `json:"status"`
	Reason    string            `json:"reason"`
	CreatedAt webhook.Timestamp `json:"createdAt"`
}

func (r *Refund) data() refundData {
	return refundData{r.ID, r.PaymentID, r.Amount, r.Status, r.Reason, webhook.At(r.CreatedAt)}
}

func (p *Payment) data() paymentEvent {
	told := make([]refundData, len(p.Refunds))
	for i := range p.Refunds {
		told[i] = p.Refunds[i].data()
	}
	return paymentEvent{
		ID: p.ID, Refunds: told, PaymentID: p.ID, UserID: p.UserID, Kind: p.Kind, CourseID: p.CourseID, AccountID: p.AccountID,
		Description: p.Description, Amount: p.Amount, RefundedAmount: p.Refunded, DisputedAmount: p.Disputed, Currency: p.Currency, Status: p.Status,
		Provider: p.Provider, CreatedAt: webhook.At(p.CreatedAt), PaidAt: webhook.At(p.PaidAt), CompletedAt: webhook.At(p.CompletedAt),
	}
}

// tellPayment publishes an event about a payment in its stored state.
func (s *Service) tellPayment(ctx context.Context, tx *database.Tx, eventType string, p *Payment) error {
	return s.tellWithRefunds(ctx, tx, eventType, p, func() any { return p.data() })
}

// tellRefund publishes an event about a refund, with it and its payment in their stored state.
func (s *Service) tellRefund(ctx context.Context, tx *database.Tx, eventType string, p *Payment, r *Refund) error {
	return s.tellWithRefunds(ctx, tx, eventType, p, func() any { return p.refundData(r) })
}

// tellDispute publishes an event about a dispute, with it and its payment in their stored state.
func (s *Service) tellDispute(ctx context.Context, tx *database.Tx, eventType string, p *Payment, d *Dispute) error {
	return s.tellWithRefunds(ctx, tx, eventType, p, func() any { return p.disputeData(d) })
}

// tellWithRefunds publishes an event whose data is built after the payment's refunds have been loaded.
func (s *Service) tellWithRefunds(ctx context.Context, tx *database.Tx, eventType string, p *Payment, data func() any) error {
	if err := addRefunds(ctx, tx, p); err != nil {
		return err
	}
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: p.TenantID, Type: eventType, Data: data()})
}

// refundEvent is the data of payment.refunded and payment.refund_failed: the refund, and the payment after it.
type refundEvent struct {
	refundData
	RefundID uuid.UUID    `json:"refundId"`
	Payment  paymentEvent `json:"payment"`
}

func (p *Payment) refundData(r *Refund) refundEvent {
	return refundEvent{r.data(), r.ID, p.data()}
}

// disputeEvent is the data of payment.disputed and payment.dispute_closed: the dispute, and the payment with it.
type disputeEvent struct {
	DisputeID uuid.UUID         `json:"disputeId"`
	Status    DisputeStatus     `json:"status"`
	Amount    money.Decimal     `json:"amount"`
	Held      money.Decimal     `json:"heldAmount"` // from a deposit's account
	Owed      money.Decimal     `json:"owedAmount"` // by its owner
	Reason    string            `json:"reason"`
	CreatedAt webhook.Timestamp `json:"createdAt"`
	ClosedAt  webhook.Timestamp `json:"closedAt,omitzero"`
	Payment   paymentEvent      `json:"payment"`
}

func (p *Payment) disputeData(d *Dispute) disputeEvent {
	return disputeEvent{
		DisputeID: d.ID, Status: d.Status, Amount: d.Amount, Held: d.Held, Owed: d.Owed, Reason: d.Reason,
		CreatedAt: webhook.At(d.CreatedAt), ClosedAt: webhook.At(d.ClosedAt), Payment: p.data(),
	}
}

// withdrawalEvent is the data of payment.withdrawal.requested, .approved and so on.
type withdrawalEvent struct {
	ID              uuid.UUID         `json:"id"`
	WithdrawalID    uuid.UUID         `json:"withdrawalId"`
	UserID          uuid.UUID         `json:"userId"`
	AccountID       uuid.UUID         `json:"accountId"`
	Amount          money.Decimal     `json:"amount"`
	RefundedAmount  money.Decimal     `json:"refundedAmount"`
	RefundingAmount money.Decimal     `json:"refundingAmount"`
	TransferAmount  money.Decimal     `json:"transferAmount"`
	Currency        string            `json:"currency"`
	Status          WithdrawalStatus  `json:"status"`
	DestinationHint string            `json:"destinationHint,omitempty"`
	Reference       string            `json:"reference,omitempty"`
	Reason          string            `json:"reason,omitempty"`
	CreatedAt       webhook.Timestamp `json:"createdAt"`
	DecidedAt       webhook.Timestamp `json:"decidedAt,omitzero"`
	CompletedAt     webhook.Timestamp `json:"completedAt,omitzero"`
}

func (w *Withdrawal) data() withdrawalEvent {
	return withdrawalEvent{
		ID: w.ID, WithdrawalID: w.ID, UserID: w.UserID, AccountID: w.AccountID, Amount: w.Amount, RefundedAmount: w.Refunded,
		RefundingAmount: w.Refunding, TransferAmount: w.TransferAmount, Currency: w.Currency, Status: w.Status, DestinationHint: w.Hint, Reference: w.Reference,
		Reason: w.Reason, CreatedAt: webhook.At(w.CreatedAt), DecidedAt: webhook.At(w.DecidedAt), CompletedAt: webhook.At(w.CompletedAt),
	}
}

// event is the event for the withdrawal's current status.
func (w *Withdrawal) event() webhook.Event {
	return webhook.Event{TenantID: w.TenantID, Type: withdrawalPrefix + string(w.Status), Data: w.data()}
}
