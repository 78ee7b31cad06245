package investment

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/investment/broker"
)

// connectionTable maps connections to their table, for reading.
var connectionTable = database.NewTable("investment_connections", defineConnection)

func defineConnection(c *Connection, column database.Define) {
	column("id", &c.ID)
	column("tenant_id", &c.TenantID)
	column("user_id", &c.UserID)
	column("provider", &c.Provider)
	column("status", &c.Status)
	column("credential_hint", &c.CredentialHint)
	column("permissions", database.JSON(&c.Permissions))
	column("message", &c.Message)
	column("created_at", &c.CreatedAt)
	column("checked_at", database.Optional(&c.CheckedAt))
	column("trading", &c.Trading)
	column("account_id", database.Optional(&c.AccountID))
	column("synced_at", database.Optional(&c.SyncedAt))
	column("sync_message", &c.SyncMessage)
}

// newConnection is a connection with what only its checks need.
type newConnection struct {
	Connection
	sealed      []byte
	fingerprint string
	nextCheckAt time.Time
	updatedAt   time.Time
}

// newConnectionTable maps connections to their table, for writing.
var newConnectionTable = database.NewTable("investment_connections", func(c *newConnection, column database.Define) {
	defineConnection(&c.Connection, column)
	column("credentials", &c.sealed)
	column("fingerprint", &c.fingerprint)
	column("next_check_at", &c.nextCheckAt)
	column("updated_at", &c.updatedAt)
})

var connectionColumns = connectionTable.Columns()

func scanConnection(row database.Row) (*Connection, error) {
	connection, err := connectionTable.Scan(row)
	return connection, database.Missing(err, errNoConnection)
}

var errNoConnection = fault.New(fault.NotFound, "there is no such connection")

// encodePermissions encodes a list, even if it is empty.
func encodePermissions(permissions []string) (string, error) {
	if permissions == nil {
		permissions = []string{}
	}
	encoded, err := json.Marshal(permissions)
	return string(encoded), err
}

// insertConnection stores a connection to be checked now. It returns false when another one of the same account
// exists.
func insertConnection(ctx context.Context, tx *database.Tx, c *Connection, sealed []byte, fingerprint string) (bool, error) {
	inserted, err := newConnectionTable.InsertOr(ctx, tx,
		`ON CONFLICT (user_id, provider, fingerprint) WHERE status <> 'disconnected' DO NOTHING`,
		&newConnection{Connection: *c, sealed: sealed, fingerprint: fingerprint, nextCheckAt: c.CreatedAt, updatedAt: c.CreatedAt})
	if err != nil {
		return false, fmt.Errorf("insert a connection: %w", err)
	}
	return inserted > 0, nil
}

// lockByFingerprint locks the user's connections of one account at a provider.
func lockByFingerprint(ctx context.Context, tx *database.Tx, user uuid.UUID, provider broker.Provider, fingerprints []string) ([]*Connection, error) {
	var where database.Where
	where.Equal(`user_id`, user)
	where.Equal(`provider`, provider)
	database.In(&where, `fingerprint`, fingerprints)
	where.And(`status <> 'disconnected'`)
	return connectionTable.All(tx.Query(ctx, `
		SELECT `+connectionColumns+` FROM investment_connections`+where.String()+` ORDER BY id`+tx.ForUpdate(), where.Arguments...))
}

// readConnections reads a user's connections, newest first.
func readConnections(ctx context.Context, from database.Querier, tenant, user uuid.UUID) ([]*Connection, error) {
	return connectionTable.All(from.Query(ctx, `
		SELECT `+connectionColumns+` FROM investment_connections
		WHERE user_id = $1 AND tenant_id = $2 AND status <> 'disconnected'
		ORDER BY created_at DESC, id DESC`, user, tenant))
}

func countConnections(ctx context.Context, from database.Querier, user uuid.UUID) (n int, err error) {
	err = from.QueryRow(ctx, `
		SELECT COUNT(*) FROM investment_connections
		WHERE user_id = $1 AND status <> 'disconnected'`, user).Scan(&n)
	return n, err
}

const oneConnection = ` FROM investment_connections
		WHERE id = $1 AND user_id = $2 AND tenant_id = $3 AND status <> 'disconnected'`

// readConnection reads a user's connection. It fails with NOT_FOUND for any other, and for a disconnected one.
func readConnection(ctx context.Context, from database.Querier, tenant, user, id uuid.UUID) (*Connection, error) {
	return scanConnection(from.QueryRow(ctx, `SELECT `+connectionColumns+oneConnection, id, user, tenant))
}

// lockConnection locks a user's connection and reads its sealed credentials. It fails as readConnection does.
func lockConnection(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID) (*Connection, []byte, error) {
	c, err := scanConnection(tx.QueryRow(ctx, `SELECT `+connectionColumns+oneConnection+tx.ForUpdate(), id, user, tenant))
	if err != nil {
		return nil, nil, err
	}
	var sealed []byte
	err = tx.QueryRow(ctx, `SELECT credentials FROM investment_connections WHERE id = $1`, id).Scan(&sealed)
	return c, sealed, err
}

// eraseConnection ends a connection and deletes its credentials. A check in progress finds that its claim is gone.
func eraseConnection(ctx context.Context, tx *database.Tx, id uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE investment_connections
		SET status = 'disconnected', credentials = NULL, trading = FALSE, next_check_at = NULL, updated_at = $2
		WHERE id = $1`, id, database.Micros(now))
	if err != nil {
		return fmt.Errorf("erase a connection: %w", err)
	}
	return nil
}

// readByAccount reads the connection of a trading account, which has the same id; nil if there is none.
func readByAccount(ctx context.Context, from database.Querier, account uuid.UUID) (*Connection, error) {
	connection, err := scanConnection(from.QueryRow(ctx, `
		SELECT `+connectionColumns+` FROM investment_connections WHERE id = $1 AND account_id = $1`, account))
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return connection, err
}

// readSealed reads the sealed credentials of a connection. It fails with NOT_FOUND when they were erased.
func readSealed(ctx context.Context, from database.Querier, id uuid.UUID) (provider broker.Provider, sealed []byte, err error) {
	err = from.QueryRow(ctx, `
		SELECT provider, credentials FROM investment_connections
		WHERE id = $1 AND credentials IS NOT NULL`, id).Scan(&provider, &sealed)
	return provider, sealed, database.Missing(err, errNoConnection)
}

// sealedConnection is a connection's sealed credentials.
type sealedConnection struct {
	id     uuid.UUID
	sealed []byte
}

// readOthers reads the sealed credentials of all other connections of one account at a provider, whoever owns them.
func readOthers(ctx context.Context, from database.Querier, but *Connection, fingerprints []string) ([]sealedConnection, error) {
	var where database.Where
	database.In(&where, `fingerprint`, fingerprints)
	where.Equal(`provider`, but.Provider)
	where.And(`credentials IS NOT NULL AND id <> ` + where.Add(but.ID))
	rows, err := from.Query(ctx, `SELECT id, credentials FROM investment_connections`+where.String(), where.Arguments...)
	return database.Collect(rows, err, func(row database.Row) (c sealedConnection, err error) {
		err = row.Scan(&c.id, &c.sealed)
		return c, err
	})
}
