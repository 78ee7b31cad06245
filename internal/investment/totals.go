package investment

import (
	"cmp"
	"slices"

	"bourse/internal/money"
)

// tradeTotals are the sums of closed trades.
type tradeTotals struct {
	TradeGroup
	bySymbol     []Breakdown // ordered by key
	byExitReason []Breakdown // ordered by key
}

// addUp sums groups. It panics with a *money.OverflowError when the sums are too large.
func addUp(groups []TradeGroup) (totals tradeTotals) {
	bySymbol, byReason := map[string]TradeGroup{}, map[string]TradeGroup{}
	for _, group := range groups {
		totals.TradeGroup = totals.with(group)
		bySymbol[group.Symbol] = bySymbol[group.Symbol].with(group)
		byReason[group.ExitReason] = byReason[group.ExitReason].with(group)
	}
	totals.bySymbol, totals.byExitReason = breakdowns(bySymbol), breakdowns(byReason)
	return totals
}

// with is the sum of two groups.
func (g TradeGroup) with(more TradeGroup) TradeGroup {
	switch {
	case more.Trades == 0: // it has no best and worst
	case g.Trades == 0:
		g.Best, g.Worst = more.Best, more.Worst
	default:
		g.Best, g.Worst = money.Max(g.Best, more.Best), money.Min(g.Worst, more.Worst)
	}
	g.Trades, g.Wins = g.Trades+more.Trades, g.Wins+more.Wins
	g.Won, g.Lost = g.Won.Add(more.Won), g.Lost.Add(more.Lost)
	g.Realized, g.Fees = g.Realized.Add(more.Realized), g.Fees.Add(more.Fees)
	return g
}

func (g TradeGroup) winRate() float64 { return share(g.Wins, g.Trades) }

func breakdowns(groups map[string]TradeGroup) []Breakdown {
	list := make([]Breakdown, 0, len(groups))
	for key, group := range groups {
		list = append(list, Breakdown{key, group.Trades, group.Realized, group.winRate()})
	}
	slices.SortFunc(list, func(a, b Breakdown) int { return cmp.Compare(a.Key, b.Key) })
	return list
}

// share is a fraction of a whole, 0 if the whole is 0.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
