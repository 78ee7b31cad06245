package copying_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// followMany makes new users follow the desk's bot with 10 000 of 100 000 each, written a hundred at a time.
func followMany(d *tradingtest.CopyDesk, many int) {
	d.T.Helper()
	type follower struct{ tenant, user, account, subscription uuid.UUID }
	followers := make([]follower, many)
	var openings []ledger.Opening
	var deposits []ledger.Transaction
	tenant, capital := uuid.New(), tradingtest.Number("100000")
	for i := range followers {
		f := follower{tenant, uuid.New(), uuid.New(), uuid.New()}
		followers[i] = f
		openings = append(openings, ledger.Opening{TenantID: tenant, OwnerID: f.account, Currency: "USD", Codes: []ledger.Code{
			ledger.Cash, ledger.Margin, ledger.External, ledger.Profit, ledger.Fees,
		}})
		deposits = append(deposits, ledger.Transaction{
			TenantID: tenant, SourceType: "trading_account", SourceID: f.account.String(), Kind: "capital", Entries: []ledger.Entry{
				{Account: ledger.AccountID(f.account, ledger.External, "USD"), Amount: capital.Neg()},
				{Account: ledger.AccountID(f.account, ledger.Cash, "USD"), Amount: capital},
			},
		})
	}
	at, books := database.Micros(d.Clock.Now()), ledger.New(d.Clock.Now)
	d.InTx(func(tx *database.Tx) error {
		err := database.InsertRows(d.T.Context(), tx, `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at)`, 6, followers,
			func(f follower) []any { return []any{f.account, f.tenant, f.user, "paper", "active", at} })
		if err != nil {
			return err
		}
		if err := books.OpenMany(d.T.Context(), tx, openings...); err != nil {
			return err
		}
		if _, err := books.Post(d.T.Context(), tx, deposits...); err != nil {
			return err
		}
		return database.InsertRows(d.T.Context(), tx, `
			INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, allocated_capital, copy_stop_percent, status, created_at)`,
			10, followers, func(f follower) []any {
				return []any{f.subscription, f.tenant, f.user, d.Bot, f.account, "auto", tradingtest.Number("10000"), 20, "active", at}
			})
	})
}

// One account with inconsistent books must not keep the signal from the others.
func TestAnAccountThatCannotBeCopiedToHoldsUpNobody(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, trading.DefaultSettings())
		const many = 40
		followMany(d, many)
		var broken uuid.UUID
		if err := db.QueryRow(t.Context(), `SELECT MIN(account_id) FROM bot_subscriptions`).Scan(&broken); err != nil {
			t.Fatal(err)
		}
		d.Exec(`DELETE FROM ledger_accounts WHERE owner_id = $1 AND code = 'fees'`, broken)
		entry := d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		d.Copy()
		d.WantCopied(entry, true)
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE signal_id = $1`, entry.ID); n != many-1 {
			t.Errorf("%d have the position, want %d", n, many-1)
		}
		if n := d.Count(`SELECT COUNT(*) FROM signal_executions WHERE account_id = $1 AND outcome = 'skipped' AND reason = 'INTERNAL_ERROR'`, broken); n != 1 {
			t.Errorf("%d outcomes tell of the failure, want 1", n)
		}
	})
}
