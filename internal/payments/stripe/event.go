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
		return payments.Event{}, fault.Invalid("Stripe-Signature", "%s", refusal(err))
	}
	told := payments.Event{ID: event.ID, Type: string(event.Type)}
	if event.ID == "" || event.Data == nil {
		return told, fault.New(fault.ValidationError, "the event has no id or no data")
	}
	switch event.Type {
	case api.EventTypeCheckoutSessionCompleted, api.EventTypeCheckoutSessionAsyncPaymentSucceeded,
		api.EventTypeCheckoutSessionAsyncPaymentFailed, api.EventTypeCheckoutSessionExpired:
		told.Checkout, err = readSession(event)
	case api.EventTypeRefundUpdated, api.EventTypeRefundFailed, api.EventTypeChargeRefundUpdated:
		told.Refund, err = readRefund(event)
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

// readRefund reads what a refund event is about; nil is a refund that we have not asked for.
func readRefund(event api.Event) (*payments.RefundReport, error) {
	var refund api.Refund
	if err := json.Unmarshal(event.Data.Raw, &refund); err != nil {
		return nil, fault.New(fault.ValidationError, "the event holds no refund")
	}
	id := idOf(refund.Metadata[refundKey])
	if id == uuid.Nil {
		return nil, nil
	}
	return &payments.RefundReport{RefundID: id, Reference: refund.ID, Status: refundStatus(refund.Status)}, nil
}

func refundStatus(status api.RefundStatus) payments.RefundStatus {
	switch status {
	case api.RefundStatusSucceeded:
		return payments.RefundSucceeded
	case api.RefundStatusFailed, api.RefundStatusCanceled:
		return payments.RefundFailed
	}
	return payments.RefundPending // also what waits for the customer
}
