package stripe

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/google/uuid"
	api "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"bourse/internal/fault"
	"bourse/internal/payments"
)

// Read checks the signature over the bytes of the body with the current and the previous secret, and reads
// the event. It fails with VALIDATION_ERROR about the header when neither has signed it within the last five
// minutes.
func (p *Provider) Read(body []byte, signature string) (payments.Event, error) {
	event, err := p.verify(body, signature)
	if err != nil {
		return payments.Event{}, fault.Invalid(signatureHeader, "%s", refusal(err))
	}
	told := payments.Event{ID: event.ID, Type: string(event.Type)}
	if event.ID == "" || event.Data == nil {
		return told, fault.New(fault.ValidationError, "the event has no id or no data")
	}
	switch event.Type {
	case api.EventTypeCheckoutSessionCompleted, api.EventTypeCheckoutSessionAsyncPaymentSucceeded,
		api.EventTypeCheckoutSessionAsyncPaymentFailed, api.EventTypeCheckoutSessionExpired:
		told.Checkout, err = readSession(event)
	case api.EventTypeRefundCreated, api.EventTypeRefundUpdated, api.EventTypeRefundFailed, api.EventTypeChargeRefundUpdated:
		told.Refund, err = readRefund(event)
	case api.EventTypeChargeRefunded:
		told.RefundsOf, err = readRefunded(event)
	case api.EventTypeChargeDisputeCreated, api.EventTypeChargeDisputeUpdated, api.EventTypeChargeDisputeClosed,
		api.EventTypeChargeDisputeFundsWithdrawn, api.EventTypeChargeDisputeFundsReinstated:
		told.Dispute, err = readDispute(event)
	}
	return told, err
}

// verify believes whichever secret has signed. The time and every other reason to refuse are the same for all.
func (p *Provider) verify(body []byte, signature string) (event api.Event, err error) {
	for _, secret := range p.secrets {
		event, err = webhook.ConstructEventWithOptions(body, signature, secret, webhook.ConstructEventOptions{
			Tolerance: webhook.DefaultTolerance, IgnoreAPIVersionMismatch: true, // the few fields that we read are in every version
		})
		if !errors.Is(err, webhook.ErrNoValidSignature) {
			break
		}
	}
	return event, err
}

func refusal(err error) string {
	switch {
	case errors.Is(err, webhook.ErrNotSigned):
		return "is required"
	case errors.Is(err, webhook.ErrTooOld):
		return "is too old"
	case errors.Is(err, webhook.ErrInvalidHeader):
		return "does not have the required form"
	case errors.Is(err, webhook.ErrNoValidSignature):
		return "does not match the body"
	}
	return "signs something that is not an event"
}

// readSession reads what a checkout event is about; nil is somebody else's session in the same Stripe account.
func readSession(event api.Event) (*payments.Report, error) {
	var session api.CheckoutSession
	if err := json.Unmarshal(event.Data.Raw, &session); err != nil {
		return nil, fault.New(fault.ValidationError, "the event holds no checkout session")
	}
	report := reportOf(&session)
	if report.PaymentID == uuid.Nil {
		return nil, nil
	}
	switch event.Type {
	case api.EventTypeCheckoutSessionAsyncPaymentFailed:
		report.State = payments.CheckoutFailed
	case api.EventTypeCheckoutSessionExpired:
		report.State = payments.CheckoutExpired
	}
	return &report, nil
}

// reportOf reads a session. One whose two marks are not the same id belongs to no payment of ours.
func reportOf(session *api.CheckoutSession) payments.Report {
	report := payments.Report{
		Reference: session.ID, State: payments.CheckoutOpen, Amount: amountOf(session.AmountTotal),
		Currency: strings.ToUpper(string(session.Currency)),
	}
	if session.ClientReferenceID == session.Metadata[paymentKey] {
		report.PaymentID = idOf(session.ClientReferenceID)
	}
	if session.PaymentIntent != nil {
		report.Payment = session.PaymentIntent.ID
	}
	switch {
	case session.PaymentStatus == api.CheckoutSessionPaymentStatusPaid:
		report.State = payments.CheckoutPaid
	case session.Status == api.CheckoutSessionStatusExpired:
		report.State = payments.CheckoutExpired
	case session.Status == api.CheckoutSessionStatusComplete:
		report.State = processing(session.PaymentIntent)
	}
	return report
}

