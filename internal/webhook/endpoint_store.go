package webhook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/secret"
)

// endpointTable maps endpoints to their table. The engine's counters are only read here: see delivery.
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

// endpointStore reads and writes endpoints. Secrets are sealed with the endpoint's id as context, so that
// one cannot be moved to another endpoint.
type endpointStore struct{ ring *secret.Keyring }

// insert adds an endpoint. It fails with CONFLICT when the tenant already has one with this URL.
func (s endpointStore) insert(ctx context.Context, tx *database.Tx, e *Endpoint) error {
	row, err := s.row(e)
	if err != nil {
		return err
	}
	inserted, err := endpointTable.InsertOr(ctx, tx, `ON CONFLICT (tenant_id, url) DO NOTHING`, row)
	if err != nil {
		return fmt.Errorf("insert an endpoint: %w", err)
	}
	if inserted == 0 {
		return errURLTaken
	}
	return nil
}

var errURLTaken = fault.New(fault.Conflict, "there is an endpoint with this URL already").About("url")

// update writes the settings of an endpoint that the transaction has locked. It fails with CONFLICT when another
// endpoint of the tenant has the URL.
func (s endpointStore) update(ctx context.Context, tx *database.Tx, e *Endpoint) error {
	row, err := s.row(e)
	if err != nil {
		return err
	}
	err = endpointTable.Update(ctx, tx, row)
	if errors.Is(err, database.ErrUnique) {
		return errURLTaken
	}
	if err != nil {
		return fmt.Errorf("update an endpoint: %w", err)
	}
	return nil
}

// find reads a tenant's endpoint; lock is appended to the query. It fails with NOT_FOUND when there is none.
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

// remove deletes an endpoint's own rows. A job deletes its deliveries.
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

// requireRoom reserves the right to add endpoints to a tenant until the transaction ends. It fails with CONFLICT when
// the tenant already has the maximum.
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

// switchOff makes an endpoint inactive and changes nothing else, so that it works for a broken one too.
func (s endpointStore) switchOff(ctx context.Context, tx *database.Tx, id uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_endpoints SET is_active = $2, updated_at = $3 WHERE id = $1`, id, false, database.Micros(now))
	return err
}

// ofTenant lists all endpoints of a tenant.
func (s endpointStore) ofTenant(ctx context.Context, from database.Querier, tenant uuid.UUID) ([]*Endpoint, error) {
	rows, err := from.Query(ctx, `SELECT `+endpointColumns+` FROM webhook_endpoints WHERE tenant_id = $1 ORDER BY id`, tenant)
	return database.Collect(rows, err, s.scan)
}

// list returns a page of a tenant's endpoints, newest first, and their total; only the active or the inactive ones
// unless active is nil.
func (s endpointStore) list(ctx context.Context, db *database.DB, tenant uuid.UUID, active *bool, page database.Page) ([]*Endpoint, int, error) {
	var where database.Where
	where.Equal("tenant_id", tenant)
	if active != nil {
		where.Equal("is_active", *active)
	}
	var total int
	if err := db.QueryRow(ctx, `SELECT COUNT(*) FROM webhook_endpoints`+where.String(), where.Arguments...).Scan(&total); err != nil {
		return nil, 0, err
	}
	query := `SELECT ` + endpointColumns + ` FROM webhook_endpoints` + where.String() + ` ORDER BY id DESC` + where.Page(page)
	rows, err := db.Query(ctx, query, where.Arguments...)
	endpoints, err := database.Collect(rows, err, s.scan)
	return endpoints, total, err
}

// lockName locks an endpoint, broken or not, and reads what identifies it.
func (s endpointStore) lockName(ctx context.Context, tx *database.Tx, id uuid.UUID) (tenant uuid.UUID, name, url string, err error) {
	err = tx.QueryRow(ctx, `SELECT tenant_id, name, url FROM webhook_endpoints WHERE id = $1`+tx.ForUpdate(), id).
		Scan(&tenant, &name, &url)
	return tenant, name, url, err
}

// findFailing counts the active endpoints that are failing, up to database.MostCounted, and lists those that have
// failed longest.
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
