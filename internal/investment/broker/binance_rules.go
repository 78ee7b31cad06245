package broker

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"time"

	"bourse/internal/market/venue"
	"bourse/internal/money"
)

const (
	rulesPath   = "/api/v3/exchangeInfo"
	candlesPath = "/api/v3/klines"
	// rulesLife is how long the rules of a symbol are used. An order that breaks newer rules is refused with the
	// reason.
	rulesLife = 10 * time.Minute
	// haltLife is how long a symbol is assumed to be halted: a halt can be over in seconds.
	haltLife = 5 * time.Second
)

type knownRules struct {
	rules venue.Rules
	until time.Time
}

// Rules are Binance's requirements for orders of a symbol. It fails with Refused when Binance has no such symbol.
func (o *Orders) Rules(ctx context.Context, symbol string) (venue.Rules, error) {
	o.mutex.Lock()
	known := o.rules[symbol]
	o.mutex.Unlock()
	if o.exchange.now().Before(known.until) {
		return known.rules, nil
	}
	var info struct {
		Symbols []symbolAnswer `json:"symbols"`
	}
	if err := o.read(ctx, rulesPath, url.Values{"symbol": {symbol}}, &info); err != nil {
		return venue.Rules{}, err
	}
	if len(info.Symbols) != 1 || info.Symbols[0].Symbol != symbol {
		return venue.Rules{}, garbledOrder()
	}
	rules, life := info.Symbols[0].rules(), rulesLife
	if !rules.IsTrading {
		life = haltLife
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.rules[symbol] = knownRules{rules, o.exchange.now().Add(life)}
	return rules, nil
}

// PriceAt is what an asset was worth in another one in the minute of the given time. It fails with Refused when the
// two are not traded for each other.
func (o *Orders) PriceAt(ctx context.Context, asset, quote string, at time.Time) (money.Decimal, error) {
	var candles [][]json.RawMessage
	err := o.read(ctx, candlesPath, url.Values{
		"symbol": {asset + quote}, "interval": {"1m"}, "limit": {"1"},
		"startTime": {strconv.FormatInt(at.Truncate(time.Minute).UnixMilli(), 10)},
	}, &candles)
	if err != nil {
		return money.Zero, err
	}
	if len(candles) == 0 || len(candles[0]) < 5 {
		return money.Zero, garbledOrder()
	}
	var closing exactNumber
	if json.Unmarshal(candles[0][4], &closing) != nil || !closing.IsPositive() {
		return money.Zero, garbledOrder()
	}
	return closing.Decimal, nil
}

// read makes a request that needs no key.
func (o *Orders) read(ctx context.Context, path string, parameters url.Values, target any) error {
	answer, err := o.exchange.get(ctx, path+"?"+parameters.Encode(), "", maxAnswer)
	if err := o.judge(answer, err); err != nil {
		return err
	}
	if o.exchange.decode(answer, target) != nil {
		return garbledOrder()
	}
	return nil
}

// symbolAnswer is what we read of a symbol.
type symbolAnswer struct {
	Symbol     string         `json:"symbol"`
	Status     string         `json:"status"`
	BaseAsset  string         `json:"baseAsset"`
	QuoteAsset string         `json:"quoteAsset"`
	OrderTypes []string       `json:"orderTypes"`
	Filters    []filterAnswer `json:"filters"`
}

type filterAnswer struct {
	Type        string     `json:"filterType"`
	MinPrice    looseLimit `json:"minPrice"`
	MaxPrice    looseLimit `json:"maxPrice"`
	TickSize    looseLimit `json:"tickSize"`
	MinQuantity looseLimit `json:"minQty"`
	MaxQuantity looseLimit `json:"maxQty"`
	StepSize    looseLimit `json:"stepSize"`
	MinNotional looseLimit `json:"minNotional"`
	MaxNotional looseLimit `json:"maxNotional"`
}

// looseLimit is a limit of a filter. One too large for our numbers limits nothing here, and is zero.
type looseLimit struct{ money.Decimal }

// UnmarshalJSON reads it and never fails.
func (l *looseLimit) UnmarshalJSON(text []byte) error {
	var number exactNumber
	if json.Unmarshal(text, &number) == nil {
		l.Decimal = number.Decimal
	}
	return nil
}

// orderTypes translates our order types to Binance's.
var orderTypes = map[venue.Type]string{venue.Market: "MARKET", venue.Limit: "LIMIT", venue.Stop: "STOP_LOSS"}

func (s symbolAnswer) rules() venue.Rules {
	rules := venue.Rules{Symbol: s.Symbol, BaseAsset: s.BaseAsset, QuoteAsset: s.QuoteAsset, IsTrading: s.Status == "TRADING"}
	for _, of := range []venue.Type{venue.Market, venue.Limit, venue.Stop} {
		if slices.Contains(s.OrderTypes, orderTypes[of]) {
			rules.Types = append(rules.Types, of)
		}
	}
	for _, filter := range s.Filters {
		switch filter.Type {
		case "PRICE_FILTER":
			rules.LowestPrice, rules.HighestPrice, rules.TickSize = filter.MinPrice.Decimal, filter.MaxPrice.Decimal, filter.TickSize.Decimal
		case "LOT_SIZE":
			rules.LeastQuantity, rules.MostQuantity, rules.LotStep = filter.MinQuantity.Decimal, filter.MaxQuantity.Decimal, filter.StepSize.Decimal
		case "NOTIONAL", "MIN_NOTIONAL":
			rules.LeastNotional, rules.MostNotional = filter.MinNotional.Decimal, filter.MaxNotional.Decimal
		}
	}
	return rules
}
