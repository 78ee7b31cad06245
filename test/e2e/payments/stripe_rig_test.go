package payments_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

const (
	stripeKey            = "sk_test_the-key-that-no-log-holds"
	stripeSecret         = "whsec_the-secret-that-no-log-holds"
	stripePreviousSecret = "whsec_the-secret-before-it"
)

// stripeCall is a request that Stripe received.
type stripeCall struct {
	method, path, key, authorization string
	form                             url.Values
}

// stripePeer is a Stripe that creates sessions and refunds, once per idempotency key.
type stripePeer struct {
	*httptest.Server
	mutex        sync.Mutex
	calls        []stripeCall
	made         map[string]map[string]any // by idempotency key
	refundStatus string                    // of the next refunds
	dashboard    map[string][]any          // refunds made in the dashboard, by PaymentIntent
	paid         map[string][]any          // sessions by PaymentIntent
	failure      int                       // the status of every answer; 0 for none
}

func newStripePeer(t *testing.T) *stripePeer {
	t.Helper()
	p := &stripePeer{made: map[string]map[string]any{}, refundStatus: "succeeded", dashboard: map[string][]any{}, paid: map[string][]any{}}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

var stripeCount atomic.Int64

// ServeHTTP is the part of Stripe's API that we use.
func (p *stripePeer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, _ := io.ReadAll(r.Body)
	form, _ := url.ParseQuery(string(content))
	key := r.Header.Get("Idempotency-Key")
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.calls = append(p.calls, stripeCall{r.Method, r.URL.Path, key, r.Header.Get("Authorization"), form})
	w.Header().Set("Content-Type", "application/json")
	if p.failure != 0 {
		w.Header().Set("Stripe-Should-Retry", "false")
		w.WriteHeader(p.failure)
		_, _ = io.WriteString(w, `{"error":{"type":"invalid_request_error","code":"trouble","message":"Invalid key: `+stripeKey+`"}}`)
		return
	}
	if r.Method == http.MethodPost && r.URL.Path == "/v1/refunds" && len(p.dashboard[form.Get("payment_intent")]) > 0 {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"type":"invalid_request_error","code":"charge_already_refunded","message":"Charge has already been refunded."}}`)
		return
	}
	answer, isKnown := p.made[key]
	if !isKnown {
		answer = p.answer(r, form)
		if r.Method == http.MethodPost {
			p.made[key] = answer
		}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func (p *stripePeer) answer(r *http.Request, form url.Values) map[string]any {
	number := stripeCount.Add(1)
	reference, isSession := strings.CutPrefix(r.URL.Path, "/v1/checkout/sessions/")
	switch {
	case r.URL.Path == "/v1/checkout/sessions" && r.Method == http.MethodGet:
		return kit.Body{"object": "list", "url": "/v1/checkout/sessions", "has_more": false, "data": p.paid[r.URL.Query().Get("payment_intent")]}
	case r.URL.Path == "/v1/checkout/sessions":
		id := fmt.Sprintf("cs_test_%d", number)
		return kit.Body{"object": "checkout.session", "id": id, "url": "https://checkout.stripe.test/c/" + id, "status": "open"}
	case r.URL.Path == "/v1/refunds" && r.Method == http.MethodGet:
		return kit.Body{"object": "list", "url": "/v1/refunds", "has_more": false, "data": p.dashboard[r.URL.Query().Get("payment_intent")]}
	case r.URL.Path == "/v1/refunds":
		return kit.Body{
			"object": "refund", "id": fmt.Sprintf("re_%d", number), "status": p.refundStatus,
			"metadata": kit.Body{"refund_id": form.Get("metadata[refund_id]"), "payment_id": form.Get("metadata[payment_id]")},
		}
	case isSession && strings.HasSuffix(reference, "/expire"):
		return kit.Body{"object": "checkout.session", "id": strings.TrimSuffix(reference, "/expire"), "status": "expired"}
	}
	return kit.Body{"object": "checkout.session", "id": reference, "status": "open", "payment_status": "unpaid"}
}

// fail makes every answer a failure; 0 ends that.
func (p *stripePeer) fail(status int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.failure = status
}

// refunding sets the status of the next refunds.
func (p *stripePeer) refunding(status string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.refundStatus = status
}

// callsOf returns the calls of a path that contain an id anywhere.
func (p *stripePeer) callsOf(path, id string) (all []stripeCall) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, call := range p.calls {
		if call.path == path && strings.Contains(call.form.Encode()+call.key+call.path, id) {
			all = append(all, call)
		}
	}
	return all
}

// stripeCounter is a counter that uses Stripe.
type stripeCounter struct {
	*counter
	stripe *stripePeer
}

// stripePurchases are tests that share a stripeCounter, by what they show.
type stripePurchases map[string]func(t *testing.T, c *stripeCounter)

// onEachStripe runs the purchases on one counter with Stripe of every engine, one after the other.
func onEachStripe(t *testing.T, purchases stripePurchases, flags ...string) {
	t.Helper()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		peer := newStripePeer(t)
		all := append([]string{"--payments-provider", "stripe", "--payments-stripe-key", stripeKey,
			"--payments-stripe-webhook-secret", stripeSecret, "--payments-stripe-previous-webhook-secret", stripePreviousSecret,
			"--payments-stripe-url", peer.URL, "--app-url", "https://app.example.test/base"}, flags...)
		c := &stripeCounter{newStripeCounter(t, place, all...), peer}
		for name, purchase := range purchases {
			t.Run(name, func(t *testing.T) { purchase(t, c) })
		}
		for _, secret := range []string{stripeKey, stripeSecret, stripePreviousSecret} {
			if strings.Contains(c.Log(), secret) {
				t.Errorf("the log holds %q", secret)
			}
		}
	})
}

// customer is a user with an empty, active investment account.
func (c *stripeCounter) customer(t *testing.T) (m *kit.Member, account string) {
	t.Helper()
	m = c.Register(t)
	account = m.Invest(t, 100)
	c.Author.Moved(t, account, "active")
	return m, account
}

// session is Stripe's object for a checkout: paid, unless a test changes it.
func session(payment begun, cents int) kit.Body {
	return kit.Body{
		"object": "checkout.session", "id": payment.url[strings.LastIndex(payment.url, "/")+1:], "client_reference_id": payment.id,
		"metadata": kit.Body{"payment_id": payment.id}, "amount_total": cents, "currency": "usd", "status": "complete",
		"payment_status": "paid", "payment_intent": "pi_" + payment.id,
	}
}

func withFields(b kit.Body, name string, value any) kit.Body {
	changed := kit.Body{}
	for name, value := range b {
		changed[name] = value
	}
	changed[name] = value
	return changed
}

const (
	sessionCompleted = "checkout.session.completed"
	sessionExpired   = "checkout.session.expired"
	asyncSucceeded   = "checkout.session.async_payment_succeeded"
	asyncFailed      = "checkout.session.async_payment_failed"
)

// newEvent is an event as Stripe sends it.
func newEvent(t *testing.T, eventType string, object kit.Body) string {
	t.Helper()
	encoded, err := json.Marshal(kit.Body{
		"id": fmt.Sprintf("evt_%d", stripeCount.Add(1)), "object": "event", "api_version": "2020-08-27", "type": eventType,
		"created": time.Now().Unix(), "data": kit.Body{"object": object},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// signature is as Stripe documents it: HMAC-SHA256 over the time, a dot and the body.
func signature(secret, event string, at time.Time) (stamp, v1 string) {
	stamp = fmt.Sprint(at.Unix())
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "." + event))
	return "t=" + stamp, "v1=" + hex.EncodeToString(mac.Sum(nil))
}

// deliver sends an event with a header, or without one if it is empty.
func (c *stripeCounter) deliver(t *testing.T, event, header string) *kit.Answer {
	t.Helper()
	stripe := c.Client()
	if header != "" {
		stripe = stripe.With("Stripe-Signature", header)
	}
	return stripe.Post(t, kit.StripePath, event)
}

// signed sends an event with the signature of a secret.
func (c *stripeCounter) signed(t *testing.T, event, secret string) *kit.Answer {
	t.Helper()
	stamp, v1 := signature(secret, event, time.Now())
	return c.deliver(t, event, stamp+","+v1)
}

// tell sends a signed event, which has to be accepted.
func (c *stripeCounter) tell(t *testing.T, eventType string, object kit.Body) {
	t.Helper()
	c.signed(t, newEvent(t, eventType, object), stripeSecret).Done(t, 200)
}
