package copying

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
)

// bareCopy is one position that the loop opens.
type bareCopy struct {
	owner                        accounts.Owner
	position, transaction, event uuid.UUID
}

// barePosting is the amount for one ledger account, and its balance afterwards.
type barePosting struct {
	transaction, account uuid.UUID
	amount, balance      int64
}

const (
	batchSize  = 500
	copyPrice  = kit.Mark + kit.Mark/2000 // the slippage is 5 basis points
	copyMargin = copyPrice                // of one unit
	copyFee    = copyMargin / 1000
)

// writeCopies writes the rows of a copied signal, hundreds per transaction, with as few statements as there are
// tables. The rows are prepared beforehand: nothing is read, checked or decided.
func writeCopies(ctx context.Context, db *database.DB, seed *seed, signal signal) (spent, error) {
	var round int64
	if err := db.QueryRow(ctx, `SELECT COUNT(*) + 1 FROM signals`).Scan(&round); err != nil {
		return spent{}, err
	}
	if err := db.InTx(ctx, func(tx *database.Tx) error { return signal.publish(ctx, tx, seed.bot, true) }); err != nil {
		return spent{}, err
	}
	var batches []*batch
	for owners := range slices.Chunk(seed.owners, batchSize) {
		batch, err := newBatch(ctx, db, seed, signal, owners, round)
		if err != nil {
			return spent{}, err
		}
		batches = append(batches, batch)
	}
	return measured(func() error {
		for _, batch := range batches {
			if err := db.InTx(ctx, func(tx *database.Tx) error { return batch.write(ctx, tx) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// batch is what one transaction writes.
type batch struct {
	rows     []*kit.Rows // by table
	postings []barePosting
}

// newBatch prepares the rows for some owners, who have this many positions afterwards.
func newBatch(ctx context.Context, db *database.DB, seed *seed, signal signal, owners []accounts.Owner, round int64) (*batch, error) {
	copies := make([]bareCopy, len(owners))
	b := &batch{}
	for i, owner := range owners {
		c := bareCopy{owner, uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())}
		posting := func(code ledger.Code, amount, balance int64) barePosting {
			return barePosting{c.transaction, ledger.AccountID(owner.Account, code, "USD"), amount, balance}
		}
		b.postings = append(b.postings, posting(ledger.Cash, -copyMargin-copyFee, accounts.Capital*kit.Unit-round*(copyMargin+copyFee)),
			posting(ledger.Margin, copyMargin, round*copyMargin), posting(ledger.Fees, copyFee, round*copyFee))
		copies[i] = c
	}
	for _, table := range []struct {
		name string
		row  func(bareCopy) kit.Row
	}{
		{"positions", func(c bareCopy) kit.Row { return c.positionRow(seed, signal) }},
		{"signal_executions", func(c bareCopy) kit.Row { return c.executionRow(signal) }},
		{"ledger_transactions", func(c bareCopy) kit.Row { return c.bookingRow(signal) }},
		{"webhook_events", func(c bareCopy) kit.Row { return c.eventRow(seed, signal) }},
	} {
		if err := addRows(ctx, db, b, table.name, copies, table.row); err != nil {
			return nil, err
		}
	}
	return b, addRows(ctx, db, b, "ledger_postings", b.postings, barePosting.row)
}

func addRows[T any](ctx context.Context, db *database.DB, b *batch, name string, items []T, row func(T) kit.Row) error {
	table, err := kit.DescribeTable(ctx, db.Engine(), db.Query, name)
	if err != nil {
		return err
	}
	rows, err := kit.NewRows(table, items, row)
	b.rows = append(b.rows, rows)
	return err
}

func (b *batch) write(ctx context.Context, tx *database.Tx) error {
	if err := tx.LookUpRows(ctx); err != nil { // otherwise PostgreSQL scans all balances to change some
		return err
	}
	for _, rows := range b.rows {
		if err := rows.Write(ctx, tx); err != nil {
			return err
		}
	}
	return database.FromRows(tx, []string{"TEXT", "BIGINT"}, b.postings, func(p barePosting) []any { return []any{p.account, p.balance} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `UPDATE ledger_accounts SET balance = v.column2 FROM `+source+` WHERE ledger_accounts.id = v.column1`, arguments...)
			return err
		})
}

func (c bareCopy) positionRow(seed *seed, signal signal) kit.Row {
	return kit.Row{
		"id": c.position, "tenant_id": c.owner.Tenant, "user_id": c.owner.User, "account_id": c.owner.Account, "signal_id": signal.id,
		"bot_id": seed.bot, "subscription_id": c.owner.Subscription, "symbol": kit.Symbol, "side": "buy", "status": "open",
		"quantity": copyQuantity, "opened_quantity": copyQuantity, "entry_price": copyPrice, "exit_price": 0,
		"stop_loss": kit.Mark / 2, "target_price": kit.Mark * 2, "liquidation_price": 0, "margin": copyMargin, "entry_fee": copyFee,
		"realized_pnl": 0, "opened_at": database.Micros(signal.created), "closed_at": nil,
	}
}

func (c bareCopy) executionRow(signal signal) kit.Row {
	return kit.Row{
		"owner_id": c.owner.User, "signal_id": signal.id, "account_id": c.owner.Account, "subscription_id": c.owner.Subscription,
		"outcome": "executed", "reason": "", "created_at": database.Micros(signal.created),
	}
}

func (c bareCopy) bookingRow(signal signal) kit.Row {
	return kit.Row{
		"id": c.transaction, "tenant_id": c.owner.Tenant, "source_type": "position", "source_id": c.position.String(), "kind": "open",
		"created_at": database.Micros(signal.created),
	}
}

func (p barePosting) row() kit.Row {
	return kit.Row{"transaction_id": p.transaction, "account_id": p.account, "amount": p.amount, "balance_after": p.balance}
}

func (c bareCopy) eventRow(seed *seed, signal signal) kit.Row {
	body := fmt.Sprintf(`{"id":"%s","type":"trading.position.opened","timestamp":"2026-01-15T09:30:00.000Z","tenantId":"%s","data":{`+
		`"positionId":"%s","userId":"%s","accountId":"%s","signalId":"%s","botId":"%s","subscriptionId":"%s","symbol":"%s","side":"buy",`+
		`"quantity":1,"entryPrice":100.05,"stopLoss":50,"targetPrice":200,"fee":0.10005,"openedAt":"2026-01-15T09:30:00.000000Z"}}`,
		c.event, c.owner.Tenant, c.position, c.owner.User, c.owner.Account, signal.id, seed.bot, c.owner.Subscription, kit.Symbol)
	return kit.Row{
		"id": c.event, "tenant_id": c.owner.Tenant, "type": "trading.position.opened", "body": body, "created_at": database.Micros(signal.created),
	}
}
