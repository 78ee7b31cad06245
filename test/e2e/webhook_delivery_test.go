package e2e_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWebhooksAreDelivered(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"an event arrives as it was published":                 eventsArrive,
		"what the platform does is told":                       platformEventsArrive,
		"only who subscribed and whose filters fit gets it":    onlySubscribersGetIt,
		"a receiver that echoes the challenge is verified":     echoVerifies,
		"a test reaches who subscribed to nothing":             testsArrive,
		"both secrets sign after a rotation":                   bothSecretsSign,
		"what failed is tried again and told in detail":        failuresAreRetried,
		"what was exhausted or skipped can be sent again":      lostOnesAreRecovered,
		"a delivery can be sent again only when it has failed": onlyFailedOnesAreRetried,
		"a receiver that is gone is switched off":              goneReceiversAreSwitchedOff,
		"a redirect is not followed":                           redirectsAreNotFollowed,
		"deliveries are listed by cursor":                      deliveriesAreListed,
		"events are listed by cursor and by type":              eventsAreListed,
		"a bad event is refused":                               badEventsAreRefused,
		"an event with a key is published once":                keyedEventsAreOne,
		"the catalogue has a schema and an example for each":   catalogueIsWhole,
	}, localReceivers...)
}

// wantSigned checks that one of the signatures is made with the secret.
func wantSigned(t *testing.T, got delivered, secret string) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", got.id(), got.header.Get("Webhook-Timestamp"), got.text)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	if !slices.Contains(strings.Fields(got.header.Get("Webhook-Signature")), want) {
		t.Errorf("the signatures %q are not made with %s", got.header.Get("Webhook-Signature"), secret)
	}
}

func eventsArrive(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	endpoint := admin.endpoint(t, office.URL+"/hooks", body{"httpMethod": "PUT", "customHeaders": body{"X-Desk": "seven"}})
	data := body{"amount": 7.5, "note": "grüße <&>", "lines": []any{"a", nil, true}}
	id := admin.publish(t, "custom.invoice.paid", data)
	got := office.await(t, 1)
	wantShape(t, "the body", got.body, shapeOfMessage)
	want := map[string]any{
		"id": id, "type": "custom.invoice.paid", "tenantId": admin.me(t)["tenantId"], "timestamp": got.body["timestamp"], "data": map[string]any(data),
	}
	if diff := cmp.Diff(want, got.body); diff != "" {
		t.Errorf("the body (-want +got):\n%s", diff)
	}
	if got.method != "PUT" || got.id() != id || got.header.Get("X-Desk") != "seven" || got.header.Get("Content-Type") != "application/json" {
		t.Errorf("it came by %s with %v", got.method, got.header)
	}
	if sent := got.header.Get("Webhook-Signature"); sent != "" {
		t.Errorf("it is signed with %q although there is no secret", sent)
	}
	admin.awaitDelivery(t, admin.onlyDelivery(t, endpoint), "succeeded")
	now := admin.readEndpoint(t, endpoint)
	if now["totalDeliveries"] != 1.0 || now["successfulDeliveries"] != 1.0 || now["failedDeliveries"] != 0.0 {
		t.Errorf("the counters are %v = %v + %v", now["totalDeliveries"], now["successfulDeliveries"], now["failedDeliveries"])
	}
	if now["lastDeliveryAt"] == nil || now["lastSuccessAt"] != now["lastDeliveryAt"] || now["lastFailureAt"] != nil {
		t.Errorf("the times are %v, %v and %v", now["lastDeliveryAt"], now["lastSuccessAt"], now["lastFailureAt"])
	}
}

func platformEventsArrive(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	admin.endpoint(t, office.URL, body{"subscribedEvents": []string{"identity.session.revoked"}})
	admin.post(t, "/auth/logout", body{"scope": "local"}).ok(t, 200)
	if got := office.await(t, 1); got.body["type"] != "identity.session.revoked" {
		t.Errorf("the receiver was told %s", got.text)
	}
}

