package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/auth"
)

// Page is one page of a list: Number counts from 1.
type Page struct{ Number, Limit int }

func (p Page) offset() int { return (p.Number - 1) * p.Limit }

// EndpointChange is what a client sets; nil leaves the default, or what is there.
type EndpointChange struct {
	Name               *string
	Description        *string
	URL                *string
	HTTPMethod         *string
	AuthType           *string
	AuthConfig         json.RawMessage
	CustomHeaders      *map[string]string
	SubscribedEvents   *[]string
	Filters            json.RawMessage
	RetryEnabled       *bool
	MaxRetries         *int
	RetryDelaySeconds  *int
	BackoffTenths      *int
	TimeoutSeconds     *int
	IsActive           *bool
	SigningSecret      *string
	RateLimitPerMinute *int
	RateLimitPerHour   *int
}

// set takes over a value that was given.
func set[T any](target *T, given *T) {
	if given != nil {
		*target = *given
	}
}

// apply changes the record. Secrets that come back as they are shown, masked, stay as they were.
func (c EndpointChange) apply(e *Endpoint, parser *auth.Parser) error {
	set(&e.Name, c.Name)
	set(&e.Description, c.Description)
	set(&e.URL, c.URL)
	set(&e.HTTPMethod, c.HTTPMethod)
	set(&e.SubscribedEvents, c.SubscribedEvents)
	set(&e.RetryEnabled, c.RetryEnabled)
	set(&e.MaxRetries, c.MaxRetries)
	set(&e.RetryDelaySeconds, c.RetryDelaySeconds)
	set(&e.BackoffTenths, c.BackoffTenths)
	set(&e.TimeoutSeconds, c.TimeoutSeconds)
	set(&e.IsActive, c.IsActive)
	set(&e.RateLimitPerMinute, c.RateLimitPerMinute)
	set(&e.RateLimitPerHour, c.RateLimitPerHour)
	if c.Filters != nil {
		e.Filters = c.Filters
	}
	if c.SigningSecret != nil && *c.SigningSecret != Masked(e.SigningSecret) {
		e.SigningSecret, e.previousSecret, e.previousSecretUntil = *c.SigningSecret, "", time.Time{}
	}
	if c.CustomHeaders != nil {
		e.CustomHeaders = mergeHeaders(e.CustomHeaders, *c.CustomHeaders)
	}
	return c.applyAuthentication(e, parser)
}

// applyAuthentication keeps a secret that came back masked. With another authType the old settings go.
func (c EndpointChange) applyAuthentication(e *Endpoint, parser *auth.Parser) error {
	present, err := parser.Parse(e.AuthType, e.AuthConfig)
	if err != nil {
		return configFault(err)
	}
	if c.AuthType != nil && *c.AuthType != e.AuthType {
		e.AuthType, e.AuthConfig = *c.AuthType, json.RawMessage(`{}`)
	}
	if c.AuthConfig != nil {
		e.AuthConfig = auth.Merge(present, e.AuthType, c.AuthConfig)
	}
	return nil
}

// mergeHeaders keeps the value of a header that came back masked.
func mergeHeaders(old, given map[string]string) map[string]string {
	merged := make(map[string]string, len(given))
	for name, value := range given {
		if before, there := old[name]; there && value == Masked(before) {
			value = before
		}
		merged[name] = value
	}
	return merged
}

// Masked shows no more of a secret than what tells two of them apart: the last four characters of a long one.
func Masked(secret string) string {
	runes := []rune(secret)
	switch {
	case secret == "":
		return ""
	case len(runes) < 16:
		return mask
	}
	return mask + string(runes[len(runes)-4:])
}

// CreateEndpoint adds an endpoint. It is for admins. A bad value is VALIDATION_ERROR and names its field, a
// URL that must not be called URL_NOT_ALLOWED, one that the tenant has already CONFLICT.
func (s *Service) CreateEndpoint(ctx context.Context, actor Actor, given EndpointChange) (*Endpoint, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	endpoint := newEndpoint(actor.TenantID, s.now())
	endpoint.CreatedBy = actor.UserID
	if err := given.apply(endpoint, s.parser); err != nil {
		return nil, err
	}
	if err := endpoint.validate(s.policy, s.parser); err != nil {
		return nil, err
	}
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		tx.NotifyAtCommit(endpointsTopic, endpoint.TenantID.String())
		return s.store.insert(ctx, tx, endpoint)
	})
	return endpoint, err
}

// UpdateEndpoint changes an endpoint. It fails like CreateEndpoint, and with NOT_FOUND. Another URL has to be
// verified again. Switching an endpoint off skips what is pending; switching it on gives it a fresh start.
func (s *Service) UpdateEndpoint(ctx context.Context, actor Actor, id uuid.UUID, change EndpointChange) (*Endpoint, error) {
	return s.changeEndpoint(ctx, actor, id, func(e *Endpoint) error {
		before := *e
		if err := change.keepsSecretsHome(e); err != nil {
			return err
		}
		if err := change.apply(e, s.parser); err != nil {
			return err
		}
		if e.URL != before.URL {
			e.IsVerified, e.VerifiedAt = false, time.Time{}
		}
		if e.IsActive && !before.IsActive {
			e.failingSince = time.Time{}
		}
		return e.validate(s.policy, s.parser)
	})
}

