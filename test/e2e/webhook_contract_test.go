package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func TestWebhookEndpointsKeepTheirContract(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"a name and a URL are enough":                      nameAndURLAreEnough,
		"a bad value is refused and its field named":       badValuesAreRefused,
		"a tenant has one endpoint for each URL":           urlsAreUnique,
		"another tenant's endpoint is not there":           strangersSeeNothing,
		"they are for admins with a token":                 endpointsAreForAdmins,
		"what is changed stays changed, what is not stays": changesStay,
		"secrets are shown once":                           secretsAreShownOnce,
		"a secret that comes back masked stays":            maskedSecretsStay,
		"secrets do not move to another host unsaid":       secretsStayHome,
		"an endpoint that is removed is gone":              removedEndpointsAreGone,
		"they are listed by pages and by state":            endpointsAreListed,
	}, localReceivers...)
}

func nameAndURLAreEnough(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	made := admin.post(t, endpointsPath, body{"name": "Ledger", "url": "https://ledger.example.com/hooks"}).ok(t, 201).object(t, shapeOfEndpoint)
	want := map[string]any{
		"name": "Ledger", "url": "https://ledger.example.com/hooks", "httpMethod": "POST", "authType": "none",
		"authConfig": map[string]any{}, "customHeaders": map[string]any{}, "subscribedEvents": []any{}, "filters": map[string]any{},
		"retryEnabled": true, "maxRetries": 5.0, "retryDelaySeconds": 60.0, "retryBackoffMultiplier": 2.0, "timeoutSeconds": 30.0,
		"isActive": true, "isVerified": false, "totalDeliveries": 0.0, "successfulDeliveries": 0.0, "failedDeliveries": 0.0,
		"rateLimitPerMinute": 60.0, "rateLimitPerHour": 1000.0,
		"tenantId": admin.me(t)["tenantId"], "createdBy": admin.me(t)["id"],
		"id": made["id"], "createdAt": made["createdAt"], "updatedAt": made["createdAt"], // the server's to choose
	}
	secret, _ := made["signingSecret"].(string)
	if !strings.HasPrefix(secret, "whsec_") || len(secret) < 40 {
		t.Errorf("the secret that was made is %q", secret)
	}
	want["signingSecret"] = secret // this once
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("the new endpoint (-want +got):\n%s", diff)
	}
	want["signingSecret"] = "••••" + secret[len(secret)-4:]
	if diff := cmp.Diff(want, admin.readEndpoint(t, made)); diff != "" {
		t.Errorf("the endpoint that is read (-want +got):\n%s", diff)
	}
}

// badValue is a value that an endpoint cannot have, and the field that the refusal names.
type badValue struct {
	field  string
	value  any
	named  string // the field itself when empty
	status int    // 400 when 0
}

