package stripe

import "encoding/json"

// The objects of Stripe's API, with the fields that we read.

type session struct {
	ID                string            `json:"id"`
	URL               string            `json:"url"`
	Status            string            `json:"status"`
	PaymentStatus     string            `json:"payment_status"`
	AmountTotal       int64             `json:"amount_total"`
	Currency          string            `json:"currency"`
	ClientReferenceID string            `json:"client_reference_id"`
	Metadata          map[string]string `json:"metadata"`
	PaymentIntent     *paymentIntent    `json:"payment_intent"`
}

// paymentIntent is sent as its id only, unless the request expanded it.
type paymentIntent struct {
	ID     string
	Status string
}

// UnmarshalJSON reads an id or an object. It fails when it is neither.
func (p *paymentIntent) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &p.ID)
	}
	var object struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	}
	err := json.Unmarshal(text, &object)
	p.ID, p.Status = object.ID, object.Status
	return err
}

type refund struct {
	ID            string            `json:"id"`
	Amount        int64             `json:"amount"`
	Currency      string            `json:"currency"`
	Status        string            `json:"status"`
	Metadata      map[string]string `json:"metadata"`
	PaymentIntent *paymentIntent    `json:"payment_intent"`
}

type charge struct {
	PaymentIntent *paymentIntent `json:"payment_intent"`
}

type dispute struct {
	ID            string         `json:"id"`
	Amount        int64          `json:"amount"`
	Currency      string         `json:"currency"`
	Status        string         `json:"status"`
	Reason        string         `json:"reason"`
	PaymentIntent *paymentIntent `json:"payment_intent"`
}

// list is one page of objects.
type list[T any] struct {
	Data []T `json:"data"`
}

// event is an event from Stripe. The kind of its object depends on its type.
type event struct {
	ID     string     `json:"id"`
	Object string     `json:"object"`
	Type   string     `json:"type"`
	Data   *eventData `json:"data"`
}

type eventData struct {
	Object json.RawMessage `json:"object"`
}

// Stripe's names.
const (
	sessionExpired  = "expired"
	sessionComplete = "complete"
	sessionPaid     = "paid"

	intentRequiresPaymentMethod = "requires_payment_method"
	intentCanceled              = "canceled"

	typeIdempotency           = "idempotency_error"
	codeLockTimeout           = "lock_timeout"
	codeChargeAlreadyRefunded = "charge_already_refunded"
	eventSessionPaymentFailed = "checkout.session.async_payment_failed"
	eventSessionExpired       = "checkout.session.expired"
)
