package httpapi

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/oas"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
)

// ListBots implements GET /trading/bots.
func (a *API) ListBots(ctx context.Context, params oas.ListBotsParams) (oas.ListBotsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	bots, total, err := a.Bots.Bots(ctx, caller(ctx), bots.BotFilter{Status: bots.BotStatus(params.Status.Value)}, page)
	if err != nil {
		return nil, err
	}
	return &oas.BotListEnvelope{Success: true, Data: mapped(bots, bot), Meta: pagination(database.Page(page), total)}, nil
}

// GetBot implements GET /trading/bots/{botId}.
func (a *API) GetBot(ctx context.Context, params oas.GetBotParams) (oas.GetBotRes, error) {
	found, err := a.Bots.Bot(ctx, caller(ctx), params.BotId)
	if err != nil {
		return nil, err
	}
	return &oas.BotEnvelope{Success: true, Data: bot(found)}, nil
}

// CreateBot implements POST /trading/bots.
func (a *API) CreateBot(ctx context.Context, req *oas.CreateBotRequest) (oas.CreateBotRes, error) {
	given := bots.NewBot{
		Scope: identity.Scope(req.Scope.Value), Name: req.Name, Description: req.Description.Value, StrategyType: req.StrategyType, Parameters: req.Parameters.Value,
		Symbols: mapped(req.Symbols, symbolOf), RiskLevel: trading.RiskLevel(req.RiskLevel), Timeframe: market.FiveMinutes,
	}
	if text, ok := req.Timeframe.Get(); ok {
		interval, err := market.ParseInterval(string(text))
		if err != nil {
			return nil, err
		}
		given.Timeframe = interval
	}
	added, err := a.Bots.CreateBot(ctx, caller(ctx), given)
	if err != nil {
		return nil, err
	}
	return &oas.BotEnvelope{Success: true, Data: bot(added)}, nil
}

// UpdateBot implements PATCH /trading/bots/{botId}.
func (a *API) UpdateBot(ctx context.Context, req *oas.UpdateBotRequest, params oas.UpdateBotParams) (oas.UpdateBotRes, error) {
	change := bots.BotChange{}
	if value, ok := req.Name.Get(); ok {
		change.Name = &value
	}
	if value, ok := req.Description.Get(); ok {
		change.Description = &value
	}
	if value, ok := req.Parameters.Get(); ok {
		parameters := map[string]float64(value)
		change.Parameters = &parameters
	}
	if value, ok := req.RiskLevel.Get(); ok {
		level := trading.RiskLevel(value)
		change.RiskLevel = &level
	}
	if value, ok := req.Status.Get(); ok {
		status := bots.BotStatus(value)
		change.Status = &status
	}
	changed, err := a.Bots.UpdateBot(ctx, caller(ctx), params.BotId, change)
	if err != nil {
		return nil, err
	}
	return &oas.BotEnvelope{Success: true, Data: bot(changed)}, nil
}

// SubscribeToBot implements POST /trading/bots/{botId}/subscribe.
func (a *API) SubscribeToBot(ctx context.Context, req oas.OptSubscribeRequest, params oas.SubscribeToBotParams) (oas.SubscribeToBotRes, error) {
	made, err := a.Copying.Subscribe(ctx, caller(ctx), params.BotId, copying.SubscribeOptions{
		Mode: copying.SubscriptionMode(req.Value.Mode.Value), AllocatedCapital: decimal(req.Value.AllocatedCapital),
		CopyStopPercent: req.Value.CopyStopPercent.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.SubscriptionEnvelope{Success: true, Data: subscription(made)}, nil
}

// UnsubscribeFromBot implements DELETE /trading/bots/{botId}/subscribe.
func (a *API) UnsubscribeFromBot(ctx context.Context, params oas.UnsubscribeFromBotParams) (oas.UnsubscribeFromBotRes, error) {
	ended, err := a.Copying.Unsubscribe(ctx, caller(ctx), params.BotId)
	if err != nil {
		return nil, err
	}
	return &oas.SubscriptionEnvelope{Success: true, Data: subscription(ended)}, nil
}

// ListSubscriptions implements GET /trading/my-subscriptions.
func (a *API) ListSubscriptions(ctx context.Context) (oas.ListSubscriptionsRes, error) {
	subscriptions, err := a.Copying.Subscriptions(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.SubscriptionListEnvelope{Success: true, Data: mapped(subscriptions, subscription)}, nil
}

func bot(b *bots.Bot) oas.TradingBot {
	p := b.Performance
	return oas.TradingBot{
		ID: b.ID, Name: b.Name, Description: b.Description, StrategyType: b.StrategyType, RiskLevel: oas.RiskLevel(b.RiskLevel),
		Status: oas.BotStatus(b.Status), StatusReason: b.StatusReason, Symbols: b.Symbols,
		Timeframe: oas.CandleInterval(b.Timeframe.String()), Parameters: b.Parameters,
		Performance: oas.BotPerformance{
			TotalReturn: p.TotalReturn, WinRate: p.WinRate, SharpeRatio: p.SharpeRatio, MaxDrawdown: p.MaxDrawdown,
			ProfitFactor: p.ProfitFactor, Expectancy: p.Expectancy, ClosedTrades: p.ClosedTrades, Observations: p.Observations,
		},
		Scope: oas.Scope(identity.ScopeOf(b.TenantID)), Agent: oas.OptTradingAgent{Value: oas.TradingAgent(b.Agent), Set: b.Agent != ""},
		CreatedAt: b.CreatedAt.UTC(),
	}
}

func subscription(s *copying.Subscription) oas.Subscription {
	return oas.Subscription{
		ID: s.ID, BotId: s.BotID, BotName: s.BotName, AccountId: s.AccountID, Mode: oas.SubscriptionMode(s.Mode),
		Status: oas.SubscriptionStatus(s.Status), AllocatedCapital: s.AllocatedCapital, CopyStopPercent: s.CopyStopPercent,
		RealizedPnl: s.RealizedPnL, UnrealizedPnl: s.UnrealizedPnL, TotalPnl: s.RealizedPnL.Add(s.UnrealizedPnL),
		OpenPositions: s.OpenPositions, SignalsReceived: s.SignalsReceived, SignalsExecuted: s.SignalsExecuted,
		SignalsSkipped: s.SignalsSkipped, CreatedAt: s.CreatedAt.UTC(), EndedAt: optTime(s.EndedAt),
	}
}
