package app

import (
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// want fails the test unless two sources of the same figure agree.
func (d *randomTrader) want(of, what string, got, want money.Decimal) {
	d.T.Helper()
	if got != want {
		d.T.Fatalf("%s: %s is %s and should be %s", of, what, got, want)
	}
}

// wantAgreement fails the test unless accounts, their statements, the history, positions, orders, the summary, the
// portfolios and their allocations agree.
func (d *randomTrader) wantAgreement() {
	d.T.Helper()
	accounts, err := d.Service.Accounts(d.T.Context(), d.Caller)
	tradingtest.Must(d.T, err)
	summary := d.Summary()
	portfolios, err := d.portfolios.Portfolios(d.T.Context(), d.Caller)
	tradingtest.Must(d.T, err)
	if len(accounts) != 2 || len(portfolios) != 2 {
		d.T.Fatalf("there are %d accounts and %d portfolios, want two of each", len(accounts), len(portfolios))
	}
	for _, account := range accounts {
		figures, seen := summary.Paper, portfolios[1]
		if account.AccountID == d.invested {
			figures, seen = summary.Invested, portfolios[0]
		}
		d.wantWhatIsBehind(account)
		d.wantStatement(account)
		d.wantSummary(account, figures)
		d.wantPortfolio(account, seen)
	}
}

// wantWhatIsBehind compares the money of an account with what it is set aside for and where it came from.
func (d *randomTrader) wantWhatIsBehind(account trading.AccountOverview) {
	d.T.Helper()
	var margin, unrealized, openFees, reserved, held money.Decimal
	for _, position := range d.open() {
		if position.AccountID == account.AccountID {
			margin, openFees = margin.Add(position.Margin), openFees.Add(position.EntryFee)
			unrealized = unrealized.Add(position.UnrealizedPnL(d.Service.Mark(position)))
		}
	}
	for _, order := range d.orders() {
		if order.AccountID == account.AccountID {
			reserved = reserved.Add(order.Held)
		}
	}
	if account.AccountID == d.invested {
		held = money.FromInt(int64(10 * len(d.waiting)))
	}
	d.want(account.Name, "the margin", account.Margin, margin)
	d.want(account.Name, "the unrealized profit", account.Unrealized, unrealized)
	d.want(account.Name, "what is reserved", account.Reserved, reserved)
	d.want(account.Name, "what is held", account.Held, held)
	d.want(account.Name, "what was paid in", account.NetDeposits, d.paidIn[account.AccountID])
	d.want(account.Name, "the profit", account.TotalPnL(), account.RealizedPnL.Add(unrealized).Sub(openFees))
}

// wantStatement walks through the lines of an account from zero to its balance, and finds each trade of the history.
func (d *randomTrader) wantStatement(account trading.AccountOverview) {
	d.T.Helper()
	trades, total, err := d.Service.TradesOn(d.T.Context(), account.AccountID, trading.Days{}, database.Page{Number: 1, Limit: 10_000})
	tradingtest.Must(d.T, err)
	byID := make(map[uuid.UUID]trading.Trade, total)
	var realized money.Decimal
	for _, trade := range trades {
		byID[trade.ID], realized = trade, realized.Add(trade.RealizedPnL)
	}
	d.want(account.Name, "the realized profit", account.RealizedPnL, realized)
	lines := d.statement(account.AccountID)
	var balance, moved, won money.Decimal
	for _, line := range lines {
		balance = balance.Add(line.Amount)
		d.want(account.Name, "the balance after "+line.Description, line.Balance, balance)
		switch line.Kind {
		case trading.LineOpening:
			won = won.Add(line.Amount)
		case trading.LineClosing:
			trade, isThere := byID[line.TradeID]
			if !isThere {
				d.T.Fatalf("%s: the history does not have the trade of %+v", account.Name, line)
			}
			delete(byID, line.TradeID)
			won = won.Add(line.Amount)
			if account.AccountID == d.paper { // from which nothing is withdrawn
				d.want(account.Name, "the balance of the trade "+line.Description, trade.BalanceAfter, balance)
			}
		default:
			moved = moved.Add(line.Amount)
		}
	}
	if len(byID) > 0 {
		d.T.Fatalf("%s: the statement does not have %d trades of the history", account.Name, len(byID))
	}
	d.want(account.Name, "the last balance", balance, account.Equity().Sub(account.Unrealized))
	d.want(account.Name, "what the statement says was paid in", moved, account.NetDeposits)
	d.want(account.Name, "what the statement says was won", won, realized.Sub(account.OpenFees))
}

// statement returns all lines of an account, oldest first.
func (d *randomTrader) statement(account uuid.UUID) (lines []trading.StatementLine) {
	d.T.Helper()
	for cursor := (database.Cursor{Limit: 100}); ; {
		page, err := d.Service.Statement(d.T.Context(), d.Caller, account, trading.Days{}, cursor)
		tradingtest.Must(d.T, err)
		lines = append(lines, page...)
		if len(page) < cursor.Limit {
			slices.Reverse(lines)
			return lines
		}
		cursor.Before = page[len(page)-1].ID
	}
}

func (d *randomTrader) wantSummary(account trading.AccountOverview, figures trading.Figures) {
	d.T.Helper()
	d.want(account.Name, "the cash of the summary", figures.Cash, account.Cash)
	d.want(account.Name, "the margin of the summary", figures.Margin, account.Margin)
	d.want(account.Name, "what the summary says is held", figures.Held, account.Held)
	d.want(account.Name, "what the summary says is reserved", figures.Reserved, account.Reserved)
	d.want(account.Name, "the value of the summary", figures.TotalValue, account.Equity())
	d.want(account.Name, "the profit of the summary", figures.TotalPnL, account.TotalPnL())
	d.want(account.Name, "the realized profit of the summary", figures.RealizedPnL, account.RealizedPnL)
	d.want(account.Name, "the unrealized profit of the summary", figures.UnrealizedPnL, account.Unrealized)
	if figures.Positions != len(account.Positions) {
		d.T.Fatalf("%s: the summary has %d positions, the account %d", account.Name, figures.Positions, len(account.Positions))
	}
}

// wantPortfolio compares the portfolio over an account, the last day of its curve and its allocations with the
// account.
func (d *randomTrader) wantPortfolio(account trading.AccountOverview, seen *portfolio.Portfolio) {
	d.T.Helper()
	ctx := d.T.Context()
	d.want(account.Name, "the value of the portfolio", seen.TotalValue, account.Equity())
	d.want(account.Name, "the unrealized profit of the portfolio", seen.UnrealizedPnL, account.Unrealized)
	curve, err := d.accounts.EquityCurve(ctx, d.Caller.TenantID, d.Caller.UserID, seen.AccountIDs)
	tradingtest.Must(d.T, err)
	d.want(account.Name, "the last value of the curve", curve[len(curve)-1].Value, account.Equity())
	var paid money.Decimal
	for _, day := range curve {
		paid = paid.Add(day.In).Sub(day.Out)
	}
	d.want(account.Name, "what the curve says was paid in", paid, account.NetDeposits)
	allocations, err := d.portfolios.Allocations(ctx, d.Caller, seen.ID)
	tradingtest.Must(d.T, err)
	quantities, values, cash := map[string]money.Decimal{}, map[string]money.Decimal{}, account.Equity()
	for _, position := range account.Positions {
		asset, quantity := position.Symbol[:3], position.Quantity
		if position.Side == trading.Sell {
			quantity = quantity.Neg()
		}
		value := quantity.Mul(d.Service.Mark(position))
		quantities[asset], values[asset], cash = quantities[asset].Add(quantity), values[asset].Add(value), cash.Sub(value)
	}
	quantities["USD"], values["USD"] = cash, cash
	var value, percent money.Decimal
	for _, allocation := range allocations {
		value, percent = value.Add(allocation.Value), percent.Add(allocation.CurrentPercent)
		d.want(account.Name, "the quantity of "+allocation.Asset, allocation.Quantity, quantities[allocation.Asset])
		d.want(account.Name, "the value of "+allocation.Asset, allocation.Value, values[allocation.Asset])
	}
	d.want(account.Name, "the value of all allocations", value, account.Equity())
	d.want(account.Name, "the share of all allocations", percent, money.FromInt(100))
}
