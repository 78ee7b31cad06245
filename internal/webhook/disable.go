package webhook

import (
	"context"
	"net/url"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// disable switches an endpoint off because its receiver is gone or has failed for too long, and publishes that to the
// tenant's other endpoints.
func (s *Service) disable(ctx context.Context, tx *database.Tx, id uuid.UUID, reason string) error {
	tenant, name, raw, err := s.store.lockName(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := s.store.switchOff(ctx, tx, id, s.now()); err != nil {
		return err
	}
	if err := s.settle(ctx, tx, id, tenant); err != nil {
		return err
	}
	err = audit.Record(ctx, tx, audit.Entry{
		TenantID: tenant, Action: "webhook.endpoint.disabled", Subject: audit.Subject{Kind: "webhook_endpoint", ID: id.String()},
		Before: audit.Fields{"isActive": "true"}, After: audit.Fields{"isActive": "false"},
		Details: audit.Fields{"name": name, "url": originOf(raw), "reason": reason}, CreatedAt: s.now(),
	})
	if err != nil {
		return err
	}
	data, err := marshalData(endpointDisabled{id, id, name, originOf(raw), false, reason})
	if err != nil {
		return err
	}
	event := newEvent(tenant, disabledType, data, s.now())
	// Bypass the cache: it must not keep changes that this transaction may roll back.
	return s.write(ctx, tx, []storedEvent{event}, s.directory.read)
}

// settle skips the pending deliveries of an endpoint that was switched off; they can be recovered. Beyond one batch, it
// leaves them to the cleaner.
func (s *Service) settle(ctx context.Context, tx *database.Tx, endpoint, tenant uuid.UUID) error {
	tx.NotifyAtCommit(endpointsTopic, tenant.String())
	count, err := skipSome(ctx, tx, endpoint, s.now(), jobBatch)
	if err != nil || count < jobBatch {
		return err
	}
	return insertSkipJob(ctx, tx, endpoint, tenant, s.now())
}

// originOf returns the scheme and host of a URL. The rest may be a secret, shown only to those who may read the
// endpoint itself.
func originOf(raw string) string {
	parsed, err := url.Parse(raw)
	if err != nil || parsed.Host == "" {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}
