package investment

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
)

// lockSynced locks a connection whose reading was claimed, in its current state. It is nil when the claim is lost.
func lockSynced(ctx context.Context, tx *database.Tx, c claim) (*Connection, error) {
	connection, err := connectionTable.Scan(tx.QueryRow(ctx, `
		SELECT `+connectionColumns+` FROM investment_connections
		WHERE id = $1 AND next_sync_at = $2 AND status = 'connected'`+tx.ForUpdate(), c.connection.ID, database.Micros(c.until)))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return connection, err
}

// saveSynced stores that a connection, which the transaction has locked, was read, and when it is read again.
func saveSynced(ctx context.Context, tx *database.Tx, c *Connection, next time.Time) error {
	permissions, err := encodePermissions(c.Permissions)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE investment_connections
		SET permissions = $2, message = $3, trading = $4, synced_at = $5, sync_message = $6, checked_at = $7, updated_at = $7,
		    next_sync_at = $8, sync_attempts = 0, sync_refusals = 0
		WHERE id = $1`,
		c.ID, permissions, c.Message, c.Trading, database.Micros(c.SyncedAt), c.SyncMessage, database.Micros(c.CheckedAt), database.Micros(next))
	if err != nil {
		return fmt.Errorf("record that a connection was read: %w", err)
	}
	return nil
}

// syncDelay is why an account could not be read, when that is retried, and how many times in a row it was refused.
type syncDelay struct {
	message  string
	next     time.Time
	refusals int64
}

// delaySync stores that a connection, which the transaction has locked, could not be read.
func delaySync(ctx context.Context, tx *database.Tx, c *Connection, delay syncDelay) error {
	_, err := tx.Exec(ctx, `
		UPDATE investment_connections SET sync_message = $2, next_sync_at = $3, sync_refusals = $4 WHERE id = $1`,
		c.ID, delay.message, database.Micros(delay.next), delay.refusals)
	if err != nil {
		return fmt.Errorf("record that a connection was not read: %w", err)
	}
	return nil
}

// giveBackSync gives back the claim of a connection that the transaction has locked, as if it had never been made.
func giveBackSync(ctx context.Context, tx *database.Tx, c claim, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE investment_connections SET next_sync_at = $2, sync_attempts = sync_attempts - 1 WHERE id = $1`,
		c.connection.ID, database.Micros(now))
	return err
}

// saveLost stores that the provider no longer accepts the credentials of a connection that the transaction has
// locked, and deletes them.
func saveLost(ctx context.Context, tx *database.Tx, c *Connection) error {
	permissions, err := encodePermissions(c.Permissions)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE investment_connections
		SET status = $2, permissions = $3, message = $4, sync_message = $5, trading = FALSE, credentials = NULL,
		    next_check_at = NULL, checked_at = $6, updated_at = $6
		WHERE id = $1`,
		c.ID, c.Status, permissions, c.Message, c.SyncMessage, database.Micros(c.CheckedAt))
	if err != nil {
		return fmt.Errorf("record that a connection was lost: %w", err)
	}
	return nil
}

// saveTrading stores whether orders may go to a connection that the transaction has locked.
func saveTrading(ctx context.Context, tx *database.Tx, c *Connection, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE investment_connections SET trading = $2, account_id = $3, updated_at = $4 WHERE id = $1`,
		c.ID, c.Trading, database.OptionalID(c.AccountID), database.Micros(now))
	if err != nil {
		return fmt.Errorf("record the trading of a connection: %w", err)
	}
	return nil
}
