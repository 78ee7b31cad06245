package webhooks_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func changesStay(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	before := admin.Endpoint(t, "https://before.example.com/", nil)
	changes := kit.Body{
		"name": "After", "description": "What it is for.", "url": "https://after.example.com/", "httpMethod": "PUT",
		"subscribedEvents": []any{"custom.*", "identity.session.revoked"}, "filters": map[string]any{"data.amount": map[string]any{"$gte": 7.0}},
		"retryEnabled": false, "maxRetries": 3.0, "retryDelaySeconds": 2.0, "retryBackoffMultiplier": 1.1, "timeoutSeconds": 5.0,
		"isActive": false, "rateLimitPerMinute": 10.0, "rateLimitPerHour": 20.0,
	}
	want := maps.Clone(before)
	made, _ := time.Parse(time.RFC3339, before["createdAt"].(string)) // the shape was checked
	testkit.Within(t, kit.Patience, "the second of its making is over", func() bool { return time.Since(made) > time.Second })
	for name, value := range changes { // one at a time, to check that each leaves the others alone
		want[name] = value
		changed := admin.Call(t, http.MethodPatch, endpointAt(before, ""), kit.Body{name: value}).Ok(t, 200).Object(t, kit.ShapeOfEndpoint)
		if changed["updatedAt"].(string) <= before["updatedAt"].(string) {
			t.Errorf("a change of %s left updatedAt as it was", name)
		}
		want["updatedAt"] = changed["updatedAt"]
		if diff := cmp.Diff(want, changed); diff != "" {
			t.Errorf("after a change of %s (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(want, readEndpoint(t, admin, before)); diff != "" {
		t.Errorf("the endpoint that is read (-want +got):\n%s", diff)
	}
}

const (
	bearerToken   = "the-token-of-the-back-office"
	headerValue   = "the value of a header"
	signingSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
)

// secretEndpoint creates an endpoint with a secret wherever there can be one.
func secretEndpoint(t *testing.T, m *kit.Member, url string) *kit.Answer {
	t.Helper()
	return m.Post(t, kit.EndpointsPath, kit.Body{
		"name": "Secretive", "url": url, "authType": "bearer", "authConfig": kit.Body{"token": bearerToken},
		"customHeaders": kit.Body{"X-Key": headerValue}, "signingSecret": signingSecret, "subscribedEvents": []string{"*"},
	}).Ok(t, 201)
}

func wantNoSecrets(t *testing.T, a *kit.Answer, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(string(a.Text), secret) {
			t.Errorf("%s: the answer shows %q: %s", a.Call, secret, a.Text)
		}
	}
}

func secretsAreShownOnce(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	created := secretEndpoint(t, admin, office.URL)
	endpoint := created.Object(t, kit.ShapeOfEndpoint)
	if endpoint["signingSecret"] != signingSecret {
		t.Errorf("the signing secret of the new endpoint is %v", endpoint["signingSecret"])
	}
	wantNoSecrets(t, created, bearerToken, headerValue)
	rotated := admin.Post(t, endpointAt(endpoint, "/rotate-secret"), nil).Ok(t, 200)
	fresh, _ := rotated.Object(t, kit.ShapeOfEndpoint)["signingSecret"].(string)
	if !strings.HasPrefix(fresh, "whsec_") || len(fresh) < 40 || fresh == signingSecret {
		t.Errorf("the fresh secret is %q", fresh)
	}
	wantNoSecrets(t, rotated, bearerToken, headerValue, signingSecret)
	id := admin.Post(t, endpointAt(endpoint, "/test"), nil).Ok(t, 202).Object(t, kit.ShapeOfDelivery)["id"].(string)
	awaitDelivery(t, admin, id, "succeeded")
	for _, a := range []*kit.Answer{
		admin.Get(t, endpointAt(endpoint, "")), admin.Get(t, kit.EndpointsPath),
		admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), kit.Body{"name": "Still secretive"}),
		admin.Get(t, "/webhooks/deliveries/"+id),
	} {
		wantNoSecrets(t, a.Ok(t, 200), bearerToken, headerValue, signingSecret, fresh, strings.TrimPrefix(fresh, "whsec_"))
	}
	masked := readEndpoint(t, admin, endpoint)
	for what, shown := range map[string]any{
		"the signing secret": masked["signingSecret"], "the token": masked["authConfig"].(map[string]any)["token"],
		"the header": masked["customHeaders"].(map[string]any)["X-Key"],
	} {
		if text, _ := shown.(string); !strings.HasPrefix(text, "••••") {
			t.Errorf("%s is shown as %v, want a mask", what, shown)
		}
	}
	wantNoSecrets(t, &kit.Answer{Call: "the log", Text: []byte(s.Log())}, bearerToken, headerValue, signingSecret, fresh)
}

