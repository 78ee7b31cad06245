package bots

import "context"

// What tests of the bots use of the internals.

func (b *Bot) MoveTo(status BotStatus) (bool, error) { return b.moveTo(status, "") }

// BotRunner is the runner, whose rounds the test starts.
type BotRunner = botRunner

func (s *Service) NewBotRunner() *BotRunner { return s.newBotRunner(s.now()) }

func (r *botRunner) Round(ctx context.Context) error { return r.round(ctx) }

// IsStale reports whether candles are not arriving.
var IsStale = isStale

// MarkBots values bots at the current marks.
func (s *Service) MarkBots(ctx context.Context) error { return s.markBots(ctx) }

// SetForecasts gives the bots other models.
func (s *Service) SetForecasts(forecasts Forecasts) { s.forecasts = forecasts }

// RefreshFigures does what the worker does every minute.
func (s *Service) RefreshFigures(ctx context.Context) error { return s.refreshFigures(ctx) }
