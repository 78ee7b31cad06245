package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// PositionTable stores positions.
var PositionTable = database.NewTable("positions", positionColumns)

func positionColumns(p *Position, column database.Define) {
	column("id", &p.ID)
	column("tenant_id", &p.TenantID)
	column("user_id", database.Optional(&p.UserID))
	column("account_id", &p.AccountID)
	column("signal_id", database.Optional(&p.SignalID))
	column("bot_id", database.Optional(&p.BotID))
	column("subscription_id", database.Optional(&p.SubscriptionID))
	column("symbol", &p.Symbol)
	column("side", &p.Side)
	column("status", &p.Status)
	column("quantity", &p.Quantity)
	column("opened_quantity", &p.OpenedQuantity)
	column("entry_price", &p.EntryPrice)
	column("exit_price", &p.ExitPrice)
	column("stop_loss", &p.StopLoss)
	column("target_price", &p.TargetPrice)
	column("trailing_percent", &p.TrailingPercent)
	column("stop_trails", &p.StopTrails)
	column("liquidation_price", &p.LiquidationPrice)
	column("margin", &p.Margin)
	column("entry_fee", &p.EntryFee)
	column("realized_pnl", &p.RealizedPnL)
	column("opened_at", &p.OpenedAt)
	column("closed_at", database.Optional(&p.ClosedAt))
}

var errNoPosition = fault.New(fault.NotFound, "there is no such position")

// updatePositions writes the changes made by closings. A position that was closed in several steps is written in its last
// state.
func updatePositions(ctx context.Context, tx *database.Tx, changed []*Position) error {
	return PositionTable.UpdateAll(ctx, tx, distinct(changed),
		"status", "quantity", "exit_price", "margin", "entry_fee", "realized_pnl", "closed_at")
}

// amendPositions writes changes of positions other than closings: to their levels, and additions to them.
func amendPositions(ctx context.Context, tx *database.Tx, amended []*Position) error {
	return PositionTable.UpdateAll(ctx, tx, distinct(amended), "quantity", "opened_quantity", "entry_price", "stop_loss", "target_price",
		"trailing_percent", "stop_trails", "margin", "entry_fee")
}

func distinct(positions []*Position) []*Position {
	if len(positions) < 2 {
		return positions
	}
	seen := make(map[uuid.UUID]bool, len(positions))
	var kept []*Position
	for _, p := range positions {
		if !seen[p.ID] {
			seen[p.ID] = true
			kept = append(kept, p)
		}
	}
	return kept
}

// openPositions reads what an exit closes on an account: the open positions of its symbol and side that came from the same
// bot, or the same analyst. The account must be locked, which is also the lock of its positions.
func openPositions(ctx context.Context, tx *database.Tx, account uuid.UUID, exit *Signal) ([]*Position, error) {
	from, source := `bot_id = $4`, exit.BotID
	if exit.BotID == uuid.Nil {
		from, source = `signal_id IN (SELECT s.id FROM signals s WHERE s.id = positions.signal_id AND s.author_id = $4)`, exit.AuthorID
	}
	return PositionTable.All(tx.Query(ctx, `
		SELECT `+PositionTable.Columns()+` FROM positions
		WHERE account_id = $1 AND status = 'open' AND symbol = $2 AND side = $3 AND `+from+` ORDER BY id`,
		account, exit.Symbol, exit.Type.Side(), source))
}

// OpenPositionsOf reads every open position of an account.
func OpenPositionsOf(ctx context.Context, from database.Querier, account uuid.UUID) ([]*Position, error) {
	return PositionTable.All(from.Query(ctx, `
		SELECT `+PositionTable.Columns()+` FROM positions WHERE account_id = $1 AND status = 'open' ORDER BY id`, account))
}

// markedTable has the columns of a position that its profit at a mark needs: valuing a full account under its lock waits a
// quarter as long for these as for all. The database does not do the sum, because the profit of each position is rounded
// separately.
var markedTable = database.NewTable("positions", func(p *Position, column database.Define) {
	column("symbol", &p.Symbol)
	column("side", &p.Side)
	column("status", &p.Status)
	column("quantity", &p.Quantity)
	column("entry_price", &p.EntryPrice)
})

// markedPositionsOf reads what Unrealized needs of an account's open positions.
func markedPositionsOf(ctx context.Context, from database.Querier, account uuid.UUID) ([]*Position, error) {
	return markedTable.All(from.Query(ctx, `
		SELECT `+markedTable.Columns()+` FROM positions WHERE account_id = $1 AND status = 'open'`, account))
}

// PositionsByID reads positions, in no particular order; missing ones are left out.
func PositionsByID(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]*Position, error) {
	return PositionTable.AllByID(ctx, from, ids, func(source string) string {
		return `
			SELECT ` + PositionTable.Columns() + ` FROM positions WHERE id IN (SELECT v.column1 FROM ` + source + `)`
	})
}

// PositionsTopic announces which positions were opened or closed: identifiers, comma-separated.
const PositionsTopic = "trading.positions"

// NotifyPositions notifies the watchers of positions of what a transaction changed.
func NotifyPositions(tx *database.Tx, positions []*Position) {
	ids := make([]uuid.UUID, 0, len(positions))
	for _, p := range distinct(positions) {
		ids = append(ids, p.ID)
	}
	tx.NotifyIDs(PositionsTopic, ids...)
}

// listPositions reads a user's positions, newest first.
func listPositions(ctx context.Context, from database.Querier, user uuid.UUID, filter PositionFilter, cursor database.Cursor) ([]*Position, error) {
	var where database.Where
	where.Equal("user_id", user)
	where.Behind("id", cursor)
	where.EqualIf(filter.Symbol != "", "symbol", filter.Symbol)
	where.EqualIf(filter.Status != "", "status", filter.Status)
	where.EqualIf(filter.AccountID != uuid.Nil, "account_id", filter.AccountID)
	query := `SELECT ` + PositionTable.Columns() + ` FROM positions` + where.String() + ` ORDER BY id DESC LIMIT ` + where.Add(cursor.Limit)
	return PositionTable.All(from.Query(ctx, query, where.Arguments...))
}

// readPosition reads a user's position. It fails with NOT_FOUND, also for another user's.
func readPosition(ctx context.Context, from database.Querier, user, id uuid.UUID) (*Position, error) {
	position, err := PositionTable.Scan(from.QueryRow(ctx, `
		SELECT `+PositionTable.Columns()+` FROM positions WHERE id = $1 AND user_id = $2`, id, user))
	return position, database.Missing(err, errNoPosition)
}

// lockPosition locks the account of the user's position, which is also the lock of its positions, and reads both. Another
// user's position is NOT_FOUND.
func lockPosition(ctx context.Context, tx *database.Tx, user, id uuid.UUID) (*Account, *Position, error) {
	var accountID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT account_id FROM positions WHERE id = $1 AND user_id = $2`, id, user).Scan(&accountID)
	if err != nil {
		return nil, nil, database.Missing(err, errNoPosition)
	}
	var position *Position
	account, err := accountByID.lock(ctx, tx, accountID, database.Question{
		Query: positionByID, Arguments: []any{id}, Scan: PositionTable.Into(&position),
	})
	if err == nil && position == nil {
		err = errNoPosition
	}
	return account, position, err
}

var positionByID = `SELECT ` + PositionTable.Columns() + ` FROM positions WHERE id = $1`
