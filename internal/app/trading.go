package app

import (
	"cmp"
	"context"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/binance"
	"bourse/internal/market/replay"
	"bourse/internal/market/sim"
	"bourse/internal/trading"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/stream"
)

// startTrading creates the market with its feed, the models of its prices, the ledger and the trading service.
func (p *platform) startTrading(ctx context.Context) error {
	feed, err := p.newFeed()
	if err != nil {
		return err
	}
	spread, err := p.settings.Market.spread()
	if err != nil {
		return err
	}
	p.market = market.New(market.Options{
		Database: p.db, Feed: feed, StaleAfter: p.settings.Market.StaleAfter, SpreadBP: spread,
		MinuteHistory: p.settings.Market.MinuteHistory, DailyHistory: p.settings.Market.DailyHistory,
		Kept: p.settings.Retention.candles(),
		Now:  clock, Logger: p.logger,
	})
	if err := p.market.Start(ctx); err != nil {
		return err
	}
	terms, err := p.settings.Trading.terms()
	if err != nil {
		return err
	}
	p.trading = trading.New(trading.Options{
		Database: p.db, Market: p.market, Ledger: ledger.New(clock), Events: p.webhooks, Settings: terms, Metrics: p.metrics,
		Now: clock, Logger: p.logger,
	})
	if p.ml, err = newML(p.ground, p.market, p.identity, p.webhooks); err != nil {
		return err
	}
	p.joinRooms(terms)
	// Investment accounts follow the agents, so they must always exist.
	_, err = p.bots.InstallBots(ctx, cmp.Or(p.settings.AgentsSince, clock()), bots.HouseAgents()...)
	return err
}

// joinRooms creates the packages on top of the book, and connects them to it. What a book has settled goes to copying
// first, then to the bots, and then to the notices.
func (p *platform) joinRooms(terms trading.Settings) {
	p.bots = bots.New(bots.Options{
		Trading: p.trading, Database: p.db, Market: p.market, Settings: terms, Forecasts: modelForecasts{p.ml}, Exit: risk.ExitOf,
		Now: clock, Logger: p.logger,
	})
	p.backtests = backtest.New(backtest.Options{
		Trading: p.trading, Database: p.db, Market: p.market, Bots: p.bots, Settings: terms, Exit: risk.ExitOf,
		Kept: days(p.settings.Retention.Backtests), Now: clock, Logger: p.logger,
	})
	p.copying = copying.New(copying.Options{
		Trading: p.trading, Database: p.db, Market: p.market, Events: p.webhooks, Now: clock, Logger: p.logger,
	})
	p.risk = risk.New(risk.Options{
		Trading: p.trading, Database: p.db, Market: p.market, Now: clock, Logger: p.logger,
		Companion: func() risk.Companion { return p.copying.CopyStops() },
	})
	p.stream = stream.New(stream.Options{Trading: p.trading, Database: p.db, Market: p.market, Now: clock, Logger: p.logger})
	p.alerts = newAlerts(p)
	p.trading.OnSettled(p.copying.AddResults, p.bots.CountClosings, p.alerts.TellSettled, tellFilled(p.alerts))
	p.copying.OnStopped(tellCopyStopped(p.alerts))
	p.trading.OnDaysStored(p.bots.CountDays)
	p.trading.FollowingFrom(p.copying.Following)
	p.trading.AuthorNamesFrom(p.identity.Names)
	p.trading.HoldPeopleWith(p.identity.HoldCaller)
	p.identity.OnStanding(func(ctx context.Context, tx *database.Tx, user *identity.User) error {
		if err := p.trading.SetOwnerLocked(ctx, tx, user.ID, user.SuspendedAt); err != nil {
			return err
		}
		return p.trading.EndSignalsOf(ctx, tx, user.ID, user.RoleLeft())
	})
}

// newFeed creates the feed that the settings name.
func (p *platform) newFeed() (market.Feed, error) {
	switch s := p.settings.Market; s.Feed {
	case "replay":
		return replay.New(replay.Options{Path: s.ReplayFile, Speed: s.ReplaySpeed, Now: clock}), nil
	case "binance":
		feed, err := binance.New(binance.Settings{RESTURL: s.BinanceURL, StreamURL: s.BinanceStream, Now: clock}, p.logger)
		if err != nil {
			return nil, &settingError{"market-binance-url", err}
		}
		return feed, nil
	default:
		return sim.New(sim.Options{Seed: s.Seed, Still: s.Still, Now: clock}), nil
	}
}
