package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// figuresMoney reads the money of accounts. Net deposits are the negative of the external account, profit the negative of
// profit and fees.
const figuresMoney = `
	SELECT a.id, a.user_id, a.kind, a.status, a.closed_at,
		COALESCE(SUM(CASE WHEN l.code = 'cash' THEN l.balance ELSE 0 END), 0) AS cash,
		COALESCE(SUM(CASE WHEN l.code = 'margin' THEN l.balance ELSE 0 END), 0) AS margin,
		COALESCE(SUM(CASE WHEN l.code = 'hold' THEN l.balance ELSE 0 END), 0) AS held,
		COALESCE(SUM(CASE WHEN l.code = 'reserved' THEN l.balance ELSE 0 END), 0) AS reserved,
		COALESCE(-SUM(CASE WHEN l.code = 'external' THEN l.balance ELSE 0 END), 0) AS deposits,
		COALESCE(-SUM(CASE WHEN l.code IN ('profit', 'fees') THEN l.balance ELSE 0 END), 0) AS won
	FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id`

const figuresGroups = ` GROUP BY a.id, a.user_id, a.kind, a.status, a.closed_at`

func (s *AccountFigures) columns() []any {
	return []any{&s.AccountID, &s.UserID, &s.Kind, &s.Status, database.Time(&s.ClosedAt), &s.Cash, &s.Margin, &s.Held, &s.Reserved,
		&s.NetDeposits, &s.RealizedPnL}
}

// readAccountFigures reads the money and the open positions of users' accounts in one statement, so that a closing shows in
// both or in neither. With a bookedSince identifier it leaves out users who have no open positions and no bookings at or
// after it.
func readAccountFigures(ctx context.Context, from database.Querier, users []uuid.UUID, bookedSince uuid.UUID) ([]*AccountFigures, error) {
	var arguments database.Arguments
	list, changed := database.AddAll(&arguments, users), ``
	if bookedSince != uuid.Nil {
		changed = ` AND EXISTS (
			SELECT 1 FROM trading_accounts c WHERE c.user_id = a.user_id AND (
				EXISTS (SELECT 1 FROM positions o WHERE o.account_id = c.id AND o.status = 'open') OR EXISTS (
					SELECT 1 FROM ledger_accounts b JOIN ledger_postings p ON p.account_id = b.id
					WHERE b.owner_id = c.id AND p.transaction_id >= ` + arguments.Add(bookedSince) + `)))`
	}
	rows, err := from.Query(ctx, `
		SELECT `+heldTable.ColumnsOf("p")+`,
			m.id, m.user_id, m.kind, m.status, m.closed_at, m.cash, m.margin, m.held, m.reserved, m.deposits, m.won
		FROM (`+figuresMoney+` WHERE a.user_id IN `+list+changed+figuresGroups+`) m
		LEFT JOIN positions p ON p.account_id = m.id AND p.status = 'open'
		ORDER BY m.id, p.id`, arguments...)
	var all []*AccountFigures
	err = database.EachRow(rows, err, func(row database.Row) error {
		var figures AccountFigures
		position, err := heldTable.Scan(row, figures.columns()...)
		if err != nil {
			return err
		}
		if last := len(all) - 1; last < 0 || all[last].AccountID != figures.AccountID {
			all = append(all, &figures)
		}
		if position.ID != uuid.Nil {
			last := all[len(all)-1]
			last.Positions = append(last.Positions, position)
		}
		return nil
	})
	return all, err
}

// heldTable reads positions that may be missing from the joined row: those stay empty.
var heldTable = database.NewTable("positions", func(p *Position, column database.Define) {
	positionColumns(p, func(name string, value any) { column(name, database.Optional(value)) })
})
