package webhook_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/signing"
	"bourse/internal/webhook/webhooktest"
)

func TestAnEndpointBeginsWithTheDefaultsOfTheContract(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		began := time.Now().Truncate(time.Microsecond)
		created, err := h.CreateEndpoint(t.Context(), h.Actor, webhook.EndpointChange{Name: new("n"), URL: new("https://example.com/")})
		if err != nil {
			t.Fatal(err)
		}
		e := h.Reload(t, created.ID)
		got := fmt.Sprint(e.Name, e.Description, e.URL, e.HTTPMethod, e.AuthType, string(e.AuthConfig), len(e.CustomHeaders), e.SubscribedEvents != nil,
			len(e.SubscribedEvents), string(e.Filters), e.RetryEnabled, e.MaxRetries, e.RetryDelaySeconds, e.BackoffTenths, e.TimeoutSeconds,
			e.IsActive, e.IsVerified, strings.HasPrefix(e.SigningSecret, "whsec_"), e.TotalDeliveries, e.SuccessfulDeliveries, e.FailedDeliveries,
			e.RateLimitPerMinute, e.RateLimitPerHour)
		want := fmt.Sprint("n", "", "https://example.com/", "POST", "none", "{}", 0, true, 0, "{}", true, 5, 60, 20, 30,
			true, false, true, int64(0), int64(0), int64(0), 60, 1000)
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if e.ID == uuid.Nil || e.TenantID != h.Actor.TenantID || e.CreatedBy != h.Actor.UserID {
			t.Errorf("id %s, tenant %s, created by %s", e.ID, e.TenantID, e.CreatedBy)
		}
		if e.CreatedAt.Before(began) || !e.UpdatedAt.Equal(e.CreatedAt) {
			t.Errorf("created %s, updated %s", e.CreatedAt, e.UpdatedAt)
		}
		if !e.VerifiedAt.IsZero() || !e.LastDeliveryAt.IsZero() || !e.LastSuccessAt.IsZero() || !e.LastFailureAt.IsZero() {
			t.Error("a time is set without its event")
		}
	})
}

func TestABadValueIsRefusedByTheNameOfItsField(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), nil)
	type change = webhook.EndpointChange
	many := make([]string, 201)
	for i := range many {
		many[i] = fmt.Sprintf("custom.n%d", i)
	}
	for _, c := range []struct {
		field string
		spoil func(*change)
	}{
		{"name", func(e *change) { e.Name = nil }},
		{"name", func(e *change) { e.Name = new("  ") }},
		{"name", func(e *change) { e.Name = new(strings.Repeat("é", 201)) }},
		{"name", func(e *change) { e.Name = new("a\x00b") }},
		{"description", func(e *change) { e.Description = new(strings.Repeat("d", 10_001)) }},
		{"description", func(e *change) { e.Description = new("\xff") }},
		{"url", func(e *change) { e.URL = nil }},
		{"url", func(e *change) { e.URL = new("ftp://example.com/") }},
		{"url", func(e *change) { e.URL = new("not a url") }},
		{"httpMethod", func(e *change) { e.HTTPMethod = new("GET") }},
		{"httpMethod", func(e *change) { e.HTTPMethod = new("post") }},
		{"authType", func(e *change) { e.AuthType = new("digest") }},
		{"authConfig.token", func(e *change) { e.AuthType = new("bearer") }},
		{"authConfig.password", func(e *change) { e.AuthType, e.AuthConfig = new("basic"), json.RawMessage(`{"username":"u"}`) }},
		{"customHeaders.Webhook-Id", func(e *change) { e.CustomHeaders = &map[string]string{"Webhook-Id": "1"} }},
		{"customHeaders.Connection", func(e *change) { e.CustomHeaders = &map[string]string{"Connection": "close"} }},
		{"subscribedEvents", func(e *change) { e.SubscribedEvents = &[]string{"trading.*.closed"} }},
		{"subscribedEvents", func(e *change) { e.SubscribedEvents = &many }},
		{"filters", func(e *change) { e.Filters = json.RawMessage(`{"data.x":{"$like":1}}`) }},
		{"maxRetries", func(e *change) { e.MaxRetries = new(-1) }},
		{"maxRetries", func(e *change) { e.MaxRetries = new(101) }},
		{"maxRetries", func(e *change) { e.MaxRetries = new(50) }}, // 60 s doubled fifty times is forever
		{"retryDelaySeconds", func(e *change) { e.RetryDelaySeconds = new(0) }},
		{"retryDelaySeconds", func(e *change) { e.RetryDelaySeconds = new(86_401) }},
		{"retryBackoffMultiplier", func(e *change) { e.BackoffTenths = new(9) }},
		{"retryBackoffMultiplier", func(e *change) { e.BackoffTenths = new(1000) }},
		{"timeoutSeconds", func(e *change) { e.TimeoutSeconds = new(0) }},
		{"timeoutSeconds", func(e *change) { e.TimeoutSeconds = new(121) }},
		{"rateLimitPerMinute", func(e *change) { e.RateLimitPerMinute = new(0) }},
		{"rateLimitPerMinute", func(e *change) { e.RateLimitPerMinute = new(1_000_001) }},
		{"rateLimitPerHour", func(e *change) { e.RateLimitPerHour = new(0) }},
		{"rateLimitPerHour", func(e *change) { e.RateLimitPerHour = new(10_000_001) }},
		{"signingSecret", func(e *change) { e.SigningSecret = new("whsec_") }},
		{"signingSecret", func(e *change) { e.SigningSecret = new(strings.Repeat("s", 256)) }},
		{"signingSecret", func(e *change) { e.SigningSecret = new(strings.Repeat("é", 256)) }},
	} {
		spoiled := change{Name: new("n"), URL: new("https://example.com/")}
		c.spoil(&spoiled)
		_, err := h.CreateEndpoint(t.Context(), h.Actor, spoiled)
		testkit.WantFault(t, err, fault.ValidationError, c.field)
	}
	if left := webhooktest.Number(t, h.DB, `SELECT COUNT(*) FROM webhook_endpoints`); left != 0 {
		t.Errorf("%d endpoints were made", left)
	}
}

