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
	Held      money.Decimal // set aside for what goes out, and for disputes
	Owed      money.Decimal // to the house
	Granted   money.Decimal // paper money that the account was opened with
	External  money.Decimal // granted and paid in, less what went out
}

// Withdrawable is how much of the money may leave the account. Of an account that its owner has funded that is
// the free cash. Granted paper money, and what was won with it, never leaves: from an account that has any, no more
// goes out than was paid in. What is owed is taken off.
func (m AccountMoney) Withdrawable() money.Decimal {
	most := m.Cash
	if m.Funding != DepositFunding {
		most = money.Min(most, m.External.Sub(m.Granted).Sub(m.Held))
	}
	return money.Max(most.Sub(m.Owed), money.Zero)
}

// InvestmentMoney reads the money of a user's investment accounts, the oldest account first.
func (s *Service) InvestmentMoney(ctx context.Context, user uuid.UUID) ([]AccountMoney, error) {
	return readInvestmentMoney(ctx, s.db, user)
}

// returnedKind is what the ledger knows money by that a refund had taken off an account and that came back.
const returnedKind = "returned"

// BringBack pays what a refund had taken off an account, and that came back, into it again; what its owner owes is paid first.
// A closed account takes it as well, since it is nowhere else, and it can be withdrawn from there. It is booked once for the
// refund. It fails with NOT_FOUND.
func (s *Service) BringBack(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, refund uuid.UUID) error {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.bring(ctx, tx, account, cause{"refund", refund, returnedKind}, arrival{fromOutside: amount})
}
