package investment_test

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/investment"
	"bourse/internal/money"
)

// desk is a trading desk controlled by the test. Its accounts are in the database, so that its changes roll back with
// the transaction.
type desk struct {
	db *database.DB

	mutex     sync.Mutex
	isStale   bool
	standings map[uuid.UUID]investment.AccountFigures
	owners    map[uuid.UUID]uuid.UUID
	followed  map[uuid.UUID]string
	curves    map[uuid.UUID][]investment.EquityDay
	totals    []investment.TradeGroup
	broken    map[uuid.UUID]error // why accounts cannot be valued
	since     time.Time           // what was last asked for
}

func newDesk(db *database.DB) *desk {
	return &desk{
		db: db, standings: map[uuid.UUID]investment.AccountFigures{}, owners: map[uuid.UUID]uuid.UUID{},
		followed: map[uuid.UUID]string{}, curves: map[uuid.UUID][]investment.EquityDay{}, broken: map[uuid.UUID]error{},
	}
}

func (d *desk) locked(do func()) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	do()
}

func (d *desk) OpenInvestmentAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID, capital money.Decimal) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at)
		VALUES ($1, $2, $3, 'investment', 'suspended', 1)`, id, tenant, user)
	d.locked(func() { // before the commit too: an account that is active at once needs it
		d.owners[id] = user
		d.standings[id] = investment.AccountFigures{AccountID: id, Equity: capital, NetDeposits: capital}
	})
	return err
}

func (d *desk) OpenConnectedAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at)
		VALUES ($1, $2, $3, 'investment', 'suspended', 1)`, id, tenant, user)
	return err
}

func (d *desk) SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status investment.TradingStatus) (investment.TradingStatus, error) {
	var isStale bool
	d.locked(func() { isStale = d.isStale })
	if isStale && status == investment.TradingClosed {
		status = investment.TradingSuspended // something remains to be sold
	}
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET status = $2 WHERE id = $1`, id, string(status))
	return status, err
}

func (d *desk) SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, profile investment.RiskProfile) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET risk_level = $2 WHERE id = $1`, id, string(profile))
	return err
}

func (d *desk) FollowAgent(_ context.Context, tx *database.Tx, _, _, account uuid.UUID, agent string) error {
	tx.AfterCommit(func() { d.locked(func() { d.followed[account] = agent }) })
	return nil
}

func (d *desk) LeaveAgents(_ context.Context, tx *database.Tx, account uuid.UUID) error {
	tx.AfterCommit(func() { d.locked(func() { delete(d.followed, account) }) })
	return nil
}

func (d *desk) LeaveBots(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	return d.LeaveAgents(ctx, tx, account)
}

func (d *desk) Figures(_ context.Context, _, user uuid.UUID) (standings []investment.AccountFigures, err error) {
	d.locked(func() {
		for id, owner := range d.owners {
			if owner == user {
				standings = append(standings, d.standings[id])
			}
		}
	})
	return standings, nil
}

func (d *desk) FiguresOf(_ context.Context, _ *database.Tx, id uuid.UUID) (standing investment.AccountFigures, err error) {
	d.locked(func() { standing, err = d.standings[id], d.broken[id] })
	return standing, err
}

// EquityCurve adds up the accounts' curves; a day that one of them lacks has the value of the others.
func (d *desk) EquityCurve(_ context.Context, _, _ uuid.UUID, accounts []uuid.UUID) (curve []investment.EquityDay, err error) {
	d.locked(func() {
		days := map[time.Time]investment.EquityDay{}
		for _, account := range accounts {
			for _, day := range d.curves[account] {
				total := days[day.Day]
				total.Day = day.Day
				total.Value, total.In, total.Out = total.Value.Add(day.Value), total.In.Add(day.In), total.Out.Add(day.Out)
				days[day.Day] = total
			}
		}
		for _, day := range days {
			curve = append(curve, day)
		}
	})
	slices.SortFunc(curve, func(a, b investment.EquityDay) int { return a.Day.Compare(b.Day) })
	return curve, nil
}

func (d *desk) TradeTotals(_ context.Context, _ []uuid.UUID, since time.Time) (totals []investment.TradeGroup, err error) {
	d.locked(func() {
		d.since = since
		totals = d.totals
	})
	return totals, nil
}

// agent is what an account follows; empty is nothing.
func (d *desk) agent(account uuid.UUID) (agent string) {
	d.locked(func() { agent = d.followed[account] })
	return agent
}

// status is that of the trading account.
func (h *house) deskStatus(account uuid.UUID) (status string) {
	h.t.Helper()
	must(h.t, h.db.QueryRow(h.t.Context(), `SELECT status FROM trading_accounts WHERE id = $1`, account).Scan(&status))
	return status
}
