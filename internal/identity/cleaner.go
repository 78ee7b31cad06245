package identity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	housekeepingInterval = time.Hour
	endedSessionsKept    = 30 * 24 * time.Hour
	auditKept            = 2 * 365 * 24 * time.Hour
)

// Workers are the background jobs that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.keys, s.activity, s.followers} }

// Housekeeping is the job that removes what has expired. One process of the installation is enough.
func (s *Service) Housekeeping() worker.Worker { return housekeeping{s} }

// housekeeping removes what has expired. Nothing depends on it: what has expired is refused anyway.
type housekeeping struct{ service *Service }

func (housekeeping) Name() string { return "identity-housekeeping" }

func (h housekeeping) Run(ctx context.Context) error {
	ticker := time.NewTicker(housekeepingInterval)
	defer ticker.Stop()
	for {
		if err := worker.Turn(ctx, h.service.Prune); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// pruneBatch bounds how long others wait for the pruning to let go of the database.
const pruneBatch = 1000

// Prune deletes retired keys, expired challenges, links, codes, counts, long-ended sessions and old audit
// entries, some at a time. What fails for one kind does not keep the others.
func (s *Service) Prune(ctx context.Context) (failed error) {
	now := s.now()
	for _, step := range []struct {
		table, key, condition string
		before                time.Time
	}{
		{"signing_keys", "id", "state = 'previous' AND retired_at <= $1", s.keys.retiredBefore()},
		{"login_challenges", "id", "expires_at < $1", now},
		{"mail_tokens", "token_hash", "expires_at < $1", now},
		{"phone_codes", "user_id", "expires_at < $1", now.Add(-time.Hour)},
		{"failed_attempts", "subject", "window_ends_at < $1", now},
		{"sessions", "id", "expires_at < $1", now.Add(-cmp.Or(s.settings.EndedSessionsKept, endedSessionsKept))},
		{"audit_log", "id", "created_at < $1", now.Add(-cmp.Or(s.settings.AuditKept, auditKept))},
	} {
		if err := s.prune(ctx, step.table, step.key, step.condition, step.before); err != nil {
			failed = errors.Join(failed, fmt.Errorf("housekeeping of %s: %w", step.table, err))
		}
	}
	return failed
}

func (s *Service) prune(ctx context.Context, table, key, condition string, before time.Time) error {
	for removed := int64(pruneBatch); removed == pruneBatch; {
		err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
			removed, err = removeSome(ctx, tx, table, key, condition, before)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
