package httpapi

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/oas"
)

// ListInstruments implements GET /trading/instruments.
func (a *API) ListInstruments(_ context.Context, params oas.ListInstrumentsParams) (oas.ListInstrumentsRes, error) {
	data := make([]oas.Instrument, 0, 16)
	for _, i := range a.Market.Instruments() {
		if kind, given := params.Kind.Get(); given && market.Kind(kind) != i.Kind {
			continue
		}
		data = append(data, oas.Instrument{
			Symbol: i.Symbol, Name: i.Name, Kind: oas.InstrumentKind(i.Kind), BaseAsset: i.BaseAsset, QuoteAsset: i.QuoteAsset,
			TickSize: i.TickSize, LotStep: i.LotStep, Session: oas.InstrumentSession(i.Session),
			IsOpen: a.Market.IsOpen(i), IsActive: i.IsActive,
		})
	}
	return &oas.InstrumentListEnvelope{Success: true, Data: data}, nil
}

// ListQuotes implements GET /trading/quotes.
func (a *API) ListQuotes(_ context.Context, params oas.ListQuotesParams) (oas.ListQuotesRes, error) {
	symbols, err := a.symbols(params.Symbols.Value)
	if err != nil {
		return nil, err
	}
	return &oas.QuoteListEnvelope{Success: true, Data: a.lastQuotes(symbols)}, nil
}

// lastQuotes are the last prices of those symbols that have one.
func (a *API) lastQuotes(symbols []string) []oas.Quote {
	quotes := make([]oas.Quote, 0, len(symbols))
	for _, symbol := range symbols {
		if quote, known := a.Market.LastQuote(symbol); known {
			quotes = append(quotes, a.quote(quote))
		}
	}
	return quotes
}

// symbolOf normalises a symbol as written by a client.
func symbolOf(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// symbols parses a comma-separated list of instruments; an empty one means all. An unknown instrument is NOT_FOUND.
func (a *API) symbols(list string) ([]string, error) {
	var symbols []string
	for symbol := range strings.SplitSeq(list, ",") {
		if symbol = symbolOf(symbol); symbol == "" {
			continue
		}
		if _, err := a.Market.Instrument(symbol); err != nil {
			return nil, &fault.Error{Code: fault.NotFound, Field: "symbols", Message: "there is no instrument " + strconv.Quote(symbol)}
		}
		if !slices.Contains(symbols, symbol) {
			symbols = append(symbols, symbol)
		}
	}
	if len(symbols) > 0 {
		return symbols, nil
	}
	for _, instrument := range a.Market.Instruments() {
		symbols = append(symbols, instrument.Symbol)
	}
	return symbols, nil
}

func (a *API) quote(q market.Quote) oas.Quote {
	s := a.Market.Summarize(q)
	return oas.Quote{
		Symbol: q.Symbol, Bid: q.Bid, Ask: q.Ask, Mark: q.Mark, Last: q.Mark, Change: s.Change, ChangePercent: s.ChangePercent,
		DayHigh: s.DayHigh, DayLow: s.DayLow, State: oas.MarketState(s.State), OpensAt: optTime(s.OpensAt), ClosesAt: optTime(s.ClosesAt),
		Time: q.At.UTC(), IsStale: s.IsStale,
	}
}

// ListCandles implements GET /trading/candles.
func (a *API) ListCandles(ctx context.Context, params oas.ListCandlesParams) (oas.ListCandlesRes, error) {
	interval, err := market.ParseInterval(string(params.Interval.Value))
	if err != nil {
		return nil, err
	}
	candles, err := a.Market.Candles(ctx, symbolOf(params.Symbol), interval, params.From.Value, params.To.Value, params.Limit.Value)
	if err != nil {
		return nil, err
	}
	return &oas.CandleListEnvelope{Success: true, Data: mapped(candles, func(c market.Candle) oas.Candle {
		return oas.Candle{OpenTime: c.OpenedAt.UTC(), Open: c.Open, High: c.High, Low: c.Low, Close: c.Close, Volume: c.Volume}
	})}, nil
}
