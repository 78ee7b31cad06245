package investment

import (
	"bourse/internal/investment/broker"
	"bourse/internal/market"
	"bourse/internal/money"
)

// Prices is what this package needs of the market: *market.Market in production.
type Prices interface {
	Instruments() []market.Instrument
	LastQuote(symbol string) (market.Quote, bool)
}

var (
	one  = money.FromInt(1)
	home = "USD"
)

// priceList tells what assets are worth in USD by our own market.
type priceList struct {
	prices Prices
	bases  map[string]string // the symbol by which an asset is traded for USD
	quotes map[string]string // the symbol by which USD is traded for a currency
}

// priceList looks at what the market lists now. Shares are left out: an exchange may call a coin as they are called.
func (s *Service) priceList() *priceList {
	list := &priceList{prices: s.prices, bases: map[string]string{}, quotes: map[string]string{}}
	for _, instrument := range s.prices.Instruments() {
		switch {
		case !instrument.IsActive || instrument.Kind == market.Equity:
		case instrument.QuoteAsset == home:
			list.bases[instrument.BaseAsset] = instrument.Symbol
		case instrument.BaseAsset == home:
			list.quotes[instrument.QuoteAsset] = instrument.Symbol
		}
	}
	return list
}

// of is the price of an asset: 1 for a dollar, the last of our market where it is listed. It is not known otherwise.
func (l *priceList) of(asset string) (price money.Decimal, isKnown bool) {
	if broker.IsDollar(asset) {
		return one, true
	}
	if symbol, isListed := l.bases[asset]; isListed {
		quote, known := l.prices.LastQuote(symbol)
		return quote.Mark, known && quote.Mark.IsPositive()
	}
	if symbol, isListed := l.quotes[asset]; isListed {
		quote, known := l.prices.LastQuote(symbol)
		if inverse, err := one.Div(quote.Mark); err == nil && known {
			return inverse, inverse.IsPositive()
		}
	}
	return money.Zero, false
}

// marked are balances at the prices of now. What our market does not list keeps the price it had when it was read.
func (l *priceList) marked(balances []Balance) []Balance {
	all := make([]Balance, len(balances))
	for i, balance := range balances {
		if price, isKnown := l.of(balance.Asset); isKnown {
			balance.Price = price
		}
		all[i] = balance.countable()
	}
	return all
}

// countable takes the price away from a balance that is worth more than can be counted.
func (b Balance) countable() Balance {
	if _, err := b.Quantity().TryMul(b.Price); err != nil {
		b.Price = money.Zero
	}
	return b
}
