package trading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// FiguresOf reads what one account of a user has, as a transaction that has changed it sees it.
func (s *Service) FiguresOf(ctx context.Context, tx *database.Tx, account uuid.UUID) (*AccountFigures, error) {
	user, err := accountOwner(ctx, tx, account)
	if err != nil {
		return nil, fmt.Errorf("the standing of account %s: %w", account, err)
	}
	all, err := s.standings(ctx, tx, user)
	if err != nil {
		return nil, err
	}
	for _, standing := range all {
		if standing.AccountID == account {
			return standing, nil
		}
	}
	return nil, fmt.Errorf("the account %s has no books", account)
}
