package httpapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/oas"
	"bourse/internal/trading"
)

// ListSignals implements GET /trading/signals.
func (a *API) ListSignals(ctx context.Context, params oas.ListSignalsParams) (oas.ListSignalsRes, error) {
	filter := trading.SignalFilter{
		Symbol: symbolOf(params.Symbol.Value), Type: trading.SignalType(params.SignalType.Value), BotID: params.BotId.Value,
		Status: trading.SignalStatus(params.Status.Value),
	}
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	signals, err := a.Trading.Signals(ctx, caller(ctx), filter, cursor)
	if err != nil {
		return nil, err
	}
	return &oas.SignalListEnvelope{
		Success: true, Data: mapped(signals, a.askedSignal),
		Meta: cursorMeta(cursor.Limit, signals, func(s *trading.Signal) uuid.UUID { return s.ID }),
	}, nil
}

// GetSignal implements GET /trading/signals/{signalId}.
func (a *API) GetSignal(ctx context.Context, params oas.GetSignalParams) (oas.GetSignalRes, error) {
	signal, err := a.Trading.Signal(ctx, caller(ctx), params.SignalId)
	if err != nil {
		return nil, err
	}
	return &oas.SignalEnvelope{Success: true, Data: a.askedSignal(signal)}, nil
}

// CreateSignal implements POST /trading/signals.
func (a *API) CreateSignal(ctx context.Context, req *oas.CreateSignalRequest) (oas.CreateSignalRes, error) {
	signal, err := a.Trading.CreateSignal(ctx, caller(ctx), trading.NewSignal{
		Scope: identity.Scope(req.Scope.Value), Symbol: symbolOf(req.Symbol), Type: trading.SignalType(req.SignalType), Confidence: trading.Confidence(req.Confidence.Value),
		RiskLevel: trading.RiskLevel(req.RiskLevel.Value), Price: decimal(req.Price), TargetPrice: req.TargetPrice.Value,
		StopLoss: req.StopLoss.Value, Reason: req.Reason.Value,
		ExpiresIn: time.Duration(req.ExpiresInMinutes.Value) * time.Minute,
	})
	if err != nil {
		return nil, err
	}
	return &oas.SignalEnvelope{Success: true, Data: a.askedSignal(signal)}, nil
}

