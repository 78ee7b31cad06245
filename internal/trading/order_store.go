package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// OrderTable stores orders.
var OrderTable = database.NewTable("orders", func(o *Order, column database.Define) {
	column("id", &o.ID)
	column("tenant_id", &o.TenantID)
	column("user_id", &o.UserID)
	column("account_id", &o.AccountID)
	column("signal_id", database.Optional(&o.SignalID))
	column("bot_id", database.Optional(&o.BotID))
	column("subscription_id", database.Optional(&o.SubscriptionID))
	column("closes_position_id", database.Optional(&o.Closes))
	column("exit_reason", &o.ExitReason)
	column("symbol", &o.Symbol)
	column("side", &o.Side)
	column("type", &o.Type)
	column("status", &o.Status)
	column("quantity", &o.Quantity)
	column("notional", &o.Notional)
	column("limit_price", &o.LimitPrice)
	column("stop_price", &o.StopPrice)
	column("stop_loss", &o.StopLoss)
	column("target_price", &o.TargetPrice)
	column("trailing_percent", &o.TrailingPercent)
	column("time_in_force", &o.TimeInForce)
	column("held", &o.Held)
	column("filled_quantity", &o.FilledQuantity)
	column("average_price", &o.AveragePrice)
	column("fee", &o.Fee)
	column("position_id", database.Optional(&o.PositionID))
	column("reason", &o.Reason)
	column("created_at", &o.CreatedAt)
	column("updated_at", &o.UpdatedAt)
	column("expires_at", database.Optional(&o.ExpiresAt))
})

var errNoOrder = fault.New(fault.NotFound, "there is no such order")

// setExitReasons writes the reasons for which the positions that orders open, or the orders that close them, are sold.
func setExitReasons(ctx context.Context, tx *database.Tx, changed []*Order) error {
	return OrderTable.UpdateAll(ctx, tx, changed, "exit_reason")
}

// updateOrders writes the new states of orders.
func updateOrders(ctx context.Context, tx *database.Tx, changed []*Order) error {
	return OrderTable.UpdateAll(ctx, tx, changed,
		"status", "quantity", "held", "filled_quantity", "average_price", "fee", "position_id", "reason", "updated_at")
}

// LockOrder locks the account of an order, which is also the lock of its orders, and reads both. It fails with NOT_FOUND.
func (s *Service) LockOrder(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, *Order, error) {
	return lockOrder(ctx, tx, id, tx.QueryRow(ctx, `SELECT account_id FROM orders WHERE id = $1`, id))
}

// lockOwnOrder is LockOrder for an order of a user. Another user's is NOT_FOUND.
func lockOwnOrder(ctx context.Context, tx *database.Tx, user, id uuid.UUID) (*Account, *Order, error) {
	return lockOrder(ctx, tx, id, tx.QueryRow(ctx, `SELECT account_id FROM orders WHERE id = $1 AND user_id = $2`, id, user))
}

// lockOrder locks the account found for an order, and then reads both again.
func lockOrder(ctx context.Context, tx *database.Tx, id uuid.UUID, found database.Row) (*Account, *Order, error) {
	var accountID uuid.UUID
	if err := found.Scan(&accountID); err != nil {
		return nil, nil, database.Missing(err, errNoOrder)
	}
	var order *Order
	account, err := accountByID.lock(ctx, tx, accountID, database.Question{
		Query: orderByID, Arguments: []any{id}, Scan: OrderTable.Into(&order),
	})
	if err == nil && order == nil {
		err = errNoOrder
	}
	return account, order, err
}

var orderByID = `SELECT ` + OrderTable.Columns() + ` FROM orders WHERE id = $1`

// OrdersByID reads orders, in the order of their ids; missing ones are left out.
func OrdersByID(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]*Order, error) {
	return OrderTable.AllByID(ctx, from, ids, func(source string) string {
		return `
			SELECT ` + OrderTable.Columns() + ` FROM orders WHERE id IN (SELECT v.column1 FROM ` + source + `) ORDER BY id`
	})
}

