package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// newMailToken creates a token for a link and invalidates the previous one for the same purpose.
func (s *Service) newMailToken(ctx context.Context, tx *database.Tx, user uuid.UUID, purpose mailPurpose, lifetime time.Duration) (string, error) {
	token := newMailSecret()
	now := s.now()
	_, err := tx.Exec(ctx, `
		INSERT INTO mail_tokens (token_hash, user_id, purpose, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, purpose) DO UPDATE
		SET token_hash = excluded.token_hash, used_at = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at`,
		hashToken(token), user, purpose, database.Micros(now), database.Micros(now.Add(lifetime)))
	if err != nil {
		return "", fmt.Errorf("store a mail token: %w", err)
	}
	return token, nil
}

// findMailToken reads a link's token. It fails with TOKEN_INVALID when the token is unknown, replaced, expired or for
// another purpose.
func (s *Service) findMailToken(ctx context.Context, from database.Querier, token string, purpose mailPurpose) (found mailToken, err error) {
	err = from.QueryRow(ctx, `
		SELECT user_id, used_at IS NOT NULL FROM mail_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3`,
		hashToken(token), purpose, database.Micros(s.now())).Scan(&found.userID, &found.isUsed)
	return found, database.Missing(err, errBadMailToken)
}

// useMailToken finds the link's user, locks the row and marks the link as used. isFirst is false when it was used
// before, so its work is already done. It fails as findMailToken does.
func (s *Service) useMailToken(ctx context.Context, tx *database.Tx, token string, purpose mailPurpose) (user *User, isFirst bool, err error) {
	found, err := s.findMailToken(ctx, tx, token, purpose)
	if err != nil {
		return nil, false, err
	}
	if user, err = lockUser(ctx, tx, found.userID); err != nil {
		return nil, false, err
	}
	marked, err := tx.Exec(ctx, `UPDATE mail_tokens SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL`,
		hashToken(token), database.Micros(s.now()))
	if err != nil || marked > 0 {
		return user, marked > 0, err
	}
	_, err = s.findMailToken(ctx, tx, token, purpose) // it may have been replaced while we waited for the user
	return user, false, err
}

// dropMailToken invalidates an unused link.
func dropMailToken(ctx context.Context, tx *database.Tx, user uuid.UUID, purpose mailPurpose) error {
	_, err := tx.Exec(ctx, `DELETE FROM mail_tokens WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL`, user, purpose)
	return err
}