// ExecuteSignal implements POST /trading/signals/{signalId}/execute.
func (a *API) ExecuteSignal(ctx context.Context, req *oas.ExecuteSignalRequest, params oas.ExecuteSignalParams) (oas.ExecuteSignalRes, error) {
	done, err := a.Trading.Execute(ctx, caller(ctx), params.SignalId, trading.ExecuteOptions{
		Quantity: decimal(req.Quantity), AccountID: req.AccountId.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.ExecutionEnvelope{Success: true, Data: oas.Execution{
		SignalId: done.SignalID, AccountId: done.AccountID, Position: a.optPosition(done.Position), Order: optOrder(done.Order), FillPrice: done.FillPrice,
		Quantity: done.Quantity, Fee: done.Fee, Trades: mapped(done.Trades, trade),
	}}, nil
}

// ListPositions implements GET /trading/positions.
func (a *API) ListPositions(ctx context.Context, params oas.ListPositionsParams) (oas.ListPositionsRes, error) {
	filter := trading.PositionFilter{
		Symbol: symbolOf(params.Symbol.Value), Status: trading.PositionStatus(params.Status.Value), AccountID: params.AccountId.Value,
	}
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	positions, err := a.Trading.Positions(ctx, caller(ctx), filter, cursor)
	if err != nil {
		return nil, err
	}
	return &oas.PositionListEnvelope{
		Success: true, Data: mapped(positions, a.position),
		Meta: cursorMeta(cursor.Limit, positions, func(p *trading.Position) uuid.UUID { return p.ID }),
	}, nil
}

// GetPosition implements GET /trading/positions/{positionId}.
func (a *API) GetPosition(ctx context.Context, params oas.GetPositionParams) (oas.GetPositionRes, error) {
	position, err := a.Trading.Position(ctx, caller(ctx), params.PositionId)
	if err != nil {
		return nil, err
	}
	return &oas.PositionEnvelope{Success: true, Data: a.position(position)}, nil
}

// ClosePosition implements POST /trading/positions/{positionId}/close.
func (a *API) ClosePosition(ctx context.Context, req oas.OptClosePositionRequest, params oas.ClosePositionParams) (oas.ClosePositionRes, error) {
	closing, err := a.Trading.Close(ctx, caller(ctx), params.PositionId, decimal(req.Value.Quantity))
	if err != nil {
		return nil, err
	}
	return &oas.ClosingEnvelope{Success: true, Data: oas.Closing{
		Position: a.position(closing.Position), Trade: optTrade(closing), Order: optOrder(closing.Order), FillPrice: closing.FillPrice, Fee: closing.Fee,
	}}, nil
}

// ListTrades implements GET /trading/history.
func (a *API) ListTrades(ctx context.Context, params oas.ListTradesParams) (oas.ListTradesRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	filter := trading.TradeFilter{
		Days: trading.Days{Start: params.StartDate.Value, End: params.EndDate.Value}, Symbol: symbolOf(params.Symbol.Value), AccountID: params.AccountId.Value,
	}
	trades, total, err := a.Trading.Trades(ctx, caller(ctx), filter, page)
	if err != nil {
		return nil, err
	}
	return &oas.TradeListEnvelope{Success: true, Data: mapped(trades, trade), Meta: pagination(database.Page(page), total)}, nil
}

// GetTradingPortfolio implements GET /trading/portfolio.
func (a *API) GetTradingPortfolio(ctx context.Context) (oas.GetTradingPortfolioRes, error) {
	sum, err := a.Trading.Summary(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.TradingPortfolioEnvelope{Success: true, Data: oas.TradingPortfolio{
		TotalValue: sum.TotalValue, TotalPnl: sum.TotalPnL, Positions: sum.Positions, Cash: sum.Cash, Margin: sum.Margin,
		Held: sum.Held, Reserved: sum.Reserved, UnrealizedPnl: sum.UnrealizedPnL, RealizedPnl: sum.RealizedPnL, OpenFees: sum.OpenFees,
		Accounts: sum.Accounts, Kind: oas.TradingPortfolioKind(sum.Kind), Paper: figures(sum.Paper), Invested: figures(sum.Invested),
	}}, nil
}

func figures(f trading.Figures) oas.AccountFigures {
	return oas.AccountFigures{
		TotalValue: f.TotalValue, TotalPnl: f.TotalPnL, Positions: f.Positions, Cash: f.Cash, Margin: f.Margin, Held: f.Held, Reserved: f.Reserved,
		UnrealizedPnl: f.UnrealizedPnL, RealizedPnl: f.RealizedPnL, OpenFees: f.OpenFees, Accounts: f.Accounts,
	}
}

// decimal converts an optional number.
func decimal(given oas.OptDecimal) *money.Decimal {
	if value, ok := given.Get(); ok {
		return &value
	}
	return nil
}

// optID is an id that may not apply.
func optID(id uuid.UUID) oas.OptUUID {
	if id == uuid.Nil {
		return oas.OptUUID{}
	}
	return oas.NewOptUUID(id)
}

func (a *API) signal(s *trading.Signal) oas.Signal {
	status := oas.SignalStatusActive
	if a.Trading.IsExpired(s) {
		status = oas.SignalStatusExpired
	}
	return oas.Signal{
		ID: s.ID, BotId: optID(s.BotID), Symbol: s.Symbol, SignalType: oas.SignalType(s.Type),
		Confidence: oas.SignalConfidence(s.Confidence), Price: s.Price, TargetPrice: s.TargetPrice, StopLoss: s.StopLoss,
		Reason: s.Reason, Status: status, Scope: oas.Scope(identity.ScopeOf(s.TenantID)), CreatedAt: s.CreatedAt.UTC(),
		Author: author(s), ExpiresAt: s.ExpiresAt.UTC(),
	}
}

// askedSignal is a signal as shown to its caller, with whether they have executed it.
func (a *API) askedSignal(s *trading.Signal) oas.Signal {
	asked := a.signal(s)
	asked.Executed = oas.NewOptBool(s.Executed)
	return asked
}

func author(s *trading.Signal) oas.SignalAuthor {
	kind, id := s.AuthorKind()
	return oas.SignalAuthor{Kind: oas.SignalAuthorKind(kind), Name: s.Author(), ID: optID(id)}
}

func (a *API) position(p *trading.Position) oas.Position {
	mark := a.Trading.Mark(p)
	return oas.Position{
		ID: p.ID, Symbol: p.Symbol, Side: oas.PositionSide(p.Side), Quantity: p.Quantity, EntryPrice: p.EntryPrice,
		CurrentPrice: mark, UnrealizedPnl: p.UnrealizedPnL(mark), RealizedPnl: p.RealizedPnL,
		Status: oas.PositionStatus(p.Status), OpenedQuantity: p.OpenedQuantity, StopLoss: p.StopLoss,
		TargetPrice: p.TargetPrice, TrailingPercent: p.TrailingPercent, LiquidationPrice: p.LiquidationPrice, Margin: p.Margin,
		OpenFee: p.EntryFee, AccountId: p.AccountID,
		SignalId: optID(p.SignalID), BotId: optID(p.BotID), SubscriptionId: optID(p.SubscriptionID),
		OpenedAt: p.OpenedAt.UTC(), ClosedAt: optTime(p.ClosedAt),
	}
}

// optPosition is a position that may not exist yet.
func (a *API) optPosition(p *trading.Position) oas.OptPosition {
	if p == nil {
		return oas.OptPosition{}
	}
	return oas.NewOptPosition(a.position(p))
}

// optTrade is the trade of a closing, unless an exchange has yet to carry it out.
func optTrade(c trading.Closing) oas.OptTrade {
	if c.Order != nil {
		return oas.OptTrade{}
	}
	return oas.NewOptTrade(trade(c.Trade))
}

func trade(t trading.Trade) oas.Trade {
	return oas.Trade{
		ID: t.ID, Type: oas.TradeType(t.Type), PositionId: t.PositionID, SignalId: optID(t.SignalID), BotId: optID(t.BotID),
		AccountId: t.AccountID, Symbol: t.Symbol, Side: oas.PositionSide(t.Side), Quantity: t.Quantity,
		EntryPrice: t.EntryPrice, ExitPrice: t.ExitPrice, Fees: t.Fees, GrossPnl: t.GrossPnL, RealizedPnl: t.RealizedPnL,
		RealizedPnlPercent: t.RealizedPercent(), ExitReason: oas.TradeExitReason(t.ExitReason), OpenedAt: t.OpenedAt.UTC(),
		ClosedAt: t.ClosedAt.UTC(), BalanceAfter: t.BalanceAfter,
	}
}
