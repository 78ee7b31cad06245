package webhook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	broadcastTopic = "webhook.broadcast"
	tenantBatch    = 200
	broadcastPoll  = 30 * time.Second
)

// PublishToAll writes an event for every tenant, such as a new signal, in the caller's transaction. A worker copies it
// to the tenants, in batches.
func (s *Service) PublishToAll(ctx context.Context, tx *database.Tx, eventType string, data any) error {
	if _, known := s.catalogue[eventType]; !known {
		return fmt.Errorf("publish: %s is not in the catalogue of events", eventType)
	}
	encoded, err := marshalData(data)
	if err != nil {
		return err
	}
	id := database.NewID()
	tx.Notify(broadcastTopic, id.String())
	return insertBroadcast(ctx, tx, &broadcast{id: id.String(), eventType: eventType, data: encoded, createdAt: s.now()})
}

func marshalData(data any) (json.RawMessage, error) {
	encoded, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("marshal an event's data: %w", err)
	}
	return encoded, nil
}

// broadcast is an event that is being copied to all tenants.
type broadcast struct {
	id         string
	eventType  string
	data       json.RawMessage
	createdAt  time.Time
	lastTenant string // the last one that received it, in the order of ids
}

// broadcaster is the worker that copies broadcasts to each tenant.
type broadcaster struct{ service *Service }

// Name is the worker's name.
func (b *broadcaster) Name() string { return "webhook-broadcaster" }

// Run copies broadcasts until the context ends. It fails when the database does.
func (b *broadcaster) Run(ctx context.Context) error {
	wake := worker.NewWake()
	defer b.service.db.Subscribe(broadcastTopic, func(string) { wake.Notify() })()
	return worker.Loop(ctx, wake, func(ctx context.Context) (time.Duration, error) {
		more, err := b.step(ctx)
		if more {
			return 0, err
		}
		return broadcastPoll, err
	})
}

// step copies the oldest event to the next tenants and reports whether there may be more to do. It holds the row's lock
// meanwhile, so replicas take turns and no tenant gets the event twice.
func (b *broadcaster) step(ctx context.Context) (more bool, err error) {
	s := b.service
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		more = false
		oldest, err := claimBroadcast(ctx, tx)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		tenants, err := nextTenants(ctx, tx, oldest.lastTenant)
		if err != nil {
			return err
		}
		if len(tenants) == 0 {
			return deleteBroadcast(ctx, tx, oldest.id)
		}
		events := make([]storedEvent, len(tenants))
		for i, tenant := range tenants {
			events[i] = newEvent(tenant, oldest.eventType, oldest.data, oldest.createdAt)
		}
		count, err := s.writeSome(ctx, tx, events, s.directory.of, s.mostDeliveries)
		if err != nil {
			return err
		}
		oldest.lastTenant = tenants[count-1].String()
		return advanceBroadcast(ctx, tx, oldest)
	})
	if err != nil {
		return false, fmt.Errorf("broadcast: %w", err)
	}
	return more, nil
}
