package trading

import (
	"bourse/internal/market"
	"bourse/internal/money"
)

// terms are the costs of a fill and the largest share of an equity that a position is chosen to be, as fractions.
type terms struct{ fee, slippage, largest money.Decimal }

var basisPoint = money.MustParse("0.0001")

func newTerms(settings Settings) terms {
	return terms{
		fee: settings.FeeBP.Mul(basisPoint), slippage: settings.SlippageBP.Mul(basisPoint),
		largest: settings.MaxPositionPercent.Mul(onePercent),
	}
}

// price is what a market order fills at: a buyer pays the ask and the slippage, a seller gets the bid
// without it.
func (t terms) price(quote market.Quote, side Side) money.Decimal {
	slipped := quote.Mark.Mul(t.slippage)
	if side == Buy {
		return quote.Ask.Add(slipped)
	}
	return quote.Bid.Sub(slipped)
}

// feeOf is what a fill costs.
func (t terms) feeOf(notional money.Decimal) money.Decimal { return notional.Mul(t.fee) }

// capped is a quantity, or what the largest notional for an equity buys when that is less.
func (t terms) capped(quantity, equity, price money.Decimal) (money.Decimal, error) {
	most, err := equity.Mul(t.largest).Div(price)
	return money.Min(quantity, most), err
}

// affordable is the most that cash can buy at a price, its fee included.
func (t terms) affordable(cash, price money.Decimal) (money.Decimal, error) {
	return cash.Div(price.Mul(money.FromInt(1).Add(t.fee)))
}
