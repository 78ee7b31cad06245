package e2e_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func changesStay(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	before := admin.endpoint(t, "https://before.example.com/", nil)
	changes := body{
		"name": "After", "description": "What it is for.", "url": "https://after.example.com/", "httpMethod": "PUT",
		"subscribedEvents": []any{"custom.*", "identity.session.revoked"}, "filters": map[string]any{"data.amount": map[string]any{"$gte": 7.0}},
		"retryEnabled": false, "maxRetries": 3.0, "retryDelaySeconds": 2.0, "retryBackoffMultiplier": 1.1, "timeoutSeconds": 5.0,
		"isActive": false, "rateLimitPerMinute": 10.0, "rateLimitPerHour": 20.0,
	}
	want := maps.Clone(before)
	made, _ := time.Parse(time.RFC3339, before["createdAt"].(string)) // the shape was checked
	eventually(t, patience, "the second of its making is over", func() bool { return time.Since(made) > time.Second })
	for name, value := range changes { // one at a time, so that each leaves the others alone
		want[name] = value
		changed := admin.call(t, http.MethodPatch, endpointAt(before, ""), body{name: value}).ok(t, 200).object(t, shapeOfEndpoint)
		if changed["updatedAt"].(string) <= before["updatedAt"].(string) {
			t.Errorf("a change of %s left updatedAt as it was", name)
		}
		want["updatedAt"] = changed["updatedAt"]
		if diff := cmp.Diff(want, changed); diff != "" {
			t.Errorf("after a change of %s (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(want, admin.readEndpoint(t, before)); diff != "" {
		t.Errorf("the endpoint that is read (-want +got):\n%s", diff)
	}
}

const (
	bearerToken   = "the-token-of-the-back-office"
	headerValue   = "the value of a header"
	signingSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
)

// secretEndpoint makes an endpoint with a secret wherever there can be one.
func (m *member) secretEndpoint(t *testing.T, url string) *answer {
	t.Helper()
	return m.post(t, endpointsPath, body{
		"name": "Secretive", "url": url, "authType": "bearer", "authConfig": body{"token": bearerToken},
		"customHeaders": body{"X-Key": headerValue}, "signingSecret": signingSecret, "subscribedEvents": []string{"*"},
	}).ok(t, 201)
}

func wantNoSecrets(t *testing.T, a *answer, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(string(a.text), secret) {
			t.Errorf("%s: the answer shows %q: %s", a.call, secret, a.text)
		}
	}
}

func secretsAreShownOnce(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	created := admin.secretEndpoint(t, office.URL)
	endpoint := created.object(t, shapeOfEndpoint)
	if endpoint["signingSecret"] != signingSecret {
		t.Errorf("the signing secret of the new endpoint is %v", endpoint["signingSecret"])
	}
	wantNoSecrets(t, created, bearerToken, headerValue)
	rotated := admin.post(t, endpointAt(endpoint, "/rotate-secret"), nil).ok(t, 200)
	fresh, _ := rotated.object(t, shapeOfEndpoint)["signingSecret"].(string)
	if !strings.HasPrefix(fresh, "whsec_") || len(fresh) < 40 || fresh == signingSecret {
		t.Errorf("the fresh secret is %q", fresh)
	}
	wantNoSecrets(t, rotated, bearerToken, headerValue, signingSecret)
	id := admin.post(t, endpointAt(endpoint, "/test"), nil).ok(t, 202).object(t, shapeOfDelivery)["id"].(string)
	admin.awaitDelivery(t, id, "succeeded")
	for _, a := range []*answer{
		admin.get(t, endpointAt(endpoint, "")), admin.get(t, endpointsPath),
		admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{"name": "Still secretive"}),
		admin.get(t, "/webhooks/deliveries/"+id),
	} {
		wantNoSecrets(t, a.ok(t, 200), bearerToken, headerValue, signingSecret, fresh, strings.TrimPrefix(fresh, "whsec_"))
	}
	masked := admin.readEndpoint(t, endpoint)
	for what, shown := range map[string]any{
		"the signing secret": masked["signingSecret"], "the token": masked["authConfig"].(map[string]any)["token"],
		"the header": masked["customHeaders"].(map[string]any)["X-Key"],
	} {
		if text, _ := shown.(string); !strings.HasPrefix(text, "••••") {
			t.Errorf("%s is shown as %v, want a mask", what, shown)
		}
	}
	wantNoSecrets(t, &answer{call: "the log", text: []byte(s.Log())}, bearerToken, headerValue, signingSecret, fresh)
}

