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
	sealed     unread    // the sealed values, of which some may not open
	subscribed string    // JSON
	until      time.Time // when the last former secret expires
}

// scan reads a row with any content: a value that cannot be read makes the endpoint broken but is no error.
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

// scanRemains reads what identifies an endpoint from a row with a value of the wrong type, which SQLite permits. When
// the scan failed for another reason, it returns that failure.
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

// unseal opens the sealed values. One that no key of the ring opens is kept as it is.
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

// sealed returns a secret as it is stored; an empty one is NULL.
func (s endpointStore) sealed(e *Endpoint, secret string) ([]byte, error) {
	if secret == "" {
		return nil, nil
	}
	return s.ring.Seal([]byte(secret), secretContext(e.ID))
}

// row returns an endpoint as it is stored. It fails when its secrets cannot be sealed.
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
		unread []byte // a value that could not be opened stays as it is
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
