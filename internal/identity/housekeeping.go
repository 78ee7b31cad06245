package identity

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	housekeepingInterval = time.Hour
	// endedSessionsKept is how long an ended session can still be told from one that never was.
	endedSessionsKept = 30 * 24 * time.Hour
	auditKept         = 2 * 365 * 24 * time.Hour
)

// Workers are the background jobs that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.keys, s.activity} }

// Housekeeping is the job that removes what has expired. One process of the installation is enough.
func (s *Service) Housekeeping() worker.Worker { return housekeeping{s} }

// housekeeping removes what has expired. Nothing depends on it: what has expired is refused anyway.
type housekeeping struct{ service *Service }

func (housekeeping) Name() string { return "identity-housekeeping" }

func (h housekeeping) Run(ctx context.Context) error {
	ticker := time.NewTicker(housekeepingInterval)
	defer ticker.Stop()
	for {
		if err := h.service.Prune(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Prune deletes retired keys, expired challenges, links, codes, counts, long-ended sessions and old audit entries.
func (s *Service) Prune(ctx context.Context) error {
	now := s.now()
	for _, step := range []struct {
		query  string
		before time.Time
	}{
		{removeRetiredKeys, s.keys.retiredBefore()},
		{`DELETE FROM login_challenges WHERE expires_at < $1`, now},
		{`DELETE FROM mail_tokens WHERE expires_at < $1`, now},
		{`DELETE FROM phone_codes WHERE expires_at < $1`, now.Add(-time.Hour)},
		{`DELETE FROM failed_attempts WHERE window_ends_at < $1`, now},
		{`DELETE FROM sessions WHERE expires_at < $1`, now.Add(-endedSessionsKept)},
		{`DELETE FROM audit_log WHERE created_at < $1`, now.Add(-auditKept)},
	} {
		err := s.db.InTx(ctx, func(tx *database.Tx) error {
			_, err := tx.Exec(ctx, step.query, database.Micros(step.before))
			return err
		})
		if err != nil {
			return fmt.Errorf("housekeeping: %w", err)
		}
	}
	return nil
}
