package trading

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/money"
)

// Equity is what an account is worth: its money and what its open positions have won or lost at the marks.
func (s *Service) Equity(ctx context.Context, from database.Querier, account *Account) (money.Decimal, error) {
	positions, err := OpenPositionsOf(ctx, from, account.ID)
	if err != nil {
		return money.Zero, err
	}
	return account.Balance().Add(s.Unrealized(positions)), nil
}

// Unrealized is what open positions have won or lost at the marks.
func (s *Service) Unrealized(positions []*Position) money.Decimal {
	var sum money.Decimal
	for _, position := range positions {
		sum = sum.Add(position.UnrealizedPnL(s.Mark(position)))
	}
	return sum
}

// Mark is the price at which a position is valued: the market's; the entry's while there is none, and the
// last closing's once it is closed.
func (s *Service) Mark(position *Position) money.Decimal {
	if position.Status != Open {
		return position.ExitPrice
	}
	if quote, known := s.market.LastQuote(position.Symbol); known {
		return quote.Mark
	}
	return position.EntryPrice
}
