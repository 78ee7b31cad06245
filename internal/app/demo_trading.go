package app

import (
	"context"
	"slices"
	"time"

	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/strategy"
)

// The trading part of the demo: a market with a past, bots that have traded on it, and users who follow and trade.

// delistedBot trades an instrument that no feed delivers any more, so it stops like any bot whose prices stay away.
var delistedBot = bots.HouseBot{
	NewBot: bots.NewBot{
		Name: "Luna Rider", StrategyType: "trend", RiskLevel: trading.RiskHigh, Timeframe: market.Hour, Symbols: []string{"LUNAUSD"},
		Description: "Followed hourly trends of a coin that is no longer traded.",
	},
	Status: bots.BotActive,
}

// The length of the bots' records by timeframe, as far as the market's history goes: a year, and a month for a bot
// that trades several times a day. A bot that trades every minute is new when the demo starts.
const (
	longRecord  = 365 * 24 * time.Hour
	shortRecord = 30 * 24 * time.Hour
)

// demoYear is when the demo's year begins: with its bots, and an hour later with the accounts of the users who follow
// them.
func (p *platform) demoYear(now time.Time) time.Time {
	return now.Add(-min(longRecord, p.settings.Market.DailyHistory))
}

// recordBegin is when a bot was created, which is when its record begins.
func (p *platform) recordBegin(timeframe market.Interval, now time.Time) time.Time {
	switch timeframe {
	case market.Minute:
		return now
	case market.FiveMinutes:
		return now.Add(-min(shortRecord, p.settings.Market.DailyHistory))
	}
	return p.demoYear(now)
}

// seedTrading fills the market's history and lets the bots build their track records on it.
func (p *platform) seedTrading(ctx context.Context, now time.Time) error {
	if err := p.market.Fill(ctx); err != nil {
		return err
	}
	all, err := p.seedBots(ctx, now)
	if err != nil {
		return err
	}
	if err := p.bots.FailStaleBots(ctx, now.Add(-24*time.Hour)); err != nil {
		return err
	}
	if err := p.seedAccounts(ctx, all, now); err != nil {
		return err
	}
	if err := p.seedSubscriptions(ctx, all); err != nil {
		return err
	}
	p.lengthenCharts()
	return nil
}

// lengthenCharts requests more history than the first start has time for. It is filled while the demo serves.
func (p *platform) lengthenCharts() {
	minutes := int(4 * p.settings.Market.MinuteHistory / time.Minute)
	for _, instrument := range p.market.Instruments() {
		p.market.KeepHistory(market.Series{Symbol: instrument.Symbol, Interval: market.Minute}, minutes)
		p.market.KeepHistory(market.Series{Symbol: instrument.Symbol, Interval: market.Hour}, minutes/4)
	}
}

// seedBots installs the bots as if each had been created when its record begins, and plays the records.
func (p *platform) seedBots(ctx context.Context, now time.Time) ([]*bots.Bot, error) {
	var all []*bots.Bot
	for i, house := range append(bots.HouseBots(), delistedBot) {
		// Not all on one day: a list is ordered by it.
		made := p.recordBegin(house.Timeframe, now).Add(-time.Duration(i) * time.Hour)
		installed, err := p.bots.InstallBots(ctx, made, house)
		if err != nil {
			return nil, err
		}
		all = append(all, installed...)
	}
	for _, bot := range all {
		if err := p.playRecord(ctx, bot, now); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// playRecord gives a bot its record. The candles of its strategy's look-back lie before it.
func (p *platform) playRecord(ctx context.Context, bot *bots.Bot, now time.Time) error {
	from := bot.CreatedAt
	if bot.Timeframe == market.Minute || bot.Name == delistedBot.Name {
		return nil
	}
	decides, err := strategy.New(bot.StrategyType, bot.Parameters)
	if err != nil {
		return err
	}
	count := int(now.Sub(from)/bot.Timeframe.Duration()) + decides.Warmup()
	for _, symbol := range bot.Symbols {
		if err := p.market.FillHistory(ctx, market.Series{Symbol: symbol, Interval: bot.Timeframe}, count); err != nil {
			return err
		}
	}
	_, err = p.bots.RecordHistory(ctx, bot.ID, from, now)
	return err
}

// demoSubscriptions are who follows which bot, with how much money and how. A follower of the bot that trades every
// minute sees a copy within the first minutes.
var demoSubscriptions = []struct {
	email, bot string
	mode       copying.SubscriptionMode
	capital    int64
}{
	{"trader@demo.test", "Metronome", copying.Auto, 1_000},
	{"trader@demo.test", "Crypto Trend Five", copying.Auto, 20_000},
	{"trader@demo.test", "Atlas", copying.Manual, 10_000},
	{"analyst@demo.test", "Metronome", copying.Auto, 500},
	{"analyst@demo.test", "Range Breaker", copying.Manual, 5_000},
	{"admin@demo.test", "Metronome", copying.Auto, 500},
	{"admin@demo.test", "Range Breaker", copying.Auto, 15_000},
	{"super@demo.test", "Metronome", copying.Auto, 500},
	{"super@demo.test", "Nova", copying.Auto, 10_000},
	{"trader@northwind.test", "Metronome", copying.Auto, 500},
	{"trader@northwind.test", "Crypto Trend Five", copying.Auto, 10_000},
	{"admin@northwind.test", "Metronome", copying.Auto, 500},
}

// seedSubscriptions makes the demo's users follow bots, once each.
func (p *platform) seedSubscriptions(ctx context.Context, all []*bots.Bot) error {
	follows := map[string][]*copying.Subscription{}
	for _, wanted := range demoSubscriptions {
		caller, err := p.demoCaller(ctx, wanted.email)
		if err != nil {
			return err
		}
		known, isRead := follows[wanted.email]
		if !isRead {
			if known, err = p.copying.Subscriptions(ctx, caller); err != nil {
				return err
			}
			follows[wanted.email] = known
		}
		if len(known) > 0 { // including ended ones: the user has decided
			continue
		}
		capital := dollars(wanted.capital)
		_, err = p.copying.Subscribe(ctx, caller, botNamed(all, wanted.bot).ID, copying.SubscribeOptions{
			Mode: wanted.mode, AllocatedCapital: &capital, CopyStopPercent: 50,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// botNamed is one of the demo's bots.
func botNamed(all []*bots.Bot, name string) *bots.Bot {
	return all[slices.IndexFunc(all, func(bot *bots.Bot) bool { return bot.Name == name })]
}

// demoCaller is one of the demo's users as a caller: of those with the same email the first, which is the default
// tenant's.
func (p *platform) demoCaller(ctx context.Context, email string) (identity.Caller, error) {
	tenant := identity.DefaultTenant
	for _, user := range slices.Backward(demoUsers) {
		if user.email == email {
			tenant = user.tenant
		}
	}
	user, err := p.identity.UserByEmail(ctx, tenant, email)
	if err != nil {
		return identity.Caller{}, err
	}
	return user.Caller(), nil
}
