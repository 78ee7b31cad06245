package hostile

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"bourse/internal/webhook/signing"
)

// The secrets that the platform and the outside services sign with.
const (
	KYCSecret    = "whsec_YSBzZWNyZXQgb2YgdGhlIGJsYWNrIGJveCAwMTIzNDU2Nzg5"
	StripeSecret = "whsec_that-is-made-up"
)

// Outside is everything that the platform calls: Stripe, a KYC provider, an exchange and webhook receivers. All of it
// works properly; outages are another test's subject.
type Outside struct {
	*httptest.Server
	submissions chan string // that were sent to the KYC provider
}

// NewOutside starts it. The caller has to close it.
func NewOutside() *Outside {
	o := &Outside{submissions: make(chan string, 1000)}
	routes := http.NewServeMux()
	routes.HandleFunc("POST /v1/checkout/sessions", o.openSession)
	routes.HandleFunc("GET /v1/checkout/sessions/{id}", func(w http.ResponseWriter, r *http.Request) { answerSession(w, r.PathValue("id"), "open") })
	routes.HandleFunc("GET /v1/checkout/sessions", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{}})
	})
	routes.HandleFunc("POST /v1/checkout/sessions/{id}/expire", func(w http.ResponseWriter, r *http.Request) { answerSession(w, r.PathValue("id"), "expired") })
	routes.HandleFunc("POST /v1/refunds", o.refund)
	routes.HandleFunc("GET /v1/refunds/{id}", func(w http.ResponseWriter, r *http.Request) { answerRefund(w, r.PathValue("id"), "succeeded", r) })
	routes.HandleFunc("GET /v1/refunds", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{}})
	})
	routes.HandleFunc("POST /kyc", o.takeSubmission)
	routes.HandleFunc("GET /api/v3/account", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"canTrade": true, "accountType": "SPOT", "uid": 354937868, "balances": []any{
			map[string]any{"asset": "BTC", "free": "0.50000000", "locked": "0.00000000"}, map[string]any{"asset": "USDT", "free": "1000.00000000", "locked": "10.00000000"}}})
	})
	routes.HandleFunc("GET /api/v3/time", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"serverTime": time.Now().UnixMilli()})
	})
	routes.HandleFunc("GET /api/v3/ticker/price", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, []any{map[string]any{"symbol": "BTCUSDT", "price": "60000.00000000"}})
	})
	routes.HandleFunc("GET /sapi/v1/account/apiRestrictions", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"enableReading": true, "enableSpotAndMarginTrading": true, "enableWithdrawals": false, "ipRestrict": true})
	})
	routes.HandleFunc("/takes/", takeDelivery)
	routes.HandleFunc("/refuses/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	o.Server = httptest.NewServer(routes)
	return o
}

func answerJSON(w http.ResponseWriter, status int, content any) {
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(content) // the caller may be gone
}

// openSession opens a Checkout Session whose id is that of the payment.
func (o *Outside) openSession(w http.ResponseWriter, r *http.Request) {
	answerSession(w, "cs_test_"+r.FormValue("client_reference_id"), "open")
}

func answerSession(w http.ResponseWriter, id, status string) {
	payment := strings.TrimPrefix(id, "cs_test_")
	answerJSON(w, http.StatusOK, map[string]any{
		"object": "checkout.session", "id": id, "url": "https://checkout.stripe.test/c/" + id, "status": status, "payment_status": "unpaid",
		"client_reference_id": payment, "metadata": map[string]any{"payment_id": payment},
	})
}

// refund accepts even amounts in cents and refuses odd ones, as Stripe refuses old payments, so that they have to be
// transferred. So the caller knows the outcome from the amount, whatever other callers do meanwhile.
func (o *Outside) refund(w http.ResponseWriter, r *http.Request) {
	if amount := r.FormValue("amount"); amount != "" && (amount[len(amount)-1]-'0')%2 == 0 {
		answerRefund(w, "re_"+r.FormValue("metadata[refund_id]"), "succeeded", r)
		return
	}
	w.Header().Set("Stripe-Should-Retry", "false")
	answerJSON(w, http.StatusBadRequest, map[string]any{"error": map[string]any{"type": "invalid_request_error", "code": "expired", "message": "It is too late for a refund."}})
}

func answerRefund(w http.ResponseWriter, id, status string, r *http.Request) {
	var amount int64
	_, _ = fmt.Sscan(r.FormValue("amount"), &amount) // a lookup has none
	answerJSON(w, http.StatusOK, map[string]any{
		"object": "refund", "id": id, "amount": amount, "currency": "usd", "status": status, "payment_intent": r.FormValue("payment_intent"),
		"metadata": map[string]any{"refund_id": strings.TrimPrefix(id, "re_")},
	})
}

// takeSubmission is the KYC provider, which receives a person's data and will call back.
func (o *Outside) takeSubmission(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(signing.IDHeader)
	select {
	case o.submissions <- id:
	default: // nobody has called back for a thousand of them
	}
	answerJSON(w, http.StatusOK, map[string]any{"reference": "check-" + id})
}

// takeDelivery receives a webhook, and answers the verification of an endpoint.
func takeDelivery(w http.ResponseWriter, r *http.Request) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return // the sender is gone
	}
	var told struct {
		Type string
		Data json.RawMessage
	}
	if json.Unmarshal(content, &told) == nil && told.Type == "webhook.verification" {
		_, _ = w.Write(told.Data)
	}
}
