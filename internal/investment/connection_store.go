package investment

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/investment/broker"
)

const connectionColumns = `id, tenant_id, user_id, provider, status, credential_hint, permissions, message, created_at, checked_at`

func scanConnection(row database.Row) (*Connection, error) {
	var (
		c           Connection
		permissions string
	)
	err := row.Scan(&c.ID, &c.TenantID, &c.UserID, &c.Provider, &c.Status, &c.CredentialHint, &permissions, &c.Message,
		database.Time(&c.CreatedAt), database.Time(&c.CheckedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "there is no such connection")
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(permissions), &c.Permissions); err != nil {
		return nil, fmt.Errorf("read the permissions of connection %s: %w", c.ID, err)
	}
	return &c, nil
}

// encodePermissions writes a list, also when there is nothing in it.
func encodePermissions(permissions []string) (string, error) {
	if permissions == nil {
		permissions = []string{}
	}
	encoded, err := json.Marshal(permissions)
	return string(encoded), err
}

// insertConnection stores a connection that is to be checked now. It reports false when another one of the
// same account is there.
func insertConnection(ctx context.Context, tx *database.Tx, c *Connection, sealed []byte, fingerprint string) (bool, error) {
	inserted, err := tx.Exec(ctx, `
		INSERT INTO investment_connections (`+connectionColumns+`, credentials, fingerprint, next_check_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, '[]', $7, $8, NULL, $9, $10, $8, $8)
		ON CONFLICT (user_id, provider, fingerprint) WHERE status <> 'disconnected' DO NOTHING`,
		c.ID, c.TenantID, c.UserID, c.Provider, c.Status, c.CredentialHint, c.Message, database.Micros(c.CreatedAt),
		sealed, fingerprint)
	if err != nil {
		return false, fmt.Errorf("insert a connection: %w", err)
	}
	return inserted > 0, nil
}

// lockByFingerprint holds the user's connections of one account at a provider.
func lockByFingerprint(ctx context.Context, tx *database.Tx, user uuid.UUID, provider broker.Provider, fingerprints []string) ([]*Connection, error) {
	places, args := make([]string, len(fingerprints)), []any{user, provider}
	for i, fingerprint := range fingerprints {
		places[i] = "$" + strconv.Itoa(i+3)
		args = append(args, fingerprint)
	}
	rows, err := tx.Query(ctx, `
		SELECT `+connectionColumns+` FROM investment_connections
		WHERE user_id = $1 AND provider = $2 AND fingerprint IN (`+strings.Join(places, ", ")+`) AND status <> 'disconnected'
		ORDER BY id`+tx.ForUpdate(), args...)
	return database.Collect(rows, err, scanConnection)
}

// readConnections reads a user's connections, the newest first.
func readConnections(ctx context.Context, from database.Querier, tenant, user uuid.UUID) ([]*Connection, error) {
	rows, err := from.Query(ctx, `
		SELECT `+connectionColumns+` FROM investment_connections
		WHERE user_id = $1 AND tenant_id = $2 AND status <> 'disconnected'
		ORDER BY created_at DESC, id DESC`, user, tenant)
	return database.Collect(rows, err, scanConnection)
}

func countConnections(ctx context.Context, from database.Querier, user uuid.UUID) (n int, err error) {
	err = from.QueryRow(ctx, `
		SELECT COUNT(*) FROM investment_connections
		WHERE user_id = $1 AND status <> 'disconnected'`, user).Scan(&n)
	return n, err
}

const oneConnection = ` FROM investment_connections
		WHERE id = $1 AND user_id = $2 AND tenant_id = $3 AND status <> 'disconnected'`

// readConnection reads a user's connection. Any other, and one that has been disconnected, is NOT_FOUND.
func readConnection(ctx context.Context, from database.Querier, tenant, user, id uuid.UUID) (*Connection, error) {
	return scanConnection(from.QueryRow(ctx, `SELECT `+connectionColumns+oneConnection, id, user, tenant))
}

// lockConnection holds a user's connection and reads what was sealed. It fails as readConnection does.
func lockConnection(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID) (*Connection, []byte, error) {
	c, err := scanConnection(tx.QueryRow(ctx, `SELECT `+connectionColumns+oneConnection+tx.ForUpdate(), id, user, tenant))
	if err != nil {
		return nil, nil, err
	}
	var sealed []byte
	err = tx.QueryRow(ctx, `SELECT credentials FROM investment_connections WHERE id = $1`, id).Scan(&sealed)
	return c, sealed, err
}

// eraseConnection ends a connection and deletes what was handed over. A check that is under way finds that
// its claim is gone.
func eraseConnection(ctx context.Context, tx *database.Tx, id uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE investment_connections
		SET status = 'disconnected', credentials = NULL, next_check_at = NULL, updated_at = $2
		WHERE id = $1`, id, database.Micros(now))
	if err != nil {
		return fmt.Errorf("erase a connection: %w", err)
	}
	return nil
}
