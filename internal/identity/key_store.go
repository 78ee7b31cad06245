package identity

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
)

// storedKey is a signing key as it is stored, with its private half sealed.
type storedKey struct {
	id, state       string
	public, private []byte
	createdAt       time.Time
	retiredAt       time.Time
}

var keyTable = database.NewTable("signing_keys", func(k *storedKey, column database.Define) {
	column("id", &k.id)
	column("state", &k.state)
	column("public_key", &k.public)
	column("private_key", &k.private)
	column("created_at", &k.createdAt)
	column("retired_at", database.Optional(&k.retiredAt))
})

// insertKey adds a key unless a key in that state already exists.
func insertKey(ctx context.Context, tx *database.Tx, key *storedKey) error {
	if _, err := keyTable.InsertOr(ctx, tx, `ON CONFLICT (state) WHERE state <> 'previous' DO NOTHING`, key); err != nil {
		return fmt.Errorf("insert a signing key: %w", err)
	}
	return nil
}

// readKeys reads all keys, oldest first.
func readKeys(ctx context.Context, from database.Querier) ([]storedKey, error) {
	return keyTable.AllValues(from.Query(ctx, `SELECT `+keyTable.Columns()+` FROM signing_keys ORDER BY created_at, id`))
}

// advanceKeys retires the active key, activates the next one, and deletes keys that were retired at or before a time.
// It returns the ids of the active key before and after.
func advanceKeys(ctx context.Context, tx *database.Tx, retiredBefore, now time.Time) (before, after string, err error) {
	// Each rotation locks all keys first, so that concurrent rotations run one after the other.
	if _, err := tx.Exec(ctx, `SELECT id FROM signing_keys ORDER BY id`+tx.ForUpdate()); err != nil {
		return "", "", fmt.Errorf("hold the signing keys: %w", err)
	}
	err = tx.QueryRow(ctx, `
		SELECT a.id, n.id FROM signing_keys a, signing_keys n WHERE a.state = 'active' AND n.state = 'next'`).Scan(&before, &after)
	if err != nil {
		return "", "", fmt.Errorf("read the signing keys: %w", err)
	}
	for _, step := range []struct {
		query string
		args  []any
	}{
		{`DELETE FROM signing_keys WHERE state = 'previous' AND retired_at <= $1`, []any{database.Micros(retiredBefore)}},
		{`UPDATE signing_keys SET state = 'previous', retired_at = $1 WHERE state = 'active'`, []any{database.Micros(now)}},
		{`UPDATE signing_keys SET state = 'active' WHERE state = 'next'`, nil},
	} {
		if _, err := tx.Exec(ctx, step.query, step.args...); err != nil {
			return "", "", fmt.Errorf("rotate the signing keys: %w", err)
		}
	}
	return before, after, nil
}
