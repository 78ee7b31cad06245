package investment

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
)

// What the code that sends orders to connected accounts needs to know about them.

// TradingConnection is the connection of a trading account, read without a lock. It fails with ACCOUNT_NOT_ACTIVE
// unless the account is connected, its key may trade and its owner allows it.
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

// venueCash is what orders are paid with where connected accounts trade: a coin that is worth a dollar.
const venueCash = "USDT"

// Outside is what a connected account held at the last reading: the value of everything at current prices, and the
// part of it that orders can be paid with. Both are zero before the first reading. It fails when the database does.
func (s *Service) Outside(ctx context.Context, from database.Querier, tenant, account uuid.UUID) (worth, cash money.Decimal, err error) {
	defer money.Catch(&err)
	last, err := readHeld(ctx, from, tenant, account) // a trading account has the id of its connection
	if err != nil || last == nil {
		return money.Zero, money.Zero, err
	}
	balances := s.priceList().marked(last.balances)
	for _, balance := range balances {
		if balance.Asset == venueCash {
			cash = cash.Add(balance.Free)
		}
	}
	return value(balances), cash, nil
}

// TradingCredentials decrypts the credentials of a connection, whether it may trade now or not: sent orders must be
// followed and can be cancelled. It fails with NOT_FOUND when the credentials are gone.
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
