package webhook

import (
	"context"
	"time"

	"bourse/internal/database"
)

// queueTimeout bounds how long a look at the queue may hold up whoever watches it.
const queueTimeout = 2 * time.Second

// Queue tells how many deliveries wait to be sent and for how long the oldest of them has been due. It fails
// when the database does, or is too slow.
func (s *Service) Queue() (depth int64, oldest time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), queueTimeout)
	defer cancel()
	var due time.Time
	err = s.db.QueryRow(ctx, `SELECT COUNT(*), MIN(next_attempt_at) FROM webhook_deliveries WHERE status = 'pending'`).
		Scan(&depth, database.Time(&due))
	if err != nil || due.IsZero() {
		return depth, 0, err
	}
	return depth, max(0, s.now().Sub(due)), nil // the next one may be a retry that is not due yet
}
