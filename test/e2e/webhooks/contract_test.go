package webhooks_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

func TestWebhookEndpointsKeepTheirContract(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
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
	}, kit.LocalReceivers...)
}

func nameAndURLAreEnough(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	made := admin.Post(t, kit.EndpointsPath, kit.Body{"name": "Ledger", "url": "https://ledger.example.com/hooks"}).Ok(t, 201).Object(t, kit.ShapeOfEndpoint)
	want := map[string]any{
		"name": "Ledger", "url": "https://ledger.example.com/hooks", "httpMethod": "POST", "authType": "none",
		"authConfig": map[string]any{}, "customHeaders": map[string]any{}, "subscribedEvents": []any{}, "filters": map[string]any{},
		"retryEnabled": true, "maxRetries": 5.0, "retryDelaySeconds": 60.0, "retryBackoffMultiplier": 2.0, "timeoutSeconds": 30.0,
		"isActive": true, "isVerified": false, "totalDeliveries": 0.0, "successfulDeliveries": 0.0, "failedDeliveries": 0.0,
		"rateLimitPerMinute": 60.0, "rateLimitPerHour": 1000.0,
		"tenantId": admin.Me(t)["tenantId"], "createdBy": admin.Me(t)["id"],
		"id": made["id"], "createdAt": made["createdAt"], "updatedAt": made["createdAt"], // chosen by the server
	}
	secret, _ := made["signingSecret"].(string)
	if !strings.HasPrefix(secret, "whsec_") || len(secret) < 40 {
		t.Errorf("the secret that was made is %q", secret)
	}
	want["signingSecret"] = secret // only this once
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("the new endpoint (-want +got):\n%s", diff)
	}
	want["signingSecret"] = "••••" + secret[len(secret)-4:]
	if diff := cmp.Diff(want, readEndpoint(t, admin, made)); diff != "" {
		t.Errorf("the endpoint that is read (-want +got):\n%s", diff)
	}
}

