package webhook

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/auth"
)

// endpointRow is an endpoint as it is stored.
type endpointRow struct {
	Endpoint
	sealed     unread    // whatever of it can be opened
	subscribed string    // JSON
	until      time.Time // when the last of the former secrets ends
}

// endpointTable is how endpoints are kept. What the sender counts is only read here: see delivery.
var endpointTable = database.NewTable("webhook_endpoints", func(e *endpointRow, column database.Define) {
	counted := func(name string, value any) { column(name, database.Computed("webhook_endpoints."+name, value)) }
	column("id", database.NativeID(&e.ID))
	column("tenant_id", database.Fixed(&e.TenantID))
	column("name", &e.Name)
	column("description", database.Optional(&e.Description))
	column("url", &e.URL)
	column("http_method", &e.HTTPMethod)
	column("auth_type", &e.AuthType)
	column("auth_config", &e.sealed.authConfig)
	column("custom_headers", &e.sealed.customHeaders)
	column("subscribed_events", &e.subscribed)
	column("filters", database.Text((*[]byte)(&e.Filters)))
	column("retry_enabled", &e.RetryEnabled)
	column("max_retries", &e.MaxRetries)
	column("retry_delay_seconds", &e.RetryDelaySeconds)
	column("retry_backoff_multiplier", &e.BackoffTenths)
	column("timeout_seconds", &e.TimeoutSeconds)
	column("is_active", &e.IsActive)
	column("is_verified", &e.IsVerified)
	column("verified_at", database.Optional(&e.VerifiedAt))
	column("signing_secret", &e.sealed.signingSecret)
	column("previous_secret", &e.sealed.previousSecret)
	column("previous_secret_until", database.Optional(&e.until))
	counted("total_deliveries", &e.TotalDeliveries)
	counted("successful_deliveries", &e.SuccessfulDeliveries)
	counted("failed_deliveries", &e.FailedDeliveries)
	counted("last_delivery_at", database.Optional(&e.LastDeliveryAt))
	counted("last_success_at", database.Optional(&e.LastSuccessAt))
	counted("last_failure_at", database.Optional(&e.LastFailureAt))
	column("failing_since", database.Optional(&e.failingSince))
	column("rate_limit_per_minute", &e.RateLimitPerMinute)
	column("rate_limit_per_hour", &e.RateLimitPerHour)
	column("created_at", database.Fixed(&e.CreatedAt))
	column("updated_at", &e.UpdatedAt)
	column("created_by", database.Fixed(database.Optional(&e.CreatedBy)))
})

var endpointColumns = endpointTable.Columns()

// scan reads a row, whatever it holds: what cannot be read makes the endpoint broken and fails nothing else.
func (s endpointStore) scan(row database.Row) (*Endpoint, error) {
	stored, err := endpointTable.Scan(row)
	if err != nil {
		return scanRemains(row, err)
	}
	e := &stored.Endpoint
	if err := json.Unmarshal([]byte(stored.subscribed), &e.SubscribedEvents); err != nil || e.SubscribedEvents == nil {
		e.SubscribedEvents, e.unread.subscribedEvents = []string{}, stored.subscribed
		e.broke("subscribedEvents cannot be read")
	}
	s.unseal(e, stored)
	return e, nil
}

// scanRemains reads what names an endpoint from a row that holds something of another type, as SQLite lets one.
// Of a scan that failed otherwise it returns the failure.
func scanRemains(row database.Row, failure error) (*Endpoint, error) {
	e := Endpoint{
		AuthType: auth.None, AuthConfig: json.RawMessage(`{}`), CustomHeaders: map[string]string{}, SubscribedEvents: []string{},
		Filters: json.RawMessage(`{}`), unread: unread{wholeRow: true, subscribedEvents: "?"},
	}
	var isActive any
	remains := map[string]any{
		"id": &e.ID, "tenant_id": &e.TenantID, "name": &e.Name, "url": &e.URL, "http_method": &e.HTTPMethod, "is_active": &isActive,
	}
	var targets []any
	for name := range strings.SplitSeq(endpointColumns, ", ") {
		target, is := remains[name]
		if !is {
			target = new(any)
		}
		targets = append(targets, target)
	}
	if row.Scan(targets...) != nil {
		return nil, failure
	}
	active, known := isActive.(bool)
	e.IsActive = active || !known
	e.broke(wrongTypes)
	return &e, nil
}

// unseal opens what is sealed. What no key of ours opens is kept as it is.
func (s endpointStore) unseal(e *Endpoint, stored *endpointRow) {
	sealed := stored.sealed
	open := func(content []byte, keep *[]byte) []byte {
		if content == nil {
			return nil
		}
		opened, err := s.ring.Open(content, secretContext(e.ID))
		if err != nil {
			*keep = content
		}
		return opened
	}
	e.AuthConfig = open(sealed.authConfig, &e.unread.authConfig)
	headers := open(sealed.customHeaders, &e.unread.customHeaders)
	e.SigningSecret = string(open(sealed.signingSecret, &e.unread.signingSecret))
	e.formerSecrets = readFormerSecrets(string(open(sealed.previousSecret, &e.unread.previousSecret)), stored.until)
	if e.unread.customHeaders == nil && json.Unmarshal(headers, &e.CustomHeaders) != nil {
		e.unread.customHeaders = sealed.customHeaders
		e.broke("customHeaders cannot be read")
	}
	if e.CustomHeaders == nil {
		e.CustomHeaders = map[string]string{}
	}
}

func secretContext(endpoint uuid.UUID) string { return "webhook-endpoint:" + endpoint.String() }

// sealed turns a secret into what is stored; nothing stays NULL.
func (s endpointStore) sealed(e *Endpoint, secret string) ([]byte, error) {
	if secret == "" {
		return nil, nil
	}
	return s.ring.Seal([]byte(secret), secretContext(e.ID))
}

// row is what is stored of an endpoint. It fails when its secrets cannot be sealed.
func (s endpointStore) row(e *Endpoint) (*endpointRow, error) {
	headers, err := json.Marshal(e.CustomHeaders)
	if err != nil {
		return nil, err
	}
	subscribed, err := json.Marshal(e.SubscribedEvents)
	if err != nil {
		return nil, err
	}
	former, err := e.formerSecrets.text()
	if err != nil {
		return nil, err
	}
	r := &endpointRow{Endpoint: *e, subscribed: string(subscribed), until: e.formerSecrets.until()}
	if e.unread.subscribedEvents != "" {
		r.subscribed = e.unread.subscribedEvents
	}
	for _, part := range []struct {
		sealed *[]byte
		clear  string
		unread []byte // what could not be opened stays as it is
	}{
		{&r.sealed.authConfig, string(e.AuthConfig), e.unread.authConfig},
		{&r.sealed.customHeaders, string(headers), e.unread.customHeaders},
		{&r.sealed.signingSecret, e.SigningSecret, e.unread.signingSecret},
		{&r.sealed.previousSecret, former, e.unread.previousSecret},
	} {
		if *part.sealed = part.unread; part.unread != nil {
			continue
		}
		if *part.sealed, err = s.sealed(e, part.clear); err != nil {
			return nil, fmt.Errorf("seal an endpoint's secrets: %w", err)
		}
	}
	return r, nil
}
