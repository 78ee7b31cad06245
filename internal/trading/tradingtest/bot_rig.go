package tradingtest

import (
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
)

// Noon is a Thursday on which every market opens.
var Noon = time.Date(2026, 3, 12, 15, 0, 0, 0, time.UTC)

// BotRig is a platform whose market and clock the test controls.
type BotRig struct {
	T      testing.TB
	DB     *database.DB
	Market *market.Market
	Feed   *markettest.Feed
	*Rooms
	Admin  identity.Caller
	Clock  *testkit.Clock
	Events *published.Events
}

// NewBotRig opens a rig at Noon.
func NewBotRig(t testing.TB, db *database.DB) *BotRig {
	t.Helper()
	rig := &BotRig{
		T: t, DB: db, Admin: NewAuthor(t, db, identity.RoleSuperAdmin), Clock: testkit.NewClock(Noon), Events: &published.Events{},
	}
	rig.Market, rig.Feed = markettest.New(t, db, market.Options{Now: rig.Clock.Now})
	rig.Rooms = rig.Replica()
	return rig
}

// Replica makes other services on the same database and market.
func (r *BotRig) Replica() *Rooms {
	return NewRooms(trading.Options{
		Database: r.DB, Market: r.Market, Ledger: ledger.New(r.Clock.Now), Events: r.Events, Settings: trading.DefaultSettings(),
		Now: r.Clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
}

// BreakoutBot is a bot that acts when the price leaves the range of the last five minutes.
func BreakoutBot(name string, symbols ...string) bots.NewBot {
	return bots.NewBot{
		Name: name, Description: "a test", StrategyType: "breakout", Symbols: symbols, Timeframe: market.Minute, RiskLevel: trading.RiskMedium,
		Parameters: map[string]float64{"entryPeriod": 5, "exitPeriod": 2, "atrPeriod": 2, "stopAtr": 2, "targetAtr": 20},
	}
}

// Create adds a stopped bot.
func (r *BotRig) Create(given bots.NewBot) *bots.Bot {
	r.T.Helper()
	bot, err := r.Bots.CreateBot(r.T.Context(), r.Admin, given)
	Must(r.T, err)
	return bot
}

// Move changes a bot's state.
func (r *BotRig) Move(bot *bots.Bot, status bots.BotStatus) *bots.Bot {
	r.T.Helper()
	moved, err := r.Bots.UpdateBot(r.T.Context(), r.Admin, bot.ID, bots.BotChange{Status: &status})
	Must(r.T, err)
	return moved
}

// Active adds an active bot.
func (r *BotRig) Active(given bots.NewBot) *bots.Bot {
	r.T.Helper()
	return r.Move(r.Create(given), bots.BotActive)
}

// Bot reads a bot.
func (r *BotRig) Bot(id uuid.UUID) *bots.Bot {
	r.T.Helper()
	bot, err := r.Bots.Bot(r.T.Context(), r.Admin, id)
	Must(r.T, err)
	return bot
}

// Minute closes a minute candle of a symbol that opens now, at the given price, and moves the clock past it.
func (r *BotRig) Minute(symbol string, closing float64) {
	r.T.Helper()
	opened := market.Minute.Start(r.Clock.Now())
	r.Clock.Set(opened.Add(time.Minute + time.Second))
	price := Price(closing)
	r.Feed.Tick(market.Tick{Symbol: symbol, Close: price})
	r.Feed.Close(market.Candle{
		Symbol: symbol, Interval: market.Minute, OpenedAt: opened, Open: price, High: price.Add(Price(.5)),
		Low: price.Sub(Price(.5)), Close: price, Volume: money.FromInt(1),
	})
}

// Quiet closes minutes in which nothing happens, as warm-up for strategies.
func (r *BotRig) Quiet(symbol string, minutes int) {
	r.T.Helper()
	for range minutes {
		r.Minute(symbol, 100)
	}
}

// Signals are a bot's published signals, newest first.
func (r *BotRig) Signals(bot *bots.Bot) []*trading.Signal {
	r.T.Helper()
	signals, err := r.Service.Signals(r.T.Context(), r.Admin, trading.SignalFilter{BotID: bot.ID}, database.Cursor{Limit: 100_000})
	Must(r.T, err)
	return signals
}

// Walk stores minutes of a random walk from a moment on.
func (r *BotRig) Walk(symbol string, seed uint64, from time.Time, minutes int) {
	r.T.Helper()
	r.Feed.Close(RandomCandles(symbol, seed, from, minutes)...)
}

// RandomCandles are the minutes of a random walk that begins at 100.
func RandomCandles(symbol string, seed uint64, from time.Time, minutes int) []market.Candle {
	random := rand.New(rand.NewPCG(seed, 11))
	candles, price := make([]market.Candle, minutes), 100.0
	for i := range candles {
		open := price * math.Exp(random.NormFloat64()*.0003) // a small gap
		high, low := open, open
		price = open
		for range 6 {
			price *= math.Exp(random.NormFloat64() * .0015)
			high, low = max(high, price), min(low, price)
		}
		candles[i] = market.Candle{
			Symbol: symbol, Interval: market.Minute, OpenedAt: from.Add(time.Duration(i) * time.Minute),
			Open: Price(open), High: Price(high), Low: Price(low), Close: Price(price), Volume: money.FromInt(1),
		}
	}
	return candles
}

// Price converts a number to a price, rounded to cents.
func Price(number float64) money.Decimal {
	rounded, err := money.FromFloat(math.Round(number*100) / 100)
	if err != nil {
		panic(err)
	}
	return rounded
}

// Count counts rows.
func (r *BotRig) Count(query string, arguments ...any) int {
	r.T.Helper()
	var count int
	Must(r.T, r.DB.QueryRow(r.T.Context(), query, arguments...).Scan(&count))
	return count
}

// Exec changes the database without the service's knowledge.
func (r *BotRig) Exec(query string, arguments ...any) {
	r.T.Helper()
	Must(r.T, r.DB.InTx(r.T.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(r.T.Context(), query, arguments...)
		return err
	}))
}

// WantBooksInOrder fails the test unless the ledger is in order.
func (r *BotRig) WantBooksInOrder() {
	r.T.Helper()
	report, err := ledger.Verify(r.T.Context(), r.DB)
	Must(r.T, errors.Join(err, report.Err()))
}

// Balance is an account's balance under a code.
func (r *BotRig) Balance(account uuid.UUID, code ledger.Code) money.Decimal {
	r.T.Helper()
	balance, err := ledger.Balance(r.T.Context(), r.DB, ledger.AccountID(account, code, "USD"))
	Must(r.T, err)
	return balance
}

// Must ends the test if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// RecordedMinutes is the length of the tests' track records.
const RecordedMinutes = 3000

// RecordStart is where the track records of these tests begin; they end at Noon.
var RecordStart = Noon.Add(-RecordedMinutes * time.Minute)

// WithRecord makes a bot and gives it a track record on three coins.
func WithRecord(t testing.TB, rig *BotRig, given bots.NewBot) *bots.Bot {
	t.Helper()
	for i, symbol := range given.Symbols {
		rig.Walk(symbol, uint64(i+1), RecordStart, RecordedMinutes)
	}
	bots, err := rig.Bots.InstallBots(t.Context(), RecordStart, bots.HouseBot{NewBot: given, Status: bots.BotActive})
	Must(t, err)
	trades, err := rig.Bots.RecordHistory(t.Context(), bots[0].ID, RecordStart, Noon)
	Must(t, err)
	if trades < 50 {
		t.Fatalf("the past holds %d trades only", trades)
	}
	return rig.Bot(bots[0].ID)
}
