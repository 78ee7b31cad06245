package webhook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/secret"
	"bourse/internal/webhook/auth"
)

const endpointColumns = `id, tenant_id, name, description, url, http_method, auth_type, auth_config, custom_headers,
	subscribed_events, filters, retry_enabled, max_retries, retry_delay_seconds, retry_backoff_multiplier,
	timeout_seconds, is_active, is_verified, verified_at, signing_secret, previous_secret, previous_secret_until,
	total_deliveries, successful_deliveries, failed_deliveries, last_delivery_at, last_success_at, last_failure_at,
	failing_since, rate_limit_per_minute, rate_limit_per_hour, created_at, updated_at, created_by`

// endpointStore reads and writes endpoints. Secrets are sealed with the endpoint's id as context, so that
// one cannot be moved to another endpoint.
type endpointStore struct{ ring *secret.Keyring }

// scan reads a row, whatever it holds: what cannot be read makes the endpoint broken and fails nothing else. No
// row is NOT_FOUND.
func (s endpointStore) scan(row database.Row) (*Endpoint, error) {
	var (
		e                   Endpoint
		description         sql.NullString
		sealed              unread
		subscribed, filters string
	)
	err := row.Scan(&e.ID, &e.TenantID, &e.Name, &description, &e.URL, &e.HTTPMethod, &e.AuthType, &sealed.authConfig,
		&sealed.customHeaders, &subscribed, &filters, &e.RetryEnabled, &e.MaxRetries, &e.RetryDelaySeconds, &e.BackoffTenths,
		&e.TimeoutSeconds, &e.IsActive, &e.IsVerified, database.Time(&e.VerifiedAt), &sealed.signingSecret, &sealed.previousSecret,
		database.Time(&e.previousSecretUntil), &e.TotalDeliveries, &e.SuccessfulDeliveries, &e.FailedDeliveries,
		database.Time(&e.LastDeliveryAt), database.Time(&e.LastSuccessAt), database.Time(&e.LastFailureAt),
		database.Time(&e.failingSince), &e.RateLimitPerMinute, &e.RateLimitPerHour,
		database.Time(&e.CreatedAt), database.Time(&e.UpdatedAt), database.ID(&e.CreatedBy))
	if err != nil {
		return scanRemains(row, err)
	}
	e.Description, e.Filters = description.String, json.RawMessage(filters)
	if err := json.Unmarshal([]byte(subscribed), &e.SubscribedEvents); err != nil || e.SubscribedEvents == nil {
		e.SubscribedEvents, e.unread.subscribedEvents = []string{}, subscribed
		e.broke("subscribedEvents cannot be read")
	}
	s.unseal(&e, sealed)
	return &e, nil
}

// scanRemains reads what names an endpoint from a row that holds something of another type, as SQLite lets one.
// Of a scan that failed otherwise it returns the failure.
func scanRemains(row database.Row, failure error) (*Endpoint, error) {
	values := make([]any, strings.Count(endpointColumns, ",")+1)
	for i := range values {
		values[i] = new(any)
	}
	e := Endpoint{AuthType: auth.None, CustomHeaders: map[string]string{}, SubscribedEvents: []string{}, Filters: json.RawMessage(`{}`)}
	values[0], values[1], values[2], values[4], values[5] = &e.ID, &e.TenantID, &e.Name, &e.URL, &e.HTTPMethod
	if row.Scan(values...) != nil {
		return nil, failure
	}
	isActive, known := (*values[16].(*any)).(bool)
	e.AuthConfig, e.IsActive, e.unread = json.RawMessage(`{}`), isActive || !known, unread{wholeRow: true, subscribedEvents: "?"}
	e.broke(wrongTypes)
	return &e, nil
}

