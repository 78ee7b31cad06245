package portfolio

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// cashAsset is the asset of cash: all accounts are kept in it.
const cashAsset = "USD"

// Allocation is how much of a portfolio is in one asset.
type Allocation struct {
	ID             uuid.UUID // stable for an asset of a portfolio
	PortfolioID    uuid.UUID
	Asset          string
	TargetPercent  money.Decimal
	CurrentPercent money.Decimal // of the value, so negative if that is; these sum to exactly 100 over a portfolio
	Quantity       money.Decimal // negative when more was sold short than is held
	Value          money.Decimal // these sum to exactly the portfolio's value

	long      long
	elsewhere money.Decimal // the value of what is held at another broker
}

// long is what is held of an asset here, without short positions: it can be sold, and the proceeds spent.
type long struct{ quantity, value, mark money.Decimal }

// allocate lists what a portfolio consists of, the largest value first. assetOf returns the asset of a symbol. Assets
// with a target are listed even when none is held. Cash is the equity minus the positions: the money, what is held
// for withdrawals, and the proceeds of short sales. It panics with an *OverflowError when the amounts are too large.
func allocate(p *Portfolio, targets []Target, assetOf func(symbol string) string) []Allocation {
	byAsset := map[string]*Allocation{cashAsset: {Asset: cashAsset}}
	entry := func(asset string) *Allocation {
		if byAsset[asset] == nil {
			byAsset[asset] = &Allocation{Asset: asset}
		}
		return byAsset[asset]
	}
	cash := p.TotalValue
	for _, account := range p.accounts {
		for _, holding := range account.Holdings {
			asset := holding.Asset
			if asset == "" {
				asset = assetOf(holding.Symbol)
			}
			entry(asset).add(holding)
			cash = cash.Sub(holding.Value())
		}
	}
	entry(cashAsset).Value, entry(cashAsset).Quantity = cash, cash
	for _, target := range targets {
		entry(target.Asset).TargetPercent = target.Percent
	}
	allocations := make([]Allocation, 0, len(byAsset))
	for asset, allocation := range byAsset {
		allocation.ID, allocation.PortfolioID = uuid.NewSHA1(p.ID, []byte(asset)), p.ID
		allocations = append(allocations, *allocation)
	}
	slices.SortFunc(allocations, func(a, b Allocation) int {
		if order := b.Value.Cmp(a.Value); order != 0 {
			return order
		}
		return strings.Compare(a.Asset, b.Asset)
	})
	setPercents(allocations)
	return allocations
}

// add counts a position in. A short one is subtracted from what is held.
func (a *Allocation) add(holding Holding) {
	a.Value = a.Value.Add(holding.Value())
	a.Quantity = a.Quantity.Add(holding.units())
	if holding.Asset != "" {
		a.elsewhere = a.elsewhere.Add(holding.Value())
		return
	}
	if holding.IsShort {
		return
	}
	a.long.quantity = a.long.quantity.Add(holding.Quantity)
	a.long.value = a.long.value.Add(holding.Value())
	a.long.mark = holding.Mark
}

// setPercents fills in the percentages. A portfolio that is worth nothing is all cash.
func setPercents(allocations []Allocation) {
	values := make([]money.Decimal, len(allocations))
	for i, allocation := range allocations {
		values[i] = allocation.Value
	}
	shares, hasShares := percents(values)
	for i, share := range shares {
		if !hasShares && allocations[i].Asset == cashAsset {
			share = hundred
		}
		allocations[i].CurrentPercent = share
	}
}

var hundred = money.FromInt(100)
