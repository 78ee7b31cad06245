package platform_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/internal/webhook/signing"
	"bourse/test/e2e/kit"
)

// webhooks is the life of an endpoint: one that accepts everything, and one that accepts nothing.
func (w *tour) webhooks(t *testing.T) {
	admin := w.admin.Client
	receiver := kit.NewReceiver(t, func(answer http.ResponseWriter, one kit.Delivered) {
		if one.Body["type"] == "webhook.verification" {
			_ = json.NewEncoder(answer).Encode(one.Body["data"]) // the sender may be gone
		}
	})
	deaf := kit.NewReceiver(t, func(answer http.ResponseWriter, _ kit.Delivered) { answer.WriteHeader(http.StatusInternalServerError) })
	wanted := kit.Body{"name": "Back office", "url": receiver.URL + "/hooks/bourse", "subscribedEvents": []string{"trading.*", "custom.*"}}
	w.things["endpointId"] = w.call(t, admin, "createWebhookEndpoint", wanted)["id"].(string)
	w.list(t, admin, "listWebhookEndpoints")
	w.call(t, admin, "getWebhookEndpoint", nil)
	w.call(t, admin, "updateWebhookEndpoint", kit.Body{"name": "Back office, second floor"})
	w.call(t, admin, "verifyWebhookEndpoint", nil)
	w.call(t, admin, "testWebhookEndpoint", nil)
	w.call(t, admin, "rotateWebhookSecret", nil)
	w.things["recoveryId"] = w.call(t, admin, "recoverWebhookEndpoint", kit.Body{"since": time.Now().UTC().Add(-time.Hour).Format(time.RFC3339)})["id"].(string)
	w.call(t, admin, "getWebhookRecovery", nil)
	lost := w.admin.Endpoint(t, deaf.URL+"/", kit.Body{"retryEnabled": false, "subscribedEvents": []string{"custom.order.shipped"}})["id"].(string)
	w.call(t, admin, "publishWebhookEvent", kit.Body{"type": "custom.order.shipped", "data": kit.Body{"orderNumber": 4711}})
	w.call(t, admin, "publishWebhookEvents", kit.Body{"events": []kit.Body{
		{"type": "custom.order.packed", "data": kit.Body{"orderNumber": 4712}}, {"type": "custom.order.packed", "data": kit.Body{"orderNumber": 4713}},
	}})
	w.list(t, admin, "listWebhookEvents?limit=2")
	w.list(t, admin, "listWebhookEventTypes")
	taking := w.things["endpointId"]
	w.things["endpointId"] = lost
	testkit.Within(t, kit.Patience, "the delivery is given up", onceASecond(func() bool {
		given := w.list(t, admin, "listWebhookDeliveries?status=exhausted")
		if len(given) > 0 {
			w.things["deliveryId"] = given[0]["id"].(string)
		}
		return len(given) > 0
	}))
	w.list(t, admin, "listAllWebhookDeliveries?eventType=custom.order.shipped&endpointId="+lost)
	w.call(t, admin, "getWebhookEndpointStats", nil)
	w.call(t, admin, "getWebhookDelivery", nil)
	w.call(t, admin, "retryWebhookDelivery", nil)
	w.call(t, admin, "deleteWebhookEndpoint", nil)
	w.things["endpointId"] = taking
	admin.Call(t, http.MethodDelete, kit.EndpointsPath+"/"+taking, nil).Ok(t, 200)
}

const (
	callbackSecret = "whsec_YSBzZWNyZXQgb2YgdGhlIGJsYWNrIGJveCAwMTIzNDU2Nzg5"
	stripeSecret   = "whsec_that-is-made-up"
)

