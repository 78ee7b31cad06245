package investment_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"bourse/internal/investment/broker"
	"bourse/internal/market"
	"bourse/internal/money"
)

// bench is a broker whose answers the test sets; it accepts the credentials that the real one accepts.
type bench struct {
	*broker.Registry

	mutex    sync.Mutex
	answer   func(ctx context.Context, credentials broker.Credentials) broker.Outcome
	asked    map[string]int // by what identifies the account
	reader   func(ctx context.Context, credentials broker.Credentials, lastRead time.Time) (broker.Holdings, broker.Outcome)
	read     map[string]int
	prices   map[string]money.Decimal
	priced   broker.Outcome // the outcome of asking for prices
	released []string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	registry, err := broker.New(broker.Settings{})
	must(t, err)
	b := &bench{Registry: registry, asked: map[string]int{}, read: map[string]int{}, prices: map[string]money.Decimal{}, priced: broker.Outcome{Status: broker.Connected}}
	b.holds(broker.Holdings{})
	b.answers(broker.Outcome{Status: broker.Connected, Permissions: []string{"reading", "trading"}})
	return b
}

// answers sets the outcome of every check from now on.
func (b *bench) answers(outcome broker.Outcome) {
	b.does(func(context.Context, broker.Credentials) broker.Outcome { return outcome })
}

func (b *bench) does(answer func(ctx context.Context, credentials broker.Credentials) broker.Outcome) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.answer = answer
}

func (b *bench) Verify(ctx context.Context, _ broker.Provider, credentials broker.Credentials) broker.Outcome {
	b.mutex.Lock()
	b.asked[credentials["apiKey"]+credentials["login"]]++
	answer := b.answer
	b.mutex.Unlock()
	return answer(ctx, credentials)
}

// mayTrade is what a good key may do.
var mayTrade = broker.Outcome{Status: broker.Connected, Permissions: []string{"reading", broker.SpotTrading}}

// holds sets the holdings that every reading finds from now on.
func (b *bench) holds(holdings broker.Holdings) { b.reads(holdings, mayTrade) }

// reads sets the result of every reading from now on.
func (b *bench) reads(holdings broker.Holdings, outcome broker.Outcome) {
	b.readsBy(func(context.Context, broker.Credentials, time.Time) (broker.Holdings, broker.Outcome) {
		return holdings, outcome
	})
}

func (b *bench) readsBy(reader func(context.Context, broker.Credentials, time.Time) (broker.Holdings, broker.Outcome)) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.reader = reader
}

func (b *bench) Read(ctx context.Context, _ broker.Provider, credentials broker.Credentials, lastRead time.Time) (broker.Holdings, broker.Outcome) {
	b.mutex.Lock()
	b.read[credentials["apiKey"]+credentials["login"]]++
	reader := b.reader
	b.mutex.Unlock()
	return reader(ctx, credentials, lastRead)
}

// readings is how often an account was read.
func (b *bench) readings(account string) int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.read[account]
}

func (b *bench) Prices(_ context.Context, _ broker.Provider, assets []string) (map[string]money.Decimal, broker.Outcome) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	found := map[string]money.Decimal{}
	for _, asset := range assets {
		if price, known := b.prices[asset]; known && b.priced.Status == broker.Connected {
			found[asset] = price
		}
	}
	return found, b.priced
}

// board is a market whose prices the test sets.
type board struct {
	mutex  sync.Mutex
	prices map[string]money.Decimal
}

func newBoard() *board {
	return &board{prices: map[string]money.Decimal{"BTCUSD": money.FromInt(60000), "EURUSD": money.MustParse("1.25"), "USDJPY": money.FromInt(160), "META": money.FromInt(500)}}
}

func (b *board) set(symbol, price string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.prices[symbol] = money.MustParse(price)
}

func (b *board) Instruments() []market.Instrument {
	return []market.Instrument{
		{Symbol: "BTCUSD", Kind: market.Crypto, BaseAsset: "BTC", QuoteAsset: "USD", IsActive: true},
		{Symbol: "EURUSD", Kind: market.FX, BaseAsset: "EUR", QuoteAsset: "USD", IsActive: true},
		{Symbol: "USDJPY", Kind: market.FX, BaseAsset: "USD", QuoteAsset: "JPY", IsActive: true},
		{Symbol: "META", Kind: market.Equity, BaseAsset: "META", QuoteAsset: "USD", IsActive: true},
	}
}

func (b *board) LastQuote(symbol string) (market.Quote, bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	price, known := b.prices[symbol]
	return market.Quote{Symbol: symbol, Mark: price}, known
}

func (b *bench) Release(_ context.Context, _ broker.Provider, credentials broker.Credentials) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.released = append(b.released, credentials["apiKey"]+credentials["login"])
	return nil
}

// calls is how often the broker was asked about an account.
func (b *bench) calls(account string) int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.asked[account]
}

func (b *bench) releases() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return len(b.released)
}

func exchangeKey(key string) broker.Credentials {
	return broker.Credentials{"apiKey": key, "apiSecret": "the-secret-of-" + key}
}
