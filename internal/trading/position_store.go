package trading

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// PositionColumns are what ScanPosition reads.
const PositionColumns = `id, tenant_id, user_id, account_id, signal_id, bot_id, subscription_id, symbol, side, status,
	quantity, opened_quantity, entry_price, exit_price, stop_loss, target_price, liquidation_price, margin, entry_fee,
	realized_pnl, opened_at, closed_at`

// ScanPosition reads a position. It fails with NOT_FOUND when there is no row.
func ScanPosition(row database.Row) (*Position, error) {
	var p Position
	err := row.Scan(&p.ID, &p.TenantID, database.ID(&p.UserID), &p.AccountID, database.ID(&p.SignalID), database.ID(&p.BotID),
		database.ID(&p.SubscriptionID), &p.Symbol, &p.Side, &p.Status, &p.Quantity, &p.OpenedQuantity, &p.EntryPrice,
		&p.ExitPrice, &p.StopLoss, &p.TargetPrice, &p.LiquidationPrice, &p.Margin, &p.EntryFee, &p.RealizedPnL,
		database.Time(&p.OpenedAt), database.Time(&p.ClosedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoPosition
	}
	return &p, err
}

var errNoPosition = fault.New(fault.NotFound, "there is no such position")

var positionTable = typedColumns(PositionColumns, "quantity", "opened_quantity", "entry_price", "exit_price", "stop_loss",
	"target_price", "liquidation_price", "margin", "entry_fee", "realized_pnl", "opened_at", "closed_at")

// typedColumns are the columns of a list, of which some are numbers and the others texts.
func typedColumns(list string, numbers ...string) []database.Column {
	var columns []database.Column
	for name := range strings.SplitSeq(list, ",") {
		column := database.Column{Name: strings.TrimSpace(name), Type: "TEXT"}
		if slices.Contains(numbers, column.Name) {
			column.Type = "BIGINT"
		}
		columns = append(columns, column)
	}
	return columns
}

func insertPositions(ctx context.Context, tx *database.Tx, positions []*Position) error {
	return database.InsertMany(ctx, tx, "positions", positionTable, positions, func(p *Position) []any {
		return []any{p.ID, p.TenantID, database.OptionalID(p.UserID), p.AccountID, database.OptionalID(p.SignalID),
			database.OptionalID(p.BotID), database.OptionalID(p.SubscriptionID), p.Symbol, string(p.Side), string(p.Status), p.Quantity,
			p.OpenedQuantity, p.EntryPrice, p.ExitPrice, p.StopLoss, p.TargetPrice, p.LiquidationPrice, p.Margin, p.EntryFee,
			p.RealizedPnL, database.Micros(p.OpenedAt), database.OptionalMicros(p.ClosedAt)}
	})
}

// updatePositions writes what closings changed. A position that was closed in several steps is written as
// it is after the last.
func updatePositions(ctx context.Context, tx *database.Tx, changed []*Position) error {
	types := []string{"TEXT", "TEXT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT"}
	return database.FromRows(tx, types, distinct(changed), func(p *Position) []any {
		return []any{p.ID, string(p.Status), p.Quantity, p.ExitPrice, p.Margin, p.EntryFee, p.RealizedPnL, database.OptionalMicros(p.ClosedAt)}
	}, func(source string, arguments []any) error {
		_, err := tx.Exec(ctx, `
			UPDATE positions
			SET status = v.column2, quantity = v.column3, exit_price = v.column4, margin = v.column5, entry_fee = v.column6,
				realized_pnl = v.column7, closed_at = v.column8
			FROM `+source+` WHERE positions.id = v.column1`, arguments...)
		return err
	})
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

// openPositions reads what an exit closes on an account: the open positions of its symbol and side that came from
// the same bot, or the same analyst. The account must be held: it is the lock of its positions too.
func openPositions(ctx context.Context, tx *database.Tx, account uuid.UUID, exit *Signal) ([]*Position, error) {
	from, source := `bot_id = $4`, exit.BotID
	if exit.BotID == uuid.Nil {
		from, source = `signal_id IN (SELECT s.id FROM signals s WHERE s.id = positions.signal_id AND s.author_id = $4)`, exit.AuthorID
	}
	rows, err := tx.Query(ctx, `
		SELECT `+PositionColumns+` FROM positions
		WHERE account_id = $1 AND status = 'open' AND symbol = $2 AND side = $3 AND `+from+` ORDER BY id`,
		account, exit.Symbol, exit.Type.Side(), source)
	return database.Collect(rows, err, ScanPosition)
}

// OpenPositionsOf reads every open position of an account.
func OpenPositionsOf(ctx context.Context, from database.Querier, account uuid.UUID) ([]*Position, error) {
	rows, err := from.Query(ctx, `SELECT `+PositionColumns+` FROM positions WHERE account_id = $1 AND status = 'open' ORDER BY id`, account)
	return database.Collect(rows, err, ScanPosition)
}

// PositionsByID reads positions, in no order; those that are not there are left out.
func PositionsByID(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]*Position, error) {
	var all []*Position
	err := database.FromRows(from, []string{"TEXT"}, ids, IDRow, func(source string, arguments []any) error {
		rows, err := from.Query(ctx, `SELECT `+PositionColumns+` FROM positions WHERE id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		found, err := database.Collect(rows, err, ScanPosition)
		all = append(all, found...)
		return err
	})
	return all, err
}

// PositionsTopic tells which positions were opened or closed: identifiers, comma-separated.
const PositionsTopic = "trading.positions"

// NotifyPositions tells whoever watches positions what a transaction changed.
func NotifyPositions(tx *database.Tx, opened, changed []*Position) {
	ids := make([]string, 0, len(opened)+len(changed))
	for _, p := range slices.Concat(opened, distinct(changed)) {
		ids = append(ids, p.ID.String())
	}
	for some := range slices.Chunk(ids, 150) { // a notification has room for 8000 bytes
		tx.Notify(PositionsTopic, strings.Join(some, ","))
	}
}

// listPositions reads a user's positions, the newest first.
func listPositions(ctx context.Context, from database.Querier, user uuid.UUID, filter PositionFilter, cursor database.Cursor) ([]*Position, error) {
	arguments := database.Arguments{}
	query := `SELECT ` + PositionColumns + ` FROM positions WHERE user_id = ` + arguments.Add(user) + arguments.Below("id", cursor.Before)
	where := func(column string, value any) { query += ` AND ` + column + ` = ` + arguments.Add(value) }
	if filter.Symbol != "" {
		where("symbol", filter.Symbol)
	}
	if filter.Status != "" {
		where("status", filter.Status)
	}
	if filter.AccountID != uuid.Nil {
		where("account_id", filter.AccountID)
	}
	query += ` ORDER BY id DESC LIMIT ` + arguments.Add(cursor.Limit)
	rows, err := from.Query(ctx, query, arguments...)
	return database.Collect(rows, err, ScanPosition)
}

// readPosition reads a user's position. It fails with NOT_FOUND, also for another user's.
func readPosition(ctx context.Context, from database.Querier, user, id uuid.UUID) (*Position, error) {
	return ScanPosition(from.QueryRow(ctx, `SELECT `+PositionColumns+` FROM positions WHERE id = $1 AND user_id = $2`, id, user))
}

// lockPosition holds the account of the user's position, which is the lock of its positions too, and reads
// both. Another user's position is NOT_FOUND.
func lockPosition(ctx context.Context, tx *database.Tx, user, id uuid.UUID) (*Account, *Position, error) {
	var accountID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT account_id FROM positions WHERE id = $1 AND user_id = $2`, id, user).Scan(&accountID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, errNoPosition
	}
	if err != nil {
		return nil, nil, err
	}
	account, err := LockAccount(ctx, tx, accountID)
	if err != nil {
		return nil, nil, err
	}
	position, err := ScanPosition(tx.QueryRow(ctx, `SELECT `+PositionColumns+` FROM positions WHERE id = $1`, id))
	return account, position, err
}
