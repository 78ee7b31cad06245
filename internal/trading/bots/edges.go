package bots

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// The reasons for halting a bot that uses forecasts, and for resuming it.
const (
	edgeLost  = "its models have no edge"
	edgeFound = "one of its models has an edge"
)

// followEdges pauses active bots none of whose models has an edge, and resumes them when one has. It leaves an
// administrator's pause alone. It fails when the database does; a bot that is locked gets its turn in a later round.
func (r *botRunner) followEdges(ctx context.Context, bots []*Bot) error {
	engines := forecastedOf(bots)
	if r.service.forecasts == nil || len(engines) == 0 {
		return nil
	}
	edges, err := r.service.forecasts.Edges(ctx)
	if database.IsOutage(err) {
		return err
	}
	if err != nil { // a later round checks them, and without a forecast they enter nothing
		r.service.logger.ErrorContext(ctx, "the edges of models are not known", "error", err)
		return nil
	}
	halted, err := pausedByThemselves(ctx, r.service.db)
	if err != nil {
		return fmt.Errorf("read what is halted: %w", err)
	}
	for _, engine := range engines {
		r.reconsider(engine, edges)
		err := r.service.followEdge(ctx, engine, edges, halted[engine.bot.ID])
		switch {
		case database.IsLocked(err):
			r.isLocked = true
		case database.IsOutage(err):
			return err
		case err != nil && ctx.Err() == nil:
			r.service.logger.ErrorContext(ctx, "a bot did not follow its models", "bot", engine.bot.Name, "error", err)
		}
	}
	r.edges = edges
	return nil
}

// forecastedOf are the bots that use forecasts. Errors of a bot are reported in its turn.
func forecastedOf(bots []*Bot) (engines []botEngine) {
	for _, bot := range bots {
		if made, err := newEngine(bot); err == nil && made.IsForecasted() {
			engines = append(engines, made)
		}
	}
	return engines
}

// reconsider lets a bot decide once more on the newest candle of a symbol whose model has lost its edge since the last
// round: otherwise it would keep its position until the next candle.
func (r *botRunner) reconsider(engine botEngine, edges map[ForecastKey]bool) {
	for _, symbol := range engine.bot.Symbols {
		if key := (ForecastKey{symbol, engine.Horizon()}); r.edges[key] && !edges[key] {
			delete(r.decided, botSymbol{engine.bot.ID, symbol})
		}
	}
}

// followEdge halts or resumes a bot, in the database and in memory. While the bot is locked elsewhere, it fails with an
// error that database.IsLocked recognizes.
func (s *Service) followEdge(ctx context.Context, engine botEngine, edges map[ForecastKey]bool, isHalted bool) (err error) {
	bot, becomes := engine.bot, BotActive
	hasEdge := slices.ContainsFunc(bot.Symbols, func(symbol string) bool { return edges[ForecastKey{symbol, engine.Horizon()}] })
	switch {
	case bot.Status == BotActive && !hasEdge:
		becomes, err = BotPaused, s.haltWithoutEdge(ctx, bot.ID)
	case bot.Status == BotPaused && isHalted && hasEdge:
		err = s.resume(ctx, bot.ID, BotPaused, edgeFound)
	default:
		return nil
	}
	if err == nil {
		bot.Status = becomes
	}
	return err
}

// haltWithoutEdge pauses a bot until one of its models has an edge. It does nothing when somebody else has changed the
// bot's state meanwhile.
func (s *Service) haltWithoutEdge(ctx context.Context, id uuid.UUID) error {
	return s.changeRunning(ctx, id, func(bot *Bot) (halted bool, comesBackTo BotStatus) {
		if bot.Status != BotActive {
			return false, ""
		}
		bot.Status, bot.StatusReason = BotPaused, edgeLost
		return true, BotActive
	})
}

// keepPaused turns a pause that would have ended by itself into an administrator's, and reports whether it was one.
func (s *Service) keepPaused(ctx context.Context, tx *database.Tx, bot *Bot) (kept bool, err error) {
	from, err := haltedFrom(ctx, tx, bot.ID)
	if err != nil || from == "" {
		return false, err
	}
	bot.StatusReason = statusReasons[BotPaused]
	return true, setHaltedFrom(ctx, tx, bot.ID, "")
}
