package trading

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// EquityDay is what accounts were worth at the end of a UTC day, and what was paid in and out on it.
type EquityDay struct {
	Day     time.Time // its beginning
	Value   money.Decimal
	In, Out money.Decimal
}

// EquityCurve is the worth of accounts together, day by day from the first day with money to today, of
// which the value is that of now. A day without a snapshot has the value of the day before and what was paid
// in and out since. The cost grows with the days and the payments, not with the trades.
func (s *Service) EquityCurve(ctx context.Context, standings []*Standing) (curve []EquityDay, err error) {
	defer money.Catch(&err)
	if len(standings) == 0 {
		return []EquityDay{}, nil
	}
	flows, err := s.flows(ctx, standings)
	if err != nil || len(flows) == 0 {
		return []EquityDay{}, err
	}
	snapshots, err := s.snapshots(ctx, standings)
	if err != nil {
		return nil, err
	}
	days := make(map[int64]*EquityDay, len(flows))
	for _, flow := range flows {
		total := dayOf(days, flow.day)
		total.In, total.Out = total.In.Add(flow.in), total.Out.Add(flow.out)
	}
	today := database.Micros(utcDay(s.now().UTC()))
	for _, standing := range standings {
		addCurve(days, flows, snapshots[standing.AccountID], standing, today)
	}
	curve = make([]EquityDay, 0, len(days))
	for _, day := range days {
		curve = append(curve, *day)
	}
	slices.SortFunc(curve, func(a, b EquityDay) int { return a.Day.Compare(b.Day) })
	return curve, nil
}

func dayOf(days map[int64]*EquityDay, day int64) *EquityDay {
	known := days[day]
	if known == nil {
		known = &EquityDay{Day: time.UnixMicro(day).UTC()}
		days[day] = known
	}
	return known
}

// addCurve adds the days of one account to those of all.
func addCurve(days map[int64]*EquityDay, flows []flow, snapshots map[int64]money.Decimal, standing *Standing, today int64) {
	own := make(map[int64]money.Decimal)
	first := int64(0)
	for _, f := range flows {
		if f.account == standing.AccountID {
			if first == 0 || f.day < first {
				first = f.day
			}
			own[f.day] = own[f.day].Add(f.in).Sub(f.out)
		}
	}
	if first == 0 {
		return // nothing was ever paid in
	}
	var value money.Decimal
	for day := first; day < today; day += microsPerDay {
		if seen, known := snapshots[day]; known {
			value = seen
		} else {
			value = value.Add(own[day])
		}
		total := dayOf(days, day)
		total.Value = total.Value.Add(value)
	}
	total := dayOf(days, today)
	total.Value = total.Value.Add(standing.Equity())
}

// flow is what was paid into and out of an account on a day.
type flow struct {
	account uuid.UUID
	day     int64
	in, out money.Decimal
}

// flows reads what was paid in and out, by account and day.
func (s *Service) flows(ctx context.Context, standings []*Standing) ([]flow, error) {
	accounts := make(map[uuid.UUID]uuid.UUID, len(standings))
	arguments := make([]any, len(standings))
	for i, standing := range standings {
		external := ledger.AccountID(standing.AccountID, ledger.External, currency)
		accounts[external], arguments[i] = standing.AccountID, external
	}
	rows, err := s.db.Query(ctx, `
		SELECT p.account_id, t.created_at - t.created_at % 86400000000,
			SUM(CASE WHEN p.amount < 0 THEN -p.amount ELSE 0 END), SUM(CASE WHEN p.amount > 0 THEN p.amount ELSE 0 END)
		FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
		WHERE p.account_id IN `+database.Placeholders(1, len(arguments))+`
		GROUP BY 1, 2 ORDER BY 2`, arguments...)
	return database.Collect(rows, err, func(row database.Row) (f flow, err error) {
		var external uuid.UUID
		err = row.Scan(&external, &f.day, &f.in, &f.out)
		f.account = accounts[external]
		return f, err
	})
}

// snapshots reads the stored days of accounts.
func (s *Service) snapshots(ctx context.Context, standings []*Standing) (map[uuid.UUID]map[int64]money.Decimal, error) {
	arguments := make([]any, len(standings))
	found := make(map[uuid.UUID]map[int64]money.Decimal, len(standings))
	for i, standing := range standings {
		arguments[i], found[standing.AccountID] = standing.AccountID, make(map[int64]money.Decimal)
	}
	rows, err := s.db.Query(ctx, `SELECT account_id, day, value FROM equity_snapshots WHERE account_id IN `+database.Placeholders(1, len(arguments)), arguments...)
	_, err = database.Collect(rows, err, func(row database.Row) (none struct{}, err error) {
		var account uuid.UUID
		var day int64
		var value money.Decimal
		if err = row.Scan(&account, &day, &value); err == nil {
			found[account][day] = value
		}
		return none, err
	})
	return found, err
}
