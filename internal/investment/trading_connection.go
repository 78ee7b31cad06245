package investment

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/investment/broker"
)

// What brings orders to connected accounts needs to know of them.

// TradingConnection is the connection of a trading account, read without a lock. It fails with ACCOUNT_NOT_ACTIVE unless the
// account is connected, its key may trade and its owner lets it.
func (s *Service) TradingConnection(ctx context.Context, tx *database.Tx, account uuid.UUID) (connection uuid.UUID, err error) {
	found, err := readByAccount(ctx, tx, account)
	if err != nil {
		return uuid.Nil, err
	}
	if found == nil || !found.Trading || found.mayTrade() != nil {
		return uuid.Nil, fault.New(fault.AccountNotActive, "orders do not go to this account: its owner has to allow trading on a connected account first")
	}
	return found.ID, nil
}

// TradingCredentials opens what was handed over for a connection, whether it may trade now or not: what was sent must be
// followed and can be taken back. It fails with NOT_FOUND when nothing is left of it.
func (s *Service) TradingCredentials(ctx context.Context, connection uuid.UUID) (broker.Provider, broker.Credentials, error) {
	provider, sealed, err := readSealed(ctx, s.db, connection)
	if err != nil {
		return "", nil, err
	}
	credentials, err := s.openCredentials(connection, sealed)
	if err != nil {
		return "", nil, fmt.Errorf("open the credentials of a connection: %w", err)
	}
	return provider, credentials, nil
}
