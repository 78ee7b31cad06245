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
)

// write stores everything in one transaction.
func (s *seed) write(ctx context.Context, db *database.DB) error {
	steps := []func(context.Context, *database.Tx) error{
		s.writeAccounts, s.writeBots, s.writeSubscriptions, s.writeSignals, s.writePositions,
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

func (s *seed) writeAccounts(ctx context.Context, tx *database.Tx) error {
	everybody := slices.Concat(s.owners, s.traders)
	all := accounts.Paper(everybody)
	for _, bot := range s.bots {
		all = append(all, accounts.Account{ID: bot.account, Kind: "bot"})
	}
	if err := accounts.Write(ctx, tx, s.now, all); err != nil {
		return err
	}
	return accounts.Fund(ctx, tx, s.now, everybody)
}

// writeBots stores bots that are stopped, so that they do nothing by themselves.
func (s *seed) writeBots(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `
		INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
			status_reason, capital, total_return, win_rate, sharpe_ratio, max_drawdown, profit_factor, expectancy, closed_trades,
			observations, created_at, updated_at)`, 22, s.bots, func(b seededBot) []any {
		n := int64(b.number)
		return []any{b.id, b.account, fmt.Sprintf("Bench Trend %03d", n),
			"Follows trends of large coins, long and short, and sits out markets without direction.", "trend",
			`{"fastPeriod":20,"slowPeriod":50,"stopAtr":2.5}`, `["` + kit.Symbol + `","` + kit.QuotedSymbol + `"]`, 300, "medium", "stopped",
			"stopped by an administrator", accounts.Capital * kit.Unit, n * kit.Unit / 700, kit.Unit / 2, n * kit.Unit / 64, kit.Unit / 8, kit.Unit + n*kit.Unit/50,
			n * kit.Unit / 3, 40 + n, 30, database.Micros(s.now), database.Micros(s.now)}
	})
}

func (s *seed) writeSubscriptions(ctx context.Context, tx *database.Tx) error {
	return accounts.Follow(ctx, tx, s.now, s.owners, accounts.Following{Bot: s.bots[0].id, Mode: "manual", Capital: accounts.Capital * kit.Unit})
}

func (s *seed) writeSignals(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `
		INSERT INTO signals (id, bot_id, symbol, signal_type, confidence, risk_level, price, target_price, stop_loss, reason,
			created_at, expires_at, copied_at)`, 13, s.signals, func(one seededSignal) []any {
		kind, target, stop := "entry_long", kit.Mark*2, kit.Mark/2
		if one.short {
			kind, target, stop = "entry_short", kit.Mark/4, kit.Mark*3/2
		}
		return []any{one.id, database.OptionalID(one.bot), kit.Symbol, kind, "high", "medium", kit.Mark, target, stop,
			"the fast average has crossed the slow one", database.Micros(one.created), database.Micros(one.expires), database.Micros(one.created)}
	})
}

func (s *seed) writePositions(ctx context.Context, tx *database.Tx) error {
	return database.InsertRows(ctx, tx, `INSERT INTO positions (`+barePositionColumns+`)`, 22, s.positions, func(p seededPosition) []any {
		side, target, stop, liquidation := "buy", kit.Mark*2, kit.Mark/2, int64(0)
		if p.short {
			side, target, stop, liquidation = "sell", kit.Mark/4, kit.Mark*3/2, p.entry/100*195
		}
		status, margin := "open", p.entry/kit.Unit*p.quantity
		subscription, exit, fee, realized := database.OptionalID(p.owner.Subscription), int64(0), margin/1000, int64(0)
		closed := database.OptionalMicros(time.Time{})
		if !p.open {
			status, margin, fee, subscription = "closed", 0, 0, database.OptionalID(uuid.Nil)
			exit, realized, closed = p.exit, (p.exit-p.entry)/4, database.OptionalMicros(p.opened.Add(3*time.Hour))
		}
		return []any{p.id, p.owner.Tenant, p.owner.User, p.owner.Account, p.signal, database.OptionalID(uuid.Nil), subscription,
			kit.Symbol, side, status, p.quantity, p.quantity, p.entry, exit, stop, target, liquidation, margin, fee, realized,
			database.Micros(p.opened), closed}
	})
}