func onlySubscribersGetIt(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	other := newReceiver(t, nil)
	admin.endpoint(t, office.URL, body{"subscribedEvents": []string{"custom.invoice.*"}, "filters": body{"data.amount": body{"$gte": 100}}})
	for i, subscribed := range [][]string{{}, {"custom.order.*"}, {"identity.session.revoked"}} {
		admin.endpoint(t, fmt.Sprintf("%s/%d", other.URL, i), body{"subscribedEvents": subscribed})
	}
	admin.publish(t, "custom.invoice.paid", body{"amount": 99})
	admin.publish(t, "custom.invoices", body{"amount": 100})
	wanted := admin.publish(t, "custom.invoice.paid", body{"amount": 100})
	last := admin.publish(t, "custom.order.made", body{})
	if got := other.await(t, 1); got.id() != last {
		t.Errorf("another receiver got %s", got.text)
	}
	if got := office.await(t, 1); got.id() != wanted || len(office.all()) != 1 || len(other.all()) != 1 {
		t.Errorf("the receivers got %d and %d requests, the first %s", len(office.all()), len(other.all()), got.text)
	}
}

func echoVerifies(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	var way atomic.Value
	way.Store("nothing")
	office := newReceiver(t, func(w http.ResponseWriter, one delivered) {
		challenge := one.body["data"].(map[string]any)["challenge"].(string)
		switch way.Load() {
		case "text":
			fmt.Fprint(w, challenge)
		case "object":
			_ = json.NewEncoder(w).Encode(body{"challenge": challenge}) // a sender that is gone fails the test anyway
		case "failure":
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, challenge)
		}
	})
	endpoint := admin.endpoint(t, office.URL+"/first", nil)
	for _, wrong := range []string{"nothing", "failure"} {
		way.Store(wrong)
		admin.post(t, endpointAt(endpoint, "/verify"), nil).failed(t, 409, "CONFLICT", "")
	}
	if now := admin.readEndpoint(t, endpoint); now["isVerified"] != false || now["verifiedAt"] != nil {
		t.Errorf("without an echo isVerified is %v since %v", now["isVerified"], now["verifiedAt"])
	}
	for _, right := range []string{"text", "object"} {
		way.Store(right)
		verified := admin.post(t, endpointAt(endpoint, "/verify"), nil).ok(t, 200).object(t, shapeOfEndpoint)
		if verified["isVerified"] != true || verified["verifiedAt"] == nil {
			t.Errorf("with an echo isVerified is %v since %v", verified["isVerified"], verified["verifiedAt"])
		}
		url := office.URL + "/after-" + right
		moved := admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{"url": url}).ok(t, 200).object(t, shapeOfEndpoint)
		if moved["isVerified"] != false || moved["verifiedAt"] != nil {
			t.Error("another URL is taken for verified")
		}
	}
	if got := office.await(t, 1); got.body["type"] != "webhook.verification" {
		t.Errorf("the receiver was asked %s", got.text)
	}
	if now := admin.readEndpoint(t, endpoint); now["totalDeliveries"] != 0.0 {
		t.Errorf("verifying counts as %v deliveries", now["totalDeliveries"])
	}
}

func testsArrive(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office, other := newReceiver(t, nil), newReceiver(t, nil)
	endpoint := admin.endpoint(t, office.URL, body{"subscribedEvents": []string{}})
	admin.endpoint(t, other.URL, nil)
	sent := admin.post(t, endpointAt(endpoint, "/test"), nil).ok(t, 202).object(t, shapeOfDelivery)
	if got := office.await(t, 1); got.id() != sent["eventId"] || got.body["type"] != sent["eventType"] {
		t.Errorf("the receiver got %s, want %v", got.text, sent)
	}
	admin.awaitDelivery(t, sent["id"].(string), "succeeded")
	if len(other.all()) != 0 {
		t.Error("a test went to another endpoint")
	}
	admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{"isActive": false}).ok(t, 200)
	admin.post(t, endpointAt(endpoint, "/test"), nil).failed(t, 409, "CONFLICT", "")
}