func maskedSecretsStay(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	endpoint := admin.secretEndpoint(t, office.URL).object(t, shapeOfEndpoint)
	masked := admin.readEndpoint(t, endpoint)
	admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{
		"name": "Renamed", "authConfig": masked["authConfig"], "customHeaders": masked["customHeaders"], "signingSecret": masked["signingSecret"],
	}).ok(t, 200)
	admin.post(t, endpointAt(endpoint, "/test"), nil).ok(t, 202)
	got := office.await(t, 1)
	if got.header.Get("Authorization") != "Bearer "+bearerToken || got.header.Get("X-Key") != headerValue {
		t.Errorf("the receiver got the token %q and the header %q", got.header.Get("Authorization"), got.header.Get("X-Key"))
	}
	wantSigned(t, got, signingSecret)
}

func secretsStayHome(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	endpoint := admin.secretEndpoint(t, "https://home.example.com/").object(t, shapeOfEndpoint)
	masked := admin.readEndpoint(t, endpoint)
	move := func(more body) *answer {
		more["url"] = "https://elsewhere.example.com/"
		return admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), more)
	}
	token := body{"token": "a new token"}
	move(body{}).failed(t, 400, "VALIDATION_ERROR", "authConfig")
	move(body{"authConfig": masked["authConfig"]}).failed(t, 400, "VALIDATION_ERROR", "authConfig")
	move(body{"authConfig": body{"token": "anew"}}).failed(t, 400, "VALIDATION_ERROR", "customHeaders")
	move(body{"authConfig": token, "customHeaders": masked["customHeaders"]}).failed(t, 400, "VALIDATION_ERROR", "customHeaders")
	move(body{"authConfig": body{"token": "anew"}, "customHeaders": body{"X-Key": "anew"}}).ok(t, 200)
}

func removedEndpointsAreGone(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	endpoint := admin.endpoint(t, office.URL, nil)
	admin.publish(t, "custom.thing.happened", body{})
	office.await(t, 1)
	id := admin.onlyDelivery(t, endpoint)
	admin.call(t, http.MethodDelete, endpointAt(endpoint, ""), nil).done(t, 200)
	for _, call := range endpointCalls {
		admin.call(t, call.method, endpointAt(endpoint, call.rest), call.content).failed(t, 404, "NOT_FOUND", "")
	}
	admin.get(t, "/webhooks/deliveries/"+id).failed(t, 404, "NOT_FOUND", "")
	admin.publish(t, "custom.thing.happened", body{})
	again := admin.endpoint(t, office.URL, nil) // the URL is free again
	last := admin.publish(t, "custom.thing.happened", body{"last": true})
	if got := office.await(t, 2); got.id() != last {
		t.Errorf("the receiver got %s, want only %s", got.text, last)
	}
	admin.onlyDelivery(t, again)
}

func endpointsAreListed(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	var made []map[string]any
	for i := range 5 {
		made = append(made, admin.endpoint(t, fmt.Sprintf("https://office-%d.example.com/", i), body{"isActive": i%2 == 0}))
	}
	wantList := func(query string, total float64, want ...int) {
		t.Helper()
		a := admin.get(t, endpointsPath+query).ok(t, 200)
		got := a.list(t, shapeOfEndpoint, shape{"meta": aMeta})
		wanted := []map[string]any{}
		for _, i := range want {
			wanted = append(wanted, made[i])
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", a.call, diff)
		}
		if meta := a.envelope["meta"].(map[string]any); meta["total"] != total {
			t.Errorf("%s: the total is %v, want %v", a.call, meta["total"], total)
		}
	}
	wantList("", 5, 4, 3, 2, 1, 0)
	wantList("?page=2&limit=2", 5, 2, 1)
	wantList("?page=4&limit=2", 5)
	wantList("?isActive=true", 3, 4, 2, 0)
	wantList("?isActive=false&limit=1", 2, 3)
	admin.get(t, endpointsPath+"?isActive=maybe").failed(t, 400, "VALIDATION_ERROR", "isActive")
	admin.get(t, endpointsPath+"?limit=0").failed(t, 400, "VALIDATION_ERROR", "limit")
}
