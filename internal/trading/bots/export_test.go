package bots

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/strategy"
)

// What tests of the bots look at from the inside.

func (b *Bot) MoveTo(status BotStatus) (bool, error) { return b.moveTo(status, "") }

// BotRunner is the runner with its rounds in the test's hands.
type BotRunner = botRunner

func (s *Service) NewBotRunner() *BotRunner { return s.newBotRunner(s.now()) }

func (r *botRunner) Round(ctx context.Context) error { return r.round(ctx) }

// Decide is a bot's decision on bars.
func Decide(bot *Bot, instrument market.Instrument, bars []strategy.Bar, holding strategy.Side) (*trading.Signal, error) {
	made, err := newEngine(bot)
	if err != nil {
		return nil, err
	}
	return made.decide(snapshot{instrument: instrument, bars: bars}, holding), nil
}

var (
	ToTick     = toTick
	SignalLife = signalLife
	IsNewest   = isNewest
	IsStale    = isStale
)

// QuoteAt is the quote around a price.
var QuoteAt = quoteAt

// MarkBots brings the figures of bots to the marks of now.
func (s *Service) MarkBots(ctx context.Context) error { return s.markBots(ctx) }

// Sums are the running sums of a bot.
type Sums struct{ *botResults }

func NewSums(account uuid.UUID, capital money.Decimal) Sums {
	return Sums{newBotResults(account, capital)}
}

func (s Sums) Begin(openedAt int64)            { s.begin(openedAt) }
func (s Sums) AddClosing(result money.Decimal) { s.addClosing(result) }
func (s Sums) AddDay(value money.Decimal)      { s.addDay(value) }
func (s Sums) Now(value, capital money.Decimal) Performance {
	return s.performance(value, capital, s.day)
}

// SetForecasts gives the bots other models.
func (s *Service) SetForecasts(forecasts Forecasts) { s.forecasts = forecasts }

// RefreshFigures does what the worker does every minute.
func (s *Service) RefreshFigures(ctx context.Context) error { return s.refreshFigures(ctx) }
