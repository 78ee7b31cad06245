package portfolio

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
)

// Allocations lists what a portfolio of the caller consists of, the largest first. It fails with NOT_FOUND.
func (s *Service) Allocations(ctx context.Context, caller identity.Caller, id uuid.UUID) ([]Allocation, error) {
	_, allocations, err := s.allocations(ctx, caller, id)
	return allocations, err
}

func (s *Service) allocations(ctx context.Context, caller identity.Caller, id uuid.UUID) (portfolio *Portfolio, allocations []Allocation, err error) {
	defer money.Catch(&err)
	if portfolio, err = s.Portfolio(ctx, caller, id); err != nil {
		return nil, nil, err
	}
	targets, err := readTargets(ctx, s.db, id)
	if err != nil {
		return nil, nil, err
	}
	assets := s.assets()
	if len(targets) == 0 {
		targets = portfolio.RiskProfile.targets(assets.has)
	}
	return portfolio, allocate(portfolio, targets, s.assetOf), nil
}

// SetTargets replaces the targets of a portfolio of the caller, whether set before or derived from the risk profile.
// It fails with NOT_FOUND, and with VALIDATION_ERROR (targets) unless they name known assets, each once, and sum to
// 100.
func (s *Service) SetTargets(ctx context.Context, caller identity.Caller, id uuid.UUID, targets []Target) ([]Allocation, error) {
	accounts, err := s.accounts.Accounts(database.Beforehand(ctx), caller.TenantID, caller.UserID)
	if err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		portfolio, err := readPortfolio(ctx, tx, tx.ForUpdate(), caller, id)
		if err != nil {
			return err
		}
		if err := readAccountIDs(ctx, tx, []*Portfolio{portfolio}); err != nil {
			return err
		}
		if err := portfolio.fill(accounts); err != nil {
			return err
		}
		if err := checkTargets(targets, s.assets().has); err != nil {
			return err
		}
		if err := replaceTargets(ctx, tx, id, targets); err != nil {
			return err
		}
		return s.events.Publish(ctx, tx, portfolio.targetsEvent(targets))
	})
	if err != nil {
		return nil, err
	}
	return s.Allocations(ctx, caller, id)
}

// assets are the tradable instruments, by the asset that they are units of.
type assets map[string]market.Instrument

func (a assets) has(asset string) bool {
	_, ok := a[asset]
	return ok
}

// assets lists what can be traded now. If several instruments are of one asset, the first symbol represents it.
func (s *Service) assets() assets {
	found := make(assets)
	for _, instrument := range s.market.Instruments() {
		if instrument.IsActive && !found.has(instrument.BaseAsset) && instrument.BaseAsset != cashAsset {
			found[instrument.BaseAsset] = instrument
		}
	}
	return found
}

// assetOf is the asset that a symbol is units of. A symbol that is no longer listed is its own asset.
func (s *Service) assetOf(symbol string) string {
	instrument, err := s.market.Instrument(symbol)
	if err != nil {
		return symbol
	}
	return instrument.BaseAsset
}
