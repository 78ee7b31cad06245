package trading

import (
	"context"
	"database/sql"
	"maps"
	"math"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// readBooks reads the balances of accounts and what was done on them since the beginning of a day. bookedSince is an
// identifier below those of all bookings since then.
func readBooks(ctx context.Context, from database.Querier, accounts []uuid.UUID, first time.Time, bookedSince uuid.UUID) (accountBooks, error) {
	books := accountBooks{
		balances: map[uuid.UUID]money.Decimal{}, movements: map[uuid.UUID][]movement{}, lots: map[uuid.UUID][]lot{},
	}
	err := database.InBatches(accounts, func(batch []uuid.UUID) error {
		balances, err := ReadBalances(ctx, from, batch)
		if err != nil {
			return err
		}
		maps.Copy(books.balances, balances)
		if err := books.readMovements(ctx, from, batch, first, bookedSince); err != nil {
			return err
		}
		return books.readLots(ctx, from, batch, first)
	})
	return books, err
}

func (b accountBooks) readMovements(ctx context.Context, from database.Querier, accounts []uuid.UUID, first time.Time, bookedSince uuid.UUID) error {
	var arguments database.Arguments
	list := database.AddAll(&arguments, accounts)
	booked, begun := arguments.Add(bookedSince), arguments.Add(database.Micros(first))
	rows, err := from.Query(ctx, `
		SELECT l.owner_id, t.created_at - t.created_at % 86400000000, SUM(p.amount)
		FROM ledger_accounts l JOIN ledger_postings p ON p.account_id = l.id JOIN ledger_transactions t ON t.id = p.transaction_id
		WHERE l.owner_id IN `+list+` AND l.code IN ('cash', 'margin', 'hold', 'reserved')
			AND p.transaction_id >= `+booked+` AND t.created_at >= `+begun+`
		GROUP BY 1, 2 ORDER BY 2`, arguments...)
	err = database.EachRow(rows, err, func(row database.Row) error {
		var account uuid.UUID
		var m movement
		if err := row.Scan(&account, &m.day, &m.amount); err != nil {
			return err
		}
		b.movements[account] = append(b.movements[account], m)
		return nil
	})
	return err
}

// endless is the closing time of what is open: the latest moment that a column can hold.
var endless = strconv.FormatInt(math.MaxInt64, 10)

// readLots reads what is open, and what was closed since the end of the first day.
func (b accountBooks) readLots(ctx context.Context, from database.Querier, accounts []uuid.UUID, first time.Time) error {
	var arguments database.Arguments
	list := database.AddAll(&arguments, accounts)
	open, err := from.Query(ctx, `
		SELECT account_id, id, symbol, side, entry_price, quantity, opened_at, `+endless+`
		FROM positions WHERE account_id IN `+list+` AND status = 'open'`, arguments...)
	if err := b.addLots(open, err); err != nil {
		return err
	}
	since := arguments.Add(database.Micros(first.AddDate(0, 0, 1)))
	closed, err := from.Query(ctx, `
		SELECT account_id, position_id, symbol, side, entry_price, quantity, opened_at, closed_at
		FROM trades WHERE account_id IN `+list+` AND closed_at >= `+since, arguments...)
	return b.addLots(closed, err)
}

func (b accountBooks) addLots(rows *sql.Rows, err error) error {
	err = database.EachRow(rows, err, func(row database.Row) error {
		var account uuid.UUID
		var held lot
		if err := row.Scan(&account, &held.position, &held.symbol, &held.side, &held.entry, &held.quantity, &held.openedAt, &held.closed); err != nil {
			return err
		}
		b.lots[account] = append(b.lots[account], held)
		return nil
	})
	return err
}

// movedAccounts lists the accounts that have open positions, or bookings at or after an identifier.
func movedAccounts(ctx context.Context, from database.Querier, bookedSince uuid.UUID) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `
		SELECT id FROM trading_accounts
		WHERE id IN (SELECT account_id FROM positions WHERE status = 'open') OR id IN (
			SELECT l.owner_id FROM ledger_postings p JOIN ledger_accounts l ON l.id = p.account_id WHERE p.transaction_id >= $1)
		ORDER BY id`, bookedSince)
	return database.Collect(rows, err, database.ScanOne[uuid.UUID])
}

// heldSymbols lists the symbols of all positions open on any account at the end of a day from first to last. The identifier
// of a trade contains the moment of its closing.
func heldSymbols(ctx context.Context, from database.Querier, first, last time.Time) ([]string, error) {
	since := first.AddDate(0, 0, 1)
	rows, err := from.Query(ctx, `
		SELECT symbol FROM positions WHERE status = 'open' AND opened_at < $1
		UNION SELECT symbol FROM trades WHERE id >= $2 AND closed_at >= $3 AND opened_at < $1
		ORDER BY symbol`, database.Micros(last.AddDate(0, 0, 1)), database.FirstIDAt(since), database.Micros(since))
	return database.Collect(rows, err, database.ScanOne[string])
}

// DayTable stores the ends of days.
var DayTable = database.NewTable("equity_snapshots", func(e *DayEnd, column database.Define) {
	column("account_id", &e.Account)
	column("day", &e.Day)
	column("value", &e.Value)
})

// StoreDays stores the ends of days and keeps those that are already stored. It fails when the database does.
func StoreDays(ctx context.Context, tx *database.Tx, ends []DayEnd) error {
	_, err := DayTable.InsertOr(ctx, tx, "ON CONFLICT (account_id, day) DO NOTHING", database.Pointers(ends)...)
	return err
}

// recordedDay is the last day that is stored for every account; the zero time when there is none.
func recordedDay(ctx context.Context, from database.Querier) (day time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT MAX(day) FROM equity_recorded`).Scan(database.Time(&day))
	return day, err
}

func setRecordedDay(ctx context.Context, tx *database.Tx, day time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO equity_recorded (id, day) VALUES (1, $1)
		ON CONFLICT (id) DO UPDATE SET day = excluded.day WHERE equity_recorded.day < excluded.day`, database.Micros(day))
	return err
}
