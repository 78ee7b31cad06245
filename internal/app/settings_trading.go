package app

import (
	"time"

	"bourse/internal/money"
	"bourse/internal/trading"
)

// marketSettings configure where prices come from.
type marketSettings struct {
	Feed          string        `help:"Where prices come from: sim (simulated), replay (a CSV file) or binance." enum:"sim,replay,binance" default:"sim"`
	Seed          uint64        `help:"Seed of the simulated market: the same seed, the same prices." default:"1"`
	Still         bool          `help:"The simulated market stands still: every price is its instrument's reference price, and no strategy finds anything in it. For tests of what is built on the API."`
	ReplayFile    string        `help:"CSV to replay: time,symbol,open,high,low,close,volume. Lines that are added are played as they come." placeholder:"FILE"`
	ReplaySpeed   float64       `help:"1 replays as fast as it was recorded, 60 sixty times faster, 0 at once." default:"1"`
	BinanceURL    string        `name:"binance-url" help:"Binance's REST API." default:"https://api.binance.com"`
	BinanceStream string        `help:"Binance's WebSocket streams." default:"wss://stream.binance.com:9443"`
	StaleAfter    time.Duration `help:"A quote older than this is not traded on." default:"30s"`
	SpreadBP      string        `name:"spread-bp" help:"Spread in basis points for all instruments; the default is each instrument's own." placeholder:"NUMBER"`
	MinuteHistory time.Duration `help:"How far back one-minute candles are kept complete." default:"${minute_history}"`
	DailyHistory  time.Duration `help:"How far back daily candles are kept complete." default:"${daily_history}"`
}

func (s marketSettings) check() error {
	if s.Still && s.Feed != "sim" {
		return badSetting("market-still", "is for the simulated market")
	}
	if s.Feed == "replay" && s.ReplayFile == "" {
		return badSetting("market-replay-file", "is needed by the replay feed")
	}
	if s.ReplaySpeed < 0 {
		return badSetting("market-replay-speed", "must not be negative")
	}
	if s.StaleAfter <= 0 {
		return badSetting("market-stale-after", "must be more than nothing")
	}
	if s.MinuteHistory < 0 || s.MinuteHistory > 60*24*time.Hour {
		return badSetting("market-minute-history", "must be between nothing and sixty days")
	}
	if s.DailyHistory < 0 {
		return badSetting("market-daily-history", "must not be negative")
	}
	_, err := s.spread()
	return err
}

// spread is the spread of all instruments; nil if each has its own.
func (s marketSettings) spread() (*money.Decimal, error) {
	if s.SpreadBP == "" {
		return nil, nil
	}
	spread, err := basisPoints("market-spread-bp", s.SpreadBP)
	return &spread, err
}

// tradingSettings are the terms of paper trading.
type tradingSettings struct {
	PaperCapital string `help:"What a user's paper account starts with, in USD." default:"100000"`
	BotCapital   string `help:"What a bot's account starts with, in USD." default:"100000"`
	FeeBP        string `name:"fee-bp" help:"Fee of a fill, in basis points of its notional." default:"10"`
	SlippageBP   string `name:"slippage-bp" help:"Slippage of a market order, in basis points of the mark." default:"5"`

	MaxPositionPercent string `name:"max-position-percent" help:"Largest notional, in percent of the equity, of a position whose quantity the platform chooses." default:"10"`
}

func (s tradingSettings) terms() (terms trading.Settings, err error) {
	if terms.PaperCapital, err = amount("trading-paper-capital", s.PaperCapital); err != nil {
		return terms, err
	}
	if terms.BotCapital, err = amount("trading-bot-capital", s.BotCapital); err != nil {
		return terms, err
	}
	if terms.FeeBP, err = basisPoints("trading-fee-bp", s.FeeBP); err != nil {
		return terms, err
	}
	if terms.SlippageBP, err = basisPoints("trading-slippage-bp", s.SlippageBP); err != nil {
		return terms, err
	}
	terms.MaxPositionPercent, err = percent("trading-max-position-percent", s.MaxPositionPercent)
	return terms, err
}

func percent(flag, text string) (money.Decimal, error) {
	number, err := money.Parse(text)
	if err != nil {
		return money.Zero, &settingError{flag, err}
	}
	if !number.IsPositive() || number.GreaterThan(money.FromInt(100)) {
		return money.Zero, badSetting(flag, "must be more than 0 and at most 100")
	}
	return number, nil
}

func amount(flag, text string) (money.Decimal, error) {
	number, err := money.Parse(text)
	if err != nil {
		return money.Zero, &settingError{flag, err}
	}
	if !number.IsPositive() || number.GreaterThan(money.FromInt(1_000_000_000)) {
		return money.Zero, badSetting(flag, "must be more than 0 and at most a billion")
	}
	return number, nil
}

func basisPoints(flag, text string) (money.Decimal, error) {
	number, err := money.Parse(text)
	if err != nil {
		return money.Zero, &settingError{flag, err}
	}
	if number.IsNegative() || number.GreaterThan(money.FromInt(5000)) {
		return money.Zero, badSetting(flag, "must be between 0 and 5000")
	}
	return number, nil
}