func bothSecretsSign(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	endpoint := admin.endpoint(t, office.URL, body{"signingSecret": signingSecret})
	admin.publish(t, "custom.first", body{})
	first := office.await(t, 1)
	wantSigned(t, first, signingSecret)
	sent, err := time.ParseDuration(first.header.Get("Webhook-Timestamp") + "s")
	if age := time.Since(time.Unix(int64(sent/time.Second), 0)); err != nil || age < -time.Second || age > patience {
		t.Errorf("the timestamp is %q", first.header.Get("Webhook-Timestamp"))
	}
	fresh := admin.post(t, endpointAt(endpoint, "/rotate-secret"), nil).ok(t, 200).object(t, shapeOfEndpoint)["signingSecret"].(string)
	admin.publish(t, "custom.second", body{})
	second := office.await(t, 2)
	wantSigned(t, second, signingSecret)
	wantSigned(t, second, fresh)
	if count := len(strings.Fields(second.header.Get("Webhook-Signature"))); count != 2 {
		t.Errorf("there are %d signatures, want 2", count)
	}
}

func failuresAreRetried(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	var asked atomic.Int64
	office := newReceiver(t, func(w http.ResponseWriter, _ delivered) {
		if asked.Add(1) <= 2 {
			w.Header().Set("X-Reason", "tired")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, "not now")
		}
	})
	endpoint := admin.endpoint(t, office.URL, body{"retryDelaySeconds": 1, "retryBackoffMultiplier": 1.5, "signingSecret": signingSecret})
	event := admin.publish(t, "custom.thing.happened", body{"number": 7})
	office.await(t, 1)
	id := admin.onlyDelivery(t, endpoint)
	detail := admin.awaitDelivery(t, id, "succeeded")
	delivery, attempts := detail["delivery"].(map[string]any), detail["attempts"].([]any)
	if delivery["attempts"] != 3.0 || len(attempts) != 3 || delivery["eventId"] != event || delivery["nextAttemptAt"] != nil || delivery["finishedAt"] == nil {
		t.Fatalf("the delivery is %v with %d attempts", delivery, len(attempts))
	}
	if diff := cmp.Diff(office.all()[0].body, detail["request"]); diff != "" {
		t.Errorf("what was sent (-receiver +told):\n%s", diff)
	}
	for i, one := range attempts {
		attempt := one.(map[string]any)
		status, text, reason := 503.0, "not now", any("tired")
		if i == 2 {
			status, text, reason = 200, "", nil
		}
		if attempt["number"] != float64(i+1) || attempt["responseStatus"] != status || attempt["responseBody"] != text ||
			attempt["responseHeaders"].(map[string]any)["X-Reason"] != reason || attempt["errorClass"] != "" {
			t.Errorf("attempt %d is told as %v", i+1, attempt)
		}
		if headers := attempt["requestHeaders"].(map[string]any); headers["Webhook-Id"] != event {
			t.Errorf("attempt %d is told to have sent %v", i+1, headers)
		}
		got := office.all()
		if got[i].id() != event || string(got[i].text) != string(got[0].text) {
			t.Errorf("attempt %d sent %s", i+1, got[i].text)
		}
		if i == 0 {
			continue
		}
		if waited, want := got[i].at.Sub(got[i-1].at), []time.Duration{time.Second, 1500 * time.Millisecond}[i-1]; waited < want {
			t.Errorf("retry %d came after %v, want %v", i, waited, want)
		}
	}
	now := admin.readEndpoint(t, endpoint)
	if now["totalDeliveries"] != 1.0 || now["successfulDeliveries"] != 1.0 || now["lastFailureAt"] == nil {
		t.Errorf("the endpoint is %v", now)
	}
}
