package trading

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
)

// What a pair costs: bought and sold again at a mark of 100 with 5 basis points of slippage and 10 of fee.
const (
	pairQuantity = kit.Unit
	pairBought   = kit.Mark + kit.Mark/2000
	pairSold     = kit.Mark - kit.Mark/2000
	pairEntryFee = pairBought / 1000
	pairExitFee  = pairSold / 1000
	pairGross    = pairSold - pairBought
	pairNet      = pairGross - pairEntryFee - pairExitFee
)

// bareTrader is a user who executes and closes without the product.
type bareTrader struct {
	pairs                          *barePairs
	user, tenant, account          string
	cash, margin, fees, profit     string // ledger accounts
	entryAccounts, closingAccounts []string
}

func newBareTrader(pairs *barePairs, owner accounts.Owner) *bareTrader {
	id := func(code ledger.Code) string { return ledger.AccountID(owner.Account, code, "USD").String() }
	t := &bareTrader{
		pairs: pairs, user: owner.User.String(), tenant: owner.Tenant.String(), account: owner.Account.String(),
		cash: id(ledger.Cash), margin: id(ledger.Margin), fees: id(ledger.Fees), profit: id(ledger.Profit),
	}
	t.entryAccounts = slices.Sorted(slices.Values([]string{t.cash, t.margin, t.fees}))
	t.closingAccounts = slices.Sorted(slices.Values([]string{t.cash, t.margin, t.fees, t.profit}))
	return t
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

// hold locks the account and reads it with its money.
func (t *bareTrader) hold(tx bareTx) (balance int64, err error) {
	if t.pairs.engine == database.Postgres {
		if err := tx.exec(lockAccount, t.account); err != nil {
			return 0, err
		}
	}
	err = tx.read(selectAccount, 7, func(row []any) { balance = row[5].(int64) + row[6].(int64) }, t.account)
	return balance, err
}

func (t *bareTrader) execute(tx bareTx, signal, position string) error {
	if err := tx.read(selectSignal, 15, nil, signal); err != nil {
		return err
	}
	if err := tx.read(selectPaperAccount, 1, nil, t.user); err != nil {
		return err
	}
	if _, err := t.hold(tx); err != nil {
		return err
	}
	now := time.Now()
	if err := tx.read(insertExecution, 1, nil, t.user, signal, t.account, nil, "executed", "", now.UnixMicro()); err != nil {
		return err
	}
	err := tx.exec(insertPosition, position, t.tenant, t.user, t.account, signal, nil, nil, kit.Symbol, "buy", "open", pairQuantity, pairQuantity,
		pairBought, 0, kit.Mark/2, kit.Mark*2, 0, pairBought, pairEntryFee, 0, now.UnixMicro(), nil)
	if err != nil {
		return err
	}
	err = t.post(tx, "position", position, "open", now, t.entryAccounts, selectLedger3, insertPostings3, updateBalances3,
		map[string]int64{t.cash: -pairBought - pairEntryFee, t.margin: pairBought, t.fees: pairEntryFee})
	if err != nil {
		return err
	}
	data := fmt.Sprintf(`{"id":%q,"positionId":%q,"userId":%q,"accountId":%q,"signalId":%q,"symbol":%q,"side":"buy","status":"open",`+
		`"quantity":1,"openedQuantity":1,"entryPrice":100.05,"currentPrice":100.05,"unrealizedPnl":0,"realizedPnl":0,"stopLoss":50,`+
		`"targetPrice":200,"liquidationPrice":0,"margin":100.05,"openFee":0.10005,"fee":0.10005,"openedAt":%q}`,
		position, position, t.user, t.account, signal, kit.Symbol, now.UTC().Format(time.RFC3339Nano))
	return t.tell(tx, "trading.position.opened", data, position, now)
}

func (t *bareTrader) close(tx bareTx, signal, position string) error {
	if err := tx.read(selectPositionAccount, 1, nil, position, t.user); err != nil {
		return err
	}
	balance, err := t.hold(tx)
	if err != nil {
		return err
	}
	var opened any
	if err := tx.read(selectPosition, 22, func(row []any) { opened = row[20] }, position); err != nil {
		return err
	}
	now, trade := time.Now(), kit.IDAt(time.Now()).String()
	if err := tx.exec(updatePosition, position, "closed", pairQuantity, pairSold, 0, 0, pairNet, now.UnixMicro()); err != nil {
		return err
	}
	err = tx.exec(insertTrade, trade, t.tenant, t.user, t.account, position, signal, nil, "close", kit.Symbol, "buy", pairQuantity, pairBought,
		pairSold, pairEntryFee+pairExitFee, pairGross, pairNet, "manual", balance+pairGross-pairExitFee, opened, now.UnixMicro())
	if err != nil {
		return err
	}
	err = t.post(tx, "trade", trade, "close", now, t.closingAccounts, selectLedger4, insertPostings4, updateBalances4, map[string]int64{
		t.margin: -pairBought, t.cash: pairBought + pairGross - pairExitFee, t.fees: pairExitFee, t.profit: -pairGross,
	})
	if err != nil {
		return err
	}
	at := now.UTC().Format(time.RFC3339Nano)
	data := fmt.Sprintf(`{"id":%q,"positionId":%q,"tradeId":%q,"userId":%q,"accountId":%q,"signalId":%q,"type":"close","status":"closed","symbol":%q,`+
		`"side":"buy","quantity":1,"openedQuantity":1,"entryPrice":100.05,"currentPrice":99.95,"exitPrice":99.95,"unrealizedPnl":0,`+
		`"realizedPnl":-0.3,"stopLoss":50,"targetPrice":200,"liquidationPrice":0,"margin":0,"openFee":0,"fees":0.2,"exitReason":"manual",`+
		`"openedAt":%q,"closedAt":%q,"trade":{"id":%q,"type":"close","positionId":%q,"signalId":%q,"accountId":%q,"symbol":%q,"side":"buy","quantity":1,`+
		`"entryPrice":100.05,"exitPrice":99.95,"fees":0.2,"grossPnl":-0.1,"realizedPnl":-0.3,"realizedPnlPercent":-0.29985007,`+
		`"exitReason":"manual","openedAt":%q,"closedAt":%q,"balanceAfter":99999.7}}`,
		position, position, trade, t.user, t.account, signal, kit.Symbol, at, at, trade, position, signal, t.account, kit.Symbol, at, at)
	return t.tell(tx, "trading.position.closed", data, position, now)
}

// post books a transaction of the ledger.
func (t *bareTrader) post(tx bareTx, sourceType, source, kind string, now time.Time, accounts []string, read, insert, update statement, amounts map[string]int64) error {
	ids := make([]any, len(accounts))
	for i, id := range accounts {
		ids[i] = id
	}
	booking := uuid.Must(uuid.NewV7()).String()
	var postings, balances []any
	err := tx.read(read, 6, func(row []any) {
		id, after := row[0].(string), row[4].(int64)
		after += amounts[id]
		postings = append(postings, booking, id, amounts[id], after)
		balances = append(balances, id, after)
	}, ids...)
	if err != nil {
		return err
	}
	if err := tx.read(insertLedgerTransaction, 1, nil, booking, t.tenant, sourceType, source, kind, now.UnixMicro()); err != nil {
		return err
	}
	if err := tx.exec(insert, postings...); err != nil {
		return err
	}
	return tx.exec(update, balances...)
}

// tell writes the event and wakes whoever watches positions.
func (t *bareTrader) tell(tx bareTx, eventType, data, position string, now time.Time) error {
	id := uuid.Must(uuid.NewV7()).String()
	body := fmt.Sprintf(`{"id":%q,"type":%q,"timestamp":%q,"tenantId":%q,"data":%s}`, id, eventType,
		now.UTC().Format("2006-01-02T15:04:05.000Z"), t.tenant, data)
	if err := tx.exec(insertEvent, id, t.tenant, eventType, body, now.UnixMicro()); err != nil {
		return err
	}
	if t.pairs.engine == database.SQLite {
		return nil
	}
	return tx.read(notify, 1, nil, "bourse_wake", "bench trading.positions "+position)
}
