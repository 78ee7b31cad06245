package growth

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/ledger"
)

// cashOf is the ledger account of an account's cash.
func cashOf(account uuid.UUID) uuid.UUID { return ledger.AccountID(account, ledger.Cash, "USD") }

// fill writes everything, and lets the database analyze it.
func (f *filler) fill(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		f.fillPeople, f.fillMarket, f.fillSignals, f.fillTrading, f.fillBooks, f.fillMoney, f.fillLearning, f.fillRecords, f.fillWebhooks,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	_, err := f.pool.ExecContext(ctx, "ANALYZE") // as autovacuum and SQLite's keeper do on their own
	return err
}

// table is rows of a table.
type table struct {
	name  string
	count int
	row   map[string]string
}

func (f *filler) write(ctx context.Context, tables ...table) error {
	for _, t := range tables {
		if err := f.insert(ctx, t.name, t.count, t.row); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) fillPeople(ctx context.Context) error {
	users := f.over(years*year, f.size.users)
	sessions := f.over(50*day, f.size.of("sessions"))
	return f.write(ctx,
		table{"users", f.size.users, map[string]string{
			"id": f.userID("i"), "tenant_id": text(f.tenant), "email": "'user-' || i || '@bench.test'", "role": "'trader'",
			"email_verified_at": users.at(), "created_at": users.at(), "updated_at": users.at(),
		}},
		table{"trading_accounts", f.size.users, map[string]string{
			"id": f.accountID("i"), "tenant_id": text(f.tenant), "user_id": f.userID("i"), "kind": "'paper'", "status": "'active'", "created_at": users.at(),
		}},
		table{"sessions", f.size.of("sessions"), map[string]string{
			"id": sessions.id("003", "i"), "tenant_id": text(f.tenant), "user_id": f.someUser(), "assurance": "1", "created_at": sessions.at(),
			"last_activity_at": sessions.at(), "expires_at": fmt.Sprintf("%s + %d", sessions.at(), (30 * day).Microseconds()),
		}},
		table{"known_devices", f.size.of("known_devices"), map[string]string{
			"id": users.id("004", "i"), "tenant_id": text(f.tenant), "user_id": f.userID("i"), "first_seen_at": users.at(),
			"last_seen_at": fmt.Sprint(f.now.UnixMicro()),
		}})
}

// fillMarket stores candles of every instrument except those whose prices are replayed.
func (f *filler) fillMarket(ctx context.Context) error {
	rows, err := f.pool.QueryContext(ctx, `SELECT symbol FROM instruments WHERE symbol NOT IN ('`+kit.Symbol+`', '`+kit.QuotedSymbol+`')`)
	symbols, err := kit.Collect(rows, err, scanText)
	if err != nil {
		return err
	}
	for _, symbol := range symbols {
		for _, series := range []struct{ seconds, least, kept int }{
			{60, 1440, 60 * 1440}, {300, 288, 180 * 288}, {3600, 600, 730 * 24}, {86400, 30, years * 365},
		} {
			count := max(series.least, int(f.size.candles*float64(series.kept)))
			last := f.now.Unix() / int64(series.seconds) * int64(series.seconds)
			err := f.insert(ctx, "candles", count, map[string]string{
				"symbol": text(symbol), "seconds": fmt.Sprint(series.seconds), "opened_at": fmt.Sprintf("(%d - i * %d) * 1000000", last, series.seconds),
				"open": fmt.Sprint(kit.Mark), "high": fmt.Sprint(kit.Mark), "low": fmt.Sprint(kit.Mark), "close": fmt.Sprint(kit.Mark), "volume": "1",
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// fillSignals stores signals of the platform that are no longer copied.
func (f *filler) fillSignals(ctx context.Context) error {
	made := f.over(years*year, f.size.house)
	err := f.insert(ctx, "signals", f.size.house, map[string]string{
		"id": made.id("010", "i"), "symbol": text(kit.Symbol), "signal_type": "'entry_long'", "confidence": "'high'", "risk_level": "'medium'",
		"price": fmt.Sprint(kit.Mark), "reason": "'the fast average has crossed the slow one'", "number": "i", "created_at": made.at(),
		"expires_at": made.at() + " + 3600000000", "copied_at": made.at(),
	})
	if err != nil {
		return err
	}
	_, err = f.pool.ExecContext(ctx, fmt.Sprintf(`UPDATE trading_signal_counter SET number = %d`, f.size.house))
	return err
}

// fillTrading stores what was traded: by all users, by the user whose requests are measured, and by the house bots.
func (f *filler) fillTrading(ctx context.Context) error {
	tables := f.traded("02", f.size.of("positions"), f.someUser(), f.someAccount())
	tables = append(tables, f.traded("03", f.size.own, text(f.owner.User), text(f.owner.Account))...)
	rows, err := f.pool.QueryContext(ctx, `SELECT account_id FROM bots ORDER BY id`)
	bots, err := kit.Collect(rows, err, scanText)
	if err != nil {
		return err
	}
	for i, bot := range bots {
		tables = append(tables, f.traded(fmt.Sprintf("1%d", i), f.size.house, "NULL", text(bot))[:2]...) // bots place no orders
	}
	open := f.over(10*day, openPositions)
	snapshots := f.size.of("equity_snapshots")
	return f.write(ctx, append(tables,
		table{"positions", openPositions, merged(f.position("040", open, f.someUser(), f.someAccount()), map[string]string{
			"status": "'open'", "closed_at": "NULL", "exit_price": "0", "realized_pnl": "0", "margin": fmt.Sprint(kit.Mark),
			"stop_loss": fmt.Sprint(kit.Mark / 2), "target_price": fmt.Sprint(kit.Mark * 2),
		})},
		table{"equity_snapshots", snapshots, map[string]string{
			"account_id": f.someAccount(), "day": fmt.Sprintf("(%d - i / %d - 1) * 86400000000", f.now.Unix()/86400, f.size.users), "value": fmt.Sprint(kit.Mark * 1000),
		}})...)
}

// traded returns positions, their trades and as many cancelled orders.
func (f *filler) traded(kind string, count int, user, account string) []table {
	made := f.over(years*year, count)
	return []table{
		{"positions", count, f.position(kind+"1", made, user, account)},
		{"trades", count, map[string]string{
			"id": made.id(kind+"2", "i"), "tenant_id": text(f.tenant), "user_id": user, "account_id": account, "position_id": made.id(kind+"1", "i"),
			"type": "'close'", "symbol": text(kit.Symbol), "side": "'buy'", "quantity": fmt.Sprint(kit.Unit), "entry_price": fmt.Sprint(kit.Mark),
			"exit_price": fmt.Sprint(kit.Mark + kit.Unit), "fees": "20000000", "gross_pnl": fmt.Sprint(kit.Unit), "realized_pnl": "80000000",
			"exit_reason": "'manual'", "balance_after": fmt.Sprint(kit.Mark * 1000), "opened_at": made.at(), "closed_at": made.at(),
		}},
		{"orders", count, map[string]string{
			"id": made.id(kind+"3", "i"), "tenant_id": text(f.tenant), "user_id": user, "account_id": account, "symbol": text(kit.Symbol),
			"side": "'buy'", "type": "'limit'", "status": "'cancelled'", "quantity": fmt.Sprint(kit.Unit), "limit_price": fmt.Sprint(kit.Mark / 2),
			"time_in_force": "'gtc'", "reason": "'cancelled by its owner'", "created_at": made.at(), "updated_at": made.at(),
		}},
	}
}

func (f *filler) position(kind string, made moments, user, account string) map[string]string {
	return map[string]string{
		"id": made.id(kind, "i"), "tenant_id": text(f.tenant), "user_id": user, "account_id": account, "symbol": text(kit.Symbol), "side": "'buy'",
		"status": "'closed'", "quantity": fmt.Sprint(kit.Unit), "opened_quantity": fmt.Sprint(kit.Unit), "entry_price": fmt.Sprint(kit.Mark),
		"exit_price": fmt.Sprint(kit.Mark + kit.Unit), "realized_pnl": "80000000", "opened_at": made.at(), "closed_at": made.at() + " + 1000000",
		"margin": "0", "stop_loss": "0", "target_price": "0", "liquidation_price": "0",
	}
}

// merged is a row with some values replaced.
func merged(row, with map[string]string) map[string]string {
	for name, value := range with {
		row[name] = value
	}
	return row
}
