package market

import "bourse/internal/money"

// builtIn are the instruments of a new installation. The reference prices are round figures for the simulation to move
// around; nothing real depends on them.
func builtIn() []Instrument {
	return []Instrument{
		crypto("BTC", "Bitcoin", "0.01", "0.0001", "65000", "0.55"),
		crypto("ETH", "Ethereum", "0.01", "0.0001", "3200", "0.65"),
		crypto("SOL", "Solana", "0.01", "0.001", "150", "0.85"),
		crypto("XRP", "XRP", "0.0001", "0.1", "0.6", "0.8"),
		crypto("ADA", "Cardano", "0.0001", "0.1", "0.45", "0.8"),
		fairCoin(),
		currency("EUR", "Euro", "1.085", "0.075"),
		currency("GBP", "Pound sterling", "1.27", "0.085"),
		currency("AUD", "Australian dollar", "0.66", "0.1"),
		equity("AAPL", "Apple", "190", "0.28"),
		equity("MSFT", "Microsoft", "420", "0.26"),
		equity("NVDA", "NVIDIA", "120", "0.48"),
		equity("SPY", "SPDR S&P 500 ETF", "530", "0.16"),
		delisted(crypto("LUNA", "Terra Luna", "0.0001", "0.1", "0.4", "1.2")),
	}
}

// FairSymbol is the instrument whose simulated price is a pure random walk: any pattern that somebody finds in it is an
// illusion.
const FairSymbol = "FAIRUSD"

// fairCoin is listed at no exchange, so it only has a price in the simulation.
func fairCoin() Instrument {
	coin := crypto("FAIR", "Fair coin", "0.001", "0.01", "100", "0.6")
	coin.VenueSymbol = ""
	return coin
}

// delisted is an instrument that is known but no longer traded: no feed delivers it.
func delisted(instrument Instrument) Instrument {
	instrument.IsActive = false
	return instrument
}

func crypto(asset, name, tickSize, lotStep, price, volatility string) Instrument {
	return Instrument{
		Symbol: asset + "USD", Name: name, Kind: Crypto,
		BaseAsset: asset, QuoteAsset: "USD", VenueSymbol: asset + "USDT", Session: Always,
		TickSize: money.MustParse(tickSize), LotStep: money.MustParse(lotStep), SpreadBP: money.FromInt(2),
		ReferencePrice: money.MustParse(price), AnnualVolatility: money.MustParse(volatility), IsActive: true,
	}
}

func currency(asset, name, price, volatility string) Instrument {
	return Instrument{
		Symbol: asset + "USD", Name: name + " / US dollar", Kind: FX,
		BaseAsset: asset, QuoteAsset: "USD", VenueSymbol: asset + "USD", Session: Weekdays,
		TickSize: money.MustParse("0.00001"), LotStep: money.FromInt(1), SpreadBP: money.MustParse("0.5"),
		ReferencePrice: money.MustParse(price), AnnualVolatility: money.MustParse(volatility), IsActive: true,
	}
}

func equity(symbol, name, price, volatility string) Instrument {
	return Instrument{
		Symbol: symbol, Name: name, Kind: Equity,
		BaseAsset: symbol, QuoteAsset: "USD", VenueSymbol: symbol, Session: USEquity,
		TickSize: money.MustParse("0.01"), LotStep: money.MustParse("0.01"), SpreadBP: money.FromInt(1),
		ReferencePrice: money.MustParse(price), AnnualVolatility: money.MustParse(volatility), IsActive: true,
	}
}
