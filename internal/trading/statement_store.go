package trading

import (
	"context"
	"math"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
)

// statementPart is which lines of a statement are read: so many behind one, in the order of booking when it is rising
// and against it otherwise.
type statementPart struct {
	account  uuid.UUID
	within   span
	behind   uuid.UUID
	limit    int
	isRising bool
}

// outside are the codes of where an account's money comes from and goes to. What it has changes by a transaction only
// that books on one of them: everything else only sets money aside.
var outside = []ledger.Code{ledger.External, ledger.Profit, ledger.Fees, ledger.Debt}

// ownsAccount fails with NOT_FOUND unless an account is a user's.
func ownsAccount(ctx context.Context, from database.Querier, user, account uuid.UUID) error {
	var found int
	err := from.QueryRow(ctx, `SELECT 1 FROM trading_accounts WHERE id = $1 AND user_id = $2`, account, user).Scan(&found)
	return database.Missing(err, errNoAccount)
}

// readStatement reads a part of a statement in one statement, so that all of it is of one moment.
//
// The newest transactions of each of the accounts outside are read from the end of an index, and of those together the
// newest: however long the statement is, no more is read than is asked for. The balance of a line is what stood on the
// account's own ledger accounts then: as the transaction left them, or as the last before it did.
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
			SELECT b.balance_after FROM ledger_postings b WHERE b.account_id = ` + account + ` AND b.transaction_id < page.transaction_id
			ORDER BY b.transaction_id DESC LIMIT 1), 0)`
	}
	query := `
		SELECT t.id, t.created_at, t.source_type, t.source_id, t.kind, line.amount, line.fee, line.balance,
			COALESCE(o.id, c.position_id), COALESCE(o.symbol, c.symbol, ''), COALESCE(o.side, c.side, ''),
			COALESCE(o.opened_quantity, c.quantity, 0), COALESCE(o.entry_price, c.exit_price, 0), COALESCE(c.exit_reason, '')
		FROM (
			SELECT page.transaction_id, SUM(CASE WHEN p.account_id IN (` + amount + `) THEN p.amount ELSE 0 END) AS amount,
				SUM(CASE WHEN p.account_id = ` + in(ledger.Fees) + ` THEN p.amount ELSE 0 END) AS fee, ` + balance + ` AS balance
			FROM (` + page + `) AS page JOIN ledger_postings p ON p.transaction_id = page.transaction_id
			GROUP BY page.transaction_id
		) AS line
		JOIN ledger_transactions t ON t.id = line.transaction_id
		LEFT JOIN positions o ON t.source_type = '` + positionSource + `' AND o.id = t.source_id
		LEFT JOIN trades c ON t.source_type = '` + tradeSource + `' AND c.id = t.source_id
		ORDER BY t.id` + part.order()
	rows, err := from.Query(ctx, query, arguments...)
	return database.Collect(rows, err, func(row database.Row) (*booked, error) {
		var b booked
		err := row.Scan(&b.id, database.Time(&b.at), &b.sourceType, &b.sourceID, &b.reason, &b.amount, &b.fee, &b.balance,
			database.Optional(&b.position), &b.symbol, &b.side, &b.quantity, &b.price, &b.exitReason)
		return &b, err
	})
}

// transactions selects the transactions of a part.
func (p statementPart) transactions(arguments *database.Arguments, in func(ledger.Code) string) string {
	condition, limit := p.condition(arguments), arguments.Add(p.limit)
	end := ` ORDER BY transaction_id` + p.order() + ` LIMIT ` + limit
	newest := ``
	for i, code := range outside {
		if i > 0 {
			newest += ` UNION `
		}
		newest += `SELECT * FROM (SELECT transaction_id FROM ledger_postings WHERE account_id = ` + in(code) + condition + end + `) AS newest`
	}
	return `SELECT transaction_id FROM (` + newest + `) AS found` + end
}

// condition restricts postings to those of a part. A transaction happened about when its identifier says: that leads to
// the days, and the few beside them are left out one by one.
func (p statementPart) condition(arguments *database.Arguments) (condition string) {
	if p.behind != uuid.Nil {
		condition += ` AND transaction_id ` + p.beyond() + ` ` + arguments.Add(p.behind)
	}
	within := ``
	if p.within.from > 0 {
		condition += ` AND transaction_id >= ` + arguments.Add(bookedSince(time.UnixMicro(p.within.from)))
		within += ` AND happened.created_at >= ` + arguments.Add(p.within.from)
	}
	if p.within.to < math.MaxInt64 {
		condition += ` AND transaction_id < ` + arguments.Add(database.FirstIDAt(time.UnixMicro(p.within.to).Add(ledger.BookedWithin)))
		within += ` AND happened.created_at < ` + arguments.Add(p.within.to)
	}
	if within != `` {
		condition += ` AND EXISTS (SELECT 1 FROM ledger_transactions happened WHERE happened.id = ledger_postings.transaction_id` + within + `)`
	}
	return condition
}

func (p statementPart) order() string {
	if p.isRising {
		return ``
	}
	return ` DESC`
}

func (p statementPart) beyond() string {
	if p.isRising {
		return `>`
	}
	return `<`
}