// elsewhere calls what the demo does not do: Stripe and a KYC provider call a server that uses them, and what Stripe
// does not refund is transferred.
func (w *tour) elsewhere(t *testing.T) {
	asked := make(chan string, 10)
	peer := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		answer.Header().Set("Content-Type", "application/json")
		switch {
		case r.URL.Path == "/kyc":
			asked <- r.Header.Get(signing.IDHeader)
			fmt.Fprint(answer, `{"reference":"check-1"}`)
		case r.URL.Path == "/v1/checkout/sessions":
			fmt.Fprint(answer, `{"object":"checkout.session","id":"cs_test_1","url":"https://checkout.stripe.test/c/cs_test_1","status":"open"}`)
		default:
			answer.Header().Set("Stripe-Should-Retry", "false")
			answer.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(answer, `{"error":{"type":"invalid_request_error","code":"expired","message":"It is too late for a refund."}}`)
		}
	}))
	t.Cleanup(peer.Close)
	place := kit.NewInstallation(t, database.SQLite)
	w.Server = place.Serve(t, append(slices.Clone(kit.SilentMarket), "--kyc", "http", "--kyc-url", peer.URL+"/kyc", "--kyc-secret", callbackSecret,
		"--webhook-allow-http", "--webhook-allow-loopback", "--payments-provider", "stripe", "--payments-stripe-key", "sk_test_made-up",
		"--payments-stripe-webhook-secret", stripeSecret, "--payments-stripe-url", peer.URL, "--app-url", "https://app.example.test")...)
	m := w.Register(t)
	account := m.Invest(t, 100)
	m.Post(t, "/kyc", kit.Person()).Ok(t, 200)
	w.kycCallback(t, <-asked)
	w.stripePays(t, m, account, 80)
	officer := w.Officer(t, "admin", "")
	for id, content := range map[string]kit.Body{"markWithdrawalPaid": {"reference": "TRANSFER-0017"}, "markWithdrawalFailed": {"reason": "The account is closed."}} {
		withdrawal := m.With("Idempotency-Key", kit.NewKey()).Post(t, kit.WithdrawalsPath, aWithdrawal(account, 30)).Ok(t, 201)
		w.things["withdrawalId"] = idOf(withdrawal)
		w.call(t, officer.Client, "decideWithdrawal", kit.Body{"decision": "approve"})
		w.call(t, officer.Client, id, content)
	}
}

// kycCallback reports, as the provider does, that a person is who they say.
func (w *tour) kycCallback(t *testing.T, submission string) {
	t.Helper()
	const id = "callback-1"
	now, told := time.Now(), encoded(t, kit.Body{"submissionId": submission, "decision": "approve", "reference": "check-1"})
	key, err := signing.ParseKey(callbackSecret)
	if err != nil {
		t.Fatal(err)
	}
	provider := w.Client().With(signing.IDHeader, id).With(signing.TimestampHeader, signing.Timestamp(now)).
		With(signing.SignatureHeader, signing.Signature(id, now, []byte(told), key))
	w.call(t, provider, "receiveKycCallback", told)
}

// stripePays pays money into an account and has Stripe report it.
func (w *tour) stripePays(t *testing.T, m *kit.Member, account string, dollars int) {
	t.Helper()
	deposit := m.With("Idempotency-Key", kit.NewKey()).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": dollars}).Ok(t, 201)
	payment := deposit.Envelope["data"].(map[string]any)["paymentId"]
	now := time.Now().Unix()
	event := encoded(t, kit.Body{
		"id": "evt_1", "object": "event", "api_version": "2020-08-27", "type": "checkout.session.completed", "created": now,
		"data": kit.Body{"object": kit.Body{
			"object": "checkout.session", "id": "cs_test_1", "client_reference_id": payment, "metadata": kit.Body{"payment_id": payment},
			"amount_total": 100 * dollars, "currency": "usd", "status": "complete", "payment_status": "paid", "payment_intent": "pi_1",
		}},
	})
	mac := hmac.New(sha256.New, []byte(stripeSecret))
	fmt.Fprintf(mac, "%d.%s", now, event)
	w.call(t, w.Client().With("Stripe-Signature", fmt.Sprintf("t=%d,v1=%s", now, hex.EncodeToString(mac.Sum(nil)))), "receiveStripeEvent", event)
}
