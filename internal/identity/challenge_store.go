package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

func insertChallenge(ctx context.Context, tx *database.Tx, token string, user uuid.UUID, until time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO login_challenges (id, token_hash, user_id, expires_at) VALUES ($1, $2, $3, $4)`,
		database.NewID(), hashToken(token), user, database.Micros(until))
	return err
}

// challengedUser finds the challenged user, locks the row, and then checks the challenge again: of two requests with
// one challenge, the second finds it gone.
func challengedUser(ctx context.Context, tx *database.Tx, challenge string, now time.Time) (*User, error) {
	find := func() (id uuid.UUID, err error) {
		err = tx.QueryRow(ctx, `SELECT user_id FROM login_challenges WHERE token_hash = $1 AND expires_at > $2`,
			hashToken(challenge), database.Micros(now)).Scan(&id)
		return id, database.Missing(err, fault.New(fault.TokenInvalid, "this log-in has expired; start again").About("challengeToken"))
	}
	id, err := find()
	if err != nil {
		return nil, err
	}
	user, err := lockUser(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	_, err = find()
	return user, err
}

func deleteChallenge(ctx context.Context, tx *database.Tx, challenge string) error {
	_, err := tx.Exec(ctx, `DELETE FROM login_challenges WHERE token_hash = $1`, hashToken(challenge))
	return err
}

// dropChallenges ends a user's log-ins that wait for the second factor.
func dropChallenges(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM login_challenges WHERE user_id = $1`, user)
	return err
}
