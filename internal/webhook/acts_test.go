package webhook_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

func TestEveryActOnAnEndpointIsAudited(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, func(_ context.Context, call wire.Call) wire.Result { // echoes the challenge
			result := webhooktest.Answer(200)
			result.Body = call.Body[strings.Index(string(call.Body), `"data":`)+len(`"data":`) : len(call.Body)-1]
			return result
		})
		h.Actor.KeyID, h.Actor.Origin = database.NewID(), audit.Origin{IPAddress: "203.0.113.9", RequestID: "request-1"}
		const path, token, header = "path-that-is-a-secret", "token-that-is-a-secret", "header-that-is-a-secret"
		e := h.AddEndpoint(t, "https://office.example.com/"+path, func(c *webhook.EndpointChange) {
			c.AuthType, c.AuthConfig = new("bearer"), []byte(`{"token":"`+token+`"}`)
			c.CustomHeaders = &map[string]string{"X-Key": header}
		})
		secrets := []string{path, token, header, e.SigningSecret}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		h.Update(t, e.ID, webhook.EndpointChange{Name: new("renamed"), URL: new("https://office.example.com/other-" + path)})
		rotated, err := h.RotateSecret(t.Context(), h.Actor, e.ID)
		must(err)
		secrets = append(secrets, rotated.SigningSecret)
		_, err = h.VerifyEndpoint(t.Context(), h.Actor, e.ID)
		must(err)
		_, err = h.SendTest(t.Context(), h.Actor, e.ID)
		must(err)
		h.Update(t, e.ID, webhook.EndpointChange{IsActive: new(false)})
		h.Update(t, e.ID, webhook.EndpointChange{IsActive: new(true)})
		delivery := h.ListDeliveries(t, e.ID, "skipped")[0]
		must(h.RetryDelivery(t.Context(), h.Actor, delivery.ID))
		_, err = h.Recover(t.Context(), h.Actor, e.ID, time.Time{})
		must(err)
		must(h.DeleteEndpoint(t.Context(), h.Actor, e.ID))
		entries, _, err := audit.List(t.Context(), db, h.Actor.TenantID, audit.Filter{SubjectID: e.ID.String()}, database.Page{Number: 1, Limit: 100})
		must(err)
		actions := h.wantDiscreet(t, entries, secrets)
		want := []string{
			"webhook.endpoint.created", "webhook.endpoint.changed", "webhook.endpoint.secret_rotated", "webhook.endpoint.verified",
			"webhook.endpoint.tested", "webhook.endpoint.changed", "webhook.endpoint.changed", "webhook.delivery.retried",
			"webhook.endpoint.recovery_started", "webhook.endpoint.deleted",
		}
		if !slices.Equal(actions, want) {
			t.Errorf("the log has %v, want %v", actions, want)
		}
		renamed := entries[len(entries)-2]
		if renamed.Before["name"] != "receiver" || renamed.After["name"] != "renamed" || len(renamed.After) != 1 || renamed.Details["changedSecrets"] != "url" {
			t.Errorf("the change is told as %v → %v (%v)", renamed.Before, renamed.After, renamed.Details)
		}
		if deleted := entries[0]; deleted.Before["name"] != "renamed" || len(deleted.After) != 0 {
			t.Errorf("the removal is told as %v → %v", deleted.Before, deleted.After)
		}
	})
}

// wantDiscreet checks that the log says who did what and reveals no secret, and returns the acts, oldest first.
func (h *house) wantDiscreet(t *testing.T, entries []audit.Entry, secrets []string) (actions []string) {
	t.Helper()
	for _, entry := range slices.Backward(entries) {
		actions = append(actions, entry.Action)
		if entry.Actor.UserID != h.Actor.UserID || entry.Actor.KeyID != h.Actor.KeyID || entry.Actor.Origin.IPAddress != "203.0.113.9" || entry.Subject.Kind != "webhook_endpoint" {
			t.Errorf("%s is by %v on %v", entry.Action, entry.Actor, entry.Subject)
		}
		for _, fields := range []audit.Fields{entry.Before, entry.After, entry.Details} {
			for name, value := range fields {
				if slices.ContainsFunc(secrets, func(secret string) bool { return strings.Contains(value, secret) }) {
					t.Errorf("%s tells a secret in %s: %s", entry.Action, name, value)
				}
			}
		}
		if entry.Details["origin"] != "https://office.example.com" {
			t.Errorf("%s is about %v", entry.Action, entry.Details)
		}
	}
	return actions
}

func TestASubscriptionThatMatchesNothingIsRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), nil)
	good := []string{"*", "trading.*", "trading.position.*", webhooktest.ClosedType, "webhook.endpoint.disabled", "custom.*", "custom.anything.at_all", "custom.anything.*"}
	e := h.AddEndpoint(t, webhooktest.Hook+"a", func(c *webhook.EndpointChange) { c.SubscribedEvents = &good })
	for _, bad := range []string{"trading.position.close", "tradin.*", "trading.positions.*", "customs.a", "custom", "custom.", "custom.UPPER", "**", ""} {
		list := []string{"*", bad}
		_, err := h.CreateEndpoint(t.Context(), h.Actor, webhook.EndpointChange{Name: new("n"), URL: new(webhooktest.Hook + "b"), SubscribedEvents: &list})
		testkit.WantFault(t, err, fault.ValidationError, "subscribedEvents")
		if !strings.Contains(err.Error(), `"`+bad+`"`) {
			t.Errorf("the refusal does not name %q: %v", bad, err)
		}
		_, err = h.UpdateEndpoint(t.Context(), h.Actor, e.ID, webhook.EndpointChange{SubscribedEvents: &list})
		testkit.WantFault(t, err, fault.ValidationError, "subscribedEvents")
	}
	// A subscription saved before the rule stays, and does not prevent other changes.
	h.set(t, e.ID, "subscribed_events", `["trading.gone"]`)
	if changed := h.Update(t, e.ID, webhook.EndpointChange{Name: new("renamed")}); changed.Broken != "" {
		t.Errorf("an old subscription makes the endpoint %q", changed.Broken)
	}
}

func TestOneReceiversURLIsNotToldToTheOthers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: func(_ int, call webhooktest.Received) wire.Result {
			if strings.Contains(call.Call.URL, "hooks.example.com") {
				return webhooktest.Answer(410)
			}
			return webhooktest.Answer(200)
		}}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		h.AddEndpoint(t, "https://hooks.example.com/services/T00/B00/secret-path?key=secret-query", nil)
		watcher := h.AddEndpoint(t, webhooktest.Hook+"watcher", func(c *webhook.EndpointChange) { c.SubscribedEvents = &[]string{"webhook.*"} })
		h.PublishData(t, `{}`)
		h.WaitSettled(t, watcher.ID, "succeeded", 1)
		for _, call := range r.All() {
			if call.Body.Type != "webhook.endpoint.disabled" {
				continue
			}
			if text := string(call.Call.Body); strings.Contains(text, "secret") || !strings.Contains(text, `"url":"https://hooks.example.com"`) {
				t.Errorf("the watcher was told %s", text)
			}
		}
		entries, _, err := audit.List(t.Context(), db, h.Actor.TenantID, audit.Filter{Action: "webhook.endpoint.disabled"}, database.Page{Number: 1, Limit: 10})
		if err != nil || len(entries) != 1 || entries[0].Details["url"] != "https://hooks.example.com" {
			t.Errorf("the audit log has %v, %v", entries, err)
		}
	})
}
