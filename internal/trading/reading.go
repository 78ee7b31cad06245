package trading

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

func itoa(n int) string { return strconv.Itoa(n) }

// PositionFilter narrows a list of positions; zero values do not.
type PositionFilter struct {
	Symbol    string
	Status    PositionStatus
	AccountID uuid.UUID
}

// Positions lists the caller's positions, the newest first.
func (s *Service) Positions(ctx context.Context, caller identity.Caller, filter PositionFilter, cursor Cursor) ([]*Position, error) {
	arguments := database.Arguments{}
	query := `SELECT ` + positionColumns + ` FROM positions WHERE user_id = ` + arguments.Add(caller.UserID) + arguments.Below("id", cursor.Before)
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
	rows, err := s.db.Query(ctx, query, arguments...)
	return database.Collect(rows, err, scanPosition)
}

// Position reads one position of the caller. Another user's is NOT_FOUND.
func (s *Service) Position(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Position, error) {
	return scanPosition(s.db.QueryRow(ctx, `SELECT `+positionColumns+` FROM positions WHERE id = $1 AND user_id = $2`, id, caller.UserID))
}

// Days are UTC days, both included; a zero one is no bound.
type Days struct{ Start, End time.Time }

// bounds are the days as stored times, the second one not included.
func (d Days) bounds() (from, to int64, err error) {
	if !d.Start.IsZero() && !d.End.IsZero() && d.Start.After(d.End) {
		return 0, 0, fault.Invalid("startDate", "must not be after endDate")
	}
	to = 1<<63 - 1
	if !d.Start.IsZero() {
		from = database.Micros(utcDay(d.Start))
	}
	if !d.End.IsZero() {
		to = database.Micros(utcDay(d.End).AddDate(0, 0, 1))
	}
	return from, to, nil
}

func utcDay(t time.Time) time.Time {
	year, month, day := t.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Trades lists the caller's closing fills, the newest first, and how many there are. A start after the end
// is VALIDATION_ERROR.
func (s *Service) Trades(ctx context.Context, caller identity.Caller, days Days, page Page) ([]Trade, int, error) {
	from, to, err := days.bounds()
	if err != nil {
		return nil, 0, err
	}
	const where = ` FROM trades WHERE user_id = $1 AND closed_at >= $2 AND closed_at < $3`
	var total int
	if err := s.db.QueryRow(ctx, `SELECT COUNT(*)`+where, caller.UserID, from, to).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := s.db.Query(ctx, `SELECT `+tradeColumns+where+` ORDER BY closed_at DESC, id DESC LIMIT $4 OFFSET $5`,
		caller.UserID, from, to, page.Limit, page.offset())
	trades, err := database.Collect(rows, err, scanTrade)
	return trades, total, err
}

// ensurePaperAccount opens the user's paper account unless it is there.
func (s *Service) ensurePaperAccount(ctx context.Context, trader Trader) error {
	_, err := paperAccountID(ctx, s.db, trader.UserID)
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	return s.db.InTx(database.Beforehand(ctx), func(tx *database.Tx) error { return s.openPaperAccount(ctx, tx, trader) })
}
