package trading

import (
	"context"
	"math"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
)

// statementPart selects the lines of a statement to read: at most so many after one, in booking order when rising and in
// reverse otherwise.
type statementPart struct {
	account  uuid.UUID
	within   span
	behind   uuid.UUID
	limit    int
	isRising bool
}

// outside are the codes of where an account's money comes from and goes to. Only a transaction that books on one of them
// changes the balance: all others only set money aside.
var outside = []ledger.Code{ledger.External, ledger.Profit, ledger.Fees, ledger.Debt}

// ownsAccount fails with NOT_FOUND unless an account belongs to a user.
func ownsAccount(ctx context.Context, from database.Querier, user, account uuid.UUID) error {
	var found int
	err := from.QueryRow(ctx, `SELECT 1 FROM trading_accounts WHERE id = $1 AND user_id = $2`, account, user).Scan(&found)
	return database.Missing(err, errNoAccount)
}

// readStatement reads a part of a statement in one SQL statement, so that all of it is of one moment.
//
// It reads the newest transactions of each outside account from the end of an index, and merges those: however long the
// statement is, it reads no more than requested. The balance of a line is the sum of the account's own ledger accounts at
// that time: as the transaction left them, or as the last one before it did. Rows are compared as pairs, which only the
// index by account and transaction can order: comparing the identifier alone, PostgreSQL would search for an account's
// transaction among everybody's when it does not know how rare they are. SQLite uses both columns of a pair only when the
// other side is not a column of the same type.
func readStatement(ctx context.Context, from database.Querier, part statementPart) ([]*booked, error) {
	var arguments database.Arguments
	in := func(code ledger.Code) string { return arguments.Add(ledger.AccountID(part.account, code, Currency)) }
	page := part.transactions(&arguments, in)
	amount, balance := ``, ``
	for i, code := range accountMoney {
		account := in(code)
		if i > 0 {
			amount, balance = amount+`, `, balance+` + `
		}
		amount += account
		balance += `COALESCE(MAX(CASE WHEN p.account_id = ` + account + ` THEN p.balance_after END), (
			SELECT CASE WHEN b.account_id = ` + account + ` THEN b.balance_after END FROM (
				SELECT account_id, balance_after FROM ledger_postings
				WHERE (account_id, transaction_id) < (` + account + `, page.transaction_id || '')
				ORDER BY account_id DESC, transaction_id DESC LIMIT 1) AS b), 0)`
	}
	query := `
		SELECT t.id, t.created_at, t.source_type, t.source_id, t.kind, line.amount, line.fee, line.balance,
			COALESCE(o.id, c.position_id, e.position_id), COALESCE(e.id, (` + openedBy(`MIN(opening.id)`, `orders opening`) + `)),
			COALESCE(o.symbol, c.symbol, e.symbol, ''), COALESCE(o.side, c.side, e.side, ''),
			COALESCE((` + firstFill(`quantity`) + `), o.opened_quantity, c.quantity, f.quantity, 0),
			COALESCE((` + firstFill(`price`) + `), o.entry_price, c.exit_price, f.price, 0), COALESCE(c.exit_reason, '')
		FROM (
			SELECT page.transaction_id, SUM(CASE WHEN p.account_id IN (` + amount + `) THEN p.amount ELSE 0 END) AS amount,
				SUM(CASE WHEN p.account_id = ` + in(ledger.Fees) + ` THEN p.amount ELSE 0 END) AS fee, ` + balance + ` AS balance
			FROM (` + page + `) AS page JOIN ledger_postings p ON p.transaction_id = page.transaction_id
			GROUP BY page.transaction_id
		) AS line
		JOIN ledger_transactions t ON t.id = line.transaction_id
		LEFT JOIN positions o ON t.source_type = '` + positionSource + `' AND o.id = t.source_id
		LEFT JOIN trades c ON t.source_type = '` + tradeSource + `' AND c.id = t.source_id
		LEFT JOIN orders e ON t.source_type = '` + fillSource + `' AND e.id = substr(t.source_id, 1, 36)
		LEFT JOIN order_fills f ON f.order_id = e.id AND f.fill_id = substr(t.source_id, 38)
		ORDER BY t.id` + part.order()
	rows, err := from.Query(ctx, query, arguments...)
	return database.Collect(rows, err, func(row database.Row) (*booked, error) {
		var b booked
		err := row.Scan(&b.id, database.Time(&b.at), &b.sourceType, &b.sourceID, &b.reason, &b.amount, &b.fee, &b.balance,
			database.Optional(&b.position), database.Optional(&b.order), &b.symbol, &b.side, &b.quantity, &b.price, &b.exitReason)
		return &b, err
	})
}