func TestEveryLimitItselfIsAllowed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		created := h.AddEndpoint(t, "https://example.com/", func(e *webhook.EndpointChange) {
			e.Name, e.Description = new(strings.Repeat("é", 200)), new(strings.Repeat("é", 10_000))
			e.MaxRetries, e.RetryDelaySeconds, e.BackoffTenths, e.TimeoutSeconds = new(100), new(1), new(10), new(120)
			e.RateLimitPerMinute, e.RateLimitPerHour = new(1_000_000), new(10_000_000)
			e.SigningSecret = new(strings.Repeat("é", 255))
		})
		other := h.AddEndpoint(t, "https://example.com/2", func(e *webhook.EndpointChange) {
			e.MaxRetries, e.RetryDelaySeconds, e.BackoffTenths, e.TimeoutSeconds = new(1), new(86_400), new(999), new(1)
			e.RateLimitPerMinute, e.RateLimitPerHour = new(1), new(1)
		})
		if e := h.Reload(t, created.ID); e.Name != created.Name || e.Description != created.Description || e.SigningSecret != created.SigningSecret {
			t.Error("the longest texts did not come back")
		}
		if e := h.Reload(t, other.ID); e.BackoffTenths != 999 || e.RetryDelaySeconds != 86_400 {
			t.Errorf("got %+v", e)
		}
	})
}

func TestATenantHasAURLOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		h.AddEndpoint(t, "https://example.com/a", nil)
		b := h.AddEndpoint(t, "https://example.com/b", nil)
		again := webhook.EndpointChange{Name: new("again"), URL: new("https://example.com/a")}
		_, err := h.CreateEndpoint(t.Context(), h.Actor, again)
		testkit.WantFault(t, err, fault.Conflict, "url")
		_, err = h.UpdateEndpoint(t.Context(), h.Actor, b.ID, webhook.EndpointChange{URL: again.URL})
		testkit.WantFault(t, err, fault.Conflict, "url")
		if _, err := h.CreateEndpoint(t.Context(), h.NewTenant(t), again); err != nil {
			t.Errorf("another tenant: %v", err)
		}
	})
}

