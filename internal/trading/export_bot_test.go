package trading

import (
	"context"

	"bourse/internal/market"
	"bourse/internal/trading/strategy"
)

// What tests of the bots look at from the inside.

func (b *Bot) MoveTo(status BotStatus) (bool, error) { return b.moveTo(status, "") }

// BotRunner is the runner with its rounds in the test's hands.
type BotRunner = botRunner

func (s *Service) NewBotRunner() *BotRunner { return s.newBotRunner(s.now()) }

func (r *botRunner) Round(ctx context.Context) error { return r.round(ctx) }

// Decide is a bot's decision on bars.
func Decide(bot *Bot, instrument market.Instrument, bars []strategy.Bar, holding strategy.Side) (*Signal, error) {
	made, err := newEngine(bot)
	if err != nil {
		return nil, err
	}
	return made.decide(instrument, bars, holding), nil
}

var (
	ToTick     = toTick
	SignalLife = signalLife
	IsNewest   = isNewest
	IsStale    = isStale
)

// PeriodsPerYear is how many days a year a bot's instruments trade.
func (s *Service) PeriodsPerYear(symbols []string) float64 { return s.periodsPerYear(symbols) }

// PriceOf is what an order fills at.
func (s *Service) PriceOf(quote market.Quote, side Side) string {
	return s.terms.price(quote, side).String()
}

// QuoteAt is the quote around a price.
var QuoteAt = quoteAt