var badValues = []badValue{
	{field: "name", value: ""}, {field: "name", value: "  "}, {field: "name", value: strings.Repeat("n", 201)}, {field: "name", value: 7},
	{field: "description", value: strings.Repeat("d", 10_001)}, {field: "description", value: false},
	{field: "url", value: ""}, {field: "url", value: "example.com"}, {field: "url", value: "ftp://example.com/"},
	{field: "url", value: "https://user:word@example.com/"}, {field: "url", value: "https://example.com/" + strings.Repeat("u", 2048)},
	{field: "url", value: "https://10.0.0.1/", status: 422}, {field: "url", value: "https://example.com:25/", status: 422},
	{field: "httpMethod", value: "GET"}, {field: "httpMethod", value: "post"}, {field: "httpMethod", value: ""},
	{field: "authType", value: "digest"}, {field: "authType", value: ""},
	{field: "authType", value: "bearer", named: "authConfig.token"}, {field: "authType", value: "oauth2", named: "authConfig.tokenUrl"},
	{field: "authConfig", value: body{"token": "of none"}, named: "authConfig.token"}, {field: "authConfig", value: []string{}},
	{field: "customHeaders", value: body{"Content-Type": "text/plain"}, named: "customHeaders.Content-Type"},
	{field: "customHeaders", value: body{"Webhook-Id": "mine"}, named: "customHeaders.Webhook-Id"},
	{field: "customHeaders", value: body{"Transfer-Encoding": "chunked"}, named: "customHeaders.Transfer-Encoding"},
	{field: "customHeaders", value: body{"X-Split": "a\r\nb: c"}, named: "customHeaders.X-Split"},
	{field: "subscribedEvents", value: []string{"Not A Type"}}, {field: "subscribedEvents", value: []string{"a.*.b"}},
	{field: "subscribedEvents", value: "*"}, {field: "subscribedEvents", value: make([]string, 201)},
	{field: "filters", value: body{"data.amount": body{"$near": 7}}}, {field: "filters", value: body{"$or": 7}}, {field: "filters", value: []int{}},
	{field: "retryEnabled", value: "yes"},
	{field: "maxRetries", value: -1}, {field: "maxRetries", value: 101}, {field: "maxRetries", value: 1.5}, {field: "maxRetries", value: 100},
	{field: "retryDelaySeconds", value: 0}, {field: "retryDelaySeconds", value: 86_401},
	{field: "retryBackoffMultiplier", value: 0.9}, {field: "retryBackoffMultiplier", value: 100}, {field: "retryBackoffMultiplier", value: 1.25},
	{field: "timeoutSeconds", value: 0}, {field: "timeoutSeconds", value: 121},
	{field: "isActive", value: 1},
	{field: "signingSecret", value: strings.Repeat("s", 256)}, {field: "signingSecret", value: "whsec_"},
	{field: "rateLimitPerMinute", value: 0}, {field: "rateLimitPerMinute", value: 1_000_001},
	{field: "rateLimitPerHour", value: 0}, {field: "rateLimitPerHour", value: 10_000_001},
}

func badValuesAreRefused(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	kept := admin.endpoint(t, "https://kept.example.com/", nil)
	for i, bad := range badValues {
		status, code, named := 400, "VALIDATION_ERROR", bad.field
		if bad.status != 0 {
			status, code = bad.status, "URL_NOT_ALLOWED"
		}
		if bad.named != "" {
			named = bad.named
		}
		content := body{"name": "Bad", "url": fmt.Sprintf("https://bad-%d.example.com/", i)}
		content[bad.field] = bad.value
		admin.post(t, endpointsPath, content).failed(t, status, code, named)
		admin.call(t, http.MethodPatch, endpointAt(kept, ""), body{bad.field: bad.value}).failed(t, status, code, named)
	}
	for _, missing := range []string{"name", "url"} {
		content := body{"name": "Bad", "url": "https://bad.example.com/"}
		delete(content, missing)
		admin.post(t, endpointsPath, content).failed(t, 400, "VALIDATION_ERROR", missing)
	}
	admin.post(t, endpointsPath, body{"name": "Bad", "url": "https://bad.example.com/", "isVerified": true}).failed(t, 400, "VALIDATION_ERROR", "isVerified")
	admin.call(t, http.MethodPatch, endpointAt(kept, ""), body{}).failed(t, 400, "VALIDATION_ERROR", "")
	if diff := cmp.Diff(kept, admin.readEndpoint(t, kept)); diff != "" {
		t.Errorf("what was refused changed the endpoint (-before +after):\n%s", diff)
	}
	if total := admin.get(t, endpointsPath).ok(t, 200).envelope["meta"].(map[string]any)["total"]; total != 1.0 {
		t.Errorf("there are %v endpoints, want 1", total)
	}
}

