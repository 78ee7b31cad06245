package trading

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// barePairs runs the statements of executing and closing, and of placing and cancelling, as a program would that does
// nothing else: no HTTP, no checks, no decimals, and one after the other, where the product sends some of them to
// PostgreSQL together. Hints to other processes are not part of it: the product sends them after the commit, many at
// a time. The cost of a pair is known beforehand, because the price is constant.
type barePairs struct {
	engine     database.Engine
	pool       *sql.DB
	prepared   map[statement]*sql.Stmt // on SQLite; the driver of PostgreSQL keeps its own
	insertions map[statement]*kit.Insertion
}

type statement int

const (
	selectSignal statement = iota
	lockAccount
	selectAccount
	lockPaperAccount
	selectPaperAccount
	insertExecution
	insertPosition
	selectLedger2
	selectLedger3
	selectLedger4
	insertLedgerTransaction
	insertPostings2
	insertPostings3
	insertPostings4
	updateBalances2
	updateBalances3
	updateBalances4
	insertEvent
	countChange
	insertChange
	selectPositionAccount
	selectPosition
	updatePosition
	insertTrade
	countWorking
	insertOrder
	selectOwnOrder
	selectOrder
	updateOrder
)

// pairStatements are copied from the product's trading, ledger, webhook and database, except insertions. What the
// product reads to make a decision is read in full and ignored.
func pairStatements(engine database.Engine) map[statement]string {
	forUpdate := ""
	if engine == database.Postgres {
		forUpdate = " FOR UPDATE"
	}
	ledgerAccounts := func(count int) string {
		return `SELECT id, balance FROM ledger_accounts WHERE id IN ` + database.Placeholders(1, count) + ` ORDER BY id` + forUpdate
	}
	balances := func(count int) string {
		return `UPDATE ledger_accounts SET balance = v.column2 FROM (VALUES ` + database.TypedPlaceholders(count, "TEXT", "BIGINT") + `) AS v
			WHERE ledger_accounts.id = v.column1`
	}
	const (
		account = `SELECT c.balance + m.balance + COALESCE(r.balance, 0), a.*
			FROM trading_accounts a
			JOIN ledger_accounts c ON c.owner_id = a.id AND c.code = 'cash' AND c.currency = 'USD'
			JOIN ledger_accounts m ON m.owner_id = a.id AND m.code = 'margin' AND m.currency = 'USD'
			LEFT JOIN ledger_accounts r ON r.owner_id = a.id AND r.code = 'reserved' AND r.currency = 'USD'`
		byID, paperOf = ` WHERE a.id = $1`, ` WHERE a.user_id = $1 AND a.kind = 'paper'`
	)
	texts := map[statement]string{
		selectSignal: `SELECT signals.*, COALESCE((SELECT bots.name FROM bots WHERE bots.id = signals.bot_id), '')
			FROM signals WHERE id = $1 AND tenant_id IN ('` + platformOwner + `', $2)`,
		selectAccount: account + byID, selectPaperAccount: account + paperOf,
		selectLedger2: ledgerAccounts(2), selectLedger3: ledgerAccounts(3), selectLedger4: ledgerAccounts(4),
		updateBalances2: balances(2), updateBalances3: balances(3), updateBalances4: balances(4),
		countChange: `INSERT INTO trading_change_counters (user_id, number) VALUES ($1, 1)
			ON CONFLICT (user_id) DO UPDATE SET number = trading_change_counters.number + excluded.number RETURNING number`,
		selectPositionAccount: `SELECT account_id FROM positions WHERE id = $1 AND user_id = $2`,
		selectPosition:        `SELECT opened_at, positions.* FROM positions WHERE id = $1`,
		updatePosition: `UPDATE positions
			SET status = $1, quantity = $2, exit_price = $3, margin = $4, entry_fee = $5, realized_pnl = $6, closed_at = $7 WHERE id = $8`,
		countWorking:   `SELECT COUNT(*) FROM orders WHERE account_id = $1 AND status = 'working'`,
		selectOwnOrder: `SELECT account_id FROM orders WHERE id = $1 AND user_id = $2`,
		selectOrder:    `SELECT * FROM orders WHERE id = $1`,
		updateOrder: `UPDATE orders
			SET status = $1, held = $2, filled_quantity = $3, average_price = $4, fee = $5, position_id = $6, reason = $7, updated_at = $8 WHERE id = $9`,
	}
	if engine == database.Postgres {
		texts[lockAccount] = `SELECT a.id FROM trading_accounts a` + byID + forUpdate
		texts[lockPaperAccount] = `SELECT a.id FROM trading_accounts a` + paperOf + forUpdate
	}
	return texts
}

