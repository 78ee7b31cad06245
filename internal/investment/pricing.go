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

// priceList values assets in USD by our own market.
type priceList struct {
	prices Prices
	bases  map[string]string // the symbol that trades an asset for USD
	quotes map[string]string // the symbol that trades USD for a currency
}

// priceList reads what the market lists now. Shares are left out: a coin of an exchange may have the name of a share.
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

// of is the price of an asset: 1 for a dollar, our market's last price if it is listed, otherwise unknown.
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

// marked revalues balances at current prices. Assets not listed in our market keep the price of the reading.
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

// countable removes the price of a balance whose value is too large to be counted.
func (b Balance) countable() Balance {
	if _, err := b.Quantity().TryMul(b.Price); err != nil {
		b.Price = money.Zero
	}
	return b
}
