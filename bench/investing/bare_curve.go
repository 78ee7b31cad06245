package investing

import (
	"context"
	"database/sql"
	"math"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// bareDay is what accounts were worth at the end of a day.
type bareDay struct{ start, value, in, out int64 }

const microsOfDay = int64(day / time.Microsecond)

type bareFlow struct {
	external     string
	day, in, out int64
}

type bareSnapshot struct {
	account    string
	day, value int64
}

// readBareCurve reads the value of accounts from the first day with money to today. The queries are the product's,
// see trading.Service.EquityCurve.
func readBareCurve(ctx context.Context, pool *sql.DB, settings bareSettings, figures []bareFigures) ([]bareDay, error) {
	accounts, externals := make([]any, len(figures)), make([]any, len(figures))
	for i, account := range figures {
		accounts[i], externals[i] = account.account, settings.External[account.account]
	}
	rows, err := pool.QueryContext(ctx, `
		SELECT p.account_id, t.created_at - t.created_at % 86400000000,
			SUM(CASE WHEN p.amount < 0 THEN -p.amount ELSE 0 END), SUM(CASE WHEN p.amount > 0 THEN p.amount ELSE 0 END)
		FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
		WHERE p.account_id IN `+database.Placeholders(1, len(externals))+`
		GROUP BY 1, 2 ORDER BY 2`, externals...)
	flows, err := kit.Collect(rows, err, func(rows *sql.Rows, f *bareFlow) error {
		return rows.Scan(&f.external, &f.day, &f.in, &f.out)
	})
	if err != nil {
		return nil, err
	}
	rows, err = pool.QueryContext(ctx, `SELECT account_id, day, value FROM equity_snapshots WHERE account_id IN `+
		database.Placeholders(1, len(accounts)), accounts...)
	snapshots, err := kit.Collect(rows, err, func(rows *sql.Rows, s *bareSnapshot) error {
		return rows.Scan(&s.account, &s.day, &s.value)
	})
	if err != nil {
		return nil, err
	}
	return bareCurve(settings, figures, flows, snapshots), nil
}

// bareCurve adds up the days of all accounts. The first flow is the oldest.
func bareCurve(settings bareSettings, figures []bareFigures, flows []bareFlow, snapshots []bareSnapshot) []bareDay {
	const unknown = math.MinInt64
	first := flows[0].day
	today := time.Now().UTC().Truncate(day).UnixMicro()
	curve := make([]bareDay, (today-first)/microsOfDay+1)
	for i := range curve {
		curve[i].start = first + int64(i)*microsOfDay
	}
	for _, f := range flows {
		curve[(f.day-first)/microsOfDay].in += f.in
		curve[(f.day-first)/microsOfDay].out += f.out
	}
	seen, paid := make([]int64, len(curve)), make([]int64, len(curve))
	for _, account := range figures {
		for i := range seen {
			seen[i], paid[i] = unknown, 0
		}
		for _, f := range flows {
			if f.external == settings.External[account.account] {
				paid[(f.day-first)/microsOfDay] += f.in - f.out
			}
		}
		for _, s := range snapshots {
			if s.account == account.account {
				seen[(s.day-first)/microsOfDay] = s.value
			}
		}
		seen[len(seen)-1] = account.worth
		value := int64(0)
		for i := range curve {
			value += paid[i]
			if seen[i] != unknown {
				value = seen[i]
			}
			curve[i].value += value
		}
	}
	return curve
}
