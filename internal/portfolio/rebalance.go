package portfolio

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/money"
)

// Rebalance is a preview of the trades that bring a portfolio to its targets. Nothing is traded.
type Rebalance struct {
	PortfolioID uuid.UUID
	TotalValue  money.Decimal
	Needed      bool // something should be traded
	Lines       []Line
}

// PreviewRebalance finds what to buy and sell so that a portfolio of the caller meets its targets. It fails
// with NOT_FOUND.
func (s *Service) PreviewRebalance(ctx context.Context, caller identity.Caller, id uuid.UUID) (preview *Rebalance, err error) {
	defer money.Catch(&err)
	portfolio, allocations, err := s.allocations(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	lines := plan(allocations, portfolio.boundCash(allocations), s.offers(allocations))
	isTrade := func(line Line) bool { return line.Action != Hold }
	return &Rebalance{
		PortfolioID: id, TotalValue: portfolio.TotalValue, Needed: slices.ContainsFunc(lines, isTrade), Lines: lines,
	}, nil
}

// boundCash is the cash that cannot be spent: it is held for withdrawals or secures short positions.
func (p *Portfolio) boundCash(allocations []Allocation) (bound money.Decimal) {
	for _, allocation := range allocations {
		if allocation.Asset == cashAsset {
			bound = allocation.Value
		}
	}
	for _, account := range p.accounts {
		bound = bound.Sub(account.Cash)
	}
	return bound
}

// offers finds how the assets of a portfolio can be traded, at their last known prices: a preview does not wait for a
// market to open.
func (s *Service) offers(allocations []Allocation) map[string]offer {
	offers := make(map[string]offer, len(allocations))
	assets := s.assets()
	for _, allocation := range allocations {
		instrument, exists := assets[allocation.Asset]
		if !exists {
			continue
		}
		if quote, known := s.market.LastQuote(instrument.Symbol); known {
			offers[allocation.Asset] = offer{price: quote.Mark, lotStep: instrument.LotStep}
		}
	}
	return offers
}
