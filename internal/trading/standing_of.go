package trading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// StandingOf reads what one account of a user has, as a transaction that has changed it sees it.
func (s *Service) StandingOf(ctx context.Context, tx *database.Tx, account uuid.UUID) (standing *Standing, err error) {
	defer money.Catch(&err)
	var user uuid.UUID
	if err := tx.QueryRow(ctx, `SELECT user_id FROM trading_accounts WHERE id = $1`, account).Scan(&user); err != nil {
		return nil, fmt.Errorf("the standing of account %s: %w", account, err)
	}
	all, err := readStandings(ctx, tx, user)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if one.AccountID == account {
			standing = one
		}
	}
	if standing == nil {
		return nil, fmt.Errorf("the account %s has no books", account)
	}
	rows, err := tx.Query(ctx, `SELECT `+positionColumns+` FROM positions WHERE account_id = $1 AND status = 'open' ORDER BY id`, account)
	if standing.Positions, err = database.Collect(rows, err, scanPosition); err != nil {
		return nil, err
	}
	for _, position := range standing.Positions {
		standing.Unrealized = standing.Unrealized.Add(position.UnrealizedPnL(s.Mark(position)))
	}
	return standing, nil
}
