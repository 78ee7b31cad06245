package trading

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
)

// write stores everything in one transaction.
func (s *seed) write(ctx context.Context, db *database.DB) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		steps := []func(context.Context, *database.Tx) error{
			s.writeAccounts, s.writeBots, s.writeSubscriptions, s.writeSignals, s.writePositions, s.writeOrders, kit.Analyze,
		}
		for _, step := range steps {
			if err := step(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *seed) writeAccounts(ctx context.Context, tx *database.Tx) error {
	everybody := slices.Concat(s.owners, s.traders)
	all := accounts.Paper(everybody)
	for _, bot := range s.bots {
		all = append(all, accounts.Account{ID: bot.account, Kind: "bot"})
	}
	if err := accounts.Write(ctx, tx, s.now, all); err != nil {
		return err
	}
	if err := accounts.Fund(ctx, tx, s.now, everybody); err != nil {
		return err
	}
	var reserves []ledger.Opening // which an account's first order would open
	for _, trader := range s.traders {
		reserves = append(reserves, ledger.Opening{
			TenantID: trader.Tenant, OwnerID: trader.Account, Currency: "USD", Codes: []ledger.Code{ledger.Reserved},
		})
	}
	return ledger.New(func() time.Time { return s.now }).OpenMany(ctx, tx, reserves...)
}

func (s *seed) writeOrders(ctx context.Context, tx *database.Tx) error {
	return kit.Insert(ctx, tx, "orders", s.orders, func(o seededOrder) kit.Row {
		row := kit.Row{
			"id": o.id, "tenant_id": o.owner.Tenant, "user_id": o.owner.User, "account_id": o.owner.Account, "symbol": kit.Symbol,
			"side": "sell", "type": "stop", "status": "working", "quantity": kit.Unit, "stop_price": o.price, "limit_price": 0,
			"time_in_force": "gtc", "held": o.price, "created_at": database.Micros(o.placed), "updated_at": database.Micros(o.placed),
		}
		if o.isBuy {
			row["side"] = "buy"
		}
		if o.isLimit {
			row["type"], row["limit_price"], row["stop_price"] = "limit", o.price, 0
		}
		return row
	})
}

// writeBots stores stopped bots, so that they do nothing on their own.
func (s *seed) writeBots(ctx context.Context, tx *database.Tx) error {
	return kit.Insert(ctx, tx, "bots", s.bots, func(bot seededBot) kit.Row {
		n := int64(bot.number)
		return kit.Row{
			"id": bot.id, "account_id": bot.account, "name": fmt.Sprintf("Bench Trend %03d", n),
			"description":   "Follows trends of large coins, long and short, and sits out markets without direction.",
			"strategy_type": "trend", "parameters": `{"fastPeriod":20,"slowPeriod":50,"stopAtr":2.5}`,
			"symbols": `["` + kit.Symbol + `","` + kit.QuotedSymbol + `"]`, "timeframe": 300, "risk_level": "medium",
			"status": "stopped", "status_reason": "stopped by an administrator", "capital": accounts.Capital * kit.Unit,
			"total_return": n * kit.Unit / 700, "win_rate": kit.Unit / 2, "sharpe_ratio": n * kit.Unit / 64, "max_drawdown": kit.Unit / 8,
			"profit_factor": kit.Unit + n*kit.Unit/50, "expectancy": n * kit.Unit / 3, "closed_trades": 40 + n, "observations": 30,
			"created_at": database.Micros(s.now), "updated_at": database.Micros(s.now),
		}
	})
}

func (s *seed) writeSubscriptions(ctx context.Context, tx *database.Tx) error {
	return accounts.Follow(ctx, tx, s.now, s.owners, accounts.Following{Bot: s.bots[0].id, Mode: "manual", Capital: accounts.Capital * kit.Unit})
}

func (s *seed) writeSignals(ctx context.Context, tx *database.Tx) error {
	return kit.Insert(ctx, tx, "signals", s.signals, func(signal seededSignal) kit.Row {
		kind, target, stop := "entry_long", kit.Mark*2, kit.Mark/2
		if signal.short {
			kind, target, stop = "entry_short", kit.Mark/4, kit.Mark*3/2
		}
		return kit.Row{
			"id": signal.id, "bot_id": database.OptionalID(signal.bot), "symbol": kit.Symbol, "signal_type": kind,
			"confidence": "high", "risk_level": "medium", "price": kit.Mark, "target_price": target, "stop_loss": stop,
			"reason": "the fast average has crossed the slow one", "created_at": database.Micros(signal.created),
			"expires_at": database.Micros(signal.expires), "copied_at": database.Micros(signal.created),
		}
	})
}

func (s *seed) writePositions(ctx context.Context, tx *database.Tx) error {
	return kit.Insert(ctx, tx, "positions", s.positions, func(p seededPosition) kit.Row {
		row := kit.Row{
			"id": p.id, "tenant_id": p.owner.Tenant, "user_id": p.owner.User, "account_id": p.owner.Account, "signal_id": p.signal,
			"symbol": kit.Symbol, "side": "buy", "quantity": p.quantity, "opened_quantity": p.quantity, "entry_price": p.entry,
			"target_price": kit.Mark * 2, "stop_loss": kit.Mark / 2, "liquidation_price": 0, "opened_at": database.Micros(p.opened),
		}
		if p.short {
			row["side"], row["target_price"], row["stop_loss"], row["liquidation_price"] = "sell", kit.Mark/4, kit.Mark*3/2, p.entry/100*195
		}
		margin := p.entry / kit.Unit * p.quantity
		row["status"], row["margin"], row["entry_fee"], row["subscription_id"] = "open", margin, margin/1000, p.owner.Subscription
		row["exit_price"], row["realized_pnl"], row["closed_at"] = 0, 0, database.OptionalMicros(time.Time{})
		if !p.open {
			row["status"], row["margin"], row["entry_fee"], row["subscription_id"] = "closed", 0, 0, database.OptionalID(uuid.Nil)
			row["exit_price"], row["realized_pnl"], row["closed_at"] = p.exit, (p.exit-p.entry)/4, database.Micros(p.opened.Add(3*time.Hour))
		}
		return row
	})
}
