package trading

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// Standing is what an account has at the marks of now.
type Standing struct {
	AccountID   uuid.UUID
	Kind        AccountKind
	Status      AccountStatus
	Cash        money.Decimal
	Margin      money.Decimal
	Held        money.Decimal // set aside for withdrawals
	NetDeposits money.Decimal
	RealizedPnL money.Decimal // fees taken off
	Positions   []*Position   // open ones
	Unrealized  money.Decimal
}

// Equity is what the account is worth.
func (s *Standing) Equity() money.Decimal { return s.Cash.Add(s.Margin).Add(s.Held).Add(s.Unrealized) }

// Standings reads what a user's accounts have, the oldest account first, in two queries. A user who has
// never traded gets the paper account first.
func (s *Service) Standings(ctx context.Context, trader Trader) (standings []*Standing, err error) {
	defer money.Catch(&err)
	if err := s.ensurePaperAccount(ctx, trader); err != nil {
		return nil, err
	}
	standings, err = readStandings(ctx, s.db, trader.UserID)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Query(ctx, `SELECT `+positionColumns+` FROM positions WHERE user_id = $1 AND status = 'open' ORDER BY id`, trader.UserID)
	positions, err := database.Collect(rows, err, scanPosition)
	if err != nil {
		return nil, err
	}
	byAccount := make(map[uuid.UUID]*Standing, len(standings))
	for _, standing := range standings {
		byAccount[standing.AccountID] = standing
	}
	for _, position := range positions {
		if standing := byAccount[position.AccountID]; standing != nil {
			standing.Positions = append(standing.Positions, position)
			standing.Unrealized = standing.Unrealized.Add(position.UnrealizedPnL(s.Mark(position)))
		}
	}
	return standings, nil
}

// readStandings reads the money of a user's accounts. What was paid in is the negative of the external
// account, what was won the negative of profit and fees.
func readStandings(ctx context.Context, from database.Querier, user uuid.UUID) ([]*Standing, error) {
	rows, err := from.Query(ctx, `
		SELECT a.id, a.kind, a.status,
			COALESCE(SUM(CASE WHEN l.code = 'cash' THEN l.balance ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN l.code = 'margin' THEN l.balance ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN l.code = 'hold' THEN l.balance ELSE 0 END), 0),
			COALESCE(-SUM(CASE WHEN l.code = 'external' THEN l.balance ELSE 0 END), 0),
			COALESCE(-SUM(CASE WHEN l.code IN ('profit', 'fees') THEN l.balance ELSE 0 END), 0)
		FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id
		WHERE a.user_id = $1
		GROUP BY a.id, a.kind, a.status
		ORDER BY a.id`, user)
	return database.Collect(rows, err, func(row database.Row) (*Standing, error) {
		var s Standing
		err := row.Scan(&s.AccountID, &s.Kind, &s.Status, &s.Cash, &s.Margin, &s.Held, &s.NetDeposits, &s.RealizedPnL)
		return &s, err
	})
}

// InvestmentMoney reads the money of a user's investment accounts, without their positions.
func (s *Service) InvestmentMoney(ctx context.Context, user uuid.UUID) ([]*Standing, error) {
	all, err := readStandings(ctx, s.db, user)
	return slices.DeleteFunc(all, func(standing *Standing) bool { return standing.Kind != InvestmentAccount }), err
}
