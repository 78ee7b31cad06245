package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// apiKeyTable maps API keys to their table.
var apiKeyTable = database.NewTable("api_keys", func(k *APIKey, column database.Define) {
	column("id", &k.ID)
	column("tenant_id", &k.tenantID)
	column("user_id", &k.UserID)
	column("name", &k.Name)
	column("prefix", &k.Prefix)
	column("hash", &k.hash)
	column("scopes", &k.Scopes)
	column("expires_at", &k.ExpiresAt)
	column("last_used_at", database.Optional(&k.LastUsedAt))
	column("last_used_ip", &k.LastUsedIP)
	column("created_at", &k.CreatedAt)
	column("revoked_at", database.Optional(&k.revokedAt))
})

var apiKeyColumns = apiKeyTable.ColumnsOf("k")

// listAPIKeys reads the caller's keys that have not been revoked, newest first.
func listAPIKeys(ctx context.Context, from database.Querier, caller Caller) ([]APIKey, error) {
	return apiKeyTable.AllValues(from.Query(ctx, `
		SELECT `+apiKeyColumns+` FROM api_keys k
		WHERE k.user_id = $1 AND k.tenant_id = $2 AND k.revoked_at IS NULL
		ORDER BY k.created_at DESC, k.id DESC`, caller.UserID, caller.TenantID))
}

// countAPIKeys counts a user's keys that have not been revoked.
func countAPIKeys(ctx context.Context, tx *database.Tx, user uuid.UUID) (count int, err error) {
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL`, user).Scan(&count)
	return count, err
}

// revokeAPIKey revokes one of the user's keys and returns it. It fails with NOT_FOUND when there is no such key to
// revoke.
func (s *Service) revokeAPIKey(ctx context.Context, tx *database.Tx, user *User, id uuid.UUID) (APIKey, error) {
	key, err := apiKeyTable.ScanValue(tx.QueryRow(ctx, `
		UPDATE api_keys AS k SET revoked_at = $1
		WHERE k.id = $2 AND k.user_id = $3 AND k.tenant_id = $4 AND k.revoked_at IS NULL
		RETURNING `+apiKeyTable.Columns(), database.Micros(s.now()), id, user.ID, user.TenantID))
	return key, database.Missing(err, fault.New(fault.NotFound, "there is no such API key"))
}

// revokeAPIKeys revokes a user's keys that were created before a given time and returns them.
func (s *Service) revokeAPIKeys(ctx context.Context, tx *database.Tx, user *User, before time.Time) ([]APIKey, error) {
	return apiKeyTable.AllValues(tx.Query(ctx, `
		UPDATE api_keys AS k SET revoked_at = $1 WHERE k.user_id = $2 AND k.revoked_at IS NULL AND k.created_at < $3
		RETURNING `+apiKeyTable.Columns(), database.Micros(s.now()), user.ID, database.Micros(before)))
}

// findAPIKey returns the id of the key with this hash. It fails with UNAUTHORIZED when there is none.
func findAPIKey(ctx context.Context, from database.Querier, hash []byte) (id uuid.UUID, err error) {
	err = from.QueryRow(ctx, `SELECT id FROM api_keys WHERE hash = $1`, hash).Scan(&id)
	return id, database.Missing(err, errBadAPIKey)
}

// readKeyState reads a key with its owner. It fails with UNAUTHORIZED when the key does not exist, because it ended so
// long ago that it was deleted.
func (s *Service) readKeyState(ctx context.Context, from database.Querier, id uuid.UUID) (*sessionState, error) {
	key, user, err := database.ScanBoth(from.QueryRow(ctx, `
		SELECT `+apiKeyColumns+`, `+userColumns+`
		FROM api_keys k JOIN users u ON u.id = k.user_id
		WHERE k.id = $1`, id), apiKeyTable, userTable)
	if err != nil {
		return nil, database.Missing(err, errBadAPIKey)
	}
	read := &sessionState{user: user, key: &keyAccess{APIKey: *key, activity: s.activity}}
	if !key.LastUsedAt.IsZero() {
		read.key.usedAt.Store(key.LastUsedAt.Unix())
	}
	return read, nil
}

// keyUse records when and from which address a key was last used.
type keyUse struct {
	id      uuid.UUID
	at      int64 // microseconds
	address string
}

// writeKeyUses stores when and from which address keys were last used. It keeps a later use that another replica has
// stored.
func writeKeyUses(ctx context.Context, db *database.DB, uses []keyUse) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		values := func(use keyUse) []any { return []any{use.id, use.at, use.address} }
		err := database.FromRows(tx, []string{"TEXT", "BIGINT", "TEXT"}, uses, values, func(source string, args []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE api_keys SET last_used_at = v.column2, last_used_ip = v.column3
				FROM `+source+`
				WHERE api_keys.id = v.column1 AND COALESCE(api_keys.last_used_at, 0) < v.column2`, args...)
			return err
		})
		if err != nil {
			return fmt.Errorf("write the uses of API keys: %w", err)
		}
		return nil
	})
}