func urlsAreUnique(t *testing.T, s *server) {
	admin, stranger := s.tenantAdmin(t), s.tenantAdmin(t)
	first := admin.endpoint(t, "https://one.example.com/", nil)
	second := admin.endpoint(t, "https://two.example.com/", nil)
	admin.post(t, endpointsPath, body{"name": "Again", "url": first["url"]}).failed(t, 409, "CONFLICT", "url")
	admin.call(t, http.MethodPatch, endpointAt(second, ""), body{"url": first["url"]}).failed(t, 409, "CONFLICT", "url")
	stranger.endpoint(t, first["url"].(string), nil)
}

// endpointCalls are the operations on one endpoint.
var endpointCalls = []struct {
	method, rest string
	content      any
}{
	{http.MethodGet, "", nil}, {http.MethodPatch, "", body{"name": "Mine now"}}, {http.MethodPost, "/verify", nil},
	{http.MethodPost, "/test", nil}, {http.MethodPost, "/rotate-secret", nil},
	{http.MethodPost, "/recover", body{"since": "2026-01-01T00:00:00Z"}}, {http.MethodGet, "/deliveries", nil},
	{http.MethodDelete, "", nil},
}

func strangersSeeNothing(t *testing.T, s *server) {
	admin, stranger := s.tenantAdmin(t), s.tenantAdmin(t)
	office := newReceiver(t, func(w http.ResponseWriter, _ delivered) { w.WriteHeader(http.StatusTeapot) })
	endpoint := admin.endpoint(t, office.URL, body{"retryEnabled": false})
	event := admin.publish(t, "custom.secret.told", body{})
	id := admin.onlyDelivery(t, endpoint)
	admin.awaitDelivery(t, id, "exhausted")
	before := admin.readEndpoint(t, endpoint)
	for _, call := range endpointCalls {
		stranger.call(t, call.method, endpointAt(endpoint, call.rest), call.content).failed(t, 404, "NOT_FOUND", "")
		stranger.call(t, call.method, endpointAt(map[string]any{"id": uuid.NewString()}, call.rest), call.content).failed(t, 404, "NOT_FOUND", "")
	}
	stranger.get(t, "/webhooks/deliveries/"+id).failed(t, 404, "NOT_FOUND", "")
	stranger.post(t, "/webhooks/deliveries/"+id+"/retry", nil).failed(t, 404, "NOT_FOUND", "")
	if events := stranger.everything(t, "/webhooks/events", shapeOfEvent); len(events) != 0 {
		t.Errorf("a stranger sees %v, among it %s", events, event)
	}
	if diff := cmp.Diff(before, admin.readEndpoint(t, endpoint)); diff != "" {
		t.Errorf("a stranger changed the endpoint (-before +after):\n%s", diff)
	}
	if got := len(office.all()); got != 1 {
		t.Errorf("the receiver got %d requests, want 1", got)
	}
}

func endpointsAreForAdmins(t *testing.T, s *server) {
	admin, user := s.tenantAdmin(t), s.officer(t, "analyst", "")
	endpoint := admin.endpoint(t, "https://office.example.com/", nil)
	refused := func(method, path string, content any) {
		t.Helper()
		user.call(t, method, path, content).failed(t, 403, "FORBIDDEN", "")
		s.client().call(t, method, path, content).failed(t, 401, "UNAUTHORIZED", "")
	}
	for _, call := range endpointCalls {
		refused(call.method, endpointAt(endpoint, call.rest), call.content)
	}
	refused(http.MethodGet, endpointsPath, nil)
	refused(http.MethodPost, endpointsPath, body{"name": "Mine", "url": "https://mine.example.com/"})
	refused(http.MethodGet, "/webhooks/deliveries/"+uuid.NewString(), nil)
	refused(http.MethodPost, "/webhooks/deliveries/"+uuid.NewString()+"/retry", nil)
	refused(http.MethodGet, "/webhooks/events", nil)
	refused(http.MethodPost, "/webhooks/events", body{"type": "custom.mine", "data": body{}})
	refused(http.MethodGet, "/webhooks/event-types", nil)
}