// keepsSecretsHome fails with VALIDATION_ERROR when the URL moves to another host and secrets that the client
// may not know would move along: whoever edits an endpoint must not be able to have them sent elsewhere.
func (c EndpointChange) keepsSecretsHome(e *Endpoint) error {
	if c.URL == nil || hostOf(*c.URL) == hostOf(e.URL) {
		return nil
	}
	if e.AuthType != auth.None && (c.AuthConfig == nil || holdsMask(c.AuthConfig)) && (c.AuthType == nil || *c.AuthType == e.AuthType) {
		return fault.Invalid("authConfig", "must be sent again, with its secrets, when the host changes")
	}
	if len(e.CustomHeaders) == 0 {
		return nil
	}
	if c.CustomHeaders == nil {
		return fault.Invalid("customHeaders", "must be sent again when the host changes")
	}
	for _, value := range *c.CustomHeaders {
		if strings.Contains(value, mask) {
			return fault.Invalid("customHeaders", "must be sent again, with their values, when the host changes")
		}
	}
	return nil
}

// holdsMask looks at the decoded values: in JSON the mask can be spelled in many ways.
func holdsMask(config json.RawMessage) bool {
	var values map[string]any
	if json.Unmarshal(config, &values) != nil {
		return false // refused as no object later
	}
	for _, value := range values {
		if text, ok := value.(string); ok && strings.Contains(text, mask) {
			return true
		}
	}
	return false
}

func hostOf(raw string) string {
	parsed, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return strings.ToLower(parsed.Host)
}

// changeEndpoint holds a tenant's endpoint, changes it and brings everything else in line.
func (s *Service) changeEndpoint(ctx context.Context, actor Actor, id uuid.UUID, change func(*Endpoint) error) (*Endpoint, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	var changed *Endpoint
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		endpoint, err := s.store.find(ctx, tx, actor.TenantID, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if err := change(endpoint); err != nil {
			return err
		}
		endpoint.UpdatedAt = s.now()
		if err := s.store.update(ctx, tx, endpoint); err != nil {
			return err
		}
		changed = endpoint
		return s.settle(ctx, tx, endpoint)
	})
	return changed, err
}

// DeleteEndpoint removes an endpoint with its deliveries. Another tenant's is NOT_FOUND.
func (s *Service) DeleteEndpoint(ctx context.Context, actor Actor, id uuid.UUID) error {
	if err := actor.requireAdmin(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		tx.NotifyAtCommit(endpointsTopic, actor.TenantID.String())
		deleted, err := tx.Exec(ctx, `DELETE FROM webhook_endpoints WHERE id = $1 AND tenant_id = $2`, id, actor.TenantID)
		if err == nil && deleted == 0 {
			return fault.New(fault.NotFound, "there is no such endpoint")
		}
		if err != nil {
			return err
		}
		for _, statement := range []string{
			`DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE endpoint_id = $1)`,
			`DELETE FROM webhook_deliveries WHERE endpoint_id = $1`,
			`DELETE FROM webhook_sends WHERE endpoint_id = $1`,
		} {
			if _, err := tx.Exec(ctx, statement, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Endpoint reads one endpoint of the tenant. Another tenant's is NOT_FOUND.
func (s *Service) Endpoint(ctx context.Context, actor Actor, id uuid.UUID) (*Endpoint, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	return s.store.find(ctx, s.db, actor.TenantID, id, "")
}

// Endpoints lists the tenant's endpoints, the newest first, and how many there are.
func (s *Service) Endpoints(ctx context.Context, actor Actor, active *bool, page Page) ([]*Endpoint, int, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, 0, err
	}
	where, args := ` FROM webhook_endpoints WHERE tenant_id = $1`, []any{actor.TenantID}
	if active != nil {
		where, args = where+` AND is_active = $2`, append(args, *active)
	}
	var total int
	if err := s.db.QueryRow(ctx, `SELECT COUNT(*)`+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := s.db.Query(ctx, fmt.Sprintf(`SELECT %s%s ORDER BY id DESC LIMIT $%d OFFSET $%d`,
		endpointColumns, where, len(args)+1, len(args)+2), append(args, page.Limit, page.offset())...)
	endpoints, err := database.Collect(rows, err, s.store.scan)
	return endpoints, total, err
}

// MaskedAuthConfig is the endpoint's authConfig as it may be shown.
func (s *Service) MaskedAuthConfig(e *Endpoint) (json.RawMessage, error) {
	method, err := s.parser.Parse(e.AuthType, e.AuthConfig)
	if err != nil {
		return nil, err
	}
	return method.Masked(), nil
}

// MaskedHeaders are the endpoint's customHeaders as they may be shown.
func (e *Endpoint) MaskedHeaders() map[string]string {
	shown := make(map[string]string, len(e.CustomHeaders))
	for name, value := range e.CustomHeaders {
		shown[name] = Masked(value)
	}
	return shown
}
