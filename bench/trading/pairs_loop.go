package trading

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
)

// bareTrader is a user who executes and closes without the product.
type bareTrader struct {
	pairs                      *barePairs
	user, tenant, account      string
	cash, margin, fees, profit string // ledger accounts
	reserved                   string
}

func newBareTrader(pairs *barePairs, owner accounts.Owner) *bareTrader {
	id := func(code ledger.Code) string { return ledger.AccountID(owner.Account, code, "USD").String() }
	return &bareTrader{
		pairs: pairs, user: owner.User.String(), tenant: owner.Tenant.String(), account: owner.Account.String(),
		cash: id(ledger.Cash), margin: id(ledger.Margin), fees: id(ledger.Fees), profit: id(ledger.Profit),
		reserved: id(ledger.Reserved),
	}
}

// pair executes a signal and closes the position.
func (t *bareTrader) pair(ctx context.Context, signal string) error {
	position := kit.IDAt(time.Now()).String()
	if err := t.pairs.inTx(ctx, func(tx bareTx) error { return t.execute(tx, signal, position) }); err != nil {
		return fmt.Errorf("execute: %w", err)
	}
	if err := t.pairs.inTx(ctx, func(tx bareTx) error { return t.close(tx, signal, position) }); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	return nil
}

// lock locks the account and reads it with its money.
func (t *bareTrader) lock(tx bareTx) (balance int64, err error) {
	return t.lockBy(tx, lockAccount, selectAccount, t.account)
}

// lockPaper is lock for a trader who names no account.
func (t *bareTrader) lockPaper(tx bareTx) error {
	_, err := t.lockBy(tx, lockPaperAccount, selectPaperAccount, t.user)
	return err
}

func (t *bareTrader) lockBy(tx bareTx, lock, read statement, of string) (balance int64, err error) {
	if t.pairs.engine == database.Postgres {
		if err := tx.exec(lock, of); err != nil {
			return 0, err
		}
	}
	err = tx.read(read, func(row []any) { balance = row[0].(int64) }, of)
	return balance, err
}

func (t *bareTrader) execute(tx bareTx, signal, position string) error {
	if err := t.lockPaper(tx); err != nil {
		return err
	}
	if err := tx.read(selectSignal, nil, signal, t.tenant); err != nil {
		return err
	}
	now := time.Now()
	if err := tx.insertNew(insertExecution, t.executionRow(signal, now)); err != nil {
		return err
	}
	if err := tx.insert(insertPosition, t.positionRow(signal, position, now)); err != nil {
		return err
	}
	err := t.post(tx, booking{"position", position, "open", now}, map[string]int64{
		t.cash: -pairBought - pairEntryFee, t.margin: pairBought, t.fees: pairEntryFee,
	})
	if err != nil {
		return err
	}
	return t.publish(tx, "position", "trading.position.opened", t.openedData(signal, position, now), position, now)
}

func (t *bareTrader) close(tx bareTx, signal, position string) error {
	if err := tx.read(selectPositionAccount, nil, position, t.user); err != nil {
		return err
	}
	balance, err := t.lock(tx)
	if err != nil {
		return err
	}
	var opened any
	if err := tx.read(selectPosition, func(row []any) { opened = row[0] }, position); err != nil {
		return err
	}
	now, trade := time.Now(), kit.IDAt(time.Now()).String()
	if err := tx.exec(updatePosition, "closed", pairQuantity, pairSold, 0, 0, pairNet, now.UnixMicro(), position); err != nil {
		return err
	}
	if err := tx.insert(insertTrade, t.tradeRow(signal, position, trade, balance+pairGross-pairExitFee, opened, now)); err != nil {
		return err
	}
	err = t.post(tx, booking{"trade", trade, "close", now}, map[string]int64{
		t.margin: -pairBought, t.cash: pairBought + pairGross - pairExitFee, t.fees: pairExitFee, t.profit: -pairGross,
	})
	if err != nil {
		return err
	}
	return t.publish(tx, "position", "trading.position.closed", t.closedData(signal, position, trade, now), position, now)
}

// post books a transaction of the ledger, whose accounts are locked in the order of their ids.
func (t *bareTrader) post(tx bareTx, booked booking, amounts map[string]int64) error {
	read, insert, update := selectLedger3, insertPostings3, updateBalances3
	switch len(amounts) {
	case 2:
		read, insert, update = selectLedger2, insertPostings2, updateBalances2
	case 4:
		read, insert, update = selectLedger4, insertPostings4, updateBalances4
	}
	var ids []any
	for _, id := range slices.Sorted(maps.Keys(amounts)) {
		ids = append(ids, id)
	}
	transaction := uuid.Must(uuid.NewV7()).String()
	var postings []kit.Row
	var balances []any
	err := tx.read(read, func(row []any) {
		id, balance := row[0].(string), row[1].(int64)
		balance += amounts[id]
		postings = append(postings, postingRow(transaction, id, amounts[id], balance))
		balances = append(balances, id, balance)
	}, ids...)
	if err != nil {
		return err
	}
	if err := tx.insertNew(insertLedgerTransaction, t.bookingRow(transaction, booked)); err != nil {
		return err
	}
	if err := tx.insert(insert, postings...); err != nil {
		return err
	}
	return tx.exec(update, balances...)
}

// record writes a position or an order into its owner's journal.
func (t *bareTrader) record(tx bareTx, kind, data, subject string, now time.Time) error {
	var number int64
	if err := tx.read(countChange, func(row []any) { number = row[0].(int64) }, t.user); err != nil {
		return err
	}
	return tx.insert(insertChange, t.changeRow(number, kind, subject, data, now))
}

// publish writes the change of a position or an order and the event.
func (t *bareTrader) publish(tx bareTx, kind, eventType, data, subject string, now time.Time) error {
	if err := t.record(tx, kind, data, subject, now); err != nil {
		return err
	}
	id := uuid.Must(uuid.NewV7()).String()
	body := fmt.Sprintf(`{"id":%q,"type":%q,"timestamp":%q,"tenantId":%q,"data":%s}`, id, eventType,
		now.UTC().Format("2006-01-02T15:04:05.000Z"), t.tenant, data)
	return tx.insert(insertEvent, t.eventRow(id, eventType, body, now))
}
