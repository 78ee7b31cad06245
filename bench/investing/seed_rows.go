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
		for _, one := range investors {
			steps := []func(context.Context, *database.Tx) error{
				one.writeAccounts, one.writeSnapshots, one.writePositions, one.writeTrades, one.writeMoney,
			}
			for _, step := range steps {
				if err := step(ctx, tx); err != nil {
					return err
				}
			}
		}
		if tx.Engine() == database.Postgres {
			_, err := tx.Exec(ctx, "ANALYZE") // as autovacuum does by itself on a server that has it on
			return err
		}
		return nil
	})
}

func (i *investor) writeAccounts(ctx context.Context, tx *database.Tx) error {
	made := database.Micros(i.first.Add(10 * time.Hour))
	err := accounts.Write(ctx, tx, i.first.Add(10*time.Hour), []accounts.Account{
		{ID: i.paper, Tenant: i.user.Tenant, User: i.user.ID, Kind: "paper"},
		{ID: i.account, Tenant: i.user.Tenant, User: i.user.ID, Kind: "investment"},
	})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO investment_accounts (id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status,
			created_at, updated_at, activated_at)
		VALUES ($1, $2, $3, 'atlas', $4, 'moderate', 'active', 'approved', $5, $5, $5)`,
		i.account, i.user.Tenant, i.user.ID, int64(firstDeposit), made)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO portfolios (id, tenant_id, user_id, name, risk_profile, is_primary, created_at, updated_at)
		VALUES ($1, $2, $3, 'Main portfolio', 'moderate', $4, $5, $5)`, i.portfolio, i.user.Tenant, i.user.ID, true, made)
	return err
}

func (i *investor) writeSnapshots(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `INSERT INTO equity_snapshots (account_id, day, value)`, 3, i.snapshots, func(d investorDay) []any {
		return []any{d.account, database.Micros(d.day), d.value}
	})
}

// writePositions stores what the trades have closed, and a few that are open, below the mark.
func (i *investor) writePositions(ctx context.Context, tx *database.Tx) error {
	const insert = `INSERT INTO positions (id, tenant_id, user_id, account_id, signal_id, bot_id, subscription_id, symbol, side, status,
		quantity, opened_quantity, entry_price, exit_price, stop_loss, target_price, liquidation_price, margin, entry_fee,
		realized_pnl, opened_at, closed_at)`
	none := database.OptionalID(uuid.Nil)
	err := database.InsertRows(ctx, tx, insert, 22, i.trades, func(t investorTrade) []any {
		return []any{t.position, i.user.Tenant, i.user.ID, i.account, none, none, none, t.symbol, "buy", "closed", int64(kit.Unit), int64(kit.Unit),
			int64(100 * kit.Unit), t.exit, int64(0), int64(0), int64(0), int64(0), int64(0), t.realized,
			database.Micros(t.opened), database.OptionalMicros(t.closed)}
	})
	if err != nil {
		return err
	}
	return database.InsertRows(ctx, tx, insert, 22, make([]struct{}, openHoldings), func(struct{}) []any {
		return []any{uuid.New(), i.user.Tenant, i.user.ID, i.account, none, none, none, kit.Symbol, "buy", "open", int64(kit.Unit), int64(kit.Unit),
			int64(holdingPrice), int64(0), int64(0), int64(0), int64(0), int64(holdingPrice), int64(0), int64(0),
			database.Micros(i.today.Add(-day)), database.OptionalMicros(time.Time{})}
	})
}

func (i *investor) writeTrades(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `
		INSERT INTO trades (id, tenant_id, user_id, account_id, position_id, type, symbol, side, quantity, entry_price, exit_price,
			fees, gross_pnl, realized_pnl, exit_reason, balance_after, opened_at, closed_at)`, 18, i.trades, func(t investorTrade) []any {
		return []any{t.id, i.user.Tenant, i.user.ID, i.account, t.position, "close", t.symbol, "buy", int64(kit.Unit), int64(100 * kit.Unit), t.exit,
			t.fees, t.realized + t.fees, t.realized, t.reason, t.balanceAfter, database.Micros(t.opened), database.Micros(t.closed)}
	})
}

// writeMoney books the deposits, each trade, and the margin of what is open.
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
	for _, one := range i.deposits {
		booked = append(booked, ledger.Transaction{
			TenantID: i.user.Tenant, SourceType: "bench", SourceID: uuid.NewString(), Kind: "deposit", At: one.at,
			Entries: []ledger.Entry{entry(one.account, ledger.External, -one.amount), entry(one.account, ledger.Cash, one.amount)},
		})
	}
	for _, t := range i.trades {
		booked = append(booked, ledger.Transaction{
			TenantID: i.user.Tenant, SourceType: "trade", SourceID: t.id.String(), Kind: "close", At: t.closed,
			Entries: []ledger.Entry{
				entry(i.account, ledger.Profit, -t.realized-t.fees), entry(i.account, ledger.Fees, t.fees), entry(i.account, ledger.Cash, t.realized),
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
