package trading

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/money"
)

// Equity is the value of an account: its money and the unrealized profit of its open positions at the marks. A connected
// account's money is at the exchange: its equity is what was last read there.
func (s *Service) Equity(ctx context.Context, from database.Querier, account *Account) (money.Decimal, error) {
	if account.Kind == ConnectedAccount {
		outside, err := s.outside(ctx, from, account)
		return outside.Worth, err
	}
	positions, err := markedPositionsOf(ctx, from, account.ID)
	if err != nil {
		return money.Zero, err
	}
	return account.Balance().Add(s.Unrealized(positions)), nil
}

// freeCash is what an account can spend. For a connected account it is what was last read at the exchange.
func (s *Service) freeCash(ctx context.Context, from database.Querier, account *Account) (money.Decimal, error) {
	if account.Kind != ConnectedAccount {
		return account.Cash, nil
	}
	outside, err := s.outside(ctx, from, account)
	return outside.Cash, err
}

// outside is what a connected account has at its exchange; nothing if that is unknown.
func (s *Service) outside(ctx context.Context, from database.Querier, account *Account) (Outside, error) {
	if s.joined.outside == nil {
		return Outside{}, nil
	}
	return s.joined.outside(ctx, from, account)
}

// Unrealized is the profit or loss of open positions at the marks.
func (s *Service) Unrealized(positions []*Position) money.Decimal {
	var sum money.Decimal
	for _, position := range positions {
		sum = sum.Add(position.UnrealizedPnL(s.Mark(position)))
	}
	return sum
}

// Mark is the price at which a position is valued: the market's mark, the entry price while there is none, and the price of
// the last closing once it is closed.
func (s *Service) Mark(position *Position) money.Decimal {
	if position.Status != Open {
		return position.ExitPrice
	}
	if quote, known := s.market.LastQuote(position.Symbol); known {
		return quote.Mark
	}
	return position.EntryPrice
}
