package httpapi

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/oas"
	"bourse/internal/trading"
	"bourse/internal/trading/backtest"
)

// CreateBacktest implements POST /trading/backtests.
func (a *API) CreateBacktest(ctx context.Context, req *oas.CreateBacktestRequest) (oas.CreateBacktestRes, error) {
	wanted := backtest.NewBacktest{
		BotID: req.BotId.Value, StrategyType: req.StrategyType.Value, Parameters: req.Parameters.Value, RiskLevel: trading.RiskLevel(req.RiskLevel.Value),
		From: req.From, To: req.To.Value,
	}
	if req.Symbols != nil {
		wanted.Symbols = mapped(req.Symbols, symbolOf)
	}
	if text, ok := req.Timeframe.Get(); ok {
		interval, err := market.ParseInterval(string(text))
		if err != nil {
			return nil, err
		}
		wanted.Timeframe = interval
	}
	if capital, ok := req.Capital.Get(); ok {
		wanted.Capital = &capital
	}
	queued, err := a.Backtests.Create(ctx, caller(ctx), wanted)
	if err != nil {
		return nil, err
	}
	return &oas.BacktestEnvelope{Success: true, Data: backtestView(queued)}, nil
}

// ListBacktests implements GET /trading/backtests.
func (a *API) ListBacktests(ctx context.Context, params oas.ListBacktestsParams) (oas.ListBacktestsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	filter := backtest.Filter{Status: backtest.Status(params.Status.Value), BotID: params.BotId.Value}
	found, total, err := a.Backtests.Backtests(ctx, caller(ctx), filter, page)
	if err != nil {
		return nil, err
	}
	return &oas.BacktestListEnvelope{Success: true, Data: mapped(found, backtestView), Meta: pagination(page, total)}, nil
}

// GetBacktest implements GET /trading/backtests/{backtestId}.
func (a *API) GetBacktest(ctx context.Context, params oas.GetBacktestParams) (oas.GetBacktestRes, error) {
	found, equity, err := a.Backtests.Backtest(ctx, caller(ctx), params.BacktestId)
	if err != nil {
		return nil, err
	}
	view := backtestView(found)
	view.Equity = mapped(equity, func(p backtest.Point) oas.BacktestPoint {
		return oas.BacktestPoint{Time: p.Time.UTC(), Value: p.Value, Drawdown: p.Drawdown}
	})
	return &oas.BacktestEnvelope{Success: true, Data: view}, nil
}

// CancelBacktest implements DELETE /trading/backtests/{backtestId}.
func (a *API) CancelBacktest(ctx context.Context, params oas.CancelBacktestParams) (oas.CancelBacktestRes, error) {
	cancelled, err := a.Backtests.Cancel(ctx, caller(ctx), params.BacktestId)
	if err != nil {
		return nil, err
	}
	return &oas.BacktestEnvelope{Success: true, Data: backtestView(cancelled)}, nil
}

// ListBacktestTrades implements GET /trading/backtests/{backtestId}/trades.
func (a *API) ListBacktestTrades(ctx context.Context, params oas.ListBacktestTradesParams) (oas.ListBacktestTradesRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	trades, total, err := a.Backtests.Trades(ctx, caller(ctx), params.BacktestId, page)
	if err != nil {
		return nil, err
	}
	return &oas.BacktestTradeListEnvelope{Success: true, Data: mapped(trades, backtestTrade), Meta: pagination(page, total)}, nil
}

func backtestView(b *backtest.Backtest) oas.Backtest {
	parameters := b.Settings.Parameters
	if parameters == nil {
		parameters = map[string]float64{}
	}
	view := oas.Backtest{
		ID: b.ID, BotId: oas.OptUUID{Value: b.Settings.BotID, Set: b.Settings.BotID != uuid.Nil}, StrategyType: b.Settings.StrategyType,
		Parameters: parameters, Symbols: b.Settings.Symbols, Timeframe: oas.CandleInterval(b.Settings.Timeframe.String()),
		RiskLevel: oas.RiskLevel(b.Settings.RiskLevel), From: b.From.UTC(), To: b.To.UTC(), Capital: b.Capital,
		Status: oas.BacktestStatus(b.Status), Progress: b.Progress, Failure: optText(b.Failure), Trades: b.Trades, Candles: b.Candles,
		CreatedAt: b.CreatedAt.UTC(), StartedAt: optTime(b.StartedAt), FinishedAt: optTime(b.FinishedAt),
	}
	if b.FailureCode != "" {
		view.FailureCode = oas.NewOptErrorCode(oas.ErrorCode(b.FailureCode))
	}
	if resolution := b.Resolution(); resolution != "" {
		view.Resolution = oas.NewOptBacktestResolution(oas.BacktestResolution(resolution))
	}
	if b.Status == backtest.Done {
		view.Figures = oas.NewOptBacktestFigures(backtestFigures(b.Figures))
	}
	return view
}

func backtestFigures(f backtest.Figures) oas.BacktestFigures {
	return oas.BacktestFigures{
		TotalReturn: f.TotalReturn, WinRate: f.WinRate, SharpeRatio: f.SharpeRatio, MaxDrawdown: f.MaxDrawdown,
		ProfitFactor: f.ProfitFactor, Expectancy: f.Expectancy, ClosedTrades: f.ClosedTrades, Observations: f.Observations,
		Equity: f.Equity, RealizedPnl: f.RealizedPnL, UnrealizedPnl: f.UnrealizedPnL, OpenFees: f.OpenFees, OpenPositions: f.OpenPositions,
		Fees: f.Fees, BestTrade: f.BestTrade, WorstTrade: f.WorstTrade, MarketReturn: f.MarketReturn,
	}
}

func backtestTrade(t backtest.Trade) oas.BacktestTrade {
	return oas.BacktestTrade{
		Number: t.Number, Type: oas.BacktestTradeType(t.Type), Symbol: t.Symbol, Side: oas.PositionSide(t.Side), Quantity: t.Quantity,
		EntryPrice: t.EntryPrice, ExitPrice: t.ExitPrice, Fees: t.Fees, GrossPnl: t.GrossPnL, RealizedPnl: t.RealizedPnL,
		RealizedPnlPercent: t.RealizedPercent(), ExitReason: oas.BacktestTradeExitReason(t.ExitReason),
		OpenedAt: t.OpenedAt.UTC(), ClosedAt: t.ClosedAt.UTC(), BalanceAfter: t.BalanceAfter,
	}
}