func secretsStayHome(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	endpoint := secretEndpoint(t, admin, "https://home.example.com/").Object(t, kit.ShapeOfEndpoint)
	masked := readEndpoint(t, admin, endpoint)
	move := func(more kit.Body) *kit.Answer {
		more["url"] = "https://elsewhere.example.com/"
		return admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), more)
	}
	token := kit.Body{"token": "a new token"}
	move(kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "authConfig")
	move(kit.Body{"authConfig": masked["authConfig"]}).Failed(t, 400, "VALIDATION_ERROR", "authConfig")
	move(kit.Body{"authConfig": kit.Body{"token": "anew"}}).Failed(t, 400, "VALIDATION_ERROR", "customHeaders")
	move(kit.Body{"authConfig": token, "customHeaders": masked["customHeaders"]}).Failed(t, 400, "VALIDATION_ERROR", "customHeaders")
	move(kit.Body{"authConfig": kit.Body{"token": "anew"}, "customHeaders": kit.Body{"X-Key": "anew"}}).Ok(t, 200)
}

func removedEndpointsAreGone(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	endpoint := admin.Endpoint(t, office.URL, nil)
	admin.Publish(t, "custom.thing.happened", kit.Body{})
	office.Await(t, 1)
	id := onlyDelivery(t, admin, endpoint)
	admin.Call(t, http.MethodDelete, endpointAt(endpoint, ""), nil).Done(t, 200)
	for _, call := range endpointCalls {
		admin.Call(t, call.method, endpointAt(endpoint, call.rest), call.content).Failed(t, 404, "NOT_FOUND", "")
	}
	admin.Get(t, "/webhooks/deliveries/"+id).Failed(t, 404, "NOT_FOUND", "")
	admin.Publish(t, "custom.thing.happened", kit.Body{})
	again := admin.Endpoint(t, office.URL, nil) // the URL is free again
	last := admin.Publish(t, "custom.thing.happened", kit.Body{"last": true})
	if got := office.Await(t, 2); eventID(got) != last {
		t.Errorf("the receiver got %s, want only %s", got.Text, last)
	}
	onlyDelivery(t, admin, again)
}

func endpointsAreListed(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	var made []map[string]any
	for i := range 5 {
		made = append(made, admin.Endpoint(t, fmt.Sprintf("https://office-%d.example.com/", i), kit.Body{"isActive": i%2 == 0}))
	}
	wantList := func(query string, total float64, want ...int) {
		t.Helper()
		a := admin.Get(t, kit.EndpointsPath+query).Ok(t, 200)
		got := a.List(t, kit.ShapeOfEndpoint, kit.Shape{"meta": kit.AMeta})
		wanted := []map[string]any{}
		for _, i := range want {
			wanted = append(wanted, made[i])
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", a.Call, diff)
		}
		if meta := a.Envelope["meta"].(map[string]any); meta["total"] != total {
			t.Errorf("%s: the total is %v, want %v", a.Call, meta["total"], total)
		}
	}
	wantList("", 5, 4, 3, 2, 1, 0)
	wantList("?page=2&limit=2", 5, 2, 1)
	wantList("?page=4&limit=2", 5)
	wantList("?isActive=true", 3, 4, 2, 0)
	wantList("?isActive=false&limit=1", 2, 3)
	admin.Get(t, kit.EndpointsPath+"?isActive=maybe").Failed(t, 400, "VALIDATION_ERROR", "isActive")
	admin.Get(t, kit.EndpointsPath+"?limit=0").Failed(t, 400, "VALIDATION_ERROR", "limit")
}
