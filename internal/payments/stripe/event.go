package stripe

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/google/uuid"

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
	told := payments.Event{ID: event.ID, Type: event.Type}
	if event.ID == "" || event.Data == nil {
		return told, fault.New(fault.ValidationError, "the event has no id or no data")
	}
	switch event.Type {
	case "checkout.session.completed", "checkout.session.async_payment_succeeded", eventSessionPaymentFailed, eventSessionExpired:
		told.Checkout, err = readSession(event)
	case "refund.created", "refund.updated", "refund.failed", "charge.refund.updated":
		told.Refund, err = readRefund(event)
	case "charge.refunded":
		told.RefundsOf, err = readRefunded(event)
	case "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed", "charge.dispute.funds_withdrawn",
		"charge.dispute.funds_reinstated":
		told.Dispute, err = readDispute(event)
	}
	return told, err
}

// verify accepts either secret. The time and every other reason to refuse are the same for both.
func (p *Provider) verify(body []byte, signature string) (told event, err error) {
	for _, secret := range p.secrets {
		if told, err = verify(body, signature, secret, p.now()); !errors.Is(err, errWrongSecret) {
			break
		}
	}
	return told, err
}

func refusal(err error) string {
	switch {
	case errors.Is(err, errNotSigned):
		return "is required"
	case errors.Is(err, errTooOld):
		return "is too old"
	case errors.Is(err, errInvalidHeader):
		return "does not have the required form"
	case errors.Is(err, errWrongSecret):
		return "does not match the body"
	}
	return "signs something that is not an event"
}

// readSession reads the session of a checkout event; nil is somebody else's session in the same Stripe account.
func readSession(told event) (*payments.Report, error) {
	var found session
	if err := json.Unmarshal(told.Data.Object, &found); err != nil {
		return nil, fault.New(fault.ValidationError, "the event holds no checkout session")
	}
	report := reportOf(&found)
	if report.PaymentID == uuid.Nil {
		return nil, nil
	}
	switch told.Type {
	case eventSessionPaymentFailed:
		report.State = payments.CheckoutFailed
	case eventSessionExpired:
		report.State = payments.CheckoutExpired
	}
	return &report, nil
}

// reportOf reads a session. If its two marks are not the same id, it belongs to no payment of ours.
func reportOf(session *session) payments.Report {
	report := payments.Report{
		Reference: session.ID, State: payments.CheckoutOpen, Amount: amountOf(session.AmountTotal),
		Currency: strings.ToUpper(session.Currency),
	}
	if session.ClientReferenceID == session.Metadata[paymentKey] {
		report.PaymentID = idOf(session.ClientReferenceID)
	}
	if session.PaymentIntent != nil {
		report.Payment = session.PaymentIntent.ID
	}
	switch {
	case session.PaymentStatus == sessionPaid:
		report.State = payments.CheckoutPaid
	case session.Status == sessionExpired:
		report.State = payments.CheckoutExpired
	case session.Status == sessionComplete:
		report.State = processing(session.PaymentIntent)
	}
	return report
}

// processing is the state of a completed session without money. The intent says so if it was expanded; an event holds
// only its id.
func processing(intent *paymentIntent) payments.State {
	if intent != nil && (intent.Status == intentRequiresPaymentMethod || intent.Status == intentCanceled) {
		return payments.CheckoutFailed
	}
	return payments.CheckoutProcessing
}

// readRefund reads the refund of a refund event; nil if its payment cannot be ours. One that was made in the
// dashboard carries no id of ours.
func readRefund(told event) (*payments.RefundReport, error) {
	var found refund
	if err := json.Unmarshal(told.Data.Object, &found); err != nil {
		return nil, fault.New(fault.ValidationError, "the event holds no refund")
	}
	report := reportOfRefund(&found, idOf(found.Metadata[refundKey]))
	if report.RefundID == uuid.Nil && (report.Payment == "" || !isUSD(found.Currency)) {
		return nil, nil
	}
	return &report, nil
}

// readRefunded returns the PaymentIntent of a charge with refunds; empty if none. The event does not contain the
// refunds themselves.
func readRefunded(told event) (string, error) {
	var found charge
	if err := json.Unmarshal(told.Data.Object, &found); err != nil {
		return "", fault.New(fault.ValidationError, "the event holds no charge")
	}
	if found.PaymentIntent == nil {
		return "", nil
	}
	return found.PaymentIntent.ID, nil
}

// readDispute reads the dispute of a dispute event; nil if its payment cannot be ours. The result comes from its
// status and not from the event: money is also reinstated when a dispute is lost of which a part had been refunded
// before.
func readDispute(told event) (*payments.DisputeReport, error) {
	var found dispute
	if err := json.Unmarshal(told.Data.Object, &found); err != nil {
		return nil, fault.New(fault.ValidationError, "the event holds no dispute")
	}
	if found.PaymentIntent == nil || found.ID == "" || !isUSD(found.Currency) {
		return nil, nil
	}
	return &payments.DisputeReport{
		Reference: found.ID, Payment: found.PaymentIntent.ID, Amount: amountOf(found.Amount),
		Status: disputeStatus(found.Status), Reason: found.Reason,
	}, nil
}

// disputeStatus translates a dispute's status. A warning is an inquiry of the bank, before any money is taken.
func disputeStatus(status string) payments.DisputeStatus {
	switch status {
	case "won":
		return payments.DisputeWon
	case "lost":
		return payments.DisputeLost
	case "warning_needs_response", "warning_under_review", "warning_closed", "prevented":
		return payments.DisputeInquiry
	}
	return payments.DisputeOpen
}

// isUSD reports whether an amount is in the currency of all payments.
func isUSD(currency string) bool { return strings.EqualFold(currency, payments.Currency) }

func refundStatus(status string) payments.RefundStatus {
	switch status {
	case "succeeded":
		return payments.RefundSucceeded
	case "failed", "canceled":
		return payments.RefundFailed
	}
	return payments.RefundPending // also one that waits for the customer
}
