package copying

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
)

// bareCopy is one position that the loop opens, with everything that is written for it. It is made up beforehand: the
// loop only writes.
type bareCopy struct {
	owner                        accounts.Owner
	position, transaction, event uuid.UUID
	cash, margin, fees           uuid.UUID
	body                         string
	round                        int64 // how many positions the account has afterwards
}

const (
	copyBatch  = 500
	copyPrice  = kit.Mark + kit.Mark/2000 // the slippage is 5 basis points
	copyMargin = copyPrice                // of one piece
	copyFee    = copyMargin / 1000
)

// writeCopies writes the rows of a copied signal, hundreds in each transaction, with as few statements as there are
// tables: nothing is read, checked or decided.
func writeCopies(ctx context.Context, db *database.DB, seed *seed, signal signal) (spent, error) {
	var round int64
	if err := db.QueryRow(ctx, `SELECT COUNT(*) + 1 FROM signals`).Scan(&round); err != nil {
		return spent{}, err
	}
	err := db.InTx(ctx, func(tx *database.Tx) error { return signal.publish(ctx, tx, seed.bot, true) })
	if err != nil {
		return spent{}, err
	}
	copies := make([]bareCopy, len(seed.owners))
	for i, owner := range seed.owners {
		copies[i] = newBareCopy(seed, signal, owner, round)
	}
	return measured(func() error {
		for some := range slices.Chunk(copies, copyBatch) {
			err := db.InTx(ctx, func(tx *database.Tx) error { return writeBatch(ctx, tx, seed, signal, some) })
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func newBareCopy(seed *seed, signal signal, owner accounts.Owner, round int64) bareCopy {
	c := bareCopy{
		owner: owner, round: round, position: uuid.Must(uuid.NewV7()), transaction: uuid.Must(uuid.NewV7()), event: uuid.Must(uuid.NewV7()),
		cash:   ledger.AccountID(owner.Account, ledger.Cash, "USD"),
		margin: ledger.AccountID(owner.Account, ledger.Margin, "USD"),
		fees:   ledger.AccountID(owner.Account, ledger.Fees, "USD"),
	}
	c.body = fmt.Sprintf(`{"id":"%s","type":"trading.position.opened","timestamp":"2026-01-15T09:30:00.000Z","tenantId":"%s","data":{`+
		`"positionId":"%s","userId":"%s","accountId":"%s","signalId":"%s","botId":"%s","subscriptionId":"%s","symbol":"%s","side":"buy",`+
		`"quantity":1,"entryPrice":100.05,"stopLoss":50,"targetPrice":200,"fee":0.10005,"openedAt":"2026-01-15T09:30:00.000000Z"}}`,
		c.event, owner.Tenant, c.position, owner.User, owner.Account, signal.id, seed.bot, owner.Subscription, kit.Symbol)
	return c
}

func typed(kinds string, names string) []database.Column {
	var columns []database.Column
	for i, name := range strings.Fields(names) {
		kind := map[byte]string{'t': "TEXT", 'n': "BIGINT", 'u': "UUID"}[kinds[i]]
		columns = append(columns, database.Column{Name: name, Type: kind})
	}
	return columns
}

var (
	barePositions = typed("ttttttttttnnnnnnnnnnnn", `id tenant_id user_id account_id signal_id bot_id subscription_id symbol side status
	quantity opened_quantity entry_price exit_price stop_loss target_price liquidation_price margin entry_fee
	realized_pnl opened_at closed_at`)
	bareClaims   = typed("ttttttn", "owner_id signal_id account_id subscription_id outcome reason created_at")
	bareBookings = typed("tttttn", "id tenant_id source_type source_id kind created_at")
	barePostings = typed("ttnn", "transaction_id account_id amount balance_after")
	bareEvents   = typed("utttn", "id tenant_id type body created_at")
)

func writeBatch(ctx context.Context, tx *database.Tx, seed *seed, signal signal, copies []bareCopy) error {
	if err := tx.LookUpRows(ctx); err != nil { // else PostgreSQL reads all balances to change some
		return err
	}
	at := database.Micros(signal.created)
	err := database.InsertMany(ctx, tx, "positions", barePositions, copies, func(c bareCopy) []any {
		return []any{c.position, c.owner.Tenant, c.owner.User, c.owner.Account, signal.id, seed.bot, c.owner.Subscription, kit.Symbol, "buy",
			"open", copyQuantity, copyQuantity, copyPrice, 0, kit.Mark / 2, kit.Mark * 2, 0, copyMargin, copyFee, 0, at,
			database.OptionalMicros(time.Time{})}
	})
	if err != nil {
		return err
	}
	err = database.InsertMany(ctx, tx, "signal_executions", bareClaims, copies, func(c bareCopy) []any {
		return []any{c.owner.User, signal.id, c.owner.Account, c.owner.Subscription, "executed", "", at}
	})
	if err != nil {
		return err
	}
	if err := writeBookings(ctx, tx, copies, at); err != nil {
		return err
	}
	return database.InsertMany(ctx, tx, "webhook_events", bareEvents, copies, func(c bareCopy) []any {
		return []any{c.event, c.owner.Tenant, "trading.position.opened", c.body, at}
	})
}

// writeBookings writes the ledger's part of a batch.
func writeBookings(ctx context.Context, tx *database.Tx, copies []bareCopy, at int64) error {
	err := database.InsertMany(ctx, tx, "ledger_transactions", bareBookings, copies, func(c bareCopy) []any {
		return []any{c.transaction, c.owner.Tenant, "position", c.position.String(), "open", at}
	})
	if err != nil {
		return err
	}
	postings := make([]barePosting, 0, 3*len(copies))
	for _, c := range copies {
		left := accounts.Capital*kit.Unit - c.round*(copyMargin+copyFee)
		postings = append(postings, barePosting{c.transaction, c.cash, -copyMargin - copyFee, left},
			barePosting{c.transaction, c.margin, copyMargin, c.round * copyMargin}, barePosting{c.transaction, c.fees, copyFee, c.round * copyFee})
	}
	err = database.InsertMany(ctx, tx, "ledger_postings", barePostings, postings, func(p barePosting) []any {
		return []any{p.transaction, p.account, p.amount, p.after}
	})
	if err != nil {
		return err
	}
	return database.FromRows(tx, []string{"TEXT", "BIGINT"}, postings, func(p barePosting) []any { return []any{p.account, p.after} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `UPDATE ledger_accounts SET balance = v.column2 FROM `+source+` WHERE ledger_accounts.id = v.column1`, arguments...)
			return err
		})
}

type barePosting struct {
	transaction, account uuid.UUID
	amount, after        int64
}

// copiedRows are what a copied signal leaves, each one number.
var copiedRows = []string{
	`SELECT COUNT(*) FROM positions WHERE signal_id = $1 AND status = 'open' AND subscription_id IS NOT NULL`,
	`SELECT CAST(SUM(quantity + margin + entry_fee + stop_loss + target_price) AS BIGINT) FROM positions WHERE signal_id = $1`,
	`SELECT COUNT(DISTINCT owner_id) FROM signal_executions WHERE signal_id = $1 AND outcome = 'executed' AND subscription_id IS NOT NULL`,
	`SELECT COUNT(*) FROM positions p JOIN ledger_transactions t ON t.source_id = p.id JOIN ledger_postings l ON l.transaction_id = t.id WHERE p.signal_id = $1`,
	`SELECT CAST(SUM(a.balance) AS BIGINT) FROM ledger_accounts a JOIN positions p ON p.account_id = a.owner_id WHERE p.signal_id = $1 AND a.code = 'cash'`,
	`SELECT COUNT(*) FROM webhook_events WHERE type = 'trading.position.opened' AND body LIKE '%"signalId":"' || $1 || '"%'`,
}

// sameCopies fails unless both databases have the same of a signal, and everybody has a position.
func sameCopies(ctx context.Context, ours, bare *database.DB, signal signal) error {
	for i, query := range copiedRows {
		var counts [2]int64
		for at, db := range []*database.DB{ours, bare} {
			if err := db.QueryRow(ctx, query, signal.id.String()).Scan(&counts[at]); err != nil {
				return fmt.Errorf("%s: %w", query, err)
			}
		}
		if counts[0] != counts[1] || i == 0 && counts[0] != copiedSubscriptions {
			return fmt.Errorf("%s is %d after copying and %d after the loop", query, counts[0], counts[1])
		}
	}
	return nil
}