// uses are all ways to access an endpoint, and a delivery to it.
func uses(h *house, t *testing.T, endpoint, delivery uuid.UUID) map[string]func(webhook.Actor) error {
	ctx := t.Context()
	return map[string]func(webhook.Actor) error{
		"get": func(a webhook.Actor) error { _, err := h.Endpoint(ctx, a, endpoint); return err },
		"update": func(a webhook.Actor) error {
			_, err := h.UpdateEndpoint(ctx, a, endpoint, webhook.EndpointChange{})
			return err
		},
		"verify":   func(a webhook.Actor) error { _, err := h.VerifyEndpoint(ctx, a, endpoint); return err },
		"test":     func(a webhook.Actor) error { _, err := h.SendTest(ctx, a, endpoint); return err },
		"rotate":   func(a webhook.Actor) error { _, err := h.RotateSecret(ctx, a, endpoint); return err },
		"recovery": func(a webhook.Actor) error { _, err := h.Recovery(ctx, a, endpoint, endpoint); return err },
		"recover":  func(a webhook.Actor) error { _, err := h.Recover(ctx, a, endpoint, time.Time{}); return err },
		"deliveries": func(a webhook.Actor) error {
			_, err := h.Deliveries(ctx, a, webhook.DeliveryFilter{EndpointID: endpoint}, database.Cursor{Limit: 1})
			return err
		},
		"stats":  func(a webhook.Actor) error { _, err := h.EndpointStats(ctx, a, endpoint); return err },
		"detail": func(a webhook.Actor) error { _, err := h.DeliveryDetail(ctx, a, delivery); return err },
		"retry":  func(a webhook.Actor) error { return h.RetryDelivery(ctx, a, delivery) },
		"delete": func(a webhook.Actor) error { return h.DeleteEndpoint(ctx, a, endpoint) },
	}
}

func TestAnotherTenantsEndpointIsNotThere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, "https://example.com/", nil)
		sent, err := h.SendTest(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		stranger := h.NewTenant(t)
		for name, use := range uses(h, t, endpoint.ID, sent.ID) {
			if err := use(stranger); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: got %v, want NOT_FOUND", name, err)
			}
		}
		if list, total, err := h.Endpoints(t.Context(), stranger, nil, database.Page{Number: 1, Limit: 10}); err != nil || len(list) != 0 || total != 0 {
			t.Errorf("listed %d of %d, %v", len(list), total, err)
		}
		if events, err := h.Events(t.Context(), stranger, "", database.Cursor{Limit: 10}); err != nil || len(events.Items) != 0 {
			t.Errorf("%d events, %v", len(events.Items), err)
		}
		h.Reload(t, endpoint.ID) // it still exists
	})
}

func TestOnlyAdminsMayDoAnything(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), (&webhooktest.Receiver{}).Take)
	endpoint := h.AddEndpoint(t, "https://example.com/", nil)
	member := h.Actor
	member.Admin = false
	all := uses(h, t, endpoint.ID, uuid.New())
	all["create"] = func(a webhook.Actor) error {
		_, err := h.CreateEndpoint(t.Context(), a, webhook.EndpointChange{})
		return err
	}
	all["list"] = func(a webhook.Actor) error {
		_, _, err := h.Endpoints(t.Context(), a, nil, database.Page{Number: 1, Limit: 1})
		return err
	}
	all["events"] = func(a webhook.Actor) error {
		_, err := h.Events(t.Context(), a, "", database.Cursor{Limit: 1})
		return err
	}
	all["types"] = func(a webhook.Actor) error { _, err := h.EventTypes(a); return err }
	all["publish"] = func(a webhook.Actor) error {
		_, err := h.PublishOwn(t.Context(), a, "custom.x", json.RawMessage(`{}`))
		return err
	}
	for name, use := range all {
		if err := use(member); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: got %v, want FORBIDDEN", name, err)
		}
	}
}

func TestNoSecretIsInTheTableInClear(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		signs := signing.NewSecret()
		endpoint := h.AddEndpoint(t, "https://example.com/", func(e *webhook.EndpointChange) {
			e.AuthType, e.AuthConfig = new("bearer"), json.RawMessage(`{"token":"bearer-token-in-clear"}`)
			e.CustomHeaders = &map[string]string{"X-Key": "header-value-in-clear"}
			e.SigningSecret = &signs
		})
		if _, err := h.RotateSecret(t.Context(), h.Actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		rotated := h.Reload(t, endpoint.ID).SigningSecret
		rows, err := db.Query(t.Context(), `SELECT * FROM webhook_endpoints`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		names, _ := rows.Columns()
		for rows.Next() {
			values, targets := make([]sql.RawBytes, len(names)), make([]any, len(names))
			for i := range values {
				targets[i] = &values[i]
			}
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			for i, value := range values {
				for _, secret := range []string{"bearer-token-in-clear", "header-value-in-clear", signs, rotated} {
					if bytes.Contains(value, []byte(secret)) || bytes.Contains(value, []byte(strings.TrimPrefix(secret, "whsec_"))) {
						t.Errorf("%s holds a secret in clear", names[i])
					}
				}
			}
		}
		if e := h.Reload(t, endpoint.ID); e.CustomHeaders["X-Key"] != "header-value-in-clear" || !strings.Contains(string(e.AuthConfig), "bearer-token-in-clear") {
			t.Error("the secrets did not come back for sending")
		}
	})
}
