package trading

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// AccountFigures is the state of an account valued at the current marks. Its money and its positions are of the same
// moment.
type AccountFigures struct {
	AccountID   uuid.UUID
	UserID      uuid.UUID
	Kind        AccountKind
	Status      AccountStatus
	ClosedAt    time.Time // zero unless it is closed
	Cash        money.Decimal
	Margin      money.Decimal
	Held        money.Decimal // set aside for withdrawals
	Reserved    money.Decimal // set aside for working orders
	NetDeposits money.Decimal
	RealizedPnL money.Decimal // realized by closings, each with its share of the entry's fee: the sum of the history
	OpenFees    money.Decimal // entry fees that no closing has accounted for yet
	Positions   []*Position   // open ones
	Unrealized  money.Decimal
}

// Equity is what the account is worth.
func (s *AccountFigures) Equity() money.Decimal {
	return s.Cash.Add(s.Margin).Add(s.Held).Add(s.Reserved).Add(s.Unrealized)
}

// TotalPnL is the total profit or loss: equity less net deposits. It is the realized and the unrealized profit less the
// fees of open positions.
func (s *AccountFigures) TotalPnL() money.Decimal { return s.Equity().Sub(s.NetDeposits) }

// IsClosed reports whether the account is closed. Money left on it may be paid out and counts in no total.
func (s *AccountFigures) IsClosed() bool { return s.Status == AccountClosed }

// AccountFigures reads the figures of a user's accounts, oldest first, in one statement. A user who has never traded gets
// the paper account first.
func (s *Service) AccountFigures(ctx context.Context, trader Trader) (all []*AccountFigures, err error) {
	if err := s.ensurePaperAccount(ctx, trader); err != nil {
		return nil, err
	}
	return s.accountFigures(ctx, s.db, trader.UserID)
}

// InvestmentFigures reads the figures of the user's investment accounts only. It opens no account, so it may be called
// for a suspended user.
func (s *Service) InvestmentFigures(ctx context.Context, user uuid.UUID) ([]*AccountFigures, error) {
	all, err := s.accountFigures(ctx, s.db, user)
	return slices.DeleteFunc(all, func(figures *AccountFigures) bool { return figures.Kind != InvestmentAccount }), err
}

// FiguresOfUsers reads the figures of users' accounts, by user, in one statement. With a zero since it covers all of them,
// otherwise only users who have open positions or bookings since then. It opens no accounts.
func (s *Service) FiguresOfUsers(ctx context.Context, users []uuid.UUID, since time.Time) (byUser map[uuid.UUID][]*AccountFigures, err error) {
	defer money.Catch(&err)
	byUser = make(map[uuid.UUID][]*AccountFigures, len(users))
	err = database.InBatches(users, func(batch []uuid.UUID) error {
		some, err := readAccountFigures(ctx, s.db, batch, bookedSince(since))
		s.mark(some)
		for _, figures := range some {
			byUser[figures.UserID] = append(byUser[figures.UserID], figures)
		}
		return err
	})
	return byUser, err
}

func (s *Service) accountFigures(ctx context.Context, from database.Querier, user uuid.UUID) (all []*AccountFigures, err error) {
	defer money.Catch(&err)
	all, err = readAccountFigures(ctx, from, []uuid.UUID{user}, uuid.Nil)
	s.mark(all)
	return all, err
}

// mark values the open positions of accounts. It panics with a *money.OverflowError when they are too large.
func (s *Service) mark(all []*AccountFigures) {
	for _, figures := range all {
		for _, position := range figures.Positions {
			figures.Unrealized = figures.Unrealized.Add(position.UnrealizedPnL(s.Mark(position)))
			figures.OpenFees = figures.OpenFees.Add(position.EntryFee)
		}
		figures.RealizedPnL = figures.RealizedPnL.Add(figures.OpenFees)
	}
}

// bookedSince is an identifier below those of all ledger transactions at or after a moment; nil for the zero time.
func bookedSince(moment time.Time) uuid.UUID {
	if moment.IsZero() {
		return uuid.Nil
	}
	return database.FirstIDAt(moment.Add(-ledger.BookedWithin))
}

// FiguresOf reads the figures of one account of a user, as seen by a transaction that has changed it.
func (s *Service) FiguresOf(ctx context.Context, tx *database.Tx, account uuid.UUID) (*AccountFigures, error) {
	user, err := accountOwner(ctx, tx, account)
	if err != nil {
		return nil, fmt.Errorf("the standing of account %s: %w", account, err)
	}
	all, err := s.accountFigures(ctx, tx, user)
	if err != nil {
		return nil, err
	}
	for _, figures := range all {
		if figures.AccountID == account {
			return figures, nil
		}
	}
	return nil, fmt.Errorf("the account %s has no books", account)
}