// pairInsertion is an insertion of rows like one, and the clause after it.
type pairInsertion struct {
	table  string
	like   kit.Row
	rows   int
	clause string
}

// pairInsertions name the columns that a trader writes, and no others.
func pairInsertions() map[statement]pairInsertion {
	var trader bareTrader
	var at time.Time
	return map[statement]pairInsertion{
		insertExecution: {"signal_executions", trader.executionRow("", at), 1, `
			ON CONFLICT (owner_id, signal_id) DO UPDATE
			SET account_id = excluded.account_id, subscription_id = excluded.subscription_id, outcome = 'executed', reason = '', detail = '',
				created_at = excluded.created_at
			WHERE signal_executions.outcome = 'skipped' RETURNING owner_id`},
		insertPosition: {"positions", trader.positionRow("", "", at), 1, ""},
		insertLedgerTransaction: {"ledger_transactions", trader.bookingRow("", booking{}), 1,
			` ON CONFLICT (source_id, source_type, kind) DO NOTHING RETURNING id`},
		insertPostings2: {"ledger_postings", postingRow("", "", 0, 0), 2, ""},
		insertPostings3: {"ledger_postings", postingRow("", "", 0, 0), 3, ""},
		insertPostings4: {"ledger_postings", postingRow("", "", 0, 0), 4, ""},
		insertEvent:     {"webhook_events", trader.eventRow("", "", "", at), 1, ""},
		insertChange:    {"trading_changes", trader.changeRow(0, "", "", "", at), 1, ""},
		insertTrade:     {"trades", trader.tradeRow("", "", "", 0, nil, at), 1, ""},
		insertOrder:     {"orders", trader.orderRow("", at), 1, ""},
	}
}

func newBarePairs(ctx context.Context, where kit.Database) (*barePairs, error) {
	pool, err := where.OpenWriter()
	if err != nil {
		return nil, err
	}
	b := &barePairs{where.Engine, pool, map[statement]*sql.Stmt{}, map[statement]*kit.Insertion{}}
	for which, text := range pairStatements(where.Engine) {
		if err := b.prepare(ctx, which, text); err != nil {
			return nil, err
		}
	}
	for which, wanted := range pairInsertions() {
		table, err := kit.DescribeTable(ctx, where.Engine, pool.QueryContext, wanted.table)
		if err != nil {
			return nil, err
		}
		if b.insertions[which], err = table.Insertion(wanted.like, wanted.rows); err != nil {
			return nil, err
		}
		if err := b.prepare(ctx, which, b.insertions[which].Text+wanted.clause); err != nil {
			return nil, err
		}
	}
	return b, nil
}

var parameter = regexp.MustCompile(`\$\d+`)

func (b *barePairs) prepare(ctx context.Context, which statement, text string) (err error) {
	if b.engine == database.SQLite { // SQLite takes $1 for a name and looks it up; in all of these the parameters are in order
		text = parameter.ReplaceAllString(text, "?")
	}
	if b.prepared[which], err = b.pool.PrepareContext(ctx, text); err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	return nil
}

// bareTx is one transaction of barePairs.
type bareTx struct {
	*sql.Tx
	ctx   context.Context
	pairs *barePairs
}

func (b *barePairs) inTx(ctx context.Context, work func(tx bareTx) error) error {
	began, err := b.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer began.Rollback() // does nothing once it is committed
	if err := work(bareTx{began, ctx, b}); err != nil {
		return err
	}
	return began.Commit()
}

func (tx bareTx) exec(which statement, arguments ...any) error {
	_, err := tx.StmtContext(tx.ctx, tx.pairs.prepared[which]).ExecContext(tx.ctx, arguments...)
	return err
}

func (tx bareTx) insert(which statement, rows ...kit.Row) error {
	return tx.exec(which, tx.pairs.insertions[which].Arguments(rows...)...)
}

// insertNew inserts a row that must not exist yet.
func (tx bareTx) insertNew(which statement, row kit.Row) error {
	return tx.read(which, nil, tx.pairs.insertions[which].Arguments(row)...)
}

// read runs a query and calls each with the values of each row. It fails when there are none.
func (tx bareTx) read(which statement, each func(row []any), arguments ...any) error {
	rows, err := tx.StmtContext(tx.ctx, tx.pairs.prepared[which]).QueryContext(tx.ctx, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	found := false
	for ; rows.Next(); found = true {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if each != nil {
			each(values)
		}
	}
	if err := rows.Err(); err != nil || found {
		return err
	}
	return fmt.Errorf("statement %d: %w", which, sql.ErrNoRows)
}
