package webhook

import (
	"context"
	"net/url"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// disable switches an endpoint off, because its receiver is gone or has failed for too long, and tells the
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
	// Read past the cache: it must not remember what this transaction has changed and may roll back.
	return s.write(ctx, tx, []storedEvent{event}, s.directory.read)
}

// settle brings the deliveries of an endpoint that was switched off in line with that: what was pending
// is skipped, and can be recovered. What is more than a batch is left to the cleaner.
func (s *Service) settle(ctx context.Context, tx *database.Tx, endpoint, tenant uuid.UUID) error {
	tx.NotifyAtCommit(endpointsTopic, tenant.String())
	count, err := skipSome(ctx, tx, endpoint, s.now(), jobBatch)
	if err != nil || count < jobBatch {
		return err
	}
	return insertSkipJob(ctx, tx, endpoint, tenant, s.now())
}

// originOf is the scheme and the host of a URL. The rest of it may be a secret, and is told only to those who may
// read the endpoint itself.
func originOf(raw string) string {
	parsed, err := url.Parse(raw)
	if err != nil || parsed.Host == "" {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}
