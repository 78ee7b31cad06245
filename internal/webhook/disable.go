package webhook

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// disable switches an endpoint off, because its receiver is gone or has failed for too long, and tells the
// tenant's other endpoints.
func (s *Service) disable(ctx context.Context, tx *database.Tx, id uuid.UUID, reason string) error {
	endpoint, err := s.store.scan(tx.QueryRow(ctx, `
		SELECT `+endpointColumns+` FROM webhook_endpoints WHERE id = $1`+tx.ForUpdate(), id))
	if err != nil {
		return err
	}
	endpoint.IsActive, endpoint.UpdatedAt = false, s.now()
	if err := s.store.update(ctx, tx, endpoint); err != nil {
		return err
	}
	if err := s.settle(ctx, tx, endpoint); err != nil {
		return err
	}
	data, err := marshalData(endpointDisabled{id, endpoint.Name, endpoint.URL, reason})
	if err != nil {
		return err
	}
	told := newMessage(endpoint.TenantID, disabledType, data, s.now())
	// Read past the cache: it must not remember what this transaction has changed and may roll back.
	return s.write(ctx, tx, []message{told}, s.directory.read)
}

// settle brings the deliveries of an endpoint that was switched off in line with that: what was pending
// is skipped, and can be recovered.
func (s *Service) settle(ctx context.Context, tx *database.Tx, endpoint *Endpoint) error {
	tx.NotifyAtCommit(endpointsTopic, endpoint.TenantID.String())
	if endpoint.IsActive {
		return nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE webhook_deliveries SET status = 'skipped', next_attempt_at = NULL, finished_at = $2
		WHERE endpoint_id = $1 AND status = 'pending'`, endpoint.ID, database.Micros(s.now()))
	return err
}
