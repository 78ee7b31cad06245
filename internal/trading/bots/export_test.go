package bots

import "context"

// What tests of the bots look at from the inside.

func (b *Bot) MoveTo(status BotStatus) (bool, error) { return b.moveTo(status, "") }

// BotRunner is the runner with its rounds in the test's hands.
type BotRunner = botRunner

func (s *Service) NewBotRunner() *BotRunner { return s.newBotRunner(s.now()) }

func (r *botRunner) Round(ctx context.Context) error { return r.round(ctx) }

// IsStale tells whether candles do not come.
var IsStale = isStale

// MarkBots brings the figures of bots to the marks of now.
func (s *Service) MarkBots(ctx context.Context) error { return s.markBots(ctx) }

// SetForecasts gives the bots other models.
func (s *Service) SetForecasts(forecasts Forecasts) { s.forecasts = forecasts }

// RefreshFigures does what the worker does every minute.
func (s *Service) RefreshFigures(ctx context.Context) error { return s.refreshFigures(ctx) }
