package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// Queue returns how many deliveries wait to be sent, up to database.MostCounted, and how long the oldest of them has
// been due. It fails when the database does.
func (s *Service) Queue(ctx context.Context) (depth int64, oldest time.Duration, err error) {
	depth, due, err := countPending(ctx, s.db)
	if err != nil || due.IsZero() {
		return depth, 0, err
	}
	return depth, max(0, s.now().Sub(due)), nil // the next one may be a retry that is not due yet
}

// TenantQueue counts the deliveries waiting for a tenant's endpoints, up to database.MostCounted, and says when the
// first is due. It fails when the database does.
func (s *Service) TenantQueue(ctx context.Context, tenant uuid.UUID) (database.Waiting, error) {
	return countTenantPending(ctx, s.db, tenant)
}

// FailingEndpoint is an endpoint whose attempts have all failed since its last success.
type FailingEndpoint struct {
	ID    string
	Since time.Time
}

// Failing counts the active endpoints that are failing, up to database.MostCounted, and lists those that have failed
// longest. It fails when the database does.
func (s *Service) Failing(ctx context.Context, most int) (count int64, longest []FailingEndpoint, err error) {
	return findFailing(ctx, s.db, most)
}
