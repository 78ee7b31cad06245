package webhook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	broadcastTopic = "webhook.broadcast"
	tenantBatch    = 200
	broadcastPoll  = 30 * time.Second
)

// PublishToAll writes an event for every tenant, such as a new signal, into the caller's transaction. A
// worker brings it to the tenants, some at a time.
func (s *Service) PublishToAll(ctx context.Context, tx *database.Tx, eventType string, data any) error {
	if _, known := s.catalogue[eventType]; !known {
		return fmt.Errorf("publish: %s is not in the catalogue of events", eventType)
	}
	encoded, err := marshalData(data)
	if err != nil {
		return err
	}
	id := newID()
	_, err = tx.Exec(ctx, `INSERT INTO webhook_broadcasts (id, type, data, created_at) VALUES ($1, $2, $3, $4)`,
		id, eventType, string(encoded), database.Micros(s.now()))
	tx.Notify(broadcastTopic, id.String())
	return err
}

func marshalData(data any) (json.RawMessage, error) {
	encoded, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("marshal an event's data: %w", err)
	}
	return encoded, nil
}

// broadcaster is the worker that brings events for all to each tenant.
type broadcaster struct{ service *Service }

// Name is the worker's name.
func (b *broadcaster) Name() string { return "webhook-broadcaster" }

// Run fans out until the context ends. It fails when the database does.
func (b *broadcaster) Run(ctx context.Context) error {
	wake := make(chan struct{}, 1)
	cancel := b.service.db.Subscribe(broadcastTopic, func(string) {
		select {
		case wake <- struct{}{}:
		default: // already awake
		}
	})
	defer cancel()
	ticker := time.NewTicker(broadcastPoll)
	defer ticker.Stop()
	for {
		for more := true; more; {
			err := worker.Turn(ctx, func(ctx context.Context) (err error) {
				more, err = b.step(ctx)
				return err
			})
			if err != nil {
				if ctx.Err() != nil {
					return nil
				}
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
		case <-ticker.C:
		}
	}
}

// step brings the oldest event to the next tenants and reports whether there may be more to do. The row is
// held meanwhile, so replicas take turns and no tenant gets it twice.
func (b *broadcaster) step(ctx context.Context) (more bool, err error) {
	s := b.service
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		more = false
		var (
			id, eventType, data, last string
			createdAt                 time.Time
		)
		err := tx.QueryRow(ctx, `
			SELECT id, type, data, created_at, last_tenant FROM webhook_broadcasts ORDER BY id LIMIT 1`+tx.SkipLocked()).
			Scan(&id, &eventType, &data, database.Time(&createdAt), &last)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		tenants, err := b.nextTenants(ctx, tx, last)
		if err != nil {
			return err
		}
		if len(tenants) == 0 {
			_, err = tx.Exec(ctx, `DELETE FROM webhook_broadcasts WHERE id = $1`, id)
			return err
		}
		events := make([]storedEvent, len(tenants))
		for i, tenant := range tenants {
			events[i] = newEvent(tenant, eventType, json.RawMessage(data), createdAt)
		}
		if err := s.write(ctx, tx, events, s.directory.of); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE webhook_broadcasts SET last_tenant = $2 WHERE id = $1`, id, tenants[len(tenants)-1])
		return err
	})
	if err != nil {
		return false, fmt.Errorf("broadcast: %w", err)
	}
	return more, nil
}

// nextTenants lists tenants that have an endpoint, in the order of their ids.
func (b *broadcaster) nextTenants(ctx context.Context, tx *database.Tx, after string) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, `
		SELECT DISTINCT tenant_id FROM webhook_endpoints WHERE tenant_id > $1 ORDER BY tenant_id LIMIT $2`, after, tenantBatch)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}
