package investing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// writeInvestors stores everything in one transaction.
func writeInvestors(ctx context.Context, db *database.DB, investors []*investor) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		for _, investor := range investors {
			steps := []func(context.Context, *database.Tx) error{
				investor.writeAccounts, investor.writeSnapshots, investor.writePositions, investor.writeTrades, investor.writeMoney,
			}
			for _, step := range steps {
				if err := step(ctx, tx); err != nil {
					return err
				}
			}
		}
		return kit.Analyze(ctx, tx)
	})
}

func (i *investor) writeAccounts(ctx context.Context, tx *database.Tx) error {
	opened := i.first.Add(10 * time.Hour)
	err := accounts.Write(ctx, tx, opened, []accounts.Account{
		{ID: i.paper, Tenant: i.user.Tenant, User: i.user.ID, Kind: "paper"},
		{ID: i.account, Tenant: i.user.Tenant, User: i.user.ID, Kind: "investment"},
	})
	if err != nil {
		return err
	}
	at := database.Micros(opened)
	err = kit.InsertOne(ctx, tx, "investment_accounts", kit.Row{
		"id": i.account, "tenant_id": i.user.Tenant, "user_id": i.user.ID, "trading_agent": "atlas", "initial_capital": int64(firstDeposit),
		"risk_profile": "moderate", "status": "active", "kyc_status": "approved", "created_at": at, "updated_at": at, "activated_at": at,
	})
	if err != nil {
		return err
	}
	return kit.InsertOne(ctx, tx, "portfolios", kit.Row{
		"id": i.portfolio, "tenant_id": i.user.Tenant, "user_id": i.user.ID, "name": "Main portfolio", "risk_profile": "moderate",
		"is_primary": true, "created_at": at, "updated_at": at,
	})
}

func (i *investor) writeSnapshots(ctx context.Context, tx *database.Tx) error {
	return kit.Insert(ctx, tx, "equity_snapshots", i.snapshots, func(snapshot investorDay) kit.Row {
		return kit.Row{"account_id": snapshot.account, "day": database.Micros(snapshot.day), "value": snapshot.value}
	})
}

// writePositions stores the positions that the trades closed, and a few open ones, bought below the mark.
func (i *investor) writePositions(ctx context.Context, tx *database.Tx) error {
	position := func(id uuid.UUID, symbol, status string, opened time.Time) kit.Row {
		return kit.Row{
			"id": id, "tenant_id": i.user.Tenant, "user_id": i.user.ID, "account_id": i.account, "symbol": symbol, "side": "buy",
			"status": status, "quantity": kit.Unit, "opened_quantity": kit.Unit, "opened_at": database.Micros(opened),
		}
	}
	err := kit.Insert(ctx, tx, "positions", i.trades, func(trade investorTrade) kit.Row {
		row := position(trade.position, trade.symbol, "closed", trade.opened)
		row["entry_price"], row["exit_price"], row["realized_pnl"] = tradePrice, trade.exit, trade.realized
		row["closed_at"] = database.Micros(trade.closed)
		return row
	})
	if err != nil {
		return err
	}
	return kit.Insert(ctx, tx, "positions", make([]struct{}, openHoldings), func(struct{}) kit.Row {
		row := position(uuid.New(), kit.Symbol, "open", i.today.Add(-day))
		row["entry_price"], row["margin"] = holdingPrice, holdingPrice
		return row
	})
}

func (i *investor) writeTrades(ctx context.Context, tx *database.Tx) error {
	return kit.Insert(ctx, tx, "trades", i.trades, func(trade investorTrade) kit.Row {
		return kit.Row{
			"id": trade.id, "tenant_id": i.user.Tenant, "user_id": i.user.ID, "account_id": i.account, "position_id": trade.position,
			"type": "close", "symbol": trade.symbol, "side": "buy", "quantity": kit.Unit, "entry_price": tradePrice, "exit_price": trade.exit,
			"fees": trade.fees, "gross_pnl": trade.realized + trade.fees, "realized_pnl": trade.realized, "exit_reason": trade.reason,
			"balance_after": trade.balanceAfter, "opened_at": database.Micros(trade.opened), "closed_at": database.Micros(trade.closed),
		}
	})
}

// writeMoney books the deposits, each trade, and the margin of open positions.
func (i *investor) writeMoney(ctx context.Context, tx *database.Tx) error {
	books := ledger.New(time.Now)
	for _, account := range []uuid.UUID{i.paper, i.account} {
		err := books.Open(ctx, tx, i.user.Tenant, account, "USD", accounts.Codes...)
		if err != nil {
			return err
		}
	}
	entry := func(account uuid.UUID, code ledger.Code, amount int64) ledger.Entry {
		return ledger.Entry{Account: ledger.AccountID(account, code, "USD"), Amount: money.FromUnits(amount)}
	}
	var booked []ledger.Transaction
	for _, deposit := range i.deposits {
		booked = append(booked, ledger.Transaction{
			TenantID: i.user.Tenant, SourceType: "bench", SourceID: uuid.NewString(), Kind: "deposit", At: deposit.at,
			Entries: []ledger.Entry{entry(deposit.account, ledger.External, -deposit.amount), entry(deposit.account, ledger.Cash, deposit.amount)},
		})
	}
	for _, trade := range i.trades {
		booked = append(booked, ledger.Transaction{
			TenantID: i.user.Tenant, SourceType: "trade", SourceID: trade.id.String(), Kind: "close", At: trade.closed,
			Entries: []ledger.Entry{
				entry(i.account, ledger.Profit, -trade.realized-trade.fees), entry(i.account, ledger.Fees, trade.fees),
				entry(i.account, ledger.Cash, trade.realized),
			},
		})
	}
	held := int64(openHoldings * holdingPrice)
	booked = append(booked, ledger.Transaction{
		TenantID: i.user.Tenant, SourceType: "bench", SourceID: i.account.String(), Kind: "margin", At: i.today.Add(-day),
		Entries: []ledger.Entry{entry(i.account, ledger.Cash, -held), entry(i.account, ledger.Margin, held)},
	})
	_, err := books.Post(ctx, tx, booked...)
	return err
}
