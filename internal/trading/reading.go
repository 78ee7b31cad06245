package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// PositionFilter narrows a list of positions; zero values do not.
type PositionFilter struct {
	Symbol    string
	Status    PositionStatus
	AccountID uuid.UUID
}

// Positions lists the caller's positions, the newest first.
func (s *Service) Positions(ctx context.Context, caller identity.Caller, filter PositionFilter, cursor Cursor) ([]*Position, error) {
	return listPositions(ctx, s.db, caller.UserID, filter, cursor)
}

// Position reads one position of the caller. Another user's is NOT_FOUND.
func (s *Service) Position(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Position, error) {
	return readPosition(ctx, s.db, caller.UserID, id)
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
		from = database.Micros(UTCDay(d.Start))
	}
	if !d.End.IsZero() {
		to = database.Micros(UTCDay(d.End).AddDate(0, 0, 1))
	}
	return from, to, nil
}

func UTCDay(t time.Time) time.Time {
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
	total, err := countTrades(ctx, s.db, caller.UserID, from, to)
	if err != nil {
		return nil, 0, err
	}
	trades, err := listTrades(ctx, s.db, caller.UserID, from, to, page)
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
