package investment

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// heldTable maps holdings to their table.
var heldTable = database.NewTable("investment_holdings", func(h *held, column database.Define) {
	column("id", &h.id)
	column("tenant_id", database.Fixed(&h.tenant))
	column("user_id", database.Fixed(&h.user))
	column("balances", database.JSON(&h.balances))
	column("positions", database.JSON(&h.positions))
	column("payments", database.JSON(&h.payments))
	column("synced_at", &h.syncedAt)
})

var heldColumns = heldTable.Columns()

// readHeld reads what a connection of a tenant held when it was last read; nil if it never was.
func readHeld(ctx context.Context, from database.Querier, tenant, connection uuid.UUID) (*held, error) {
	found, err := heldTable.Scan(from.QueryRow(ctx, `
		SELECT `+heldColumns+` FROM investment_holdings WHERE id = $1 AND tenant_id = $2`, connection, tenant))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return found, err
}

// saveHeld replaces what a connection holds.
func saveHeld(ctx context.Context, tx *database.Tx, h *held) error {
	_, err := heldTable.InsertOr(ctx, tx, `
		ON CONFLICT (id) DO UPDATE SET balances = excluded.balances, positions = excluded.positions,
			payments = excluded.payments, synced_at = excluded.synced_at`, h)
	if err != nil {
		return fmt.Errorf("save holdings: %w", err)
	}
	return nil
}

// deleteHeld deletes what a connection held.
func deleteHeld(ctx context.Context, tx *database.Tx, connection uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM investment_holdings WHERE id = $1`, connection)
	return err
}

// heldDay is what a connection was worth at its last reading of a UTC day, and what came to it and left it on that
// day.
type heldDay struct {
	connection uuid.UUID
	day        int64 // its start
	value      money.Decimal
	in, out    money.Decimal
}

var heldDayTable = database.NewTable("investment_holding_days", func(d *heldDay, column database.Define) {
	column("connection_id", &d.connection)
	column("day", &d.day)
	column("value", &d.value)
	column("paid_in", &d.in)
	column("paid_out", &d.out)
})

// addDay sets a connection's current value for the day, and adds what came and left since it was last set.
func addDay(ctx context.Context, tx *database.Tx, d *heldDay) error {
	_, err := heldDayTable.InsertOr(ctx, tx, `
		ON CONFLICT (connection_id, day) DO UPDATE SET value = excluded.value,
			paid_in = investment_holding_days.paid_in + excluded.paid_in,
			paid_out = investment_holding_days.paid_out + excluded.paid_out`, d)
	if err != nil {
		return fmt.Errorf("write the day of a connection: %w", err)
	}
	return nil
}

// insertDays writes the days of a connection that has none.
func insertDays(ctx context.Context, tx *database.Tx, days []*heldDay) error {
	if err := heldDayTable.Insert(ctx, tx, days...); err != nil {
		return fmt.Errorf("write the days of a connection: %w", err)
	}
	return nil
}

// readHeldDays reads all days of connections, each connection's in order.
func readHeldDays(ctx context.Context, from database.Querier, connections []uuid.UUID) ([]*heldDay, error) {
	var all []*heldDay
	err := database.InBatches(connections, func(batch []uuid.UUID) error {
		var where database.Where
		database.In(&where, `connection_id`, batch)
		some, err := heldDayTable.All(from.Query(ctx, `
			SELECT `+heldDayTable.Columns()+` FROM investment_holding_days`+where.String()+` ORDER BY connection_id, day`, where.Arguments...))
		all = append(all, some...)
		return err
	})
	return all, err
}

// readExternal reads the connections of users that count, or have counted, in portfolios, oldest first, with their
// holdings: nil for one that has ended.
func readExternal(ctx context.Context, from database.Querier, users []uuid.UUID) (connections []*Connection, holdings map[uuid.UUID]*held, err error) {
	holdings = map[uuid.UUID]*held{}
	err = database.InBatches(users, func(batch []uuid.UUID) error {
		var where database.Where
		database.In(&where, `user_id`, batch)
		where.And(`synced_at IS NOT NULL`)
		found, err := connectionTable.All(from.Query(ctx, `
			SELECT `+connectionColumns+` FROM investment_connections`+where.String()+` ORDER BY user_id, id`, where.Arguments...))
		connections = append(connections, found...)
		if err != nil || len(found) == 0 { // most users have none
			return err
		}
		some, err := heldTable.All(from.Query(ctx, `SELECT `+heldColumns+` FROM investment_holdings`+where.String(), where.Arguments...))
		for _, one := range some {
			holdings[one.id] = one
		}
		return err
	})
	return connections, holdings, err
}

// utcDay is the start of a time's UTC day, as days are stored.
func utcDay(at time.Time) int64 { return database.Micros(at.UTC().Truncate(24 * time.Hour)) }
