package trading_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// botNoon is a Thursday on which every market opens.
var botNoon = time.Date(2026, 3, 12, 15, 0, 0, 0, time.UTC)

// botRig is a platform with a market that the test moves and a clock that it sets.
type botRig struct {
	t       testing.TB
	db      *database.DB
	market  *market.Market
	feed    *markettest.Feed
	service *trading.Service
	admin   identity.Caller

	mu     sync.Mutex
	at     time.Time
	events []string // the types of what all tenants were told
	outage error    // what publishing fails with, if anything
}

func newBotRig(t testing.TB, db *database.DB) *botRig {
	t.Helper()
	rig := &botRig{t: t, db: db, at: botNoon, admin: newAuthor(t, db, identity.RoleSuperAdmin)}
	rig.market, rig.feed = markettest.New(t, db, market.Options{Now: rig.now})
	rig.service = rig.replica()
	return rig
}

// replica is another service on the same database and market.
func (r *botRig) replica() *trading.Service {
	return trading.New(trading.Options{
		Database: r.db, Market: r.market, Ledger: ledger.New(r.now), Events: r, Settings: trading.DefaultSettings(),
		Now: r.now, Logger: slog.New(slog.DiscardHandler),
	})
}

func (r *botRig) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

func (r *botRig) setClock(at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = at
}

// Publish tells nobody.
func (r *botRig) Publish(context.Context, *database.Tx, ...webhook.Event) error { return nil }

// PublishToAll remembers what is committed.
func (r *botRig) PublishToAll(_ context.Context, tx *database.Tx, eventType string, _ any) error {
	if r.outage != nil {
		return r.outage
	}
	tx.AfterCommit(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.events = append(r.events, eventType)
	})
	return nil
}

func (r *botRig) countEvents(eventType string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	count := 0
	for _, event := range r.events {
		if event == eventType {
			count++
		}
	}
	return count
}

// breakoutBot is a bot that acts when the price leaves the range of the last five minutes.
func breakoutBot(name string, symbols ...string) trading.NewBot {
	return trading.NewBot{
		Name: name, Description: "a test", StrategyType: "breakout", Symbols: symbols, Timeframe: market.Minute, RiskLevel: trading.RiskMedium,
		Parameters: map[string]float64{"entryPeriod": 5, "exitPeriod": 2, "atrPeriod": 2, "stopAtr": 2, "targetAtr": 20},
	}
}

func (r *botRig) create(given trading.NewBot) *trading.Bot {
	r.t.Helper()
	bot, err := r.service.CreateBot(r.t.Context(), r.admin, given)
	botMust(r.t, err)
	return bot
}

func (r *botRig) move(bot *trading.Bot, status trading.BotStatus) *trading.Bot {
	r.t.Helper()
	moved, err := r.service.UpdateBot(r.t.Context(), r.admin, bot.ID, trading.BotChange{Status: &status})
	botMust(r.t, err)
	return moved
}

func (r *botRig) active(given trading.NewBot) *trading.Bot {
	r.t.Helper()
	return r.move(r.create(given), trading.BotActive)
}

func (r *botRig) bot(id uuid.UUID) *trading.Bot {
	r.t.Helper()
	bot, err := r.service.Bot(r.t.Context(), r.admin, id)
	botMust(r.t, err)
	return bot
}

// minute closes a minute candle of a symbol that opens now, ends it at the given price and moves the clock
// behind it.
func (r *botRig) minute(symbol string, closing float64) {
	r.t.Helper()
	opened := market.Minute.Start(r.now())
	r.setClock(opened.Add(time.Minute + time.Second))
	price := botPrice(closing)
	r.feed.Tick(market.Tick{Symbol: symbol, Close: price})
	r.feed.Close(market.Candle{
		Symbol: symbol, Interval: market.Minute, OpenedAt: opened, Open: price, High: price.Add(botPrice(.5)),
		Low: price.Sub(botPrice(.5)), Close: price, Volume: money.FromInt(1),
	})
}

// quiet closes minutes in which nothing happens, so that strategies are warm.
func (r *botRig) quiet(symbol string, minutes int) {
	r.t.Helper()
	for range minutes {
		r.minute(symbol, 100)
	}
}

func (r *botRig) signals(bot *trading.Bot) []*trading.Signal {
	r.t.Helper()
	signals, err := r.service.Signals(r.t.Context(), r.admin, trading.SignalFilter{BotID: bot.ID}, trading.Cursor{Limit: 100_000})
	botMust(r.t, err)
	return signals
}

// walk stores minutes of a random walk that begins at a moment.
func (r *botRig) walk(symbol string, seed uint64, from time.Time, minutes int) {
	r.t.Helper()
	r.feed.Close(randomCandles(symbol, seed, from, minutes)...)
}

func randomCandles(symbol string, seed uint64, from time.Time, minutes int) []market.Candle {
	random := rand.New(rand.NewPCG(seed, 11))
	candles, price := make([]market.Candle, minutes), 100.0
	for i := range candles {
		open := price * math.Exp(random.NormFloat64()*.0003) // a little gap
		high, low := open, open
		price = open
		for range 6 {
			price *= math.Exp(random.NormFloat64() * .0015)
			high, low = max(high, price), min(low, price)
		}
		candles[i] = market.Candle{
			Symbol: symbol, Interval: market.Minute, OpenedAt: from.Add(time.Duration(i) * time.Minute),
			Open: botPrice(open), High: botPrice(high), Low: botPrice(low), Close: botPrice(price), Volume: money.FromInt(1),
		}
	}
	return candles
}

func botPrice(number float64) money.Decimal {
	rounded, err := money.FromFloat(math.Round(number*100) / 100)
	if err != nil {
		panic(err)
	}
	return rounded
}

func (r *botRig) count(query string, arguments ...any) int {
	r.t.Helper()
	var count int
	botMust(r.t, r.db.QueryRow(r.t.Context(), query, arguments...).Scan(&count))
	return count
}

func (r *botRig) exec(query string, arguments ...any) {
	r.t.Helper()
	botMust(r.t, r.db.InTx(r.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(r.t.Context(), query, arguments...)
		return err
	}))
}

func (r *botRig) wantBooksInOrder() {
	r.t.Helper()
	report, err := ledger.Verify(r.t.Context(), r.db)
	botMust(r.t, errors.Join(err, report.Err()))
}

func (r *botRig) balance(account uuid.UUID, code ledger.Code) money.Decimal {
	r.t.Helper()
	balance, err := ledger.Balance(r.t.Context(), r.db, ledger.AccountID(account, code, "USD"))
	botMust(r.t, err)
	return balance
}

func botMust(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// botsAtOnce calls work n times in the same moment and returns what came of each.
func botsAtOnce(n int, work func(i int) error) []error {
	results := make([]error, n)
	begin := make(chan struct{})
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() {
			<-begin
			results[i] = work(i)
		})
	}
	close(begin)
	running.Wait()
	return results
}