// processing tells how a completed session without money stands. The intent says so if it was asked for too;
// an event holds its id alone.
func processing(intent *api.PaymentIntent) payments.State {
	if intent != nil && (intent.Status == api.PaymentIntentStatusRequiresPaymentMethod || intent.Status == api.PaymentIntentStatusCanceled) {
		return payments.CheckoutFailed
	}
	return payments.CheckoutProcessing
}

// readRefund reads what a refund event is about; nil is a refund of no payment that could be ours. One that was
// made in the dashboard carries no id of ours.
func readRefund(event api.Event) (*payments.RefundReport, error) {
	var refund api.Refund
	if err := json.Unmarshal(event.Data.Raw, &refund); err != nil {
		return nil, fault.New(fault.ValidationError, "the event holds no refund")
	}
	report := reportOfRefund(&refund, idOf(refund.Metadata[refundKey]))
	if report.RefundID == uuid.Nil && (report.Payment == "" || !isUSD(refund.Currency)) {
		return nil, nil
	}
	return &report, nil
}

// readRefunded reads which PaymentIntent a charge with refunds belongs to; empty is none. The refunds themselves
// are not in the event.
func readRefunded(event api.Event) (string, error) {
	var charge api.Charge
	if err := json.Unmarshal(event.Data.Raw, &charge); err != nil {
		return "", fault.New(fault.ValidationError, "the event holds no charge")
	}
	if charge.PaymentIntent == nil {
		return "", nil
	}
	return charge.PaymentIntent.ID, nil
}

// readDispute reads what a dispute event is about; nil is a dispute of no payment that could be ours.
func readDispute(event api.Event) (*payments.DisputeReport, error) {
	var dispute api.Dispute
	if err := json.Unmarshal(event.Data.Raw, &dispute); err != nil {
		return nil, fault.New(fault.ValidationError, "the event holds no dispute")
	}
	if dispute.PaymentIntent == nil || dispute.ID == "" || !isUSD(dispute.Currency) {
		return nil, nil
	}
	report := payments.DisputeReport{
		Reference: dispute.ID, Payment: dispute.PaymentIntent.ID, Amount: amountOf(dispute.Amount),
		Status: disputeStatus(dispute.Status), Reason: string(dispute.Reason),
	}
	if event.Type == api.EventTypeChargeDisputeFundsReinstated {
		report.Status = payments.DisputeWon
	}
	return &report, nil
}

// disputeStatus tells how a dispute stands. A warning is a question of the bank's, before any money is taken.
func disputeStatus(status api.DisputeStatus) payments.DisputeStatus {
	switch status {
	case api.DisputeStatusWon:
		return payments.DisputeWon
	case api.DisputeStatusLost:
		return payments.DisputeLost
	case api.DisputeStatusWarningNeedsResponse, api.DisputeStatusWarningUnderReview, api.DisputeStatusWarningClosed,
		api.DisputeStatusPrevented:
		return payments.DisputeInquiry
	}
	return payments.DisputeOpen
}

// isUSD tells whether an amount is in the currency that everything is paid in.
func isUSD(currency api.Currency) bool { return strings.EqualFold(string(currency), payments.Currency) }

func refundStatus(status api.RefundStatus) payments.RefundStatus {
	switch status {
	case api.RefundStatusSucceeded:
		return payments.RefundSucceeded
	case api.RefundStatusFailed, api.RefundStatusCanceled:
		return payments.RefundFailed
	}
	return payments.RefundPending // also what waits for the customer
}
