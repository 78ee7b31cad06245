package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// PositionFilter narrows a list of positions; zero values match all.
type PositionFilter struct {
	Symbol    string
	Status    PositionStatus
	AccountID uuid.UUID
}

// Positions lists the caller's positions, newest first.
func (s *Service) Positions(ctx context.Context, caller identity.Caller, filter PositionFilter, cursor database.Cursor) ([]*Position, error) {
	return listPositions(ctx, s.db, caller.UserID, filter, cursor)
}

// Position reads one position of the caller. Another user's is NOT_FOUND.
func (s *Service) Position(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Position, error) {
	return readPosition(ctx, s.db, caller.UserID, id)
}

// Days are UTC days, both inclusive; a zero one is no bound.
type Days struct{ Start, End time.Time }

// span is the range of stored times of the days. It fails with VALIDATION_ERROR when the start is after the end.
func (d Days) span() (within span, err error) {
	if !d.Start.IsZero() && !d.End.IsZero() && d.Start.After(d.End) {
		return span{}, fault.Invalid("startDate", "must not be after endDate")
	}
	within.to = 1<<63 - 1
	if !d.Start.IsZero() {
		within.from = database.Micros(UTCDay(d.Start))
	}
	if !d.End.IsZero() {
		within.to = database.Micros(UTCDay(d.End).AddDate(0, 0, 1))
	}
	return within, nil
}

// UTCDay is the start, in UTC, of the day with a moment's date.
func UTCDay(t time.Time) time.Time {
	year, month, day := t.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// TradeFilter narrows a list of closing fills; zero values match all.
type TradeFilter struct {
	Days      Days
	Symbol    string
	AccountID uuid.UUID
}

// Trades lists the caller's closing fills, newest first, and their total number. A start after the end is VALIDATION_ERROR.
func (s *Service) Trades(ctx context.Context, caller identity.Caller, filter TradeFilter, page database.Page) ([]Trade, int, error) {
	return s.trades(ctx, closings{user: caller.UserID, symbol: filter.Symbol, account: filter.AccountID}, filter.Days, page)
}

// TradesOn is Trades for one account, whoever the caller is.
func (s *Service) TradesOn(ctx context.Context, account uuid.UUID, days Days, page database.Page) ([]Trade, int, error) {
	return s.trades(ctx, closings{account: account}, days, page)
}

func (s *Service) trades(ctx context.Context, wanted closings, days Days, page database.Page) (trades []Trade, total int, err error) {
	if wanted.within, err = days.span(); err != nil {
		return nil, 0, err
	}
	if total, err = countTrades(ctx, s.db, wanted); err != nil {
		return nil, 0, err
	}
	trades, err = listTrades(ctx, s.db, wanted, page)
	return trades, total, err
}

// ensurePaperAccount opens the user's paper account if it does not exist.
func (s *Service) ensurePaperAccount(ctx context.Context, trader Trader) error {
	_, err := paperAccountID(ctx, s.db, trader.UserID)
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	return s.db.InTx(database.Beforehand(ctx), func(tx *database.Tx) error { return s.openPaperAccount(ctx, tx, trader) })
}