// unseal opens what is sealed. What no key of ours opens is kept as it is.
func (s endpointStore) unseal(e *Endpoint, sealed unread) {
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
	e.previousSecret = string(open(sealed.previousSecret, &e.unread.previousSecret))
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

// settings are the columns that a client or a rotation changes, in the order of settingColumns.
func (s endpointStore) settings(e *Endpoint) ([]any, error) {
	headers, err := json.Marshal(e.CustomHeaders)
	if err != nil {
		return nil, err
	}
	subscribed, err := json.Marshal(e.SubscribedEvents)
	if err != nil {
		return nil, err
	}
	sealed := make([][]byte, 4)
	for i, clear := range []string{string(e.AuthConfig), string(headers), e.SigningSecret, e.previousSecret} {
		if sealed[i], err = s.sealed(e, clear); err != nil {
			return nil, fmt.Errorf("seal an endpoint's secrets: %w", err)
		}
	}
	for i, kept := range [][]byte{e.unread.authConfig, e.unread.customHeaders, e.unread.signingSecret, e.unread.previousSecret} {
		if kept != nil {
			sealed[i] = kept
		}
	}
	if e.unread.subscribedEvents != "" {
		subscribed = []byte(e.unread.subscribedEvents)
	}
	return []any{
		e.Name, sql.NullString{String: e.Description, Valid: e.Description != ""}, e.URL, e.HTTPMethod, e.AuthType,
		sealed[0], sealed[1], string(subscribed), string(e.Filters), e.RetryEnabled, e.MaxRetries, e.RetryDelaySeconds,
		e.BackoffTenths, e.TimeoutSeconds, e.IsActive, e.IsVerified, database.OptionalMicros(e.VerifiedAt), sealed[2], sealed[3],
		database.OptionalMicros(e.previousSecretUntil), database.OptionalMicros(e.failingSince),
		e.RateLimitPerMinute, e.RateLimitPerHour, database.Micros(e.UpdatedAt),
	}, nil
}

// insert fails with CONFLICT when the tenant has an endpoint with this URL.
func (s endpointStore) insert(ctx context.Context, tx *database.Tx, e *Endpoint) error {
	settings, err := s.settings(e)
	if err != nil {
		return err
	}
	args := append([]any{e.ID, e.TenantID, database.Micros(e.CreatedAt), database.OptionalID(e.CreatedBy)}, settings...)
	inserted, err := tx.Exec(ctx, `
		INSERT INTO webhook_endpoints (id, tenant_id, created_at, created_by, name, description, url, http_method,
			auth_type, auth_config, custom_headers, subscribed_events, filters, retry_enabled, max_retries,
			retry_delay_seconds, retry_backoff_multiplier, timeout_seconds, is_active, is_verified, verified_at,
			signing_secret, previous_secret, previous_secret_until, failing_since, rate_limit_per_minute,
			rate_limit_per_hour, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
			$23, $24, $25, $26, $27, $28)
		ON CONFLICT (tenant_id, url) DO NOTHING`, args...)
	if err != nil {
		return fmt.Errorf("insert an endpoint: %w", err)
	}
	if inserted == 0 {
		return errURLTaken
	}
	return nil
}

var errURLTaken = fault.New(fault.Conflict, "there is an endpoint with this URL already").About("url")

// update writes the settings of an endpoint that the transaction holds. It fails with CONFLICT when
// another endpoint of the tenant has the URL.
func (s endpointStore) update(ctx context.Context, tx *database.Tx, e *Endpoint) error {
	settings, err := s.settings(e)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE webhook_endpoints
		SET name = $2, description = $3, url = $4, http_method = $5, auth_type = $6, auth_config = $7,
		    custom_headers = $8, subscribed_events = $9, filters = $10, retry_enabled = $11, max_retries = $12,
		    retry_delay_seconds = $13, retry_backoff_multiplier = $14, timeout_seconds = $15, is_active = $16,
		    is_verified = $17, verified_at = $18, signing_secret = $19, previous_secret = $20,
		    previous_secret_until = $21, failing_since = $22, rate_limit_per_minute = $23, rate_limit_per_hour = $24,
		    updated_at = $25
		WHERE id = $1`, append([]any{e.ID}, settings...)...)
	if errors.Is(err, database.ErrUnique) {
		return errURLTaken
	}
	if err != nil {
		return fmt.Errorf("update an endpoint: %w", err)
	}
	return nil
}

// find reads a tenant's endpoint; lock is what to put behind the query. No such endpoint is NOT_FOUND.
func (s endpointStore) find(ctx context.Context, from database.Querier, tenant, id uuid.UUID, lock string) (*Endpoint, error) {
	rows, err := from.Query(ctx, `
		SELECT `+endpointColumns+` FROM webhook_endpoints WHERE id = $1 AND tenant_id = $2`+lock, id, tenant)
	found, err := database.Collect(rows, err, s.scan)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "there is no such endpoint")
	}
	return found[0], nil
}

// remove deletes an endpoint's own rows. Its deliveries are left to a job.
func (s endpointStore) remove(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	for _, statement := range []string{
		`DELETE FROM webhook_endpoints WHERE id = $1`, // with its lane
		`DELETE FROM webhook_jobs WHERE endpoint_id = $1`,
	} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return fmt.Errorf("remove an endpoint: %w", err)
		}
	}
	return nil
}

// requireRoom holds the right to add endpoints to a tenant until the transaction ends, and fails with CONFLICT when
// the tenant has as many as it may.
func (s endpointStore) requireRoom(ctx context.Context, tx *database.Tx, tenant uuid.UUID, most int) error {
	_, err := tx.Exec(ctx, `INSERT INTO webhook_tenants (tenant_id) VALUES ($1) ON CONFLICT (tenant_id) DO NOTHING`, tenant)
	if err != nil {
		return err
	}
	var held string
	err = tx.QueryRow(ctx, `SELECT tenant_id FROM webhook_tenants WHERE tenant_id = $1`+tx.ForUpdate(), tenant).Scan(&held)
	if err != nil {
		return err
	}
	var count int
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM webhook_endpoints WHERE tenant_id = $1`, tenant).Scan(&count)
	if err == nil && count >= most {
		return errTooMany(most)
	}
	return err
}

