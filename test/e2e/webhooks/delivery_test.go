package webhooks_test

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

	"bourse/test/e2e/kit"
)

func TestWebhooksAreDelivered(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
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
		"a batch is published whole or not at all":             batchesAreWhole,
		"the catalogue has a schema and an example for each":   catalogueIsWhole,
	}, kit.LocalReceivers...)
}

// wantSigned checks that one of the signatures was made with the secret.
func wantSigned(t *testing.T, got kit.Delivered, secret string) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", eventID(got), got.Header.Get("Webhook-Timestamp"), got.Text)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	if !slices.Contains(strings.Fields(got.Header.Get("Webhook-Signature")), want) {
		t.Errorf("the signatures %q are not made with %s", got.Header.Get("Webhook-Signature"), secret)
	}
}

func eventsArrive(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	endpoint := admin.Endpoint(t, office.URL+"/hooks", kit.Body{"httpMethod": "PUT", "customHeaders": kit.Body{"X-Desk": "seven"}})
	data := kit.Body{"amount": 7.5, "note": "grüße <&>", "lines": []any{"a", nil, true}}
	id := admin.Publish(t, "custom.invoice.paid", data)
	got := office.Await(t, 1)
	kit.WantShape(t, "the body", got.Body, kit.ShapeOfMessage)
	want := map[string]any{
		"id": id, "type": "custom.invoice.paid", "tenantId": admin.Me(t)["tenantId"], "timestamp": got.Body["timestamp"], "data": map[string]any(data),
	}
	if diff := cmp.Diff(want, got.Body); diff != "" {
		t.Errorf("the body (-want +got):\n%s", diff)
	}
	if got.Method != "PUT" || eventID(got) != id || got.Header.Get("X-Desk") != "seven" || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("it came by %s with %v", got.Method, got.Header)
	}
	if sent := got.Header.Get("Webhook-Signature"); sent != "" {
		t.Errorf("it is signed with %q although there is no secret", sent)
	}
	awaitDelivery(t, admin, onlyDelivery(t, admin, endpoint), "succeeded")
	now := readEndpoint(t, admin, endpoint)
	if now["totalDeliveries"] != 1.0 || now["successfulDeliveries"] != 1.0 || now["failedDeliveries"] != 0.0 {
		t.Errorf("the counters are %v = %v + %v", now["totalDeliveries"], now["successfulDeliveries"], now["failedDeliveries"])
	}
	if now["lastDeliveryAt"] == nil || now["lastSuccessAt"] != now["lastDeliveryAt"] || now["lastFailureAt"] != nil {
		t.Errorf("the times are %v, %v and %v", now["lastDeliveryAt"], now["lastSuccessAt"], now["lastFailureAt"])
	}
}

func platformEventsArrive(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	admin.Endpoint(t, office.URL, kit.Body{"subscribedEvents": []string{"identity.session.revoked"}})
	admin.Post(t, "/auth/logout", kit.Body{"scope": "local"}).Ok(t, 200)
	if got := office.Await(t, 1); got.Body["type"] != "identity.session.revoked" {
		t.Errorf("the receiver was told %s", got.Text)
	}
}

func onlySubscribersGetIt(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	other := kit.NewReceiver(t, nil)
	admin.Endpoint(t, office.URL, kit.Body{"subscribedEvents": []string{"custom.invoice.*"}, "filters": kit.Body{"data.amount": kit.Body{"$gte": 100}}})
	for i, subscribed := range [][]string{{}, {"custom.order.*"}, {"identity.session.revoked"}} {
		admin.Endpoint(t, fmt.Sprintf("%s/%d", other.URL, i), kit.Body{"subscribedEvents": subscribed})
	}
	admin.Publish(t, "custom.invoice.paid", kit.Body{"amount": 99})
	admin.Publish(t, "custom.invoices", kit.Body{"amount": 100})
	wanted := admin.Publish(t, "custom.invoice.paid", kit.Body{"amount": 100})
	last := admin.Publish(t, "custom.order.made", kit.Body{})
	if got := other.Await(t, 1); eventID(got) != last {
		t.Errorf("another receiver got %s", got.Text)
	}
	if got := office.Await(t, 1); eventID(got) != wanted || len(office.All()) != 1 || len(other.All()) != 1 {
		t.Errorf("the receivers got %d and %d requests, the first %s", len(office.All()), len(other.All()), got.Text)
	}
}

