package binancetest

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"bourse/internal/money"
)

// handlers serves the documented routes.
func (e *Exchange) handlers() *http.ServeMux {
	routes := http.NewServeMux()
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET /api/v3/ping":                     e.public(1, func(url.Values) (any, *refusal) { return map[string]any{}, nil }),
		"GET /api/v3/time":                     e.public(1, e.serverTime),
		"GET /api/v3/exchangeInfo":             e.public(20, e.exchangeInfo),
		"GET /api/v3/ticker/price":             e.public(2, e.tickerPrice),
		"GET /api/v3/klines":                   e.public(2, e.klines),
		"GET /api/v3/account":                  e.signed(20, "enableReading", e.accountInfo),
		"GET /sapi/v1/account/apiRestrictions": e.signed(1, "enableReading", e.apiRestrictions),
		"GET /api/v3/myTrades":                 e.signed(20, "enableReading", e.myTrades),
		"GET /api/v3/openOrders":               e.signed(6, "enableReading", e.openOrders),
		"GET /api/v3/order":                    e.signed(4, "enableReading", e.queryOrder),
		"POST /api/v3/order":                   e.signed(1, "enableSpotAndMarginTrading", e.placeOrder),
		"DELETE /api/v3/order":                 e.signed(1, "enableSpotAndMarginTrading", e.cancelOrder),
	} {
		routes.HandleFunc(pattern, handler)
	}
	return routes
}

// public answers a request that needs no key.
func (e *Exchange) public(weight int, handle func(parameters url.Values) (any, *refusal)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		e.mutex.Lock()
		defer e.mutex.Unlock()
		e.use(w, weight)
		answer, problem := handle(r.URL.Query())
		if problem != nil {
			writeJSON(w, problem.status, problem)
			return
		}
		writeJSON(w, http.StatusOK, answer)
	}
}

func (e *Exchange) serverTime(url.Values) (any, *refusal) {
	return map[string]any{"serverTime": millis(e.clock())}, nil
}

// exchangeInfo is GET /api/v3/exchangeInfo, of one symbol or of all.
func (e *Exchange) exchangeInfo(parameters url.Values) (any, *refusal) {
	listed := []any{}
	if parameters.Has("symbol") {
		symbol, problem := e.symbolOf(parameters)
		if problem != nil {
			return nil, problem
		}
		listed = append(listed, symbol.info())
	} else {
		for _, name := range slices.Sorted(maps.Keys(e.symbols)) {
			listed = append(listed, e.symbols[name].info())
		}
	}
	return map[string]any{
		"timezone": "UTC", "serverTime": millis(e.clock()), "exchangeFilters": []any{}, "symbols": listed,
		"rateLimits": []any{map[string]any{"rateLimitType": "REQUEST_WEIGHT", "interval": "MINUTE", "intervalNum": 1, "limit": 6000}},
	}, nil
}

func (s *Symbol) info() map[string]any {
	status, types := "TRADING", []string{"LIMIT", "LIMIT_MAKER", "MARKET"}
	if s.IsHalted {
		status = "HALT"
	}
	if !s.HasNoStops {
		types = append(types, "STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT")
	}
	return map[string]any{
		"symbol": s.Name, "status": status, "baseAsset": s.Base, "baseAssetPrecision": 8, "quoteAsset": s.Quote, "quotePrecision": 8,
		"quoteAssetPrecision": 8, "orderTypes": types, "icebergAllowed": true, "ocoAllowed": true, "quoteOrderQtyMarketAllowed": true,
		"isSpotTradingAllowed": true, "isMarginTradingAllowed": false, "permissions": []string{"SPOT"},
		"filters": []any{
			map[string]any{"filterType": "PRICE_FILTER", "minPrice": fixed(s.TickSize), "maxPrice": "1000000.00000000", "tickSize": fixed(s.TickSize)},
			map[string]any{"filterType": "LOT_SIZE", "minQty": fixed(s.LeastQuantity), "maxQty": fixed(s.MostQuantity), "stepSize": fixed(s.LotStep)},
			map[string]any{
				"filterType": "NOTIONAL", "minNotional": fixed(s.LeastNotional), "applyMinToMarket": true, "maxNotional": "9000000.00000000",
				"applyMaxToMarket": false, "avgPriceMins": 5,
			},
			map[string]any{"filterType": "MAX_NUM_ORDERS", "maxNumOrders": 200},
		},
	}
}

// tickerPrice is GET /api/v3/ticker/price, of one symbol or of all.
func (e *Exchange) tickerPrice(parameters url.Values) (any, *refusal) {
	if parameters.Has("symbol") {
		symbol, problem := e.symbolOf(parameters)
		if problem != nil {
			return nil, problem
		}
		return map[string]any{"symbol": symbol.Name, "price": fixed(symbol.Price)}, nil
	}
	prices := []any{}
	for _, name := range slices.Sorted(maps.Keys(e.symbols)) {
		prices = append(prices, map[string]any{"symbol": name, "price": fixed(e.symbols[name].Price)})
	}
	return prices, nil
}

// klines is GET /api/v3/klines of a single minute: the current price stands for all times.
func (e *Exchange) klines(parameters url.Values) (any, *refusal) {
	symbol, problem := e.symbolOf(parameters)
	if problem != nil {
		return nil, problem
	}
	if parameters.Get("interval") == "" {
		return nil, missingParameter("interval")
	}
	start, _ := strconv.ParseInt(parameters.Get("startTime"), 10, 64)
	price, none := fixed(symbol.Price), fixed(money.Zero)
	end := start + time.Minute.Milliseconds() - 1
	return []any{[]any{start, price, price, price, price, none, end, none, 0, none, none, "0"}}, nil
}

// fixed formats a number as the exchange does, with eight places.
func fixed(number money.Decimal) string {
	whole, part := number.Units()/100_000_000, number.Abs().Units()%100_000_000
	sign := ""
	if number.IsNegative() && whole == 0 {
		sign = "-"
	}
	digits := strconv.FormatInt(100_000_000+part, 10)
	return sign + strconv.FormatInt(whole, 10) + "." + digits[1:]
}
