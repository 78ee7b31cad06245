package investment

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/money"
)

// Holdings is what a connected account holds, at current prices.
type Holdings struct {
	Balances   []Balance // most valuable first
	Positions  []OpenPosition
	TotalValue money.Decimal // in USD; assets without a price count as zero
	SyncedAt   time.Time     // zero before the first reading
}

// Holdings returns what a connection of the caller holds. It is empty until the account is first read, and once it
// can no longer be read. It fails as Connection does.
func (s *Service) Holdings(ctx context.Context, caller identity.Caller, id uuid.UUID) (holdings *Holdings, err error) {
	defer money.Catch(&err)
	connection, err := s.Connection(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	holdings = &Holdings{Balances: []Balance{}, Positions: []OpenPosition{}, SyncedAt: connection.SyncedAt}
	last, err := readHeld(ctx, s.db, caller.TenantID, id)
	if err != nil || last == nil {
		return holdings, err
	}
	holdings.Balances, holdings.SyncedAt = s.priceList().marked(last.balances), last.syncedAt
	holdings.Positions = inDollars(last.positions, holdings.Balances)
	slices.SortFunc(holdings.Balances, Balance.compare)
	holdings.TotalValue = value(holdings.Balances)
	return holdings, nil
}

// inDollars converts the profit of a terminal account's positions to USD: no positions while the account's currency
// has no price.
func inDollars(positions []OpenPosition, balances []Balance) []OpenPosition {
	var price money.Decimal
	if len(balances) == 1 {
		price = balances[0].Price
	}
	all := make([]OpenPosition, len(positions))
	for i, position := range positions {
		position.Unrealized = position.Unrealized.Mul(price)
		all[i] = position
	}
	return all
}
