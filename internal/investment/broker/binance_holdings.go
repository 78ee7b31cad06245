package broker

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"bourse/internal/money"
)

const (
	pricesPath = "/api/v3/ticker/price"
	// pricesAge is how long prices serve all customers: one symbol costs as much to request as all of them.
	pricesAge = time.Minute
	// earnPrefix marks assets that are lent to the exchange and can be withdrawn at any time.
	earnPrefix = "LD"
)

// isAssetName accepts possible asset names, in any script: Binance lists some that are not Latin. Anything else is
// not shown to anybody.
func isAssetName(text string) bool {
	return text != "" && utf8.RuneCountInString(text) <= 32 && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-", r)
	})
}

// read returns what the account holds and what the key may do.
func (e *exchange) read(ctx context.Context, credentials Credentials, _ time.Time) (Holdings, Outcome, error) {
	if wait := e.manners.waitIfBusy(e.now()); wait > 0 {
		return Holdings{}, Outcome{}, unreachable("Binance has been asked much in this minute; the next one is waited for.", wait)
	}
	account, rights, err := e.look(ctx, credentials)
	if err != nil {
		return Holdings{}, Outcome{}, err
	}
	if account.Balances == nil {
		return Holdings{}, Outcome{}, e.garbled()
	}
	var holdings Holdings
	for _, balance := range *account.Balances {
		switch {
		case !isAssetName(balance.Asset) || balance.Free == nil || balance.Locked == nil ||
			balance.Free.IsNegative() || balance.Locked.IsNegative():
			return Holdings{}, Outcome{}, e.garbled()
		case balance.isBeyond():
			holdings.Uncounted = append(holdings.Uncounted, balance.Asset)
		case balance.Free.IsPositive() || balance.Locked.IsPositive():
			holdings.Balances = append(holdings.Balances, Balance{Asset: balance.Asset, Free: balance.Free.Decimal, Locked: balance.Locked.Decimal})
		}
	}
	return holdings, judge(account, rights), nil
}

// assetBalance is an entry of balances.
type assetBalance struct {
	Asset  string  `json:"asset"`
	Free   *amount `json:"free"`
	Locked *amount `json:"locked"`
}

func (b assetBalance) isBeyond() bool {
	_, err := b.Free.TryAdd(b.Locked.Decimal)
	return b.Free.isBeyond || b.Locked.isBeyond || err != nil
}

// tickers are the last prices of all symbols, shared by all customers.
type tickers struct {
	mutex  sync.Mutex
	at     time.Time
	prices map[string]money.Decimal
}

// pricesOf values assets in USD by the last prices of the exchange.
func (e *exchange) pricesOf(ctx context.Context, assets []string) (map[string]money.Decimal, error) {
	last, err := e.lastPrices(ctx)
	if err != nil {
		return nil, err
	}
	prices := make(map[string]money.Decimal, len(assets))
	for _, asset := range assets {
		if price := last.inDollars(asset); price.IsPositive() {
			prices[asset] = price
		}
	}
	return prices, nil
}

// lastPrices asks at most once per pricesAge. Concurrent callers wait for the answer.
func (e *exchange) lastPrices(ctx context.Context) (symbolPrices, error) {
	e.tickers.mutex.Lock()
	defer e.tickers.mutex.Unlock()
	if age := e.now().Sub(e.tickers.at); e.tickers.prices != nil && age >= 0 && age < pricesAge {
		return e.tickers.prices, nil
	}
	answer, err := e.get(ctx, pricesPath, "", maxList)
	if err != nil {
		return nil, err
	}
	if answer.status != http.StatusOK {
		return nil, e.explain(e.code(answer))
	}
	var listed []struct {
		Symbol string  `json:"symbol"`
		Price  *amount `json:"price"`
	}
	if err := e.decode(answer, &listed); err != nil {
		return nil, err
	}
	prices := make(symbolPrices, len(listed))
	for _, ticker := range listed {
		if ticker.Price != nil && ticker.Price.IsPositive() {
			prices[ticker.Symbol] = ticker.Price.Decimal
		}
	}
	if len(prices) == 0 {
		return nil, e.garbled()
	}
	e.tickers.prices, e.tickers.at = prices, e.now()
	return prices, nil
}

// symbolPrices are last prices by symbol, such as ETHBTC.
type symbolPrices map[string]money.Decimal

// dollars are the dollar coins that prices are quoted in, the most traded first.
var dollars = []string{"USDT", "USDC", "FDUSD", "BUSD", "DAI"}

// IsDollar reports whether an asset is the dollar, or a coin that stands for it.
func IsDollar(asset string) bool {
	return asset == "USD" || slices.Contains(dollars, asset)
}

// inDollars values an asset: by its own price, by the price of a dollar in it, via bitcoin, or, when it is lent to
// the exchange, as the asset that was lent. It is zero when there is no way.
func (p symbolPrices) inDollars(asset string) money.Decimal {
	if IsDollar(asset) {
		return money.FromInt(1)
	}
	for _, dollar := range dollars {
		if price, known := p[asset+dollar]; known {
			return price
		}
	}
	if price, known := p["USDT"+asset]; known { // national currencies
		if inverse, err := money.FromInt(1).Div(price); err == nil {
			return inverse
		}
	}
	if price, known := p[asset+"BTC"]; known {
		if product, err := price.TryMul(p["BTCUSDT"]); err == nil {
			return product
		}
	}
	if lent, isLent := strings.CutPrefix(asset, earnPrefix); isLent && lent != "" && !strings.HasPrefix(lent, earnPrefix) {
		return p.inDollars(lent)
	}
	return money.Zero
}
