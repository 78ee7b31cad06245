package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// AccountMoney is the money of an investment account, without its positions.
type AccountMoney struct {
	AccountID uuid.UUID
	Funding   Funding
	Cash      money.Decimal
	Held      money.Decimal // reserved for withdrawals, refunds and disputes
	Owed      money.Decimal // to the house
	Granted   money.Decimal // paper money that the account was opened with
	External  money.Decimal // granted and paid in, less what went out
}

// Withdrawable is how much of the money may leave the account. On an account funded by its owner that is the free cash.
// Granted paper money, and its profit, never leaves: an account that has any pays out no more than was paid in. Debt is
// deducted.
func (m AccountMoney) Withdrawable() money.Decimal {
	most := m.Cash
	if m.Funding != DepositFunding {
		most = money.Min(most, m.External.Sub(m.Granted).Sub(m.Held))
	}
	return money.Max(most.Sub(m.Owed), money.Zero)
}

// InvestmentMoney reads the money of a user's investment accounts, oldest first.
func (s *Service) InvestmentMoney(ctx context.Context, user uuid.UUID) ([]AccountMoney, error) {
	return readInvestmentMoney(ctx, s.db, user)
}

// returnedKind is the ledger kind of money that a refund took from an account and that came back.
const returnedKind = "returned"

// BringBack credits an account with money that a refund took from it and that came back; its owner's debt is paid first. A
// closed account accepts it too, since the money has nowhere else to go, and it can be withdrawn from there. It is booked
// once per refund. It fails with NOT_FOUND.
func (s *Service) BringBack(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, refund uuid.UUID) error {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.bring(ctx, tx, account, cause{"refund", refund, returnedKind}, arrival{fromOutside: amount})
}
