package app

import (
	"encoding/json"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/webhook"
)

// A visitor may give the back office secrets, which an endpoint does not keep at another address.
func TestTheDemoStartsAgainWhateverItsBackOfficeWasGiven(t *testing.T) {
	t.Parallel()
	p := newSilentPlatform(t, databasetest.MigratedURL(t, database.SQLite), nil)
	if err := p.seedWebhook(t.Context(), "https://first.example.com/hooks"); err != nil {
		t.Fatal(err)
	}
	tenant, err := p.identity.TenantBySlug(t.Context(), identity.DefaultTenant)
	if err != nil {
		t.Fatal(err)
	}
	actor := webhook.Actor{TenantID: tenant.ID, Admin: true}
	backOffice := func() *webhook.Endpoint {
		t.Helper()
		endpoints, _, err := p.webhooks.Endpoints(t.Context(), actor, nil, database.Page{Number: 1, Limit: 10})
		if err != nil || len(endpoints) != 1 {
			t.Fatalf("%d endpoints: %v", len(endpoints), err)
		}
		return endpoints[0]
	}
	_, err = p.webhooks.UpdateEndpoint(t.Context(), actor, backOffice().ID, webhook.EndpointChange{
		AuthType: new("bearer"), AuthConfig: json.RawMessage(`{"token":"visitors"}`), CustomHeaders: &map[string]string{"X-Key": "a visitor's"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.seedWebhook(t.Context(), "https://second.example.com/hooks"); err != nil {
		t.Fatal(err)
	}
	if e := backOffice(); e.URL != "https://second.example.com/hooks" || e.AuthType != "none" || len(e.CustomHeaders) != 0 {
		t.Errorf("the back office is at %s with %s and %d headers", e.URL, e.AuthType, len(e.CustomHeaders))
	}
}
