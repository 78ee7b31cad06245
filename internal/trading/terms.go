package trading

import (
	"bourse/internal/market"
	"bourse/internal/money"
)

// Terms are the costs of a fill, and the largest share of the equity that an automatically sized position may take, as
// fractions.
type Terms struct{ fee, slippage, largest money.Decimal }

var basisPoint, onePercent = money.MustParse("0.0001"), money.MustParse("0.01")

func newTerms(settings Settings) Terms {
	return Terms{
		fee: settings.FeeBP.Mul(basisPoint), slippage: settings.SlippageBP.Mul(basisPoint),
		largest: settings.MaxPositionPercent.Mul(onePercent),
	}
}

// Price is the fill price of a market order: a buyer pays the ask plus slippage, a seller gets the bid minus slippage,
// rounded to the tick.
func (t Terms) Price(quote market.Quote, side Side) money.Decimal {
	slipped := quote.Mark.Mul(t.slippage)
	if side == Buy {
		return OnTick(side, quote.Ask.Add(slipped), quote.TickSize)
	}
	return OnTick(side, quote.Bid.Sub(slipped), quote.TickSize)
}

// quoted is the side of a quote at which somebody buys or sells.
func quoted(quote market.Quote, side Side) money.Decimal {
	if side == Buy {
		return quote.Ask
	}
	return quote.Bid
}

// OnTick rounds a price to the tick against the trader: a buyer pays the next tick up, a seller gets the next tick down.
func OnTick(side Side, price, tickSize money.Decimal) money.Decimal {
	if side == Buy {
		return market.TickUp(price, tickSize)
	}
	return market.TickDown(price, tickSize)
}

// Slipped is the fill price of an order that a price has triggered: the market has moved on against the trader, to a
// multiple of the tick size.
func (t Terms) Slipped(price money.Decimal, side Side, tickSize money.Decimal) money.Decimal {
	slipped := price.Mul(t.slippage)
	if side == Buy {
		return OnTick(side, price.Add(slipped), tickSize)
	}
	return money.Max(OnTick(side, price.Sub(slipped), tickSize), money.Zero)
}

// feeOf is what a fill costs.
func (t Terms) feeOf(notional money.Decimal) money.Decimal { return notional.Mul(t.fee) }

// capped is a quantity, or what the largest notional for an equity buys if that is less.
func (t Terms) capped(quantity, equity, price money.Decimal) (money.Decimal, error) {
	most, err := equity.Mul(t.largest).Div(price)
	return money.Min(quantity, most), err
}

// affordable is the most that cash can buy at a price, its fee included.
func (t Terms) affordable(cash, price money.Decimal) (money.Decimal, error) {
	return cash.Div(price.Mul(money.FromInt(1).Add(t.fee)))
}
