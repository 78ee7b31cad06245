package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

const deskCapital = 100_000

// write stores everything in one transaction.
func (s *deskSeed) write(ctx context.Context, db *database.DB) error {
	steps := []func(context.Context, *database.Tx) error{
		s.writeAccounts, s.writeMoney, s.writeBots, s.writeSubscriptions, s.writeSignals, s.writePositions,
	}
	err := db.InTx(ctx, func(tx *database.Tx) error {
		for _, step := range steps {
			if err := step(ctx, tx); err != nil {
				return err
			}
		}
		if tx.Engine() == database.Postgres {
			_, err := tx.Exec(ctx, "ANALYZE") // as autovacuum does by itself on a server that has it on
			return err
		}
		return nil
	})
	return err
}

// everybody are the owners and the traders.
func (s *deskSeed) everybody() []deskOwner {
	return append(s.owners[:len(s.owners):len(s.owners)], s.traders...)
}

func (s *deskSeed) writeAccounts(ctx context.Context, tx *database.Tx) error {
	const insert = `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at)`
	err := database.InsertRows(ctx, tx, insert, 6, s.everybody(), func(o deskOwner) []any {
		return []any{o.account, o.tenant, o.user, "paper", "active", database.Micros(s.now)}
	})
	if err != nil {
		return err
	}
	return database.InsertRows(ctx, tx, insert, 6, s.bots, func(b deskBot) []any {
		return []any{b.account, uuid.Nil, nil, "bot", "active", database.Micros(s.now)}
	})
}

func (s *deskSeed) writeMoney(ctx context.Context, tx *database.Tx) error {
	books := ledger.New(func() time.Time { return s.now })
	var openings []ledger.Opening
	var deposits []ledger.Transaction
	capital := money.FromInt(deskCapital)
	for _, owner := range s.everybody() {
		openings = append(openings, ledger.Opening{
			TenantID: owner.tenant, OwnerID: owner.account, Currency: "USD",
			Codes: []ledger.Code{ledger.Cash, ledger.Margin, ledger.External, ledger.Profit, ledger.Fees},
		})
		deposits = append(deposits, ledger.Transaction{
			TenantID: owner.tenant, SourceType: "trading_account", SourceID: owner.account.String(), Kind: "capital",
			Entries: []ledger.Entry{
				{Account: ledger.AccountID(owner.account, ledger.External, "USD"), Amount: capital.Neg()},
				{Account: ledger.AccountID(owner.account, ledger.Cash, "USD"), Amount: capital},
			},
		})
	}
	if err := books.OpenMany(ctx, tx, openings...); err != nil {
		return err
	}
	_, err := books.Post(ctx, tx, deposits...)
	return err
}

// writeBots stores bots that are stopped, so that they do nothing by themselves.
func (s *deskSeed) writeBots(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `
		INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
			status_reason, capital, total_return, win_rate, sharpe_ratio, max_drawdown, profit_factor, expectancy, closed_trades,
			observations, created_at, updated_at)`, 22, s.bots, func(b deskBot) []any {
		n := int64(b.number)
		return []any{b.id, b.account, fmt.Sprintf("Bench Trend %03d", n),
			"Follows trends of large coins, long and short, and sits out markets without direction.", "trend",
			`{"fastPeriod":20,"slowPeriod":50,"stopAtr":2.5}`, `["` + deskSymbol + `","` + quotedOnly + `"]`, 300, "medium", "stopped",
			"stopped by an administrator", deskCapital * unit, n * unit / 700, unit / 2, n * unit / 64, unit / 8, unit + n*unit/50,
			n * unit / 3, 40 + n, 30, database.Micros(s.now), database.Micros(s.now)}
	})
}

func (s *deskSeed) writeSubscriptions(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `
		INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, allocated_capital, copy_stop_percent, status,
			created_at)`, 10, s.owners, func(o deskOwner) []any {
		return []any{o.subscription, o.tenant, o.user, s.bots[0].id, o.account, "manual", deskCapital * unit, 20, "active", database.Micros(s.now)}
	})
}

func (s *deskSeed) writeSignals(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `
		INSERT INTO signals (id, bot_id, symbol, signal_type, confidence, risk_level, price, target_price, stop_loss, reason,
			created_at, expires_at, copied_at)`, 13, s.signals, func(one deskSignal) []any {
		kind, target, stop := "entry_long", deskMark*2, deskMark/2
		if one.short {
			kind, target, stop = "entry_short", deskMark/4, deskMark*3/2
		}
		return []any{one.id, database.OptionalID(one.bot), deskSymbol, kind, "high", "medium", deskMark, target, stop,
			"the fast average has crossed the slow one", database.Micros(one.created), database.Micros(one.expires), database.Micros(one.created)}
	})
}

func (s *deskSeed) writePositions(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `INSERT INTO positions (`+barePositionColumns+`)`, 22, s.positions, func(p deskPosition) []any {
		side, target, stop, liquidation := "buy", deskMark*2, deskMark/2, int64(0)
		if p.short {
			side, target, stop, liquidation = "sell", deskMark/4, deskMark*3/2, p.entry/100*195
		}
		status, margin := "open", p.entry/unit*p.quantity
		subscription, exit, fee, realized := database.OptionalID(p.owner.subscription), int64(0), margin/1000, int64(0)
		closed := database.OptionalMicros(time.Time{})
		if !p.open {
			status, margin, fee, subscription = "closed", 0, 0, database.OptionalID(uuid.Nil)
			exit, realized, closed = p.exit, (p.exit-p.entry)/4, database.OptionalMicros(p.opened.Add(3*time.Hour))
		}
		return []any{p.id, p.owner.tenant, p.owner.user, p.owner.account, p.signal, database.OptionalID(uuid.Nil), subscription,
			deskSymbol, side, status, p.quantity, p.quantity, p.entry, exit, stop, target, liquidation, margin, fee, realized,
			database.Micros(p.opened), closed}
	})
}