func echoVerifies(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	var way atomic.Value
	way.Store("nothing")
	office := kit.NewReceiver(t, func(w http.ResponseWriter, one kit.Delivered) {
		challenge := one.Body["data"].(map[string]any)["challenge"].(string)
		switch way.Load() {
		case "text":
			fmt.Fprint(w, challenge)
		case "object":
			_ = json.NewEncoder(w).Encode(kit.Body{"challenge": challenge}) // the test fails anyway if the sender is gone
		case "failure":
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, challenge)
		}
	})
	endpoint := admin.Endpoint(t, office.URL+"/first", nil)
	for _, wrong := range []string{"nothing", "failure"} {
		way.Store(wrong)
		admin.Post(t, endpointAt(endpoint, "/verify"), nil).Failed(t, 409, "CONFLICT", "")
	}
	if now := readEndpoint(t, admin, endpoint); now["isVerified"] != false || now["verifiedAt"] != nil {
		t.Errorf("without an echo isVerified is %v since %v", now["isVerified"], now["verifiedAt"])
	}
	for _, right := range []string{"text", "object"} {
		way.Store(right)
		verified := admin.Post(t, endpointAt(endpoint, "/verify"), nil).Ok(t, 200).Object(t, kit.ShapeOfEndpoint)
		if verified["isVerified"] != true || verified["verifiedAt"] == nil {
			t.Errorf("with an echo isVerified is %v since %v", verified["isVerified"], verified["verifiedAt"])
		}
		url := office.URL + "/after-" + right
		moved := admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), kit.Body{"url": url}).Ok(t, 200).Object(t, kit.ShapeOfEndpoint)
		if moved["isVerified"] != false || moved["verifiedAt"] != nil {
			t.Error("another URL is taken for verified")
		}
	}
	if got := office.Await(t, 1); got.Body["type"] != "webhook.verification" {
		t.Errorf("the receiver was asked %s", got.Text)
	}
	if now := readEndpoint(t, admin, endpoint); now["totalDeliveries"] != 0.0 {
		t.Errorf("verifying counts as %v deliveries", now["totalDeliveries"])
	}
}

func testsArrive(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office, other := kit.NewReceiver(t, nil), kit.NewReceiver(t, nil)
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"subscribedEvents": []string{}})
	admin.Endpoint(t, other.URL, nil)
	sent := admin.Post(t, endpointAt(endpoint, "/test"), nil).Ok(t, 202).Object(t, kit.ShapeOfDelivery)
	if got := office.Await(t, 1); eventID(got) != sent["eventId"] || got.Body["type"] != sent["eventType"] {
		t.Errorf("the receiver got %s, want %v", got.Text, sent)
	}
	awaitDelivery(t, admin, sent["id"].(string), "succeeded")
	if len(other.All()) != 0 {
		t.Error("a test went to another endpoint")
	}
	admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), kit.Body{"isActive": false}).Ok(t, 200)
	admin.Post(t, endpointAt(endpoint, "/test"), nil).Failed(t, 409, "CONFLICT", "")
}

func bothSecretsSign(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"signingSecret": signingSecret})
	admin.Publish(t, "custom.first", kit.Body{})
	first := office.Await(t, 1)
	wantSigned(t, first, signingSecret)
	sent, err := time.ParseDuration(first.Header.Get("Webhook-Timestamp") + "s")
	if age := time.Since(time.Unix(int64(sent/time.Second), 0)); err != nil || age < -time.Second || age > kit.Patience {
		t.Errorf("the timestamp is %q", first.Header.Get("Webhook-Timestamp"))
	}
	fresh := admin.Post(t, endpointAt(endpoint, "/rotate-secret"), nil).Ok(t, 200).Object(t, kit.ShapeOfEndpoint)["signingSecret"].(string)
	admin.Publish(t, "custom.second", kit.Body{})
	second := office.Await(t, 2)
	wantSigned(t, second, signingSecret)
	wantSigned(t, second, fresh)
	if count := len(strings.Fields(second.Header.Get("Webhook-Signature"))); count != 2 {
		t.Errorf("there are %d signatures, want 2", count)
	}
}

func failuresAreRetried(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	var asked atomic.Int64
	office := kit.NewReceiver(t, func(w http.ResponseWriter, _ kit.Delivered) {
		if asked.Add(1) <= 2 {
			w.Header().Set("X-Reason", "tired")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, "not now")
		}
	})
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"retryDelaySeconds": 1, "retryBackoffMultiplier": 1.5, "signingSecret": signingSecret})
	event := admin.Publish(t, "custom.thing.happened", kit.Body{"number": 7})
	office.Await(t, 1)
	id := onlyDelivery(t, admin, endpoint)
	detail := awaitDelivery(t, admin, id, "succeeded")
	delivery, attempts := detail["delivery"].(map[string]any), detail["attempts"].([]any)
	if delivery["attempts"] != 3.0 || len(attempts) != 3 || delivery["eventId"] != event || delivery["nextAttemptAt"] != nil || delivery["finishedAt"] == nil {
		t.Fatalf("the delivery is %v with %d attempts", delivery, len(attempts))
	}
	if diff := cmp.Diff(office.All()[0].Body, detail["request"]); diff != "" {
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
		got := office.All()
		if eventID(got[i]) != event || string(got[i].Text) != string(got[0].Text) {
			t.Errorf("attempt %d sent %s", i+1, got[i].Text)
		}
		if i == 0 {
			continue
		}
		if waited, want := got[i].At.Sub(got[i-1].At), []time.Duration{time.Second, 1500 * time.Millisecond}[i-1]; waited < want {
			t.Errorf("retry %d came after %v, want %v", i, waited, want)
		}
	}
	now := readEndpoint(t, admin, endpoint)
	if now["totalDeliveries"] != 1.0 || now["successfulDeliveries"] != 1.0 || now["lastFailureAt"] == nil {
		t.Errorf("the endpoint is %v", now)
	}
}