// badValue is a value that an endpoint cannot have, and the field that the refusal names.
type badValue struct {
	field  string
	value  any
	named  string // the field itself if empty
	status int    // 400 if 0
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
	{field: "authConfig", value: kit.Body{"token": "of none"}, named: "authConfig.token"}, {field: "authConfig", value: []string{}},
	{field: "customHeaders", value: kit.Body{"Content-Type": "text/plain"}, named: "customHeaders.Content-Type"},
	{field: "customHeaders", value: kit.Body{"Webhook-Id": "mine"}, named: "customHeaders.Webhook-Id"},
	{field: "customHeaders", value: kit.Body{"Transfer-Encoding": "chunked"}, named: "customHeaders.Transfer-Encoding"},
	{field: "customHeaders", value: kit.Body{"X-Split": "a\r\nb: c"}, named: "customHeaders.X-Split"},
	{field: "subscribedEvents", value: []string{"Not A Type"}}, {field: "subscribedEvents", value: []string{"a.*.b"}},
	{field: "subscribedEvents", value: "*"}, {field: "subscribedEvents", value: make([]string, 201)},
	{field: "filters", value: kit.Body{"data.amount": kit.Body{"$near": 7}}}, {field: "filters", value: kit.Body{"$or": 7}}, {field: "filters", value: []int{}},
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

func badValuesAreRefused(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	kept := admin.Endpoint(t, "https://kept.example.com/", nil)
	for i, bad := range badValues {
		status, code, named := 400, "VALIDATION_ERROR", bad.field
		if bad.status != 0 {
			status, code = bad.status, "URL_NOT_ALLOWED"
		}
		if bad.named != "" {
			named = bad.named
		}
		content := kit.Body{"name": "Bad", "url": fmt.Sprintf("https://bad-%d.example.com/", i)}
		content[bad.field] = bad.value
		admin.Post(t, kit.EndpointsPath, content).Failed(t, status, code, named)
		admin.Call(t, http.MethodPatch, endpointAt(kept, ""), kit.Body{bad.field: bad.value}).Failed(t, status, code, named)
	}
	for _, missing := range []string{"name", "url"} {
		content := kit.Body{"name": "Bad", "url": "https://bad.example.com/"}
		delete(content, missing)
		admin.Post(t, kit.EndpointsPath, content).Failed(t, 400, "VALIDATION_ERROR", missing)
	}
	admin.Post(t, kit.EndpointsPath, kit.Body{"name": "Bad", "url": "https://bad.example.com/", "isVerified": true}).Failed(t, 400, "VALIDATION_ERROR", "isVerified")
	admin.Call(t, http.MethodPatch, endpointAt(kept, ""), kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "")
	if diff := cmp.Diff(kept, readEndpoint(t, admin, kept)); diff != "" {
		t.Errorf("what was refused changed the endpoint (-before +after):\n%s", diff)
	}
	if total := admin.Get(t, kit.EndpointsPath).Ok(t, 200).Envelope["meta"].(map[string]any)["total"]; total != 1.0 {
		t.Errorf("there are %v endpoints, want 1", total)
	}
}

func urlsAreUnique(t *testing.T, s *kit.Server) {
	admin, stranger := s.TenantAdmin(t), s.TenantAdmin(t)
	first := admin.Endpoint(t, "https://one.example.com/", nil)
	second := admin.Endpoint(t, "https://two.example.com/", nil)
	admin.Post(t, kit.EndpointsPath, kit.Body{"name": "Again", "url": first["url"]}).Failed(t, 409, "CONFLICT", "url")
	admin.Call(t, http.MethodPatch, endpointAt(second, ""), kit.Body{"url": first["url"]}).Failed(t, 409, "CONFLICT", "url")
	stranger.Endpoint(t, first["url"].(string), nil)
}

// endpointCalls are the operations on one endpoint.
var endpointCalls = []struct {
	method, rest string
	content      any
}{
	{http.MethodGet, "", nil}, {http.MethodPatch, "", kit.Body{"name": "Mine now"}}, {http.MethodPost, "/verify", nil},
	{http.MethodPost, "/test", nil}, {http.MethodPost, "/rotate-secret", nil},
	{http.MethodPost, "/recover", kit.Body{"since": "2026-01-01T00:00:00Z"}}, {http.MethodGet, "/deliveries", nil},
	{http.MethodDelete, "", nil},
}

func strangersSeeNothing(t *testing.T, s *kit.Server) {
	admin, stranger := s.TenantAdmin(t), s.TenantAdmin(t)
	office := kit.NewReceiver(t, func(w http.ResponseWriter, _ kit.Delivered) { w.WriteHeader(http.StatusTeapot) })
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"retryEnabled": false})
	event := admin.Publish(t, "custom.secret.told", kit.Body{})
	id := onlyDelivery(t, admin, endpoint)
	awaitDelivery(t, admin, id, "exhausted")
	before := readEndpoint(t, admin, endpoint)
	for _, call := range endpointCalls {
		stranger.Call(t, call.method, endpointAt(endpoint, call.rest), call.content).Failed(t, 404, "NOT_FOUND", "")
		stranger.Call(t, call.method, endpointAt(map[string]any{"id": uuid.NewString()}, call.rest), call.content).Failed(t, 404, "NOT_FOUND", "")
	}
	stranger.Get(t, "/webhooks/deliveries/"+id).Failed(t, 404, "NOT_FOUND", "")
	stranger.Post(t, "/webhooks/deliveries/"+id+"/retry", nil).Failed(t, 404, "NOT_FOUND", "")
	if events := stranger.Everything(t, "/webhooks/events", kit.ShapeOfEvent); len(events) != 0 {
		t.Errorf("a stranger sees %v, among it %s", events, event)
	}
	if diff := cmp.Diff(before, readEndpoint(t, admin, endpoint)); diff != "" {
		t.Errorf("a stranger changed the endpoint (-before +after):\n%s", diff)
	}
	if got := len(office.All()); got != 1 {
		t.Errorf("the receiver got %d requests, want 1", got)
	}
}

func endpointsAreForAdmins(t *testing.T, s *kit.Server) {
	admin, user := s.TenantAdmin(t), s.Officer(t, "analyst", "")
	endpoint := admin.Endpoint(t, "https://office.example.com/", nil)
	refused := func(method, path string, content any) {
		t.Helper()
		user.Call(t, method, path, content).Failed(t, 403, "FORBIDDEN", "")
		s.Client().Call(t, method, path, content).Failed(t, 401, "UNAUTHORIZED", "")
	}
	for _, call := range endpointCalls {
		refused(call.method, endpointAt(endpoint, call.rest), call.content)
	}
	refused(http.MethodGet, kit.EndpointsPath, nil)
	refused(http.MethodPost, kit.EndpointsPath, kit.Body{"name": "Mine", "url": "https://mine.example.com/"})
	refused(http.MethodGet, "/webhooks/deliveries/"+uuid.NewString(), nil)
	refused(http.MethodPost, "/webhooks/deliveries/"+uuid.NewString()+"/retry", nil)
	refused(http.MethodGet, "/webhooks/events", nil)
	refused(http.MethodPost, "/webhooks/events", kit.Body{"type": "custom.mine", "data": kit.Body{}})
	refused(http.MethodPost, batchPath, kit.Body{"events": []kit.Body{{"type": "custom.mine", "data": kit.Body{}}}})
	refused(http.MethodGet, "/webhooks/event-types", nil)
}
