package portfolio

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// The two portfolios that every user has, until their owner changes them.
const (
	primaryName    = "Main portfolio"
	paperName      = "Paper"
	initialProfile = Moderate
)

// mostPortfolios limits a user's portfolios: the list is not paged.
const mostPortfolios = 100

// Portfolios lists the caller's portfolios: the primary one over what is invested, the one over the paper account,
// then the newest first. The first two are created at the first read.
func (s *Service) Portfolios(ctx context.Context, caller identity.Caller) ([]*Portfolio, error) {
	accounts, err := s.accounts.Accounts(ctx, caller.TenantID, caller.UserID)
	if err != nil {
		return nil, err
	}
	portfolios, err := readPortfolios(ctx, s.db, caller)
	if err == nil && (len(portfolios) < 2 || !portfolios[0].IsPrimary || !portfolios[1].IsPaper) {
		if err := s.db.InTx(ctx, func(tx *database.Tx) error { return s.addInitial(ctx, tx, caller, accounts) }); err != nil {
			return nil, err
		}
		portfolios, err = readPortfolios(ctx, s.db, caller)
	}
	if err != nil {
		return nil, err
	}
	if err := readAccountIDs(ctx, s.db, portfolios); err != nil {
		return nil, err
	}
	for _, portfolio := range portfolios {
		if err := portfolio.fill(accounts); err != nil {
			return nil, err
		}
	}
	return portfolios, nil
}

// addInitial creates the two portfolios that every user has, unless another request is doing so or just has: it waits
// for that one.
func (s *Service) addInitial(ctx context.Context, tx *database.Tx, caller identity.Caller, accounts []Account) error {
	primary, paper := newPortfolio(caller, primaryName, initialProfile, s.now()), newPortfolio(caller, paperName, initialProfile, s.now())
	primary.IsPrimary, paper.IsPaper = true, true
	for _, portfolio := range []*Portfolio{primary, paper} {
		added, err := insertPortfolio(ctx, tx, portfolio)
		if err != nil {
			return err
		}
		if !added {
			continue
		}
		if err := portfolio.fill(accounts); err != nil {
			return err
		}
		if err := s.events.Publish(ctx, tx, portfolio.createdEvent()); err != nil {
			return err
		}
	}
	return nil
}

func newPortfolio(caller identity.Caller, name string, profile RiskProfile, now time.Time) *Portfolio {
	return &Portfolio{
		ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, Name: name, RiskProfile: profile,
		CreatedAt: now, UpdatedAt: now,
	}
}

// Portfolio reads one portfolio of the caller. It fails with NOT_FOUND for another user's.
func (s *Service) Portfolio(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Portfolio, error) {
	portfolio, err := readPortfolio(ctx, s.db, "", caller, id)
	if err != nil {
		return nil, err
	}
	if err := readAccountIDs(ctx, s.db, []*Portfolio{portfolio}); err != nil {
		return nil, err
	}
	accounts, err := s.accounts.Accounts(ctx, caller.TenantID, caller.UserID)
	if err != nil {
		return nil, err
	}
	return portfolio, portfolio.fill(accounts)
}

// NewPortfolio is a request to create a portfolio.
type NewPortfolio struct {
	Name        string
	RiskProfile RiskProfile
	AccountIDs  []uuid.UUID
}

// Create adds a portfolio over some of the caller's accounts. It fails with VALIDATION_ERROR (name, riskProfile,
// accountIds), with NOT_FOUND on accountIds when one is not the caller's, and with CONFLICT when the caller has too
// many portfolios.
func (s *Service) Create(ctx context.Context, caller identity.Caller, given NewPortfolio) (*Portfolio, error) {
	named, err := name(given.Name)
	if err != nil {
		return nil, err
	}
	if err := given.RiskProfile.check(); err != nil {
		return nil, err
	}
	accounts, err := s.accounts.Accounts(database.Beforehand(ctx), caller.TenantID, caller.UserID)
	if err != nil {
		return nil, err
	}
	if err := chosen(given.AccountIDs, accounts); err != nil {
		return nil, err
	}
	var portfolio *Portfolio
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.addInitial(ctx, tx, caller, accounts); err != nil {
			return err
		}
		// The primary portfolio is locked, so that no two requests count concurrently.
		count, err := countPortfolios(ctx, tx, caller)
		if err != nil {
			return err
		}
		if count >= mostPortfolios {
			return fault.New(fault.Conflict, "there are %d portfolios, which is the most a user may have", count)
		}
		portfolio = newPortfolio(caller, named, given.RiskProfile, s.now())
		portfolio.AccountIDs = given.AccountIDs
		if _, err := insertPortfolio(ctx, tx, portfolio); err != nil {
			return err
		}
		if err := insertAccountIDs(ctx, tx, portfolio); err != nil {
			return err
		}
		if err := portfolio.fill(accounts); err != nil {
			return err
		}
		return s.events.Publish(ctx, tx, portfolio.createdEvent())
	})
	if err != nil {
		return nil, err
	}
	return portfolio, portfolio.fill(accounts)
}

// Change is a change to a portfolio; nil fields stay as they are.
type Change struct {
	Name        *string
	RiskProfile *RiskProfile
}

// Update changes a portfolio of the caller. A new risk profile brings new targets, unless the user has set them. It
// fails with NOT_FOUND and with VALIDATION_ERROR (name, riskProfile).
func (s *Service) Update(ctx context.Context, caller identity.Caller, id uuid.UUID, change Change) (*Portfolio, error) {
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		portfolio, err := readPortfolio(ctx, tx, tx.ForUpdate(), caller, id)
		if err != nil {
			return err
		}
		if change.Name != nil {
			if portfolio.Name, err = name(*change.Name); err != nil {
				return err
			}
		}
		if change.RiskProfile != nil {
			portfolio.RiskProfile = *change.RiskProfile
			if err := portfolio.RiskProfile.check(); err != nil {
				return err
			}
		}
		portfolio.UpdatedAt = s.now()
		return updatePortfolio(ctx, tx, portfolio)
	})
	if err != nil {
		return nil, err
	}
	return s.Portfolio(ctx, caller, id)
}
