package httpapi

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/httpapi/edge"
	"bourse/internal/oas"
	"bourse/internal/trading"
)

// ListTradingAccounts implements GET /trading/accounts.
func (a *API) ListTradingAccounts(ctx context.Context) (oas.ListTradingAccountsRes, error) {
	accounts, err := a.Trading.Accounts(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.TradingAccountListEnvelope{Success: true, Data: mapped(accounts, tradingAccount)}, nil
}

// GetStatement implements GET /trading/accounts/{accountId}/statement.
func (a *API) GetStatement(ctx context.Context, params oas.GetStatementParams) (oas.GetStatementRes, error) {
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	days := trading.Days{Start: params.StartDate.Value, End: params.EndDate.Value}
	lines, err := a.Trading.Statement(ctx, caller(ctx), params.AccountId, days, cursor)
	if err != nil {
		return nil, err
	}
	return &oas.StatementEnvelope{
		Success: true, Data: mapped(lines, statementLine),
		Meta: cursorMeta(cursor.Limit, lines, func(line trading.StatementLine) uuid.UUID { return line.ID }),
	}, nil
}

// DownloadStatement implements GET /trading/accounts/{accountId}/statement.csv.
func (a *API) DownloadStatement(ctx context.Context, params oas.DownloadStatementParams) (oas.DownloadStatementRes, error) {
	file := &statementFile{
		trading: a.Trading, caller: caller(ctx), account: params.AccountId,
		days: trading.Days{Start: params.StartDate.Value, End: params.EndDate.Value},
	}
	content, err := edge.Download(ctx, "statement-"+params.AccountId.String()+".csv", file.next)
	return oas.DownloadStatementOK{Data: content}, err
}

func tradingAccount(o trading.AccountOverview) oas.TradingAccount {
	return oas.TradingAccount{
		ID: o.AccountID, Kind: oas.TradingAccountKind(o.Kind), Name: o.Name, Status: oas.TradingAccountStatus(o.Status),
		Currency: trading.Currency, Cash: o.Cash, Held: o.Held, Reserved: o.Reserved, Margin: o.Margin, UnrealizedPnl: o.Unrealized,
		RealizedPnl: o.RealizedPnL, OpenFees: o.OpenFees, Equity: o.Equity(), NetDeposits: o.NetDeposits, TotalPnl: o.TotalPnL(),
		OpenPositions: len(o.Positions),
	}
}

func statementLine(l trading.StatementLine) oas.StatementLine {
	return oas.StatementLine{
		ID: l.ID, Time: l.Time.UTC(), Kind: oas.StatementLineKind(l.Kind), Description: l.Description, Amount: l.Amount,
		Fee: oas.OptDecimal{Value: l.Fee, Set: !l.Fee.IsZero()}, Balance: l.Balance, PositionId: optID(l.PositionID), TradeId: optID(l.TradeID),
		OrderId: optID(l.OrderID),
	}
}