// openedBy selects something from the order that opened the position o: that order has the position's side, whereas an
// order by which an exchange closed it has the opposite one.
func openedBy(column, tables string) string {
	return `SELECT ` + column + ` FROM ` + tables + ` WHERE opening.position_id = o.id AND opening.side = o.side`
}

// firstFill selects the first fill by an exchange of the order that opened the position o, which is booked as its opening.
// Exchanges name fills by numbers. Orders filled here have none.
func firstFill(column string) string {
	return openedBy(`first.`+column, `orders opening JOIN order_fills first ON first.order_id = opening.id`) +
		` ORDER BY first.filled_at, length(first.fill_id), first.fill_id LIMIT 1`
}

// transactions selects the transactions of a part.
func (p statementPart) transactions(arguments *database.Arguments, in func(ledger.Code) string) string {
	first, end := p.bounds()
	low, high, happened, limit := arguments.Add(first), arguments.Add(end), p.happened(arguments), arguments.Add(p.limit)
	newest := ``
	for i, code := range outside {
		if i > 0 {
			newest += ` UNION `
		}
		account := in(code)
		newest += `SELECT * FROM (` + database.FirstOf(`
			SELECT transaction_id FROM ledger_postings
			WHERE (account_id, transaction_id) >= (`+account+`, `+low+`) AND (account_id, transaction_id) < (`+account+`, `+high+`)`+happened+`
			ORDER BY account_id`+p.order()+`, transaction_id`+p.order(), p.limit, limit) + `) AS newest`
	}
	return `SELECT transaction_id FROM (` + newest + `) AS found ORDER BY transaction_id` + p.order() + ` LIMIT ` + limit
}

// bounds are the texts between which the identifiers of a part's transactions lie, the second exclusive. An identifier
// contains roughly the time of its transaction, which gives the bounds of the days.
func (p statementPart) bounds() (first, end string) {
	end = "~" // after all of them
	if p.within.from > 0 {
		first = bookedSince(time.UnixMicro(p.within.from)).String()
	}
	if p.within.to < math.MaxInt64 {
		end = database.FirstIDAt(time.UnixMicro(p.within.to).Add(ledger.BookedWithin)).String()
	}
	switch {
	case p.behind == uuid.Nil:
	case p.isRising:
		first = max(first, p.behind.String()+" ") // right after it
	default:
		end = min(end, p.behind.String())
	}
	return first, end
}

// happened excludes the few transactions outside the days that the bounds let through. Each is looked up separately: with
// an EXISTS, PostgreSQL might read all transactions of those days, of all accounts.
func (p statementPart) happened(arguments *database.Arguments) string {
	if p.within.from == 0 && p.within.to == math.MaxInt64 {
		return ``
	}
	return ` AND (SELECT t.created_at FROM ledger_transactions t WHERE t.id = ledger_postings.transaction_id)
				BETWEEN ` + arguments.Add(p.within.from) + ` AND ` + arguments.Add(p.within.to-1)
}

func (p statementPart) order() string {
	if p.isRising {
		return ``
	}
	return ` DESC`
}
