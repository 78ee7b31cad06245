package webhook_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

const (
	longToken  = "a-bearer-token-of-some-length"
	longHeader = "a-header-value-of-some-length"
)

func (h *house) secretive(t *testing.T) *webhook.Endpoint {
	t.Helper()
	return h.AddEndpoint(t, "https://example.com/hook", func(e *webhook.EndpointChange) {
		e.AuthType, e.AuthConfig = new("bearer"), json.RawMessage(`{"token":"`+longToken+`"}`)
		e.CustomHeaders = &map[string]string{"X-Key": longHeader}
		e.SigningSecret = new("a-signing-secret-of-some-length")
	})
}

func TestMaskedValuesThatComeBackKeepTheirSecrets(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		endpoint := h.secretive(t)
		config := h.MaskedAuthConfig(endpoint)
		headers, shown := endpoint.MaskedHeaders(), webhook.Masked(endpoint.SigningSecret)
		wire, err := json.Marshal([]any{config, headers, shown})
		if err != nil || strings.Contains(string(wire), longToken) || strings.Contains(string(wire), longHeader) {
			t.Fatalf("shown: %s, %v", wire, err)
		}
		var back map[string]string // as a client receives and sends it
		encoded, _ := json.Marshal(headers)
		if err := json.Unmarshal(encoded, &back); err != nil {
			t.Fatal(err)
		}
		back["X-New"] = "new"
		h.Update(t, endpoint.ID, webhook.EndpointChange{AuthConfig: config, CustomHeaders: &back, SigningSecret: &shown})
		e := h.Reload(t, endpoint.ID)
		if string(e.AuthConfig) != string(endpoint.AuthConfig) || e.SigningSecret != endpoint.SigningSecret {
			t.Error("a secret was replaced by its mask")
		}
		if e.CustomHeaders["X-Key"] != longHeader || e.CustomHeaders["X-New"] != "new" {
			t.Errorf("headers %v", e.CustomHeaders)
		}
	})
}

func TestSecretsDoNotFollowTheURLToAnotherHost(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), nil)
	endpoint := h.secretive(t)
	elsewhere := new("https://evil.example.net/hook")
	known := json.RawMessage(`{"token":"` + longToken + `"}`)
	ours := &map[string]string{"X-Key": longHeader}
	for name, c := range map[string]struct {
		change webhook.EndpointChange
		field  string
	}{
		"nothing again":        {webhook.EndpointChange{URL: elsewhere}, "authConfig"},
		"the mask":             {webhook.EndpointChange{URL: elsewhere, AuthConfig: json.RawMessage(`{"token":"••••ngth"}`), CustomHeaders: ours}, "authConfig"},
		"the mask, escaped":    {webhook.EndpointChange{URL: elsewhere, AuthConfig: json.RawMessage(`{"token":"\u2022\u2022\u2022\u2022ngth"}`), CustomHeaders: ours}, "authConfig"},
		"no headers":           {webhook.EndpointChange{URL: elsewhere, AuthConfig: known}, "customHeaders"},
		"masked headers":       {webhook.EndpointChange{URL: elsewhere, AuthConfig: known, CustomHeaders: &map[string]string{"X-Key": "••••ngth"}}, "customHeaders"},
		"in clear":             {webhook.EndpointChange{URL: new("http://example.com/hook")}, "authConfig"},
		"another port":         {webhook.EndpointChange{URL: new("https://example.com:444/hook")}, "authConfig"},
		"a masked other field": {webhook.EndpointChange{URL: elsewhere, AuthType: new("bearer")}, "authConfig"},
	} {
		_, err := h.UpdateEndpoint(t.Context(), h.Actor, endpoint.ID, c.change)
		if !fault.Is(err, fault.ValidationError) || !strings.Contains(err.Error(), c.field) {
			t.Errorf("%s: got %v, want VALIDATION_ERROR about %s", name, err, c.field)
		}
	}
	h.Update(t, endpoint.ID, webhook.EndpointChange{URL: new("https://example.com/other")}) // the same host
	h.Update(t, endpoint.ID, webhook.EndpointChange{URL: elsewhere, AuthConfig: known, CustomHeaders: ours})
}

func TestAnotherAuthTypeForgetsTheOldSettings(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), nil)
	endpoint := h.secretive(t)
	h.Update(t, endpoint.ID, webhook.EndpointChange{AuthType: new("none")})
	if e := h.Reload(t, endpoint.ID); e.AuthType != "none" || string(e.AuthConfig) != "{}" {
		t.Errorf("got %s %s", e.AuthType, e.AuthConfig)
	}
}

func TestEveryUpdateSetsUpdatedAtAndAnotherURLHasToBeVerifiedAgain(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: echo}
		h := newHouse(t, db, r.Take)
		endpoint := h.AddEndpoint(t, "https://example.com/a", nil)
		if _, err := h.VerifyEndpoint(t.Context(), h.Actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		before := h.Reload(t, endpoint.ID)
		if !before.IsVerified || before.VerifiedAt.IsZero() {
			t.Fatal("it was not verified")
		}
		for _, change := range []webhook.EndpointChange{
			{}, {Name: new("other")}, {IsActive: new(false)}, {MaxRetries: new(1)}, {URL: new("https://example.com/a")},
		} {
			time.Sleep(time.Second)
			h.Update(t, endpoint.ID, change)
			after := h.Reload(t, endpoint.ID)
			if !after.UpdatedAt.Equal(before.UpdatedAt.Add(time.Second)) || !after.CreatedAt.Equal(before.CreatedAt) {
				t.Errorf("updated %s, want a second after %s", after.UpdatedAt, before.UpdatedAt)
			}
			if !after.IsVerified {
				t.Errorf("%+v took the verification away", change)
			}
			before = after
		}
		h.Update(t, endpoint.ID, webhook.EndpointChange{URL: new("https://example.com/b")})
		if after := h.Reload(t, endpoint.ID); after.IsVerified || !after.VerifiedAt.IsZero() {
			t.Error("another URL is still verified")
		}
	})
}

func TestAnAuthConfigThatIsTooLargeIsNotLookedThrough(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), nil)
	endpoint := h.secretive(t)
	large := json.RawMessage(`{"token":"` + longToken + `","x":[` + strings.Repeat(`{"":0},`, 64<<10/7) + `0]}`)
	_, created := h.Service.CreateEndpoint(t.Context(), h.Actor, webhook.EndpointChange{
		Name: new("large"), URL: new("https://example.com/large"), AuthType: new("bearer"), AuthConfig: large,
	})
	_, changed := h.Service.UpdateEndpoint(t.Context(), h.Actor, endpoint.ID, webhook.EndpointChange{AuthConfig: large})
	for act, err := range map[string]error{"created": created, "changed": changed} {
		var refused *fault.Error
		if !errors.As(err, &refused) || refused.Field != "authConfig" || !strings.Contains(refused.Message, "65536 bytes") {
			t.Errorf("%s: %v", act, err)
		}
	}
}
