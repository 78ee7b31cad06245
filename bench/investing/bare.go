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
	UserID, TenantID, PortfolioID string            // who asks, and for what
	External                      map[string]string // where the money of each account comes from
}

// readBare reads what one of the answers follows from, each thing once, and computes it with plain numbers.
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
	var id, tenant, user, name, risk string
	var isPrimary bool
	var created, updated int64
	err := pool.QueryRowContext(ctx, `
		SELECT id, tenant_id, user_id, name, risk_profile, is_primary, created_at, updated_at
		FROM portfolios WHERE id = $1 AND user_id = $2 AND tenant_id = $3`, settings.PortfolioID, settings.UserID, settings.TenantID).
		Scan(&id, &tenant, &user, &name, &risk, &isPrimary, &created, &updated)
	if err != nil {
		return nil, err
	}
	standings, err := readBareStandings(ctx, pool, settings)
	if err != nil {
		return nil, err
	}
	standings = slices.DeleteFunc(standings, func(one bareStanding) bool { return one.kind == "paper" }) // not of the primary one
	curve, err := readBareCurve(ctx, pool, settings, standings)
	if err != nil {
		return nil, err
	}
	points := make([]barePoint, len(curve))
	var paid int64
	for i, one := range curve {
		if i > 0 {
			paid += one.in - one.out
		}
		points[i] = barePoint{bareDate(one.day), kit.Number(one.value), kit.Number(one.value - curve[0].value - paid)}
	}
	return kit.Answer{Success: true, Data: points}, nil
}

// bareDate turns the beginning of a day into a date of the wire.
func bareDate(micros int64) string { return time.UnixMicro(micros).UTC().Format(time.DateOnly) }

// bareStanding is what an account has now.
type bareStanding struct {
	account, kind, status string
	worth, deposits       int64
}

// readBareStandings reads the accounts of a user and what is open on them, see trading.Service.Standings.
func readBareStandings(ctx context.Context, pool *sql.DB, settings bareSettings) ([]bareStanding, error) {
	rows, err := pool.QueryContext(ctx, `
		SELECT a.id, a.kind, a.status,
			COALESCE(SUM(CASE WHEN l.code = 'cash' THEN l.balance ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN l.code = 'margin' THEN l.balance ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN l.code = 'hold' THEN l.balance ELSE 0 END), 0),
			COALESCE(-SUM(CASE WHEN l.code = 'external' THEN l.balance ELSE 0 END), 0),
			COALESCE(-SUM(CASE WHEN l.code IN ('profit', 'fees') THEN l.balance ELSE 0 END), 0)
		FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id
		WHERE a.user_id = $1
		GROUP BY a.id, a.kind, a.status
		ORDER BY a.id`, settings.UserID)
	standings, err := kit.Collect(rows, err, func(rows *sql.Rows, s *bareStanding) error {
		var cash, margin, held, realized int64
		err := rows.Scan(&s.account, &s.kind, &s.status, &cash, &margin, &held, &s.deposits, &realized)
		s.worth = cash + margin + held
		return err
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
		for i := range standings {
			if standings[i].account == account {
				standings[i].worth += gained
			}
		}
		return err
	})
	return standings, err
}
