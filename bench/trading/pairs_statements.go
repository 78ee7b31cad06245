package trading

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// barePairs runs the statements of executing and closing as a program would that does nothing else: no
// HTTP, no checks, no decimals. What one pair costs is known beforehand, because the price stands still.
type barePairs struct {
	engine   database.Engine
	pool     *sql.DB
	prepared map[statement]*sql.Stmt // on SQLite; the driver of PostgreSQL keeps them by itself
}

type statement int

const (
	selectSignal statement = iota
	selectPaperAccount
	lockAccount
	selectAccount
	insertExecution
	insertPosition
	selectLedger3
	selectLedger4
	insertLedgerTransaction
	insertPostings3
	insertPostings4
	updateBalances3
	updateBalances4
	insertEvent
	notify
	selectPositionAccount
	selectPosition
	updatePosition
	insertTrade
)

// pairStatements are read off from the product: internal/trading (execute.go, close.go, book.go),
// internal/ledger (store.go), internal/webhook (event.go) and internal/database (wake.go). The event is
// inserted plainly, where the product is prepared for many at a time.
func pairStatements(engine database.Engine) map[statement]string {
	forUpdate := ""
	if engine == database.Postgres {
		forUpdate = " FOR UPDATE"
	}
	ledgerAccounts := func(count int) string {
		return `SELECT id, tenant_id, code, currency, balance, allow_negative FROM ledger_accounts
			WHERE id IN ` + database.Placeholders(1, count) + ` ORDER BY id` + forUpdate
	}
	postings := func(count int) string {
		return `INSERT INTO ledger_postings (transaction_id, account_id, amount, balance_after) VALUES ` + database.Placeholders(count, 4)
	}
	balances := func(count int) string {
		return `UPDATE ledger_accounts SET balance = v.column2 FROM (VALUES ` + database.TypedPlaceholders(count, "TEXT", "BIGINT") + `) AS v
			WHERE ledger_accounts.id = v.column1`
	}
	texts := map[statement]string{
		selectSignal:       `SELECT ` + bareSignalColumns + ` FROM signals WHERE id = $1`,
		selectPaperAccount: `SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper'`,
		selectAccount: `SELECT a.id, a.tenant_id, a.user_id, a.kind, a.status, c.balance, m.balance
			FROM trading_accounts a
			JOIN ledger_accounts c ON c.owner_id = a.id AND c.code = 'cash' AND c.currency = 'USD'
			JOIN ledger_accounts m ON m.owner_id = a.id AND m.code = 'margin' AND m.currency = 'USD' WHERE a.id = $1`,
		insertExecution: `INSERT INTO signal_executions (owner_id, signal_id, account_id, subscription_id, outcome, reason, created_at)
			VALUES ` + database.Placeholders(1, 7) + `
			ON CONFLICT (owner_id, signal_id) DO UPDATE
			SET account_id = excluded.account_id, subscription_id = excluded.subscription_id, outcome = 'executed', reason = '',
				created_at = excluded.created_at
			WHERE signal_executions.outcome = 'skipped' RETURNING owner_id`,
		insertPosition: `INSERT INTO positions (` + barePositionColumns + `) VALUES ` + database.Placeholders(1, 22),
		selectLedger3:  ledgerAccounts(3), selectLedger4: ledgerAccounts(4),
		insertLedgerTransaction: `INSERT INTO ledger_transactions (id, tenant_id, source_type, source_id, kind, created_at)
			VALUES ` + database.Placeholders(1, 6) + ` ON CONFLICT (source_id, source_type, kind) DO NOTHING RETURNING id`,
		insertPostings3: postings(3), insertPostings4: postings(4),
		updateBalances3: balances(3), updateBalances4: balances(4),
		insertEvent:           `INSERT INTO webhook_events (id, tenant_id, type, body, created_at) VALUES ` + database.Placeholders(1, 5),
		selectPositionAccount: `SELECT account_id FROM positions WHERE id = $1 AND user_id = $2`,
		selectPosition:        `SELECT ` + barePositionColumns + ` FROM positions WHERE id = $1`,
		updatePosition: `UPDATE positions
			SET status = v.column2, quantity = v.column3, exit_price = v.column4, margin = v.column5, entry_fee = v.column6,
				realized_pnl = v.column7, closed_at = v.column8
			FROM (VALUES ` + database.TypedPlaceholders(1, "TEXT", "TEXT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT") + `) v
			WHERE positions.id = v.column1`,
		insertTrade: `INSERT INTO trades (id, tenant_id, user_id, account_id, position_id, signal_id, bot_id, type, symbol, side, quantity,
			entry_price, exit_price, fees, gross_pnl, realized_pnl, exit_reason, balance_after, opened_at, closed_at)
			VALUES ` + database.Placeholders(1, 20),
	}
	if engine == database.Postgres {
		texts[lockAccount] = `SELECT id FROM trading_accounts WHERE id = $1 FOR UPDATE`
		texts[notify] = `SELECT pg_notify($1, $2)`
	}
	return texts
}

func newBarePairs(ctx context.Context, where kit.Database) (*barePairs, error) {
	b := &barePairs{engine: where.Engine, prepared: map[statement]*sql.Stmt{}}
	var err error
	if b.pool, err = where.OpenWriter(); err != nil {
		return nil, err
	}
	// SQLite takes $1 for a name and looks it up; in all of these the parameters stand in order.
	parameter := regexp.MustCompile(`\$\d+`)
	for which, text := range pairStatements(where.Engine) {
		if where.Engine == database.SQLite {
			text = parameter.ReplaceAllString(text, "?")
		}
		if b.prepared[which], err = b.pool.PrepareContext(ctx, text); err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
	}
	return b, nil
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

// read runs a query and calls each with the values of each row. It fails when there is none.
func (tx bareTx) read(which statement, columns int, each func(row []any), arguments ...any) error {
	rows, err := tx.StmtContext(tx.ctx, tx.pairs.prepared[which]).QueryContext(tx.ctx, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	values, targets := make([]any, columns), make([]any, columns)
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
