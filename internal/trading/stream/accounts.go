package stream

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/trading"
)

// figuresInterval is how often a user's accounts are read again even without a notification.
const figuresInterval = time.Minute

// AccountEquity is the state of an account of the reader at the current marks.
type AccountEquity struct {
	AccountID     uuid.UUID
	Kind          trading.AccountKind
	Cash          money.Decimal
	Held          money.Decimal // for withdrawals
	Reserved      money.Decimal // for working orders
	Margin        money.Decimal
	UnrealizedPnL money.Decimal
	Equity        money.Decimal
}

// userFigures are a user's figures, as last read and sent. isDue belongs to the registry, the rest to the hub.
type userFigures struct {
	isDue  bool // they have to be read
	readAt time.Time
	read   []*trading.AccountFigures // those of accounts that are not closed
	told   []*AccountEquity
}

// figuresDue notes that the figures of users have to be read again.
func (s *streams) figuresDue(users []uuid.UUID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, user := range users {
		if known := s.open[user]; known != nil {
			known.figures.isDue = true
		}
	}
}

// allFigures lists the figures of all users with open streams, and the users whose figures are to be read.
func (s *streams) allFigures(readBefore time.Time) (all map[uuid.UUID]*userFigures, due []uuid.UUID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all = make(map[uuid.UUID]*userFigures, len(s.open))
	for user, known := range s.open {
		all[user] = known.figures
		if known.figures.isDue || known.figures.readAt.Before(readBefore) {
			known.figures.isDue = false
			due = append(due, user)
		}
	}
	return all, due
}

// tellFigures sends every stream the figures of its user's accounts that have changed.
func (h *hub) tellFigures(ctx context.Context) error {
	now := h.service.now()
	all, due := h.service.streams.allFigures(now.Add(-figuresInterval))
	if len(all) == 0 {
		return nil
	}
	read, err := h.service.trading.FiguresOfUsers(ctx, due, time.Time{})
	if err != nil {
		h.service.streams.figuresDue(due)
		return fmt.Errorf("read figures of accounts: %w", err)
	}
	for _, user := range due {
		figures := all[user]
		figures.readAt, figures.read = now, openAccounts(read[user])
	}
	marks := h.marks()
	for user, figures := range all {
		if err := h.tellUserFigures(user, figures, marks); err != nil {
			h.service.logger.Error("streams: cannot value the accounts of a user", "userId", user, "error", err)
		}
	}
	return nil
}

func openAccounts(all []*trading.AccountFigures) (open []*trading.AccountFigures) {
	for _, figures := range all {
		if !figures.IsClosed() {
			open = append(open, figures)
		}
	}
	return open
}

// marks are the current prices, so that every symbol is looked up once and not for each position.
func (h *hub) marks() map[string]money.Decimal {
	marks := map[string]money.Decimal{}
	for _, instrument := range h.service.market.Instruments() {
		if quote, known := h.service.market.LastQuote(instrument.Symbol); known {
			marks[instrument.Symbol] = quote.Mark
		}
	}
	return marks
}

// tellUserFigures fails when the figures of a user are too large.
func (h *hub) tellUserFigures(user uuid.UUID, figures *userFigures, marks map[string]money.Decimal) (err error) {
	defer money.Catch(&err)
	present, changed := figures.at(marks), []*AccountEquity(nil)
	for i, account := range present {
		if i >= len(figures.told) || *figures.told[i] != *account {
			changed = append(changed, account)
		}
	}
	figures.told = present
	for _, stream := range h.service.streams.of(user) {
		stream.tellAccounts(changed, present)
	}
	return nil
}

// at is the accounts' equity at given marks. It panics with a *money.OverflowError when that is too large.
func (f *userFigures) at(marks map[string]money.Decimal) []*AccountEquity {
	present := make([]*AccountEquity, len(f.read))
	for i, read := range f.read {
		valued := *read
		valued.Unrealized = money.Zero
		for _, position := range read.Positions {
			mark, known := marks[position.Symbol]
			if !known {
				mark = position.EntryPrice
			}
			valued.Unrealized = valued.Unrealized.Add(position.UnrealizedPnL(mark))
		}
		present[i] = &AccountEquity{
			AccountID: read.AccountID, Kind: read.Kind, Cash: read.Cash, Held: read.Held, Reserved: read.Reserved, Margin: read.Margin,
			UnrealizedPnL: valued.Unrealized, Equity: valued.Equity(),
		}
	}
	return present
}
