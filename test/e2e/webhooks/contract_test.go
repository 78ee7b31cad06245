package webhooks_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/test/e2e/kit"
)

func TestWebhookEndpointsKeepTheirContract(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a name and a URL are enough":                      nameAndURLAreEnough,
		"a tenant has one endpoint for each URL":           urlsAreUnique,
		"what is changed stays changed, what is not stays": changesStay,
		"secrets are shown once":                           secretsAreShownOnce,
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
