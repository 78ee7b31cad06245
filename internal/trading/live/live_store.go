package live

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

var liveOrderTable = database.NewTable("live_orders", func(o *liveOrder, column database.Define) {
	column("id", &o.ID)
	column("tenant_id", &o.TenantID)
	column("account_id", &o.AccountID)
	column("connection_id", &o.ConnectionID)
	column("client_order_id", &o.ClientOrderID)
	column("state", &o.State)
	column("symbol", &o.Symbol)
	column("side", &o.Side)
	column("type", &o.Type)
	column("quantity", &o.Quantity)
	column("limit_price", &o.LimitPrice)
	column("stop_price", &o.StopPrice)
	column("exchange_order_id", &o.ExchangeOrderID)
	column("executed", &o.Executed)
	column("cancel_asked", &o.CancelAsked)
	column("error", &o.Error)
	column("attempts", &o.Attempts)
	column("sent_at", database.Optional(&o.SentAt))
	column("expires_at", database.Optional(&o.ExpiresAt))
	column("next_at", database.Optional(&o.NextAt))
	column("leased_until", database.Optional(&o.LeasedUntil))
	column("lease", &o.Lease)
	column("created_at", &o.CreatedAt)
	column("changed_at", &o.ChangedAt)
})

// leaseTime is how long a claimed order stays with its claimer. It is longer than an attempt and its recording can take, so
// that it expires only when the process has died.
const leaseTime = time.Minute

// farthest is longer than anything is ever put off. An order due later than that was put off by a clock that has since been
// set back: it is due now, so that nobody's stop waits until the clock shows that time again.
const farthest = 2 * time.Minute

// claimDue claims up to limit due orders until the lease ends: first those to send or cancel, then those only to check, the
// longest waiting first. So nobody's stop waits for other users' resting orders.
func claimDue(ctx context.Context, tx *database.Tx, due, now time.Time, limit int) ([]*liveOrder, error) {
	// The CTE is materialized because PostgreSQL could otherwise evaluate it more than once and lock more rows than the limit.
	return liveOrderTable.All(tx.Query(ctx, `
		WITH due AS MATERIALIZED (
			SELECT id FROM live_orders WHERE next_at <= $1 OR next_at > $4
			ORDER BY CASE WHEN state = 'working' AND NOT cancel_asked THEN 1 ELSE 0 END, next_at LIMIT $2`+tx.SkipLocked()+`
		)
		UPDATE live_orders SET next_at = $3, leased_until = $3, lease = lease + 1
		WHERE id IN (SELECT id FROM due)
		RETURNING `+liveOrderTable.Columns(), database.Micros(due), limit, database.Micros(now.Add(leaseTime)),
		database.Micros(now.Add(farthest))))
}

// nextDue returns when the next order is due or the next lease ends; the zero time means that none is waiting.
func nextDue(ctx context.Context, from database.Querier) (due time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT MIN(next_at) FROM live_orders WHERE next_at IS NOT NULL`).Scan(database.Time(&due))
	return due, err
}

// lockLiveOrder locks an order's row and reads it. It fails with NOT_FOUND.
func lockLiveOrder(ctx context.Context, tx *database.Tx, id uuid.UUID) (*liveOrder, error) {
	row, err := liveOrderTable.Scan(tx.QueryRow(ctx, `
		SELECT `+liveOrderTable.Columns()+` FROM live_orders WHERE id = $1`+tx.ForUpdate(), id))
	return row, database.Missing(err, fault.New(fault.NotFound, "no exchange has this order"))
}

// askToCancel records that an order is to be cancelled and makes it due, unless its current claimer will see that. A lease
// ending later than is possible was dated by a clock that has since been set back, and is ignored.
func askToCancel(ctx context.Context, tx *database.Tx, id uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE live_orders
		SET cancel_asked = TRUE, next_at = CASE WHEN leased_until > $2 AND leased_until <= $3 THEN next_at ELSE $2 END
		WHERE id = $1`, id, database.Micros(now), database.Micros(now.Add(leaseTime)))
	return err
}

// putOffSending postpones the sending of an order that was just written.
func putOffSending(ctx context.Context, tx *database.Tx, id uuid.UUID, until time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE live_orders SET next_at = $2 WHERE id = $1`, id, database.Micros(until))
	return err
}

// updateLiveOrder writes the result of an attempt, and releases the lease.
func updateLiveOrder(ctx context.Context, tx *database.Tx, row *liveOrder) error {
	row.LeasedUntil = time.Time{}
	return liveOrderTable.Update(ctx, tx, row, "state", "connection_id", "quantity", "limit_price", "stop_price", "exchange_order_id", "executed",
		"cancel_asked", "error", "attempts", "sent_at", "next_at", "leased_until", "changed_at")
}

// markSent records that an order is about to be sent; the lease continues.
func markSent(ctx context.Context, tx *database.Tx, row *liveOrder) error {
	return liveOrderTable.Update(ctx, tx, row, "state", "quantity", "limit_price", "stop_price", "sent_at")
}

// endLiveOrder records that an order has ended on both sides.
func endLiveOrder(ctx context.Context, tx *database.Tx, row *liveOrder, now time.Time) error {
	row.State, row.NextAt, row.ChangedAt = done, time.Time{}, now
	return updateLiveOrder(ctx, tx, row)
}

// unsentBehind are the sales of a symbol that are certainly not at the exchange and come after the given one. The account
// must be locked, as it is by every transaction that sends one.
func unsentBehind(ctx context.Context, tx *database.Tx, row *liveOrder) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, `
		SELECT id FROM live_orders WHERE connection_id = $1 AND state <> 'done' AND state = 'to_send' AND symbol = $2 AND side = 'sell' AND id > $3`,
		row.ConnectionID, row.Symbol, row.ID)
	return database.Collect(rows, err, database.ScanOne[uuid.UUID])
}

func hasOpenOrders(ctx context.Context, from database.Querier, connection uuid.UUID) (has bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM live_orders WHERE connection_id = $1 AND state <> 'done')`, connection).Scan(&has)
	return has, err
}

// bookedFills are the names of an order's booked fills.
func bookedFills(ctx context.Context, from database.Querier, order uuid.UUID) (known map[string]bool, err error) {
	rows, err := from.Query(ctx, `SELECT fill_id FROM order_fills WHERE order_id = $1`, order)
	ids, err := database.Collect(rows, err, database.ScanOne[string])
	known = make(map[string]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	return known, err
}
