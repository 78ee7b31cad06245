package httpapi

import (
	"context"

	"github.com/google/uuid"

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
	filter := bots.BotFilter{Status: bots.BotStatus(params.Status.Value), Order: bots.BotOrder(params.Sort.Value)}
	found, total, err := a.Bots.Bots(ctx, caller(ctx), filter, page)
	if err != nil {
		return nil, err
	}
	return &oas.BotListEnvelope{Success: true, Data: mapped(found, bot), Meta: pagination(database.Page(page), total)}, nil
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
		CopyStopPercent: req.Value.CopyStopPercent.Value, AccountID: req.Value.AccountId.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.SubscriptionEnvelope{Success: true, Data: subscription(made)}, nil
}

// UnsubscribeFromBot implements DELETE /trading/bots/{botId}/subscribe.
func (a *API) UnsubscribeFromBot(ctx context.Context, params oas.UnsubscribeFromBotParams) (oas.UnsubscribeFromBotRes, error) {
	ended, err := a.Copying.Unsubscribe(ctx, caller(ctx), params.BotId, copying.LeaveOptions{
		AccountID: params.AccountId.Value, ClosePositions: params.ClosePositions.Value,
	})
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

// UpdateSubscription implements PATCH /trading/my-subscriptions/{subscriptionId}.
func (a *API) UpdateSubscription(ctx context.Context, req *oas.UpdateSubscriptionRequest, params oas.UpdateSubscriptionParams) (oas.UpdateSubscriptionRes, error) {
	change := copying.SubscriptionChange{AllocatedCapital: decimal(req.AllocatedCapital)}
	if value, ok := req.Status.Get(); ok {
		status := copying.SubscriptionStatus(value)
		change.Status = &status
	}
	if value, ok := req.Mode.Get(); ok {
		mode := copying.SubscriptionMode(value)
		change.Mode = &mode
	}
	if value, ok := req.CopyStopPercent.Get(); ok {
		change.CopyStopPercent = &value
	}
	changed, err := a.Copying.Change(ctx, caller(ctx), params.SubscriptionId, change)
	if err != nil {
		return nil, err
	}
	return &oas.SubscriptionEnvelope{Success: true, Data: subscription(changed)}, nil
}

// ListCopies implements GET /trading/my-subscriptions/{subscriptionId}/copies.
func (a *API) ListCopies(ctx context.Context, params oas.ListCopiesParams) (oas.ListCopiesRes, error) {
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	copies, err := a.Copying.Copies(ctx, caller(ctx), params.SubscriptionId, cursor)
	if err != nil {
		return nil, err
	}
	return &oas.CopyListEnvelope{
		Success: true, Data: mapped(copies, copyOutcome),
		Meta: cursorMeta(cursor.Limit, copies, func(c copying.Copy) uuid.UUID { return c.SignalID }),
	}, nil
}

// GetBotEquity implements GET /trading/bots/{botId}/equity.
func (a *API) GetBotEquity(ctx context.Context, params oas.GetBotEquityParams) (oas.GetBotEquityRes, error) {
	points, err := a.Bots.Equity(ctx, caller(ctx), params.BotId, params.Days.Value)
	if err != nil {
		return nil, err
	}
	return &oas.BotEquityEnvelope{Success: true, Data: mapped(points, func(p bots.EquityPoint) oas.BotEquityPoint {
		return oas.BotEquityPoint{Time: p.At.UTC(), Value: p.Value, Drawdown: p.Drawdown}
	})}, nil
}

// ListBotTrades implements GET /trading/bots/{botId}/trades.
func (a *API) ListBotTrades(ctx context.Context, params oas.ListBotTradesParams) (oas.ListBotTradesRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	days := trading.Days{Start: params.StartDate.Value, End: params.EndDate.Value}
	trades, total, err := a.Bots.Trades(ctx, caller(ctx), params.BotId, days, page)
	if err != nil {
		return nil, err
	}
	return &oas.TradeListEnvelope{Success: true, Data: mapped(trades, trade), Meta: pagination(page, total)}, nil
}

func copyOutcome(c copying.Copy) oas.Copy {
	return oas.Copy{
		SignalId: c.SignalID, Symbol: c.Symbol, SignalType: oas.SignalType(c.Type), Outcome: oas.CopyOutcome(c.Outcome),
		Reason:     oas.OptCopyReason{Value: oas.CopyReason{Code: oas.ErrorCode(c.Code), Message: c.Message}, Set: c.Code != ""},
		PositionId: optID(c.PositionID), CreatedAt: c.CreatedAt.UTC(),
	}
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
		Followers: oas.NewOptInt(b.Followers), Subscribed: oas.NewOptBool(b.Subscribed), CreatedAt: b.CreatedAt.UTC(),
		SettingsChangedAt: optTime(b.SettingsChangedAt),
	}
}

func subscription(s *copying.Subscription) oas.Subscription {
	return oas.Subscription{
		ID: s.ID, BotId: s.BotID, BotName: s.BotName, AccountId: s.AccountID, Mode: oas.SubscriptionMode(s.Mode),
		Status: oas.SubscriptionStatus(s.State()), AllocatedCapital: s.AllocatedCapital, CopyStopPercent: s.CopyStopPercent,
		RealizedPnl: s.RealizedPnL, UnrealizedPnl: s.UnrealizedPnL, OpenFees: s.OpenFees, TotalPnl: s.TotalPnL(),
		OpenPositions: s.OpenPositions, SignalsReceived: s.SignalsReceived, SignalsExecuted: s.SignalsExecuted,
		SignalsSkipped: s.SignalsSkipped, CreatedAt: s.CreatedAt.UTC(), EndedAt: optTime(s.EndedAt),
	}
}
