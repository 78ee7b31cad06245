package trading

import (
	"context"
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
	// Days are places in a slice, counted from the first one: years of them are read at every look.
	first, last := flows[0].day, max(flows[len(flows)-1].day, database.Micros(utcDay(s.now().UTC())))
	curve = make([]EquityDay, (last-first)/microsPerDay+1)
	for i := range curve {
		curve[i].Day = time.UnixMicro(first + int64(i)*microsPerDay).UTC()
	}
	accounts := make(map[uuid.UUID]*accountDays, len(standings))
	for _, f := range flows {
		at := int((f.day - first) / microsPerDay)
		if accounts[f.account] == nil {
			accounts[f.account] = &accountDays{begins: at, days: make([]accountDay, len(curve))}
		}
		own, total := &accounts[f.account].days[at], &curve[at]
		own.paid = own.paid.Add(f.in).Sub(f.out)
		total.In, total.Out = total.In.Add(f.in), total.Out.Add(f.out)
	}
	if err := s.addSnapshots(ctx, standings, accounts, first); err != nil {
		return nil, err
	}
	for _, standing := range standings {
		if own := accounts[standing.AccountID]; own != nil { // or nothing was ever paid in
			own.addTo(curve, standing.Equity())
		}
	}
	return curve, nil
}

// accountDays is what is known of an account on each day of a curve. Before it begins there is no money on it.
type accountDays struct {
	begins int
	days   []accountDay
}

type accountDay struct {
	paid    money.Decimal // in less out
	value   money.Decimal // at the end of the day, where a snapshot tells
	isKnown bool
}

// addTo adds the worth of the account to a curve, which ends with what it is worth now.
func (a *accountDays) addTo(curve []EquityDay, now money.Decimal) {
	var value money.Decimal
	last := len(curve) - 1
	for i := a.begins; i < last; i++ {
		if a.days[i].isKnown {
			value = a.days[i].value
		} else {
			value = value.Add(a.days[i].paid)
		}
		curve[i].Value = curve[i].Value.Add(value)
	}
	curve[last].Value = curve[last].Value.Add(now)
}

// flow is what was paid into and out of an account on a day.
type flow struct {
	account uuid.UUID
	day     int64
	in, out money.Decimal
}

// flows reads what was paid in and out, by account and day, the oldest day first.
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

// addSnapshots reads the stored days of accounts into what is known of them.
func (s *Service) addSnapshots(ctx context.Context, standings []*Standing, accounts map[uuid.UUID]*accountDays, first int64) error {
	arguments := make([]any, len(standings))
	for i, standing := range standings {
		arguments[i] = standing.AccountID
	}
	rows, err := s.db.Query(ctx, `SELECT account_id, day, value FROM equity_snapshots WHERE account_id IN `+database.Placeholders(1, len(arguments)), arguments...)
	var account uuid.UUID
	var day int64
	var value money.Decimal
	_, err = database.Collect(rows, err, func(row database.Row) (none struct{}, err error) {
		if err = row.Scan(&account, &day, &value); err != nil {
			return none, err
		}
		// What was stored before there was money, or for a day that the clock has not reached, tells nothing.
		if own := accounts[account]; own != nil && day >= first {
			if at := int((day - first) / microsPerDay); at < len(own.days) {
				own.days[at].value, own.days[at].isKnown = value, true
			}
		}
		return none, nil
	})
	return err
}
