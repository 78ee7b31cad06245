package investing

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"bourse/bench/kit"
)

type bareSettings struct {
	kit.Database
	Read                          string            // one of reads
	UserID, TenantID, PortfolioID string            // the caller, and what they request
	External                      map[string]string // the counter-account of each account's money
}

// readBare reads each input of one of the answers once, and computes it with plain numbers.
func readBare(ctx context.Context, pool *sql.DB, settings bareSettings) (any, error) {
	switch settings.Read {
	case "performance":
		return readBarePerformance(ctx, pool, settings)
	case "analytics":
		return readBareAnalytics(ctx, pool, settings)
	}
	return nil, fmt.Errorf("there is nothing like %q", settings.Read)
}

type barePoint struct {
	Date  string  `json:"date"`
	Value float64 `json:"value"`
	PnL   float64 `json:"pnl"`
}

func readBarePerformance(ctx context.Context, pool *sql.DB, settings bareSettings) (any, error) {
	var isPrimary bool
	err := pool.QueryRowContext(ctx, `SELECT is_primary FROM portfolios WHERE id = $1 AND user_id = $2 AND tenant_id = $3`,
		settings.PortfolioID, settings.UserID, settings.TenantID).Scan(&isPrimary)
	if err != nil {
		return nil, err
	}
	figures, err := readBareFigures(ctx, pool, settings)
	if err != nil {
		return nil, err
	}
	figures = slices.DeleteFunc(figures, func(account bareFigures) bool { return isPrimary && account.kind == "paper" })
	curve, err := readBareCurve(ctx, pool, settings, figures)
	if err != nil {
		return nil, err
	}
	points := make([]barePoint, len(curve))
	var paid int64
	for i, day := range curve {
		if i > 0 {
			paid += day.in - day.out
		}
		points[i] = barePoint{bareDate(day.start), kit.Number(day.value), kit.Number(day.value - curve[0].value - paid)}
	}
	return kit.Answer{Success: true, Data: points}, nil
}

// bareDate formats the start of a day as a date.
func bareDate(micros int64) string { return time.UnixMicro(micros).UTC().Format(time.DateOnly) }

// bareFigures is what an account has now.
type bareFigures struct {
	account, kind   string
	worth, deposits int64
}

// readBareFigures reads the accounts of a user and what is open on them, as the product's trading does.
func readBareFigures(ctx context.Context, pool *sql.DB, settings bareSettings) ([]bareFigures, error) {
	rows, err := pool.QueryContext(ctx, `
		SELECT a.id, a.kind,
			COALESCE(SUM(CASE WHEN l.code IN ('cash', 'margin', 'hold', 'reserved') THEN l.balance ELSE 0 END), 0),
			COALESCE(-SUM(CASE WHEN l.code = 'external' THEN l.balance ELSE 0 END), 0)
		FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id
		WHERE a.user_id = $1
		GROUP BY a.id, a.kind
		ORDER BY a.id`, settings.UserID)
	figures, err := kit.Collect(rows, err, func(rows *sql.Rows, account *bareFigures) error {
		return rows.Scan(&account.account, &account.kind, &account.worth, &account.deposits)
	})
	if err != nil {
		return nil, err
	}
	rows, err = pool.QueryContext(ctx, `SELECT account_id, side, quantity, entry_price FROM positions WHERE user_id = $1 AND status = 'open' ORDER BY id`, settings.UserID)
	_, err = kit.Collect(rows, err, func(rows *sql.Rows, _ *struct{}) error {
		var account, side string
		var quantity, entry int64
		err := rows.Scan(&account, &side, &quantity, &entry)
		gained := (kit.Mark - entry) * quantity / kit.Unit
		if side == "sell" {
			gained = -gained
		}
		for i := range figures {
			if figures[i].account == account {
				figures[i].worth += gained
			}
		}
		return err
	})
	return figures, err
}