// switchOff ends the activity of an endpoint and changes nothing else, so that it works for a broken one too.
func (s endpointStore) switchOff(ctx context.Context, tx *database.Tx, id uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_endpoints SET is_active = $2, updated_at = $3 WHERE id = $1`, id, false, database.Micros(now))
	return err
}

// ofTenant lists all endpoints of a tenant.
func (s endpointStore) ofTenant(ctx context.Context, from database.Querier, tenant uuid.UUID) ([]*Endpoint, error) {
	rows, err := from.Query(ctx, `SELECT `+endpointColumns+` FROM webhook_endpoints WHERE tenant_id = $1 ORDER BY id`, tenant)
	return database.Collect(rows, err, s.scan)
}

// list lists a tenant's endpoints, the newest first, and how many there are; only the active or the inactive ones when
// that is asked for.
func (s endpointStore) list(ctx context.Context, db *database.DB, tenant uuid.UUID, active *bool, page database.Page) ([]*Endpoint, int, error) {
	where, args := ` FROM webhook_endpoints WHERE tenant_id = $1`, []any{tenant}
	if active != nil {
		where, args = where+` AND is_active = $2`, append(args, *active)
	}
	var total int
	if err := db.QueryRow(ctx, `SELECT COUNT(*)`+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := db.Query(ctx, fmt.Sprintf(`SELECT %s%s ORDER BY id DESC LIMIT $%d OFFSET $%d`,
		endpointColumns, where, len(args)+1, len(args)+2), append(args, page.Limit, page.Offset())...)
	endpoints, err := database.Collect(rows, err, s.scan)
	return endpoints, total, err
}

// lockName locks an endpoint, broken or not, and reads what names it.
func (s endpointStore) lockName(ctx context.Context, tx *database.Tx, id uuid.UUID) (tenant uuid.UUID, name, url string, err error) {
	err = tx.QueryRow(ctx, `SELECT tenant_id, name, url FROM webhook_endpoints WHERE id = $1`+tx.ForUpdate(), id).
		Scan(&tenant, &name, &url)
	return tenant, name, url, err
}

// findFailing counts the active endpoints that fail, up to database.MostCounted, and names those that have failed longest.
func findFailing(ctx context.Context, db *database.DB, most int) (count int64, longest []FailingEndpoint, err error) {
	const failing = "webhook_endpoints WHERE failing_since IS NOT NULL AND is_active"
	waiting, err := database.CountWaiting(ctx, db, "failing_since", failing)
	if err != nil || waiting.Count == 0 {
		return 0, nil, err
	}
	rows, err := db.Query(ctx, `SELECT id, failing_since FROM `+failing+` ORDER BY failing_since LIMIT $1`, most)
	longest, err = database.Collect(rows, err, func(row database.Row) (endpoint FailingEndpoint, err error) {
		err = row.Scan(&endpoint.ID, database.Time(&endpoint.Since))
		return endpoint, err
	})
	return waiting.Count, longest, err
}