// workingOrdersOf reads the working orders of accounts, oldest first. The accounts must be locked.
func workingOrdersOf(ctx context.Context, from database.Querier, accounts ...uuid.UUID) ([]*Order, error) {
	var arguments database.Arguments
	list := database.AddAll(&arguments, accounts)
	return OrderTable.All(from.Query(ctx, `
		SELECT `+OrderTable.Columns()+` FROM orders WHERE account_id IN `+list+` AND status = 'working' ORDER BY id`, arguments...))
}

func countWorkingOrders(ctx context.Context, from database.Querier, account uuid.UUID) (count int, err error) {
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM orders WHERE account_id = $1 AND status = 'working'`, account).Scan(&count)
	return count, err
}

// listOrders reads a user's orders, newest first.
func listOrders(ctx context.Context, from database.Querier, user uuid.UUID, filter OrderFilter, cursor database.Cursor) ([]*Order, error) {
	var where database.Where
	where.Equal("user_id", user)
	where.Behind("id", cursor)
	where.EqualIf(filter.Symbol != "", "symbol", filter.Symbol)
	where.EqualIf(filter.Status != "", "status", filter.Status)
	where.EqualIf(filter.AccountID != uuid.Nil, "account_id", filter.AccountID)
	query := `SELECT ` + OrderTable.Columns() + ` FROM orders` + where.String() + ` ORDER BY id DESC LIMIT ` + where.Add(cursor.Limit)
	return OrderTable.All(from.Query(ctx, query, where.Arguments...))
}

// readOrder reads a user's order. It fails with NOT_FOUND, also for another user's.
func readOrder(ctx context.Context, from database.Querier, user, id uuid.UUID) (*Order, error) {
	order, err := OrderTable.Scan(from.QueryRow(ctx, `
		SELECT `+OrderTable.Columns()+` FROM orders WHERE id = $1 AND user_id = $2`, id, user))
	return order, database.Missing(err, errNoOrder)
}

// OrdersTopic announces which orders were placed or changed: identifiers, comma-separated.
const OrdersTopic = "trading.orders"

// notifyOrders notifies the watchers of orders of what a transaction changed.
func notifyOrders(tx *database.Tx, orders []*Order) {
	ids := make([]uuid.UUID, len(orders))
	for i, order := range orders {
		ids[i] = order.ID
	}
	tx.NotifyIDs(OrdersTopic, ids...)
}

// insertFill records a fill by an exchange and reports whether it is new.
func insertFill(ctx context.Context, tx *database.Tx, order uuid.UUID, fill VenueFill) (added bool, err error) {
	count, err := tx.Exec(ctx, `
		INSERT INTO order_fills (order_id, fill_id, quantity, price, fee, filled_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (order_id, fill_id) DO NOTHING`,
		order, fill.ID, fill.Quantity, fill.Price, fill.Fee, database.Micros(fill.At))
	return count == 1, err
}

// openPositionsOfSymbol reads the positions that a sale at an exchange closes, oldest first. The account must be locked.
func openPositionsOfSymbol(ctx context.Context, from database.Querier, account uuid.UUID, symbol string) ([]*Position, error) {
	return PositionTable.All(from.Query(ctx, `
		SELECT `+PositionTable.Columns()+` FROM positions
		WHERE account_id = $1 AND status = 'open' AND symbol = $2 AND side = 'buy' ORDER BY id`, account, symbol))
}

// workingSales is the quantity of a symbol that an account's working orders are still to sell.
func workingSales(ctx context.Context, from database.Querier, account uuid.UUID, symbol string) (sum money.Decimal, err error) {
	err = from.QueryRow(ctx, `
		SELECT COALESCE(SUM(quantity - filled_quantity), 0) FROM orders
		WHERE account_id = $1 AND status = 'working' AND symbol = $2 AND side = 'sell'`, account, symbol).Scan(&sum)
	return sum, err
}

// closingOrders sums up the orders that close positions, for positions with working or failed orders. Failures in the
// future are ignored, because a clock that has since been set back dated them: nobody's stop should wait until the clock
// reaches that time again.
func closingOrders(ctx context.Context, tx *database.Tx, positions []uuid.UUID, now time.Time) (closing map[uuid.UUID]closingState, err error) {
	closing = map[uuid.UUID]closingState{}
	const rejected = `status = 'rejected' AND ` + atLevel
	err = database.FromIDs(tx, positions, func(source string, values []any) error {
		arguments := database.Arguments(values)
		known := ` AND updated_at <= ` + arguments.Add(database.Micros(now))
		rows, err := tx.Query(ctx, `
			SELECT closes_position_id, (SELECT quantity FROM positions WHERE id = closes_position_id), COALESCE(SUM(CASE WHEN status = 'working' THEN quantity - filled_quantity END), 0),
				COALESCE(MAX(CASE WHEN status = 'working' THEN quantity - filled_quantity END), 0),
				COUNT(CASE WHEN `+rejected+` THEN 1 END), MAX(CASE WHEN `+rejected+known+` THEN updated_at END),
				MAX(CASE WHEN status = 'expired'`+known+` THEN updated_at END)
			FROM orders WHERE closes_position_id IN (SELECT v.column1 FROM `+source+`) AND status IN ('working', 'rejected', 'expired')
			GROUP BY closes_position_id`, arguments...)
		_, err = database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
			var state closingState
			err = row.Scan(&id, &state.open, &state.working, &state.largest, &state.rejections, database.Time(&state.rejectedAt), database.Time(&state.expiredAt))
			closing[id] = state
			return id, err
		})
		return err
	})
	return closing, err
}

// workingExits are the working orders that close some positions.
func workingExits(ctx context.Context, tx *database.Tx, positions []uuid.UUID) ([]*Order, error) {
	return OrderTable.AllByID(ctx, tx, positions, func(source string) string {
		return `
			SELECT ` + OrderTable.Columns() + ` FROM orders
			WHERE closes_position_id IN (SELECT v.column1 FROM ` + source + `) AND status = 'working' ORDER BY id`
	})
}

// salesBeside are the working sales on the same accounts and of the same symbols as some positions, oldest first.
func salesBeside(ctx context.Context, tx *database.Tx, positions []uuid.UUID) ([]*Order, error) {
	return OrderTable.AllByID(ctx, tx, positions, func(source string) string {
		return `
			SELECT ` + OrderTable.Columns() + ` FROM orders WHERE id IN (
				SELECT o.id FROM positions p JOIN orders o ON o.account_id = p.account_id AND o.symbol = p.symbol
				WHERE p.id IN (SELECT v.column1 FROM ` + source + `) AND o.status = 'working' AND o.side = 'sell'
			) ORDER BY id`
	})
}

// openBeside are the open positions on the same accounts and of the same symbols as some positions, including these.
func openBeside(ctx context.Context, tx *database.Tx, positions []uuid.UUID) ([]*Position, error) {
	return PositionTable.AllByID(ctx, tx, positions, func(source string) string {
		return `
			SELECT ` + PositionTable.Columns() + ` FROM positions WHERE id IN (
				SELECT q.id FROM positions p JOIN positions q ON q.account_id = p.account_id AND q.symbol = p.symbol
				WHERE p.id IN (SELECT v.column1 FROM ` + source + `) AND q.status = 'open' AND q.side = 'buy'
			)`
	})
}

// entriesUnderWay are the working purchases of a signal's bot and symbol on some accounts.
func entriesUnderWay(ctx context.Context, tx *database.Tx, accounts []uuid.UUID, signal *Signal) (entries []*Order, err error) {
	err = database.FromIDs(tx, accounts, func(source string, values []any) error {
		arguments := database.Arguments(values)
		bot, symbol := arguments.Add(signal.BotID), arguments.Add(signal.Symbol)
		found, err := OrderTable.All(tx.Query(ctx, `
			SELECT `+OrderTable.Columns()+` FROM orders
			WHERE account_id IN (SELECT v.column1 FROM `+source+`) AND status = 'working' AND side = 'buy' AND bot_id = `+bot+` AND symbol = `+symbol, arguments...))
		entries = append(entries, found...)
		return err
	})
	return entries, err
}
