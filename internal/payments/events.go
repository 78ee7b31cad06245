package payments

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/webhook"
)

// The events of this package.
const (
	paymentSucceeded    = "payment.succeeded"
	paymentFailed       = "payment.failed"
	paymentRefunded     = "payment.refunded"
	withdrawalRequested = "payment.withdrawal.requested"
	withdrawalDecided   = "payment.withdrawal.decided"
)

// paymentEvent is the data of payment.succeeded and payment.failed: the payment as the API shows it, and its id under
// its long name.
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
	Currency       string            `json:"currency"`
	Status         Status            `json:"status"`
	Provider       string            `json:"provider"`
	CreatedAt      webhook.Timestamp `json:"createdAt"`
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

func (p *Payment) data(refunds ...Refund) paymentEvent {
	told := make([]refundData, len(refunds))
	for i := range refunds {
		told[i] = refunds[i].data()
	}
	return paymentEvent{
		ID: p.ID, Refunds: told, PaymentID: p.ID, UserID: p.UserID, Kind: p.Kind, CourseID: p.CourseID, AccountID: p.AccountID,
		Description: p.Description, Amount: p.Amount, RefundedAmount: p.Refunded, Currency: p.Currency, Status: p.Status,
		Provider: p.Provider, CreatedAt: webhook.At(p.CreatedAt), CompletedAt: webhook.At(p.CompletedAt),
	}
}

func (p *Payment) event(eventType string) webhook.Event {
	return webhook.Event{TenantID: p.TenantID, Type: eventType, Data: p.data()}
}

// refundEvent is the data of payment.refunded: the refund, and the payment as it is after it.
type refundEvent struct {
	refundData
	RefundID uuid.UUID    `json:"refundId"`
	Payment  paymentEvent `json:"payment"`
}

func (p *Payment) refundEvent(r *Refund) webhook.Event {
	return webhook.Event{TenantID: p.TenantID, Type: paymentRefunded, Data: p.refundData(r)}
}

// refundData shows of the payment's refunds the one that was made now; earlier ones were told of.
func (p *Payment) refundData(r *Refund) refundEvent {
	return refundEvent{r.data(), r.ID, p.data(*r)}
}

// withdrawalEvent is the data of payment.withdrawal.requested and .decided.
type withdrawalEvent struct {
	ID           uuid.UUID         `json:"id"`
	WithdrawalID uuid.UUID         `json:"withdrawalId"`
	UserID       uuid.UUID         `json:"userId"`
	AccountID    uuid.UUID         `json:"accountId"`
	Amount       money.Decimal     `json:"amount"`
	Currency     string            `json:"currency"`
	Status       WithdrawalStatus  `json:"status"`
	Reason       string            `json:"reason,omitempty"`
	CreatedAt    webhook.Timestamp `json:"createdAt"`
	DecidedAt    webhook.Timestamp `json:"decidedAt,omitzero"`
}

func (w *Withdrawal) data() withdrawalEvent {
	return withdrawalEvent{
		ID: w.ID, WithdrawalID: w.ID, UserID: w.UserID, AccountID: w.AccountID, Amount: w.Amount, Currency: w.Currency,
		Status: w.Status, Reason: w.Reason, CreatedAt: webhook.At(w.CreatedAt), DecidedAt: webhook.At(w.DecidedAt),
	}
}

func (w *Withdrawal) event(eventType string) webhook.Event {
	return webhook.Event{TenantID: w.TenantID, Type: eventType, Data: w.data()}
}

// Events describes what this package publishes.
func Events() []webhook.EventType {
	id := func(last byte) uuid.UUID {
		u := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000400")
		u[15] = last
		return u
	}
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	paid := Payment{
		ID: id(1), UserID: id(2), Kind: CoursePayment, CourseID: id(3), Description: "Risk Before Return",
		Amount: money.FromInt(49), Currency: Currency, Status: Succeeded, Provider: "stripe", CreatedAt: at, CompletedAt: at.Add(time.Minute),
	}
	failed, refunded := paid, paid
	failed.Status = Expired
	refunded.Status, refunded.Refunded = Refunded, paid.Amount
	refund := Refund{
		ID: id(4), PaymentID: paid.ID, Amount: paid.Amount, Status: RefundSucceeded, Reason: "requested by the customer", CreatedAt: at.Add(time.Hour),
	}
	asked := Withdrawal{
		ID: id(5), UserID: id(2), AccountID: id(6), Amount: money.FromInt(250), Currency: Currency,
		Status: WithdrawalPending, CreatedAt: at,
	}
	decided := asked
	decided.Status, decided.DecidedAt = WithdrawalApproved, at.Add(time.Hour)
	return []webhook.EventType{
		webhook.NewEventType(paymentSucceeded, "Money has come in, and what it was for has happened.", paid.data()),
		webhook.NewEventType(paymentFailed, "A payment has failed or expired.", failed.data()),
		webhook.NewEventType(paymentRefunded, "Money of a payment has gone back.", refunded.refundData(&refund)),
		webhook.NewEventType(withdrawalRequested, "A user has asked for money, which is held until it is decided.", asked.data()),
		webhook.NewEventType(withdrawalDecided, "A withdrawal has been approved or rejected.", decided.data()),
	}
}
