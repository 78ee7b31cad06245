package httpapi

import (
	"context"
	"time"

	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/oas"
)

// ListInvestmentAccounts implements GET /investment/accounts.
func (a *API) ListInvestmentAccounts(ctx context.Context) (oas.ListInvestmentAccountsRes, error) {
	accounts, err := a.Investment.Accounts(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.InvestmentAccountListEnvelope{Success: true, Data: mapped(accounts, investmentAccount)}, nil
}

// CreateInvestmentAccount implements POST /investment/accounts.
func (a *API) CreateInvestmentAccount(ctx context.Context, req *oas.CreateInvestmentAccountRequest) (oas.CreateInvestmentAccountRes, error) {
	return investmentEnvelope(a.Investment.Create(ctx, caller(ctx), investment.NewAccount{
		Agent: investment.Agent(req.TradingAgent), InitialCapital: req.InitialCapital,
		RiskProfile: investment.RiskProfile(req.RiskProfile),
	}))
}

// GetInvestmentAccount implements GET /investment/accounts/{accountId}.
func (a *API) GetInvestmentAccount(ctx context.Context, params oas.GetInvestmentAccountParams) (oas.GetInvestmentAccountRes, error) {
	return investmentEnvelope(a.Investment.Account(ctx, caller(ctx), params.AccountId))
}

// UpdateInvestmentAccount implements PUT /investment/accounts/{accountId}.
func (a *API) UpdateInvestmentAccount(ctx context.Context, req *oas.UpdateInvestmentAccountRequest, params oas.UpdateInvestmentAccountParams) (oas.UpdateInvestmentAccountRes, error) {
	var change investment.AccountChange
	if profile, ok := req.RiskProfile.Get(); ok {
		wanted := investment.RiskProfile(profile)
		change.RiskProfile = &wanted
	}
	return investmentEnvelope(a.Investment.Update(ctx, caller(ctx), params.AccountId, change))
}

// SubmitKyc implements POST /investment/accounts/{accountId}/kyc: a decision, or otherwise a submission.
func (a *API) SubmitKyc(ctx context.Context, req *oas.KycRequest, params oas.SubmitKycParams) (oas.SubmitKycRes, error) {
	if decision, ok := req.Decision.Get(); ok {
		if req.FullName.Set || req.Country.Set || req.DateOfBirth.Set || req.DocumentType.Set || req.DocumentNumber.Set {
			return nil, fault.Invalid("decision", "cannot be sent together with a submission")
		}
		return investmentEnvelope(a.Investment.DecideKYC(ctx, caller(ctx), params.AccountId,
			investment.KYCDecision(decision), req.Reason.Value))
	}
	return investmentEnvelope(a.Investment.SubmitKYC(ctx, caller(ctx), params.AccountId, investment.KYCDetails{
		FullName: req.FullName.Value, Country: req.Country.Value, DateOfBirth: req.DateOfBirth.Value,
		DocumentType: string(req.DocumentType.Value), DocumentNumber: req.DocumentNumber.Value,
	}))
}

// SetInvestmentAccountStatus implements PATCH /investment/accounts/{accountId}/status.
func (a *API) SetInvestmentAccountStatus(ctx context.Context, req *oas.InvestmentStatusRequest, params oas.SetInvestmentAccountStatusParams) (oas.SetInvestmentAccountStatusRes, error) {
	return investmentEnvelope(a.Investment.SetStatus(ctx, caller(ctx), params.AccountId,
		investment.Status(req.Status), req.Reason.Value))
}

// ConnectAccount implements POST /investment/accounts/connect.
func (a *API) ConnectAccount(ctx context.Context, req *oas.ConnectAccountRequest) (oas.ConnectAccountRes, error) {
	return connectionEnvelope(a.Investment.Connect(ctx, caller(ctx),
		broker.Provider(req.Provider), credentials(req.Credentials)))
}

// credentials are the ones in the request; the broker package knows which of them a provider needs.
func credentials(sent oas.ConnectionCredentials) broker.Credentials {
	given := broker.Credentials{}
	for name, value := range map[string]oas.OptString{
		"apiKey": sent.ApiKey, "apiSecret": sent.ApiSecret, "login": sent.Login, "password": sent.Password, "server": sent.Server,
	} {
		if value.Set {
			given[name] = value.Value
		}
	}
	return given
}

// ListConnections implements GET /investment/connections.
func (a *API) ListConnections(ctx context.Context) (oas.ListConnectionsRes, error) {
	connections, err := a.Investment.Connections(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.ConnectionListEnvelope{Success: true, Data: mapped(connections, connection)}, nil
}

// GetConnection implements GET /investment/connections/{connectionId}.
func (a *API) GetConnection(ctx context.Context, params oas.GetConnectionParams) (oas.GetConnectionRes, error) {
	return connectionEnvelope(a.Investment.Connection(ctx, caller(ctx), params.ConnectionId))
}

// DisconnectAccount implements DELETE /investment/connections/{connectionId}.
func (a *API) DisconnectAccount(ctx context.Context, params oas.DisconnectAccountParams) (oas.DisconnectAccountRes, error) {
	if err := a.Investment.Disconnect(ctx, caller(ctx), params.ConnectionId); err != nil {
		return nil, err
	}
	return done("The account is disconnected and its credentials are erased."), nil
}

// GetInvestmentPerformance implements GET /investment/performance.
func (a *API) GetInvestmentPerformance(ctx context.Context, params oas.GetInvestmentPerformanceParams) (oas.GetInvestmentPerformanceRes, error) {
	period := investment.Period(params.Period.Or(oas.GetInvestmentPerformancePeriodMonth))
	p, err := a.Investment.Performance(ctx, caller(ctx), period, params.AccountId.Value)
	if err != nil {
		return nil, err
	}
	return &oas.PerformanceEnvelope{Success: true, Data: oas.PerformanceFigures{
		Period: oas.PerformanceFiguresPeriod(p.Period), TotalReturn: p.TotalReturn, WinRate: p.WinRate, SharpeRatio: p.SharpeRatio,
		ClosedTrades: p.ClosedTrades, Observations: p.Observations,
	}}, nil
}

// GetInvestmentAnalytics implements GET /investment/analytics.
func (a *API) GetInvestmentAnalytics(ctx context.Context, params oas.GetInvestmentAnalyticsParams) (oas.GetInvestmentAnalyticsRes, error) {
	figures, err := a.Investment.Analytics(ctx, caller(ctx), params.AccountId.Value)
	if err != nil {
		return nil, err
	}
	return &oas.AnalyticsEnvelope{Success: true, Data: analytics(figures)}, nil
}

// investmentEnvelope is the response of operations that return an account.
func investmentEnvelope(account *investment.Account, err error) (*oas.InvestmentAccountEnvelope, error) {
	if err != nil {
		return nil, err
	}
	return &oas.InvestmentAccountEnvelope{Success: true, Data: investmentAccount(account)}, nil
}

func investmentAccount(a *investment.Account) oas.InvestmentAccount {
	return oas.InvestmentAccount{
		ID: a.ID, UserId: a.UserID, TradingAgent: oas.TradingAgent(a.Agent), InitialCapital: a.InitialCapital,
		CurrentBalance: a.CurrentBalance, AccumulatedProfit: a.AccumulatedProfit, RiskProfile: oas.RiskProfile(a.RiskProfile),
		Status: oas.InvestmentStatus(a.Status), KycStatus: oas.KycStatus(a.KYCStatus),
		KycReason: oas.OptString{Value: a.KYCReason, Set: a.KYCReason != ""}, CreatedAt: a.CreatedAt.UTC(),
		ActivatedAt: optTime(a.ActivatedAt.UTC()), ClosingSince: optTime(a.ClosingSince.UTC()), ClosedAt: optTime(a.ClosedAt.UTC()),
	}
}

// connectionEnvelope is the response of operations that return a connection.
func connectionEnvelope(found *investment.Connection, err error) (*oas.ConnectionEnvelope, error) {
	if err != nil {
		return nil, err
	}
	return &oas.ConnectionEnvelope{Success: true, Data: connection(found)}, nil
}

func connection(c *investment.Connection) oas.Connection {
	return oas.Connection{
		ID: c.ID, Provider: oas.ConnectionProvider(c.Provider), Status: oas.ConnectionStatus(c.Status),
		CredentialHint: c.CredentialHint, Permissions: c.Permissions, Message: c.Message, CreatedAt: c.CreatedAt.UTC(),
		CheckedAt: optTime(c.CheckedAt.UTC()), Trading: c.Trading, AccountId: optID(c.AccountID), LastSyncAt: optTime(c.SyncedAt.UTC()),
		SyncMessage: c.SyncMessage,
	}
}

func analytics(a *investment.Analytics) oas.Analytics {
	return oas.Analytics{
		TotalReturn: a.TotalReturn, AnnualReturn: a.AnnualReturn, Volatility: a.Volatility, SharpeRatio: a.SharpeRatio,
		SortinoRatio: a.SortinoRatio, CalmarRatio: a.CalmarRatio, WinRate: a.WinRate, ProfitFactor: a.ProfitFactor,
		Expectancy: a.Expectancy, ClosedTrades: a.ClosedTrades, BestTrade: a.BestTrade, WorstTrade: a.WorstTrade,
		Fees: a.Fees, RealizedPnl: a.RealizedPnL, NetDeposits: a.NetDeposits, MoneyWeightedReturn: a.MoneyWeightedReturn,
		Drawdown: oas.DrawdownFigures{
			Max: a.Drawdown.Max, Current: a.Drawdown.Current,
			PeakDate: optDate(a.Drawdown.PeakDate), TroughDate: optDate(a.Drawdown.TroughDate),
		},
		EquityCurve: mapped(a.EquityCurve, func(p investment.EquityPoint) oas.EquityPoint {
			return oas.EquityPoint{Date: p.Date, Value: p.Value, Return: p.Return}
		}),
		MonthlyReturns: mapped(a.MonthlyReturns, func(m investment.MonthlyReturn) oas.MonthlyReturn {
			return oas.MonthlyReturn{Month: m.Month, Return: m.Return}
		}),
		BySymbol: mapped(a.BySymbol, breakdown), ByExitReason: mapped(a.ByExitReason, breakdown),
		Observations: a.Observations,
	}
}

func breakdown(b investment.Breakdown) oas.Breakdown {
	return oas.Breakdown{Key: b.Key, Trades: b.Trades, RealizedPnl: b.RealizedPnL, WinRate: b.WinRate}
}

// optDate is a date that may not apply.
func optDate(day time.Time) oas.OptDate { return oas.OptDate{Value: day, Set: !day.IsZero()} }
