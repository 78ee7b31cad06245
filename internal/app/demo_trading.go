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
)

// What the demo shows of trading: a market with a past, bots that have traded on it, and a user who follows
// and trades.

// delistedBot trades an instrument that no feed delivers any more, so it comes to a halt like any bot whose
// prices stay away.
var delistedBot = bots.HouseBot{
	NewBot: bots.NewBot{
		Name: "Luna Rider", StrategyType: "trend", RiskLevel: trading.RiskHigh, Timeframe: market.Hour, Symbols: []string{"LUNAUSD"},
		Description: "Followed hourly trends of a coin that is no longer traded.",
	},
	Status: bots.BotActive,
}

// shortRecord is the track record of bots that decide every minute: hundreds of trades, and a start that does
// not take a minute.
const shortRecord = 4 * 24 * time.Hour

// seedTrading fills the market's history and lets the bots make their track records on it.
func (p *platform) seedTrading(ctx context.Context) error {
	if err := p.market.Fill(ctx); err != nil {
		return err
	}
	now := time.Now()
	yesterday := now.Add(-24 * time.Hour)
	minutes, days := now.Add(-p.settings.Market.MinuteHistory), now.Add(-p.settings.Market.DailyHistory)
	bots, err := p.bots.InstallBots(ctx, yesterday, append(bots.HouseBots(), delistedBot)...)
	if err != nil {
		return err
	}
	for _, bot := range bots {
		from := minutes
		switch bot.Timeframe {
		case market.Day:
			from = days
		case market.Minute:
			from = slices.MaxFunc([]time.Time{minutes, now.Add(-shortRecord)}, time.Time.Compare)
		}
		if _, err := p.bots.RecordHistory(ctx, bot.ID, from, now); err != nil {
			return err
		}
	}
	if err := p.bots.FailStaleBots(ctx, yesterday); err != nil {
		return err
	}
	if err := p.seedInvestments(ctx, bots); err != nil {
		return err
	}
	return p.seedTrader(ctx, bots)
}

// seedTrader makes the demo's trader follow two bots.
func (p *platform) seedTrader(ctx context.Context, all []*bots.Bot) error {
	trader, err := p.demoCaller(ctx, demoUsers[0].email)
	if err != nil {
		return err
	}
	followed, err := p.copying.Subscriptions(ctx, trader)
	if err != nil || len(followed) > 0 {
		return err
	}
	for _, follows := range []struct {
		agent bots.AgentKey
		mode  copying.SubscriptionMode
	}{{bots.AgentOrion, copying.Auto}, {bots.AgentAtlas, copying.Manual}} {
		at := slices.IndexFunc(all, func(bot *bots.Bot) bool { return bot.Agent == follows.agent })
		if _, err := p.copying.Subscribe(ctx, trader, all[at].ID, copying.SubscribeOptions{Mode: follows.mode}); err != nil {
			return err
		}
	}
	return nil
}

// demoCaller is one of the demo's users as a caller.
func (p *platform) demoCaller(ctx context.Context, email string) (identity.Caller, error) {
	user, err := p.identity.UserByEmail(ctx, email)
	if err != nil {
		return identity.Caller{}, err
	}
	return identity.Caller{UserID: user.ID, TenantID: user.TenantID, Role: user.Role}, nil
}
