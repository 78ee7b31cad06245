package payments

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/webhook"
)

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	paid := examplePayment()
	failed, refunded, disputed, won := paid, paid, paid, paid
	failed.Status, failed.PaidAt = Expired, time.Time{}
	refunded.Status, refunded.Refunded = Refunded, paid.Amount
	disputed.Disputed = paid.Amount
	refund := Refund{
		ID: exampleID(4), PaymentID: paid.ID, Amount: paid.Amount, Status: RefundSucceeded, Reason: "requested by the customer",
		CreatedAt: paid.CreatedAt.Add(time.Hour),
	}
	unrefunded, kept := refund, paid
	unrefunded.Status = RefundFailed
	refunded.Refunds, kept.Refunds = []Refund{refund}, []Refund{unrefunded}
	dispute := Dispute{
		ID: exampleID(7), Status: DisputeOpen, Amount: paid.Amount, Reason: "fraudulent", CreatedAt: paid.CreatedAt.AddDate(0, 0, 20),
	}
	closed := dispute
	closed.Status, closed.ClosedAt = DisputeWon, dispute.CreatedAt.AddDate(0, 1, 0)
	return append(withdrawalEvents(),
		webhook.NewEventType(paymentSucceeded, "Money has come in, and what it was for has happened.", paid.data()),
		webhook.NewEventType(paymentFailed, "A payment has failed or expired.", failed.data()),
		webhook.NewEventType(paymentRefunded, "Money of a payment has gone back.", refunded.refundData(&refund)),
		webhook.NewEventType(paymentRefundFailed, "A refund has failed, also one whose money had gone and came back.", kept.refundData(&unrefunded)),
		webhook.NewEventType(paymentDisputed, "A payer has asked their bank for the money back, and it was taken.",
			disputed.disputeData(&dispute)),
		webhook.NewEventType(paymentDisputeClosed, "A dispute was won, and the money is back, or lost, and it is gone.",
			won.disputeData(&closed)),
	)
}

// withdrawalEvents describes one event for each status of a withdrawal.
func withdrawalEvents() []webhook.EventType {
	at := examplePayment().CreatedAt
	requested := Withdrawal{
		ID: exampleID(5), UserID: exampleID(2), AccountID: exampleID(6), Amount: money.FromInt(250), Currency: Currency,
		Status: WithdrawalRequested, Hint: "DE****3000", CreatedAt: at,
	}
	approved, cancelled := requested, requested
	approved.Status, approved.DecidedAt, approved.TransferAmount = WithdrawalApproved, at.Add(time.Hour), requested.Amount
	paid, failed, rejected := approved, approved, approved
	paid.Status, paid.CompletedAt, paid.Reference = WithdrawalPaid, at.Add(3*time.Hour), "SEPA 2026-01-15 0042"
	failed.Status, failed.CompletedAt, failed.Reason = WithdrawalFailed, at.Add(3*time.Hour), "the bank does not know the account"
	rejected.Status, rejected.TransferAmount, rejected.Reason = WithdrawalRejected, money.Zero, "the name is not the account holder's"
	cancelled.Status, cancelled.CompletedAt = WithdrawalCancelled, at.Add(time.Minute)
	described := func(w Withdrawal, text string) webhook.EventType {
		return webhook.NewEventType(withdrawalPrefix+string(w.Status), text, w.data())
	}
	return []webhook.EventType{
		described(requested, "A user has asked for money, which is held until it is decided."),
		described(approved, "A withdrawal was approved: it goes back to where it came from, and the rest is to be transferred."),
		described(paid, "All of a withdrawal has gone out."),
		described(failed, "The transfer of a withdrawal has failed, and its money is back on the account."),
		described(rejected, "A withdrawal was rejected, and the money is back on the account."),
		described(cancelled, "A user has taken a withdrawal back."),
	}
}

func examplePayment() Payment {
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	return Payment{
		ID: exampleID(1), UserID: exampleID(2), Kind: CoursePayment, CourseID: exampleID(3), Description: "Risk Before Return",
		Amount: money.FromInt(49), Currency: Currency, Status: Succeeded, Provider: "stripe", CreatedAt: at, PaidAt: at.Add(time.Minute),
		CompletedAt: at.Add(time.Minute),
	}
}

func exampleID(last byte) uuid.UUID {
	id := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000400")
	id[15] = last
	return id
}
